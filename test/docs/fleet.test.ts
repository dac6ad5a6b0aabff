import { execFile } from "node:child_process"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lacksPostgres } from "../services/postgres.ts"
import { lacksRedis } from "../services/redis.ts"
import { root } from "../../.build/docs/snippets.ts"
import { bundles } from "../bundled.ts"

const startBundled = Path.join(root, "test/startBundled.ts")

/** Runs the demo as a separate program. It starts its runners in the same way. */
const demo = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = process.env) =>
  Effect.callback<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resume) => {
    const command = ["--import", startBundled, "docs/examples/fleet/demo.ts", ...args]
    const all = { ...env, [bundles]: process.env[bundles] }
    const child = execFile(process.execPath, command, { cwd: root, env: all }, (error, stdout, stderr) => {
      resume(Effect.succeed({ code: error === null ? 0 : error.code, stdout, stderr }))
    })
    return Effect.sync(() => child.kill())
  })

describe("npm run demo:fleet", () => {
  const ways: ReadonlyArray<readonly [string, boolean, NodeJS.ProcessEnv?]> = [
    ["on three runners", lacksPostgres || lacksRedis],
    ["in a file, where nothing is installed", false, { PATH: "" }]
  ]
  for (const [where, lacks, env] of ways) {
    it.live.skipIf(lacks)(`keeps repositories in order ${where}, although a runner is killed`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* demo(["--repositories", "30"], env)
        assert.strictEqual(code, 0, stdout + stderr)
        assert.include(stdout, "A runner was killed with -9")
        const count = (name: string) => Number(new RegExp(`^ +${name} +([\\d,]+)`, "m").exec(stdout)?.[1])
        assert.strictEqual(count("Repositories done"), 30)
        // One label in every third repository, and another in every fifth.
        assert.strictEqual(count("Labels changed"), 10 + 6)
        assert.strictEqual(count("Issues closed"), 8)
        assert.strictEqual(count("Pull requests merged"), 5)
        assert.isAbove(count("Requests sent"), 30 * 3)
        assert.strictEqual(count("Done twice"), 0)
      })
    )
  }

  it.live("names the package of a server that is missing", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* demo(["--repositories", "1"], {
        PATH: "",
        DATABASE_URL: "postgres://127.0.0.1/none"
      })
      assert.strictEqual(code, 1)
      assert.match(
        stderr,
        /^redis-server is not installed\. Install the package redis.* or set FORGECAST_REDIS_URL\.\n$/
      )
    })
  )

  it.live("prints its usage when the arguments are wrong", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* demo(["--repositories", "many"])
      assert.strictEqual(code, 1)
      assert.match(stderr, /^Usage: npm run demo:fleet/)
    })
  )
})
