/** A real Redis for tests. */
import { spawnSync } from "node:child_process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Daemon, daemon, temporary } from "./daemon.ts"
import { freePorts } from "./ports.ts"

const command = "redis-server"

/** Whether tests that need Redis are skipped: nowhere in CI. */
export const lacksRedis = process.env["CI"] === undefined && spawnSync(command, ["--version"]).status !== 0

export interface RedisServer extends Daemon {
  readonly port: number
  readonly url: string
}

/**
 * Starts a Redis that keeps nothing on disk. `settings` are those of its configuration, such as `maxmemory`. The scope
 * ends it.
 */
export const redisServer = (
  settings: Readonly<Record<string, string>> = {}
): Effect.Effect<RedisServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const dir = yield* temporary("forgecast-redis-")
    const port = yield* Effect.promise(freePorts)
    const all = { bind: "127.0.0.1", port: String(port), dir, save: "", appendonly: "no", ...settings }
    const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
    const server = yield* daemon({ command, args, port, stopsBy: "SIGKILL" })
    return { ...server, port, url: `redis://127.0.0.1:${port}` }
  })
