import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lacksPostgres } from "../services/postgres.ts"
import { lacksRedis } from "../services/redis.ts"
import { runChaos } from "./chaos.ts"

it.live.skipIf(lacksPostgres || lacksRedis)(
  "every workflow completes once on three runners that are killed, with answers that are lost",
  () =>
    Effect.gen(function* () {
      const { failed, lost, wrong } = yield* runChaos({
        workflows: 30,
        pulls: 4,
        seed: 1,
        kills: [20, 60, 100],
        lost: 0.1
      })
      assert.deepStrictEqual({ failed, wrong }, { failed: [], wrong: [] })
      assert.isAtLeast(lost, 1)
    }),
  300_000
)
