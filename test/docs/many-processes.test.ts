import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { root } from "../../.build/docs/snippets.ts"

const byName = Path.join(root, ".build/docs/byName.ts")

describe.skipIf(lacksRedis)("many-processes", () => {
  it.live("keeps one budget for three processes", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, ["--import", byName, "docs/examples/many-processes.ts"], {
          cwd: root,
          env: { ...process.env, FORGECAST_REDIS_URL: url }
        })
      )
      assert.strictEqual(stdout, "90 requests, 0 of them refused\n")
    })
  )
})
