import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { closesWithin } from "../../docs/examples/fleet/ending.ts"
import { lacksPostgres } from "../services/postgres.ts"
import { lacksRedis } from "../services/redis.ts"
import { layerService, startFleet } from "./fleet.ts"

const on = Effect.provide(layerService({ issues: 1 }))

describe.skipIf(lacksPostgres || lacksRedis)("a runner that gets a signal", () => {
  for (const [signal, code] of [["SIGTERM", 143] as const, ["SIGINT", 130] as const]) {
    it.live(`ends with the exit code of ${signal}`, () =>
      Effect.gen(function* () {
        const fleet = yield* startFleet(1)
        assert.strictEqual(yield* fleet.end(0, signal), code)
      }).pipe(on, Effect.scoped)
    )

    it.live(`ends with the exit code of ${signal} while its database is frozen`, () =>
      Effect.gen(function* () {
        const fleet = yield* startFleet(1)
        yield* fleet.database.pause
        assert.strictEqual(yield* fleet.end(0, signal), code)
      }).pipe(on, Effect.scoped)
    )
  }
})

describe("closesWithin", () => {
  /** How a Layer closes whose finalizer takes so long. */
  const closing = (takes: Effect.Effect<void>) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const layer = Layer.effectDiscard(Effect.addFinalizer(() => takes))
      yield* Layer.buildWithScope(closesWithin("5 seconds")(layer), scope)
      return yield* Effect.forkChild(Scope.close(scope, Exit.void))
    })

  it.effect("waits for a Layer that closes in time, and no longer than it takes", () =>
    Effect.gen(function* () {
      const fiber = yield* closing(Effect.sleep("3 seconds"))
      yield* TestClock.adjust("2 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isDefined(fiber.pollUnsafe())
    })
  )

  it.effect("gives up a Layer that does not close", () =>
    Effect.gen(function* () {
      const fiber = yield* closing(Effect.never)
      yield* TestClock.adjust("4 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isDefined(fiber.pollUnsafe())
    })
  )
})
