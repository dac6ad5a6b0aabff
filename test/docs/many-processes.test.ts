import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { bundled } from "../bundled.ts"

describe.skipIf(lacksRedis)("many-processes", () => {
  it.live("keeps one budget for three processes", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const program = yield* Effect.promise(() => bundled("docs/examples/many-processes.ts"))
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, [program], {
          env: { ...process.env, FORGECAST_REDIS_URL: url }
        })
      )
      assert.strictEqual(stdout, "90 requests, 0 of them refused\n")
    })
  )
})
