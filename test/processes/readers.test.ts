import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Received } from "../../src/testing/Journal.ts"
import { lacksRedis } from "../services/redis.ts"
import { runReaders } from "./readers.ts"

const counted = (requests: ReadonlyArray<Received>) => requests.filter(({ status }) => status !== 304)

describe.skipIf(lacksRedis)("four processes that read the same 500 issues", () => {
  it.live("send each of them once in 10,000 reads, and none after a restart", () =>
    Effect.gen(function* () {
      const [cold, warm] = yield* runReaders(500, [5, 1])
      assert(cold !== undefined && warm !== undefined)
      assert.lengthOf(cold.requests, 10_000)
      assert.lengthOf(counted(cold.requests), 500)
      assert.isAbove(
        cold.reports.reduce((sum, { waited }) => sum + waited, 0),
        0,
        "they ran at the same time"
      )
      assert.lengthOf(warm.requests, 2_000)
      assert.lengthOf(counted(warm.requests), 0)
      for (const { issues } of [...cold.reports, ...warm.reports]) assert.strictEqual(issues, 500)
    })
  )
})
