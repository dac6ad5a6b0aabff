/** Deliveries that are dropped on purpose, and deliveries as a Stream. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import * as WebhookInbox from "../../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import { accept, failed, heard, secret } from "./support/deliveries.ts"

const inbox = <E, R>(handlers: Webhooks.Handlers<E, R>, options?: WebhookInbox.Options<E>) =>
  WebhookInbox.layer(handlers, options).pipe(Layer.provideMerge([Webhooks.layer({ secret }), WebhookInbox.layerMemory]))

const about = (full_name: string, login = "octocat") =>
  JSON.stringify({ hook_id: 30, repository: { full_name }, sender: { login } })

/** An event without a schema. */
const send = (id: string, full_name: string, login?: string) => accept(id, "other", about(full_name, login))

describe("latest", () => {
  it.effect("hands over the newest of a burst once it is quiet, and each burst by itself", () =>
    Effect.gen(function* () {
      const queue = yield* Queue.unbounded<string>()
      const handlers = Webhooks.latest(Webhooks.handlers(Webhooks.onAny(({ id }) => Queue.offer(queue, id))))
      yield* Effect.gen(function* () {
        // More bursts than run at a time.
        for (const id of ["a", "b", "c", "d", "e", "f"]) {
          yield* send(`${id}1`, id)
          yield* send(`${id}2`, id)
        }
        yield* TestClock.adjust("1999 millis")
        yield* send("a3", "a")
        // Sent twice, it is not newer.
        yield* send("a1", "a")
        yield* TestClock.adjust("1 millis")
        yield* TestClock.adjust("1 second")
        expect((yield* Queue.takeN(queue, 5)).toSorted()).toStrictEqual(["b2", "c2", "d2", "e2", "f2"])
        expect(yield* Queue.size(queue)).toBe(0)
        yield* TestClock.adjust("1 second")
        expect(yield* Queue.take(queue)).toBe("a3")
        yield* TestClock.adjust("1 minute")
        expect(yield* Queue.size(queue)).toBe(0)
      }).pipe(Effect.provide(inbox(handlers, { concurrency: 1 })))
    })
  )

  it.effect("does not lose the last one to one that was sent twice, or to one that fails", () =>
    Effect.gen(function* () {
      const queue = yield* Queue.unbounded<string>()
      let fails = 0
      const handlers = Webhooks.latest(
        Webhooks.handlers(
          Webhooks.onAny(({ id }) =>
            Effect.andThen(
              Queue.offer(queue, id),
              Effect.suspend(() => (fails-- > 0 ? Effect.fail("busy") : Effect.void))
            )
          )
        ),
        { key: ({ event }) => event, quiet: "1 second" }
      )
      yield* Effect.gen(function* () {
        yield* send("a", "web")
        yield* TestClock.adjust("1 second")
        expect(yield* Queue.take(queue)).toBe("a")
        yield* send("b", "web")
        // The queue drops it: nobody gets it.
        yield* send("a", "web")
        yield* TestClock.adjust("1 second")
        expect(yield* Queue.size(queue)).toBe(0)
        yield* TestClock.adjust("6 seconds")
        expect(yield* Queue.take(queue)).toBe("b")
        fails = 1
        yield* send("c", "web")
        yield* TestClock.adjust("3 seconds")
        expect(yield* Queue.takeN(queue, 2)).toStrictEqual(["c", "c"])
      }).pipe(Effect.provide(inbox(handlers)), Effect.provide(Logger.layer([])))
    })
  )
})

describe("ignoreOwn", () => {
  it.effect("drops what the program's user, or the bot of its App, has caused", () =>
    Effect.gen(function* () {
      const { queue } = yield* heard
      const hears = (name: string) => Webhooks.onAny(({ id }) => Queue.offer(queue, `${name} ${id}`), { name })
      const handlers = Webhooks.handlers(
        ...Webhooks.ignoreOwn([hears("user")], { login: "Octocat" }),
        ...Webhooks.ignoreOwn(Webhooks.ignoreOwn([hears("both")], { login: "octocat" }), { slug: "web-bot" })
      )
      yield* Effect.gen(function* () {
        yield* send("a", "acme/web", "octocat")
        yield* send("b", "acme/web", "web-bot[bot]")
        yield* send("c", "acme/web", "hubot")
        expect((yield* Queue.takeN(queue, 3)).toSorted()).toStrictEqual(["both c", "user b", "user c"])
        expect(yield* Queue.size(queue)).toBe(0)
      }).pipe(Effect.provide(inbox(handlers)))
    })
  )
})

describe("events", () => {
  it.effect("is a Stream of deliveries, and one that fails gets its last one again", () =>
    Effect.gen(function* () {
      const { handler, stream } = yield* Webhooks.events()
      const ids = Stream.map(stream, ({ id }) => id)
      yield* Effect.gen(function* () {
        for (const id of ["a", "b", "c"]) yield* send(id, "acme/web")
        expect(yield* Stream.runCollect(Stream.take(ids, 1))).toStrictEqual(["a"])
        const broken = Stream.runForEach(ids, () => Effect.fail("no disk"))
        expect(yield* Effect.flip(broken)).toBe("no disk")
        const rest = yield* Effect.forkChild(Stream.runCollect(Stream.take(ids, 2)))
        yield* TestClock.adjust("1 second")
        expect((yield* Fiber.join(rest)).toSorted()).toStrictEqual(["b", "c"])
        expect(yield* failed).toStrictEqual([])
      }).pipe(Effect.provide(inbox(Webhooks.handlers(handler), { concurrency: 1 })), Effect.provide(Logger.layer([])))
    })
  )
})
