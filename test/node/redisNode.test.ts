/** A Redis that is down, frozen, or refuses the password: what a program notices of it. */
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { Redis } from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { RedisNode } from "../../src/node.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as PersistedCache from "../../src/rest/PersistedCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { freePorts } from "../services/ports.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"

/** Everything that is logged from level Info on, with its causes. */
const logged = () => {
  const lines: Array<string> = []
  const layer = Logger.layer([
    Logger.make(({ cause, logLevel, message }) => {
      if (logLevel === "Debug") return
      const parts = Array.isArray(message) ? message : [message]
      lines.push([logLevel, ...parts.map(text), Cause.pretty(cause)].join(" "))
    })
  ])
  return { lines, layer }
}

const text = (part: unknown): string =>
  Cause.isCause(part)
    ? part.reasons.map((reason) => JSON.stringify(reason) + String(Cause.pretty(part))).join()
    : String(part)

/** A server that gives the same reply to every command. It counts connections. */
const replying = (reply: string | undefined) =>
  Effect.gen(function* () {
    const sockets = new Set<Net.Socket>()
    const seen: Array<readonly [count: number, reached: Deferred.Deferred<void>]> = []
    let connections = 0
    const server = Net.createServer((socket) => {
      sockets.add(socket)
      connections++
      for (const [count, reached] of seen) if (connections >= count) Deferred.doneUnsafe(reached, Effect.void)
      socket.on("error", () => {})
      socket.on("data", (data) => {
        if (reply !== undefined) socket.write(`${reply}\r\n`.repeat(data.toString().match(/^\*\d/gm)?.length ?? 0))
      })
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          server.close()
          for (const socket of sockets) socket.destroy()
        })
    )
    // The cast is safe: it listens on a port.
    const { port } = server.address() as Net.AddressInfo
    const connected = (count: number) =>
      Effect.suspend(() => {
        const reached = Deferred.makeUnsafe<void>()
        if (connections >= count) return Effect.void
        seen.push([count, reached])
        return Deferred.await(reached)
      })
    const open = () => [...sockets].filter((socket) => !socket.closed).length
    return { port, connected, open }
  })

const simulator = ForgeSimulator.layerHttpClient({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }]
})

/** Reads with a cache and limits in a Redis. */
const reading = <A, E, R>(url: string, then: Effect.Effect<A, E, R>) =>
  Issues.get({ owner: "acme", repo: "web", issue_number: 1 }).pipe(
    Effect.andThen(then),
    Effect.provide(
      Forge.layer().pipe(
        Layer.provide([
          Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
          PersistedCache.layerRedis(),
          RateLimit.layerRedis()
        ]),
        Layer.provide(RedisNode.layer(url))
      )
    ),
    Effect.provide(simulator)
  )

const isNamed = (line: string) => /WRONGPASS|NOAUTH/.test(line)

describe("a password that Redis refuses", () => {
  it.live.each([
    ["-WRONGPASS invalid username-password pair or user is disabled.", ":secret@"],
    ["-NOAUTH HELLO must be called with the client already authenticated", ""]
  ])("is named once, however often it is tried: %s", ([reply, user]) =>
    Effect.gen(function* () {
      const log = logged()
      const { connected, port } = yield* replying(reply)
      yield* reading(`redis://${user}127.0.0.1:${port}`, connected(4)).pipe(Effect.provide(log.layer))
      const named = log.lines.filter(isNamed)
      assert.lengthOf(named, 1, log.lines.join("\n"))
      assert.match(named[0] ?? "", /^Error Redis does not accept the user name or the password/)
      const all = log.lines.join("\n")
      assert.notInclude(all, "no connection")
      assert.notInclude(all, "secret")
    })
  )

  it.live.skipIf(lacksRedis)("is named by a real Redis, and calls succeed", () =>
    Effect.gen(function* () {
      const log = logged()
      const { port } = yield* redisServer({ requirepass: "right" })
      for (const user of [":secret@", ""]) {
        log.lines.length = 0
        yield* reading(`redis://${user}127.0.0.1:${port}`, Effect.void).pipe(Effect.provide(log.layer))
        assert.lengthOf(log.lines.filter(isNamed), 1, log.lines.join("\n"))
        assert.notInclude(log.lines.join("\n"), "no connection")
      }
      log.lines.length = 0
      yield* reading(`redis://:right@127.0.0.1:${port}`, Effect.void).pipe(Effect.provide(log.layer))
      assert.deepStrictEqual(log.lines, [])
    })
  )
})

describe("a Redis without a connection", () => {
  it.live("is said to be away, with the reason", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePorts)
      const program = Effect.flatMap(Redis, (redis) => Effect.flip(redis.send("GET", "a")))
      const { cause } = yield* Effect.provide(program, RedisNode.layer(`redis://127.0.0.1:${port}`))
      assert.include(String(cause), `there is no connection to Redis: connect ECONNREFUSED 127.0.0.1:${port}`)
    })
  )

  it.live("that never replies holds up neither the start nor the end", () =>
    Effect.gen(function* () {
      const { open, port } = yield* replying(undefined)
      yield* Effect.provide(Effect.void, RedisNode.layer(Redacted.make(`redis://127.0.0.1:${port}`)))
      yield* Effect.repeat(Effect.sync(open), { schedule: Schedule.spaced(20), until: (count) => count === 0 })
    })
  )

  it.live("that never replies does not hold up a program that is interrupted while the Layer is built", () =>
    Effect.gen(function* () {
      const { connected, open, port } = yield* replying(undefined)
      const building = yield* Effect.forkChild(
        Effect.provide(Effect.void, RedisNode.layer(`redis://127.0.0.1:${port}`))
      )
      yield* connected(1)
      yield* Fiber.interrupt(building)
      yield* Effect.repeat(Effect.sync(open), { schedule: Schedule.spaced(20), until: (count) => count === 0 })
    })
  )
})

describe("the URL of a Redis", () => {
  it.effect.each(["http://user:secret@host", "secret", "redis://host/secret", "redis://:secret%@host"])(
    "fails with ConfigError, which does not show it: %s",
    (url) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(RedisNode.layer(url))))
        assert.strictEqual(error._tag, "ConfigError")
        assert.notInclude(JSON.stringify(error) + String(error), "secret")
      })
  )
})
