/** What an inbox promises, wherever it keeps deliveries: each store is closed and opened again, as by a new process. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as DeadLetters from "../../../src/forge/DeadLetters.ts"
import * as WebhookInbox from "../../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import { temporary } from "../../services/daemon.ts"
import { lacksPostgres, postgresServer, restartedLate } from "../../services/postgres.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { accept, failed, heard, letter, secret } from "./support/deliveries.ts"

type Store = (
  options: Pick<WebhookInbox.KeptOptions, "capacity" | "deadLetters">
) => Layer.Layer<WebhookInbox.Store, unknown>

const postgres = Effect.map(
  postgresServer,
  ({ url }): Store =>
    (options) =>
      WebhookInbox.layerSql(options).pipe(Layer.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })))
)
const redis = Effect.map(
  redisServer(),
  ({ url }): Store =>
    (options) =>
      WebhookInbox.layerRedis(options).pipe(Layer.provide(NodeRedis.layer({ url })))
)
const files = Effect.map(
  temporary("forgecast-inbox-"),
  (directory): Store =>
    (options) =>
      WebhookInbox.layerFiles(directory, options).pipe(Layer.provide(NodeServices.layer))
)

const memory = Effect.succeed<Store>(WebhookInbox.layerMemoryOf)

const soon = {
  maxAttempts: 2,
  retrySchedule: Schedule.spaced("10 millis"),
  isFinal: (error: unknown) => error === "gone"
}

describe.each<[string, boolean, Effect.Effect<Store, never, Scope.Scope>, number]>([
  ["files", false, files, 600],
  ["PostgreSQL", lacksPostgres, postgres, 2],
  ["Redis", lacksRedis, redis, 2]
])("an inbox in %s", (_name, isSkipped, started, room) => {
  const on = <E>(store: Layer.Layer<WebhookInbox.Store, unknown>, handlers: Webhooks.Handlers<E>) =>
    WebhookInbox.layer(handlers, soon).pipe(
      Layer.provideMerge([Webhooks.layer({ secret }), store]),
      Layer.orDie,
      Layer.fresh
    )

  it.live.skipIf(isSkipped)(
    "knows what it has handled, hands over what it has not, and replays what was given up",
    () =>
      Effect.gen(function* () {
        const store = yield* started
        const { hear, queue, size, take } = yield* heard
        const broken = Webhooks.on("ping", ({ id }) => (id === "c" ? Effect.void : Effect.fail("gone")), {
          name: "two"
        })
        const busy = Webhooks.on(
          "ping",
          ({ id }) => (id === "c" ? Effect.andThen(Queue.offer(queue, "busy"), Effect.never) : Effect.void),
          { name: "three" }
        )
        yield* Effect.gen(function* () {
          for (const id of ["a", "a", "b"]) yield* accept(id)
          expect([yield* take, yield* take].toSorted()).toStrictEqual(["one a", "one b"])
          while ((yield* failed).length < 2) yield* Effect.sleep("10 millis")
          yield* accept("c")
          expect([yield* take, yield* take].toSorted()).toStrictEqual(["busy", "one c"])
        }).pipe(Effect.provide(on(store({}), Webhooks.handlers(hear("one"), broken, busy))))

        yield* Effect.gen(function* () {
          // It was interrupted, perhaps twice.
          expect(yield* Effect.repeat(take, { until: (text) => text !== "busy" })).toBe("three c")
          for (const id of ["a", "b", "c"]) yield* accept(id)
          const letters = yield* failed
          expect(letters).toMatchObject([
            { id: "a/two", attempts: 1, delivery: { payload: { hook_id: 30 } } },
            { id: "b/two", attempts: 1 }
          ])
          expect(letters[0]?.failure).toContain("gone")
          const inbox = yield* WebhookInbox.WebhookInbox
          for (const letter of letters) yield* inbox.replay(letter)
          expect([yield* take, yield* take].toSorted()).toStrictEqual(["two a", "two b"])
          yield* accept("d")
          const all = [yield* take, yield* take, yield* take]
          expect(all.toSorted()).toStrictEqual(["one d", "three d", "two d"])
          expect(yield* failed).toStrictEqual([])
          expect(yield* size).toBe(0)
        }).pipe(Effect.provide(on(store({}), Webhooks.handlers(hear("one"), hear("two"), hear("three")))))

        yield* Effect.gen(function* () {
          // Too long for the column of a table.
          yield* accept("e".repeat(100))
          yield* take
          // What is done leaves room. What waits does not.
          const stuck = Effect.forEach(["f", "g", "h", "i"], (id) => accept(id), { discard: true })
          expect(
            yield* Effect.flip(Effect.repeat(Effect.andThen(stuck, Effect.sleep("1 second")), { times: 2 }))
          ).toMatchObject({
            _tag: "InboxFailed",
            status: 503
          })
        }).pipe(
          Effect.provide(
            on(
              store({ capacity: room }),
              Webhooks.handlers(
                Webhooks.on("ping", ({ id }) => (id.length === 1 ? Effect.never : Queue.offer(queue, id)), {
                  name: "long".repeat(50)
                })
              )
            )
          )
        )
      })
  )
})

describe.skipIf(lacksPostgres)("an inbox in a PostgreSQL", () => {
  it.live("waits until it has started", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer
      const late = yield* Effect.forkScoped(restartedLate(server), { startImmediately: true })
      const { hear, take } = yield* heard
      const inbox = WebhookInbox.layer(Webhooks.handlers(hear("ping")), soon).pipe(
        Layer.provide([Webhooks.layer({ secret }), WebhookInbox.layerSql()]),
        Layer.provide(PgClient.layer({ url: Redacted.make(server.url) }))
      )
      yield* Effect.provide(
        Effect.andThen(
          accept("a"),
          Effect.map(take, (text) => expect(text).toBe("ping a"))
        ),
        inbox
      )
      yield* Fiber.join(late)
      const wrong = WebhookInbox.layerSql().pipe(
        Layer.provide(PgClient.layer({ url: Redacted.make(`${server.url}-that-is-missing`) })),
        Layer.fresh
      )
      expect(yield* Effect.flip(Layer.build(wrong))).toMatchObject({ reason: { cause: { code: "3D000" } } })
    })
  )

  it.live("waits for no broken connection once PostgreSQL was killed and is there again", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer
      const { hear, take } = yield* heard
      const database = PgClient.layer({ url: Redacted.make(server.url), maxConnections: 4 })
      const inbox = WebhookInbox.layer(Webhooks.handlers(hear("ping")), soon).pipe(
        Layer.provide([Webhooks.layer({ secret }), WebhookInbox.layerSql().pipe(Layer.provide(database))]),
        Layer.orDie
      )
      const acceptAll = (ids: ReadonlyArray<string>) => Effect.forEach(ids, (id) => accept(id), { concurrency: 16 })
      const idsOf = (round: number) => Array.from({ length: 32 }, (_, index) => `${round}-${index}`)
      yield* Effect.gen(function* () {
        for (const round of [0, 1, 2]) {
          // Each of its connections is used.
          yield* acceptAll(idsOf(round))
          yield* server.stop
          expect(yield* Effect.flip(accept(`${round}-away`))).toMatchObject({ _tag: "InboxFailed" })
          yield* server.start
          // It accepts connections a little before it answers.
          yield* Effect.retry(accept(`${round}-back`), Schedule.spaced("20 millis"))
        }
        // A connection that hangs would cost the five seconds after which a delivery is refused.
        yield* acceptAll(idsOf(3))
        const wanted = new Set([
          ...[0, 1, 2].map((round) => `ping ${round}-back`),
          ...idsOf(3).map((id) => `ping ${id}`)
        ])
        while (wanted.size > 0) wanted.delete(yield* take)
      }).pipe(Effect.provide(inbox))
    }).pipe(Effect.provide(Logger.layer([])))
  )
})

describe.each<[string, boolean, Effect.Effect<Store, never, Scope.Scope>]>([
  ["memory", false, memory],
  ["files", false, files],
  ["PostgreSQL", lacksPostgres, postgres],
  ["Redis", lacksRedis, redis]
])("dead letters in %s", (_name, isSkipped, started) => {
  it.live.skipIf(isSkipped)("are so many, and each is there for a time", () =>
    Effect.gen(function* () {
      const store = yield* started
      yield* Effect.gen(function* () {
        const letters = yield* DeadLetters.DeadLetters
        const ids = Effect.map(letters.list, (all) => all.map(({ id }) => id))
        for (const id of ["a", "b", "a", "c"]) {
          yield* TestClock.adjust("1 millis")
          yield* Effect.flatMap(letter(id), letters.add)
        }
        expect(yield* ids).toStrictEqual(["a", "c"])
        yield* TestClock.adjust("1 day")
        yield* Effect.flatMap(letter("d"), letters.add)
        expect(yield* ids).toStrictEqual(["c", "d"])
        yield* TestClock.adjust("1 millis")
        expect(yield* ids).toStrictEqual(["d"])
        yield* letters.remove("d")
        expect(yield* ids).toStrictEqual([])
      }).pipe(
        Effect.provide(TestClock.layer()),
        // Its connections have the real time.
        Effect.provide(store({ deadLetters: { capacity: 2, timeToLive: "1 day" } }))
      )
    })
  )
})

describe("an inbox in files", () => {
  const nothing = Webhooks.handlers(Webhooks.on("ping", () => Effect.never))
  const on = (directory: string, handlers: Webhooks.Handlers = nothing) =>
    WebhookInbox.layer(handlers).pipe(
      Layer.provide([Webhooks.layer({ secret }), WebhookInbox.layerFiles(directory)]),
      Layer.provide(NodeServices.layer),
      Layer.fresh
    )

  it.live("is read up to where a process was killed, and written anew", () =>
    Effect.gen(function* () {
      const directory = yield* temporary("forgecast-inbox-")
      yield* Effect.provide(
        Effect.forEach(["a", "b"], (id) => accept(id)),
        on(directory)
      )
      const [file = ""] = Fs.readdirSync(directory)
      expect(Fs.statSync(Path.join(directory, file)).mode & 0o077).toBe(0)
      Fs.appendFileSync(Path.join(directory, file), '\n["offer","webhooks","c/pi')
      Fs.writeFileSync(Path.join(directory, file.replace(".jsonl", ".part")), '\n["offer","webhooks","d/pi')
      const { hear, size, take } = yield* heard
      const found = on(directory, Webhooks.handlers(hear("ping")))
      yield* Effect.gen(function* () {
        expect([yield* take, yield* take].toSorted()).toStrictEqual(["ping a", "ping b"])
      }).pipe(Effect.provide(found))
      yield* Effect.provide(accept("a"), found)
      expect(yield* size).toBe(0)
      expect(Fs.readdirSync(directory)).toHaveLength(1)
    })
  )

  it.live("forgets what is done, in the background, and what comes meanwhile is kept", () =>
    Effect.gen(function* () {
      const directory = yield* temporary("forgecast-inbox-")
      const copy = yield* temporary("forgecast-inbox-")
      const numbers = () => Fs.readdirSync(directory).map((name) => Number.parseInt(name, 10))
      const large = JSON.stringify({ hook_id: 30, zen: "x".repeat(6 * 2 ** 20) })
      const some = Webhooks.on("ping", ({ id }) => (id.startsWith("large") ? Effect.void : Effect.never))
      yield* Effect.gen(function* () {
        yield* accept("a")
        for (const id of ["large-1", "large-2", "large-3"]) yield* accept(id, "ping", large)
        yield* accept("b")
        while (numbers().includes(1)) yield* Effect.sleep("10 millis")
        expect(numbers()).toStrictEqual([2, 3])
        yield* accept("c")
        // As if it was killed now.
        Fs.cpSync(directory, copy, { recursive: true })
      }).pipe(Effect.provide(on(directory, Webhooks.handlers(some))))
      const { hear, size, take } = yield* heard
      yield* Effect.gen(function* () {
        yield* accept("large-1")
        expect([yield* take, yield* take, yield* take].toSorted()).toStrictEqual(["ping a", "ping b", "ping c"])
        expect(yield* size).toBe(0)
      }).pipe(Effect.provide(on(copy, Webhooks.handlers(hear("ping")))))
      const [file = ""] = Fs.readdirSync(copy)
      expect(Fs.statSync(Path.join(copy, file)).size).toBeLessThan(10_000)
    })
  )

  it.live("accepts nothing more where another process has taken over", () =>
    Effect.gen(function* () {
      const directory = yield* temporary("forgecast-inbox-")
      const { hear, take } = yield* heard
      yield* Effect.gen(function* () {
        yield* accept("a")
        yield* Effect.gen(function* () {
          expect(yield* take).toBe("ping a")
        }).pipe(Effect.provide(on(directory, Webhooks.handlers(hear("ping")))))
        expect(yield* Effect.flip(accept("b"))).toMatchObject({ _tag: "InboxFailed" })
        expect(yield* Effect.flip(accept("c"))).toMatchObject({ _tag: "InboxFailed" })
      }).pipe(Effect.provide(on(directory)), Effect.provide(Logger.layer([])))
    })
  )
})
