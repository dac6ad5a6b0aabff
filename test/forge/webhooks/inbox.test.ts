import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as References from "effect/References"
import { TestClock } from "effect/testing"
import * as WebhookInbox from "../../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import { accept, delivery, failed, heard, letter, secret } from "./support/deliveries.ts"

const inbox = <E, R>(handlers: Webhooks.Handlers<E, R>, options?: WebhookInbox.Options<E>) =>
  WebhookInbox.layer(handlers, options).pipe(Layer.provideMerge([Webhooks.layer({ secret }), WebhookInbox.layerMemory]))

describe("WebhookInbox", () => {
  it.effect("hands a delivery to each of its handlers once, however often it is sent", () =>
    Effect.gen(function* () {
      const { hear, size, take } = yield* heard
      const handlers = Webhooks.handlers(
        hear("one"),
        hear("two"),
        Webhooks.on("star", () => Effect.die("not called"))
      )
      yield* Effect.gen(function* () {
        yield* accept("a")
        expect([yield* take, yield* take].toSorted()).toStrictEqual(["one a", "two a"])
        yield* accept("a")
        yield* accept("b")
        expect([yield* take, yield* take].toSorted()).toStrictEqual(["one b", "two b"])
        expect(yield* size).toBe(0)
      }).pipe(Effect.provide(inbox(handlers)))
    })
  )

  it.effect("keeps nothing that is not verified or does not match", () =>
    Effect.gen(function* () {
      const { hear, size, take } = yield* heard
      yield* Effect.gen(function* () {
        const request = yield* delivery("a")
        const forged = new Request(request, {
          headers: { ...Object.fromEntries(request.headers), "x-hub-signature-256": "sha256=" }
        })
        const refused = yield* Effect.flip(WebhookInbox.WebhookInbox.use((kept) => kept.accept(forged)))
        expect(refused).toMatchObject({ _tag: "SignatureMismatch" })
        expect(yield* Effect.flip(accept("b", "ping", `{"hook_id":"x"}`))).toMatchObject({ _tag: "DecodeFailed" })
        yield* accept("c")
        expect(yield* take).toBe("one c")
        expect(yield* size).toBe(0)
      }).pipe(Effect.provide(inbox(Webhooks.handlers(hear("one")))))
    })
  )

  it.effect("gives up what was kept by a program with other schemas, and says why", () =>
    Effect.gen(function* () {
      const { hear, size, take } = yield* heard
      yield* Effect.gen(function* () {
        const kept = yield* WebhookInbox.WebhookInbox
        yield* kept.replay(yield* letter("a", { hook_id: "x" }))
        yield* accept("b")
        expect(yield* take).toBe("one b")
        while ((yield* failed).length === 0) yield* Effect.yieldNow
        const [given] = yield* failed
        expect(given).toMatchObject({ id: "a/one#1", attempts: 0, replays: 1 })
        expect(given?.failure).toContain("hook_id")
        expect(yield* size).toBe(0)
      }).pipe(Effect.provide(inbox(Webhooks.handlers(hear("one")))))
    })
  )

  it.effect("keeps nothing of what no handler takes, however much comes", () =>
    Effect.gen(function* () {
      const { hear, size, take } = yield* heard
      yield* Effect.gen(function* () {
        const names = new Set<string>()
        for (let at = 0; at < 10_000; at++) {
          const { event } = yield* accept(
            `unknown-${at}`,
            `event_${at}`,
            `{"__proto__":{"admin":true},"note":"\\ud800"}`
          )
          names.add(event)
        }
        expect(names.size).toBe(10_000)
        yield* accept("a")
        expect(yield* take).toBe("one a")
        expect(yield* size).toBe(0)
        expect(yield* failed).toStrictEqual([])
      }).pipe(
        Effect.provide(
          WebhookInbox.layer(Webhooks.handlers(hear("one"))).pipe(
            // Room for one: those before it have taken none.
            Layer.provide([Webhooks.layer({ secret }), WebhookInbox.layerMemoryOf({ capacity: 300 })])
          )
        )
      )
    })
  )

  it.effect("refuses with a 503 what does not fit, and takes it when there is room again", () =>
    Effect.gen(function* () {
      const { queue } = yield* heard
      const go = yield* Deferred.make<void>()
      const handler = Webhooks.on("ping", ({ id }) => Effect.andThen(Queue.offer(queue, id), Deferred.await(go)))
      yield* Effect.gen(function* () {
        yield* accept("a")
        yield* Queue.take(queue)
        expect(yield* Effect.flip(accept("b"))).toMatchObject({ _tag: "InboxFailed", status: 503 })
        yield* Deferred.succeed(go, undefined)
        yield* TestClock.adjust("1 millis")
        yield* accept("b")
        expect(yield* Queue.take(queue)).toBe("b")
      }).pipe(
        Effect.provide(
          WebhookInbox.layer(Webhooks.handlers(handler)).pipe(
            Layer.provide([Webhooks.layer({ secret }), WebhookInbox.layerMemoryOf({ capacity: 300 })])
          )
        )
      )
    })
  )

  it.effect("tries again after a second, then after two, and keeps what it gives up, to be replayed", () =>
    Effect.gen(function* () {
      const { queue, take } = yield* heard
      let works = false
      const handler = Webhooks.on("ping", ({ id }) =>
        Effect.andThen(
          Queue.offer(queue, id),
          Effect.suspend(() => (works ? Effect.void : Effect.fail("no disk")))
        )
      )
      yield* Effect.gen(function* () {
        yield* accept("a")
        yield* take
        yield* TestClock.adjust("999 millis")
        expect(yield* Queue.size(queue)).toBe(0)
        yield* TestClock.adjust("1 millis")
        yield* take
        yield* TestClock.adjust("2 seconds")
        yield* take
        yield* TestClock.adjust("1 minute")
        expect(yield* Queue.size(queue)).toBe(0)
        const [letter, ...others] = yield* failed
        expect(others).toStrictEqual([])
        expect(letter).toMatchObject({ id: "a/ping", handler: "ping", attempts: 3, replays: 0 })
        expect(letter?.failure).toContain("no disk")
        works = true
        const replay = WebhookInbox.WebhookInbox.use((kept) =>
          Effect.fromNullishOr(letter).pipe(Effect.flatMap(kept.replay))
        )
        yield* replay
        yield* replay
        expect(yield* take).toBe("a")
        yield* TestClock.adjust("1 minute")
        expect(yield* Queue.size(queue)).toBe(0)
        expect(yield* failed).toStrictEqual([])
      }).pipe(Effect.provide(inbox(Webhooks.handlers(handler), { maxAttempts: 3 })))
    })
  )

  it.effect("gives up at once what cannot succeed, and what dies like what fails", () =>
    Effect.gen(function* () {
      const handlers = Webhooks.handlers(
        Webhooks.on("ping", () => Effect.fail("gone"), { name: "final" }),
        Webhooks.on("ping", () => Effect.die("bug"), { name: "dies" })
      )
      yield* Effect.gen(function* () {
        yield* accept("a")
        yield* TestClock.adjust("1 millis")
        expect(yield* failed).toMatchObject([{ handler: "final", attempts: 1 }])
        yield* TestClock.adjust("1 hour")
        expect(yield* failed).toMatchObject([
          { handler: "final", attempts: 1 },
          { handler: "dies", attempts: 10 }
        ])
      }).pipe(Effect.provide(inbox(handlers, { isFinal: (error) => error === "gone" })))
    })
  )

  it.effect("says in the log which delivery has failed, and in which attempt", () =>
    Effect.gen(function* () {
      const said: Array<readonly [unknown, unknown]> = []
      const logger = Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
        said.push([[logLevel, message], { ...fiber.getRef(References.CurrentLogAnnotations) }])
      })
      const handlers = Webhooks.handlers(
        Webhooks.on("ping", () => Effect.fail("away"), { name: "greets" }),
        Webhooks.on("discussion", () => Effect.fail("away"), { name: "talks" })
      )
      const payload = `{"repository":{"full_name":"acme/web"}}`
      yield* Effect.gen(function* () {
        yield* accept("a")
        yield* TestClock.adjust("1 second")
        yield* accept("b", "discussion", payload)
        yield* TestClock.adjust("1 millis")
      }).pipe(Effect.provide(inbox(handlers, { maxAttempts: 3 }).pipe(Layer.provide(Logger.layer([logger])))))
      const what = ["Warn", ["A delivery failed"]]
      const ping = { "webhook.handler": "greets", "webhook.event": "ping", "webhook.delivery": "a" }
      const talk = { "webhook.handler": "talks", "webhook.event": "discussion", "webhook.delivery": "b" }
      expect(said).toEqual([
        [what, { ...ping, "webhook.attempt": 1 }],
        [what, { ...ping, "webhook.attempt": 2 }],
        [what, { ...talk, "webhook.subject": "acme/web", "webhook.attempt": 1 }]
      ])
    })
  )

  it.effect("runs as many handlers at a time as it may", () =>
    Effect.gen(function* () {
      const { queue, take } = yield* heard
      const go = yield* Deferred.make<void>()
      const handler = Webhooks.on("ping", ({ id }) => Effect.andThen(Queue.offer(queue, id), Deferred.await(go)))
      yield* Effect.gen(function* () {
        for (const id of ["a", "b", "c"]) yield* accept(id)
        yield* take
        yield* take
        yield* TestClock.adjust("1 second")
        expect(yield* Queue.size(queue)).toBe(0)
        yield* Deferred.succeed(go, undefined)
        yield* take
      }).pipe(Effect.provide(inbox(Webhooks.handlers(handler), { concurrency: 2 })))
    })
  )

  it.effect("responds to requests by their outcome", () =>
    Effect.gen(function* () {
      const { hear, take } = yield* heard
      const layer = WebhookInbox.route("/webhooks").pipe(Layer.provide(inbox(Webhooks.handlers(hear("one")))))
      const { dispose, handler } = HttpRouter.toWebHandler(layer, { disableLogger: true })
      const request = yield* delivery("a")
      const response = yield* Effect.promise(() => handler(request))
      expect(response.status).toBe(202)
      expect(yield* take).toBe("one a")
      const unsigned = new Request("https://bot.example/webhooks", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}"
      })
      const refusal = yield* Effect.promise(() => handler(unsigned))
      expect([refusal.status, yield* Effect.promise(() => refusal.json())]).toStrictEqual([
        401,
        { message: "The delivery is not signed: set the same secret at the hook and here" }
      ])
      yield* Effect.promise(dispose)
    })
  )
})
