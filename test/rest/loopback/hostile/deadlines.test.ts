/** Bounds of a whole call: its time on the wire, and its wait for a slot. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { MaxWait } from "../../../../src/rest/RateLimit.ts"
import * as Transport from "../../../../src/rest/Transport.ts"
import { eventually, forge, onEachTransportAtOnce, timed } from "../support/client.ts"
import { ping, pong } from "../support/records.ts"
import { type Behaviour, forEver, head, rawServer, whole } from "./rawServer.ts"

/** A byte at a time, each well within the timeout for silence. */
const drip = forEver(head(200, "content-length: 1000000"), " ", 40)

/** Responds with a temporary failure, after a while. */
const slowFailure: Behaviour = (socket) => void setTimeout(() => socket.write(whole({}, 503)), 300)

const timeouts = { head: "10 seconds", silence: "10 seconds" } as const

const closed = (server: { readonly open: number }) => eventually("the connections are closed", () => server.open === 0)

onEachTransportAtOnce((client) => {
  timed("ends a response that drips, and does not ask again", () =>
    Effect.gen(function* () {
      const server = yield* rawServer(drip)
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(ping({}))
        assert.strictEqual(error._tag, "TransportFailed")
        assert.include(error.message, "took longer than Transport.CallTimeout allows")
        yield* closed(server)
        assert.strictEqual(server.requests, 1)
      }).pipe(
        Effect.provideService(Transport.CallTimeout, "2 seconds"),
        // A wait for another attempt would take minutes.
        Effect.provide(
          forge(server.origin, { client, timeouts, retry: { base: "1 day", cap: "1 day", within: "1 day" } })
        )
      )
    })
  )

  timed("counts the time of all attempts", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket, nth, path) => (nth < 3 ? slowFailure : drip)(socket, nth, path))
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(ping({}))
        assert.strictEqual(error._tag, "TransportFailed")
        assert.include(error.message, "took longer than Transport.CallTimeout allows")
        assert.strictEqual(server.requests, 3)
        yield* eventually("the last connection is closed", () => server.open <= 1)
      }).pipe(
        Effect.provideService(Transport.CallTimeout, "5 seconds"),
        Effect.provide(forge(server.origin, { client, timeouts, retry: { attempts: 4 } }))
      )
    })
  )

  timed("a call does not wait for a slot longer than it may, and each slot is free again", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket, nth, path) =>
        nth <= 2 ? drip(socket, nth, path) : void socket.write(whole(pong))
      )
      yield* Effect.gen(function* () {
        const held = ping({}).pipe(Effect.flip, Effect.provideService(Transport.CallTimeout, "2 seconds"))
        const fibers = yield* Effect.all([Effect.forkChild(held), Effect.forkChild(held)])
        yield* eventually("both slots are taken", () => server.requests === 2)
        const error = yield* Effect.flip(Effect.provideService(ping({}), MaxWait, 0))
        assert.strictEqual(error._tag, "RateLimited")
        assert.include(error.message, "2 requests are under way")
        assert.isTrue(fibers.every((fiber) => fiber.pollUnsafe() === undefined))
        const errors = yield* Effect.forEach(fibers, Fiber.join)
        assert.deepStrictEqual(
          errors.map(({ _tag }) => _tag),
          ["TransportFailed", "TransportFailed"]
        )
        const both = Effect.all([ping({}), ping({})], { concurrency: 2 })
        assert.deepStrictEqual(yield* Effect.provideService(both, MaxWait, 0), [pong, pong])
        // The connections of the two that succeeded may be used again.
        yield* eventually("the others are closed", () => server.open <= 2)
      }).pipe(
        // Each call takes a slot of its own.
        Effect.provideService(Transport.ShareReads, false),
        Effect.provide(forge(server.origin, { client, timeouts, limits: { concurrency: 2 }, retry: { attempts: 1 } }))
      )
    })
  )
})
