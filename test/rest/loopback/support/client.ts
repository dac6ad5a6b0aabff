/** The service on a loopback server: real transports, real time, policies of milliseconds. */
import { setTimeout as delay } from "node:timers/promises"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { describe, it } from "@effect/vitest"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Forge from "../../../../src/forge/Forge.ts"
import * as ForgeNode from "../../../../src/node/ForgeNode.ts"
import * as Credentials from "../../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../../src/rest/RateLimit.ts"
import * as Retry from "../../../../src/rest/Retry.ts"
import * as FetchClient from "../../support/fetchClient.ts"
import * as Transport from "../../../../src/rest/Transport.ts"

export type Client = Layer.Layer<HttpClient.HttpClient, Config.ConfigError>

export const transports: ReadonlyArray<readonly [name: string, client: Client]> = [
  ["undici", NodeHttpClient.layerUndici],
  ["undici by its sender", ForgeNode.layerHttpClient()],
  ["fetch", FetchHttpClient.layer],
  ["fetch of the ready Layers", FetchClient.layer]
]

/** Runs the same tests on each transport. */
export const onEachTransport = (tests: (client: Client) => void): void => {
  describe.each(transports)("on %s", (_, client) => {
    tests(client)
  })
}

/** The same, all tests side by side: for those that wait most of the time. */
export const onEachTransportAtOnce = (tests: (client: Client) => void): void => {
  describe.concurrent.each(transports)("on %s", (_, client) => {
    tests(client)
  })
}

export const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

export interface Options extends Forge.Options {
  readonly client: Client
  readonly credentials?: Layer.Layer<Credentials.Credentials>
  readonly cache?: Layer.Layer<HttpCache.HttpCache>
  readonly limits?: RateLimit.Options
  readonly retry?: Partial<Retry.Policy>
  readonly timeouts?: Partial<Transport.Timeouts>
  readonly maxWait?: number
}

/** The service at an origin. Delays and limits that a test does not set are short. */
export const forge = (origin: string, options: Options): Layer.Layer<Forge.Forge, Config.ConfigError> => {
  const { cache, client, credentials, limits, maxWait, retry, timeouts, ...forgeOptions } = options
  return Forge.layer({ baseUrl: origin, ...forgeOptions }).pipe(
    Layer.provide([
      client,
      credentials ?? Credentials.layerToken(Redacted.make(token)),
      cache ?? HttpCache.layerMemory(),
      RateLimit.layerMemory({ pause: 20, ...limits }),
      Layer.succeed(RateLimit.MaxWait, maxWait ?? 500),
      Layer.succeed(Retry.RetryPolicy, { attempts: 3, within: "1 minute", base: 4, cap: 8, ...retry }),
      Layer.succeed(Transport.RequestTimeouts, { head: "5 minutes", silence: "5 minutes", ...timeouts })
    ])
  )
}

/**
 * Runs a test whose time passes with the turns of the event loop. It is as fast as real time at most, and stands while a
 * busy machine keeps the process, and so the client and its server, from running.
 */
export const ticking = <A, E, R>(test: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const tick = Effect.andThen(
    Effect.promise(() => delay(10)),
    TestClock.adjust("10 millis")
  )
  return Effect.andThen(TestClock.setTime(Date.now()), Effect.raceFirst(test, Effect.forever(tick)))
}

/** A test of timeouts: see {@link ticking}. */
export const timed = (name: string, test: () => Effect.Effect<unknown, unknown, Scope.Scope>): void =>
  it.effect(name, () => ticking(test()))

/** Waits for a condition on the other side of a socket, in real time: sockets know no other. */
export const eventually = (what: string, holds: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    // For a condition that never holds, not for a machine that is slow.
    for (let i = 0; i < 10_000; i++) {
      if (holds()) return
      await delay(10)
    }
    throw new Error(`It never came to it that ${what}`)
  })
