import { assert, describe, it } from "@effect/vitest"
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { isTransient, Unauthorized } from "../../src/rest/RestError.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import { scripted } from "./support/http.ts"
import * as StoringCache from "./support/storingCache.ts"
import * as Things from "./support/things.ts"
import { begin, elapsed, pass, start } from "./support/time.ts"

const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
const token = Redacted.make(secret)

const get = Effect.flatMap(Credentials.Credentials, ({ get }) => get)

/** The principal's name. */
const credential = <E>(layer: Layer.Layer<Credentials.Credentials, E>) => Effect.provide(get, layer)

/** The Authorization header of each request. */
const authorizations = <E>(credentials: Layer.Layer<Credentials.Credentials, E>, requests: number) =>
  Effect.gen(function* () {
    const http = scripted(() => ({ json: { id: 1 } }))
    const context = yield* Layer.build(credentials)
    const service = Things.service(http, { credentials: Layer.succeedContext(context) })
    yield* Effect.replicateEffect(Things.get({ id: 1 }), requests).pipe(Effect.provide(service))
    return http.sent.map(({ headers }) => headers["authorization"])
  })

describe("layerAnonymous", () => {
  it.effect("sends no Authorization header", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* credential(Credentials.layerAnonymous), {
        principal: "anonymous",
        fingerprint: "",
        token: undefined
      })
      assert.deepStrictEqual(yield* authorizations(Credentials.layerAnonymous, 1), [undefined])
    })
  )
})

describe("layerToken", () => {
  it.effect("sends the token", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* authorizations(Credentials.layerToken(token), 2), [
        `Bearer ${secret}`,
        `Bearer ${secret}`
      ])
    })
  )

  it.effect("names the principal by a digest of the token: stable, and different for another token", () =>
    Effect.gen(function* () {
      const one = yield* credential(Credentials.layerToken(token))
      const again = yield* credential(Credentials.layerToken(Redacted.make(secret)))
      const other = yield* credential(Credentials.layerToken(Redacted.make(`${secret}A`)))
      assert.match(one.principal, /^[0-9a-f]{32}$/)
      assert.strictEqual(one.principal, again.principal)
      assert.strictEqual(one.fingerprint, one.principal)
      assert.notStrictEqual(one.principal, other.principal)
    })
  )

  it.effect("uses the caller's name for the principal, and still distinguishes tokens", () =>
    Effect.gen(function* () {
      const one = yield* credential(Credentials.layerToken(token, { principal: "octo" }))
      const other = yield* credential(Credentials.layerToken(Redacted.make("other"), { principal: "octo" }))
      assert.deepStrictEqual([one.principal, other.principal], ["octo", "octo"])
      assert.notStrictEqual(one.fingerprint, other.fingerprint)
    })
  )
})

describe("layerConfig", () => {
  const configured = (env: Record<string, string>, layer: Layer.Layer<Credentials.Credentials, Config.ConfigError>) =>
    authorizations(layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))), 1)

  it.effect("reads the token from the configuration under its default name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* configured({ GITHUB_TOKEN: secret }, Credentials.layerConfig("GITHUB_TOKEN")), [
        `Bearer ${secret}`
      ])
    })
  )

  it.effect("reads the token from a given name", () =>
    Effect.gen(function* () {
      const env = { GITHUB_TOKEN: "other", WORK_TOKEN: secret }
      assert.deepStrictEqual(yield* configured(env, Credentials.layerConfig("WORK_TOKEN")), [`Bearer ${secret}`])
    })
  )

  it.effect("is anonymous when the token is absent or empty", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* configured({}, Credentials.layerConfig("GITHUB_TOKEN")), [undefined])
      assert.deepStrictEqual(yield* configured({ GITHUB_TOKEN: "" }, Credentials.layerConfig("GITHUB_TOKEN")), [
        undefined
      ])
    })
  )

  it.effect("uses the given name of the principal", () =>
    Effect.gen(function* () {
      const layer = Credentials.layerConfig("T", { principal: "octo" }).pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { T: secret } })))
      )
      assert.strictEqual((yield* credential(layer)).principal, "octo")
    })
  )
})

class VaultSealed extends Data.TaggedError("VaultSealed")<{ readonly last: string }> {}

describe("layerProvider", () => {
  it.effect("runs once for each request", () =>
    Effect.gen(function* () {
      let asked = 0
      const layer = Credentials.layerProvider(Effect.sync(() => Redacted.make(`token-${++asked}`)))
      assert.deepStrictEqual(yield* authorizations(layer, 3), ["Bearer token-1", "Bearer token-2", "Bearer token-3"])
      assert.strictEqual(asked, 3)
    })
  )

  it.effect("runs again after a wait for a rate limit, because the token may have expired", () =>
    Effect.gen(function* () {
      yield* begin
      const valid = Effect.map(elapsed, (at) => `hour-${Math.floor(at / 3_600_000)}`)
      const http = scripted(({ at, headers }, index) => {
        if (index === 0) return { status: 429, headers: { "retry-after": "3600" } }
        return headers["authorization"] === `Bearer hour-${Math.floor(at / 3_600_000)}`
          ? { json: { id: 1 } }
          : { status: 401 }
      })
      const credentials = Credentials.layerProvider(Effect.map(valid, Redacted.make), { principal: "app" })
      const service = yield* Layer.build(Things.service(http, { credentials }))
      const patient = Effect.provideService(Things.get({ id: 1 }), RateLimit.MaxWait, "2 hours")
      const limited = yield* start(Effect.provide(patient, service))
      const other = Effect.provideService(Things.get({ id: 2 }), RateLimit.MaxWait, "2 hours")
      const waiting = yield* start(Effect.provide(other, service))
      yield* pass("1 hour")
      assert.deepStrictEqual(
        [yield* Fiber.join(limited.fiber), yield* Fiber.join(waiting.fiber)],
        [{ id: 1 }, { id: 1 }]
      )
      assert.strictEqual(http.sent.length, 3)
    })
  )

  it.effect.each([
    [999, "token-2"],
    [1_000, "token-3"]
  ] as const)(
    "is asked again after a wait of a second for a slot: after %i ms the request has %s",
    ([takes, sentWith]) =>
      Effect.gen(function* () {
        yield* begin
        let asked = 0
        const http = scripted(() => ({ json: { id: 1 }, takes }))
        const service = yield* Layer.build(
          Things.service(http, {
            credentials: Credentials.layerProvider(
              Effect.sync(() => Redacted.make(`token-${++asked}`)),
              { principal: "app" }
            ),
            limits: RateLimit.layerMemory({ concurrency: 1 })
          })
        )
        const both = [Things.get({ id: 1 }), Things.get({ id: 2 })]
        yield* start(Effect.all(both, { concurrency: 2 }).pipe(Effect.provide(service)))
        yield* pass("1 minute")
        assert.deepStrictEqual(
          http.sent.map(({ headers }) => headers["authorization"]),
          ["Bearer token-1", `Bearer ${sentWith}`]
        )
      })
  )

  it.effect("sends a token whenever the provider has one, and none otherwise", () =>
    Effect.gen(function* () {
      const tokens = [token, undefined, token]
      const layer = Credentials.layerProvider(Effect.sync(() => tokens.shift()))
      assert.deepStrictEqual(yield* authorizations(layer, 3), [`Bearer ${secret}`, undefined, `Bearer ${secret}`])
    })
  )

  it.effect("gets its dependencies from where the Layer is built", () =>
    Effect.gen(function* () {
      class Vault extends Context.Service<Vault, Redacted.Redacted<string>>()("test/Vault") {}
      const layer = Credentials.layerProvider(Effect.service(Vault)).pipe(Layer.provide(Layer.succeed(Vault, token)))
      assert.deepStrictEqual(yield* authorizations(layer, 1), [`Bearer ${secret}`])
    })
  )

  for (const [what, failure, reason] of [
    ["a tagged error", new VaultSealed({ last: secret }), "VaultSealed"],
    ["an Error", new TypeError(`bad ${secret}`), "TypeError"],
    ["a string", secret, "string"],
    ["nothing", undefined, "undefined"],
    ["a value", { secret }, "object"]
  ] as const) {
    it.effect(`that fails with ${what} fails the call with Unauthorized, sends nothing and reveals nothing`, () =>
      Effect.gen(function* () {
        const http = scripted(() => ({ json: { id: 1 } }))
        const layer = Credentials.layerProvider(Effect.fail(failure))
        const error = yield* Effect.flip(Things.get({ id: 1 })).pipe(
          Effect.provide(Things.service(http, { credentials: layer }))
        )
        assert.instanceOf(error, Unauthorized)
        assert.strictEqual(error.status, null)
        assert.include(error.message, reason)
        assert.notInclude(inspect(error, { depth: null }) + JSON.stringify(error) + String(error.stack), secret)
        assert.strictEqual(http.sent.length, 0)
      })
    )
  }

  it.effect("that fails tells whether it may succeed later: by default, it may", () =>
    Effect.gen(function* () {
      const failing = (options?: Credentials.ProviderOptions<VaultSealed | "no token">) =>
        Credentials.layerProvider(Effect.fail(new VaultSealed({ last: "" })), options)
      const errorOf = (credentials: Layer.Layer<Credentials.Credentials>, status = 200) =>
        Effect.flip(Things.get({ id: 1 })).pipe(
          Effect.provide(
            Things.service(
              scripted(() => ({ status })),
              { credentials }
            )
          )
        )
      const judged = failing({ isTransient: (error) => error === "no token" })
      const unsendable = Credentials.layerProvider(Effect.succeed(Redacted.make("a\nb")))
      const errors = [
        yield* errorOf(failing()),
        yield* errorOf(judged),
        yield* errorOf(unsendable),
        yield* errorOf(Credentials.layerToken(Redacted.make("wrong")), 401)
      ]
      assert.deepStrictEqual(
        errors.map((error) => [error._tag, error._tag === "Unauthorized" && error.transient, isTransient(error)]),
        [
          ["Unauthorized", true, true],
          ["Unauthorized", false, false],
          ["Unauthorized", false, false],
          ["Unauthorized", false, false]
        ]
      )
    })
  )

  it.effect("that fails after a wait for a limit is not retried either, even if it may succeed later", () =>
    Effect.gen(function* () {
      yield* begin
      let asked = 0
      const credentials = Credentials.layerProvider(
        Effect.suspend(() => (++asked === 1 ? Effect.succeed(Redacted.make("one")) : Effect.fail("sealed"))),
        { principal: "app" }
      )
      const http = scripted(() => ({ status: 429, headers: { "retry-after": "5" } }))
      const service = yield* Layer.build(Things.service(http, { credentials }))
      const call = yield* start(Effect.flip(Effect.provide(Things.get({ id: 1 }), service)))
      yield* pass("1 minute")
      const error = yield* Fiber.join(call.fiber)
      assert.deepStrictEqual([error._tag, http.sent.length, asked], ["Unauthorized", 1, 2])
    })
  )

  it.effect("is not retried when it fails", () =>
    Effect.gen(function* () {
      let asked = 0
      const failing = Credentials.layerProvider(Effect.suspend(() => Effect.fail(`no ${++asked}`)))
      yield* Effect.flip(Things.get({ id: 1 })).pipe(
        Effect.provide(
          Things.service(
            scripted(() => ({})),
            { credentials: failing }
          )
        )
      )
      assert.strictEqual(asked, 1)
    })
  )
})

describe("a token", () => {
  it.effect("fails the call with a clear message when Web Crypto is missing", () =>
    Effect.gen(function* () {
      const { crypto } = globalThis
      yield* Effect.acquireRelease(
        Effect.sync(() => Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true })),
        () => Effect.sync(() => Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true }))
      )
      const http = scripted(() => ({ json: { id: 1 } }))
      const error = yield* Effect.flip(Things.get({ id: 1 })).pipe(
        Effect.provide(Things.service(http, { credentials: Credentials.layerToken(token) }))
      )
      assert.strictEqual(error._tag, "Unauthorized")
      assert.include(error.message, "Web Crypto is missing")
      assert.strictEqual(http.sent.length, 0)
    })
  )

  it.effect("does not appear in a printed credential", () =>
    Effect.gen(function* () {
      const shown = yield* credential(Credentials.layerToken(token))
      assert.notInclude(inspect(shown, { depth: null, showHidden: true }), secret)
      assert.notInclude(JSON.stringify(shown), secret)
    })
  )

  // What never leaves the process may be cached even if it repeats the token.
  it.effect.each([
    ["a cache in memory", HttpCache.layerMemory(), '"v1"'],
    ["a cache that may store it", StoringCache.layer, undefined]
  ] as const)("does not appear in errors of a response that repeats it, with %s", ([, cache, etag]) =>
    Effect.gen(function* () {
      const bad = "t0ken-of-any-shape"
      const http = scripted(({ headers }) =>
        headers["if-none-match"] === undefined
          ? { json: { id: 1, echo: bad }, headers: { etag: '"v1"' } }
          : { status: 304 }
      )
      const numbered = Things.get.as(Schema.Struct({ echo: Schema.Int }))({ id: 1 })
      const errors = yield* Effect.gen(function* () {
        const fresh = yield* Effect.flip(numbered)
        yield* Things.get({ id: 1 })
        return [fresh, yield* Effect.flip(numbered)]
      }).pipe(Effect.provide(Things.service(http, { cache, credentials: Credentials.layerToken(Redacted.make(bad)) })))
      for (const error of errors) {
        assert.strictEqual(error._tag, "DecodeFailed")
        assert.notInclude(inspect(error, { depth: null }), bad)
        assert.include(error.message, "<redacted>")
      }
      const asked = http.sent.map(({ headers }) => headers["if-none-match"])
      assert.deepStrictEqual(asked, [undefined, undefined, etag])
    })
  )

  it.effect("does not appear in any error", () =>
    Effect.gen(function* () {
      for (const bad of [secret, "t0ken of any shape"]) {
        const echo = { message: `Bad credentials: ${bad}`, documentation_url: `https://docs/${bad}`, errors: [bad] }
        for (const status of [400, 401, 403, 404, 422, 429, 500, 418]) {
          const http = scripted(() => ({
            status,
            json: echo,
            headers: { "x-github-request-id": bad, "x-github-sso": `required; url=https://sso/${bad}` }
          }))
          const once = Things.create({ name: "x" }).pipe(
            Effect.provideService(RetryPolicy, { ...RetryPolicy.defaultValue(), attempts: 1 })
          )
          const error = yield* Effect.flip(once).pipe(
            Effect.provide(Things.service(http, { credentials: Credentials.layerToken(Redacted.make(bad)) }))
          )
          assert.notInclude(inspect(error, { depth: null }) + JSON.stringify(error) + String(error.stack), bad)
          assert.include(JSON.stringify(error), "<redacted>")
        }
      }
    })
  )
})

describe("a 401", () => {
  const credentialOf = (name: string): Credentials.Credential => ({
    principal: "octo",
    fingerprint: name,
    token: Redacted.make(name)
  })

  /** Credentials that answer a 401 with `renew`, and a service that takes only the token `good`. */
  const renewing = (renew: Credentials.Credentials["Service"]["renew"], headers: Record<string, string> = {}) => {
    const http = scripted(({ headers: { authorization } }) =>
      authorization === "Bearer good" ? { json: { id: 1 } } : { status: 401, headers }
    )
    const get = Effect.succeed(credentialOf("bad"))
    const credentials = Layer.succeed(Credentials.Credentials, renew === undefined ? { get } : { get, renew })
    return { http, service: Things.service(http, { credentials }) }
  }

  it.effect("is final for credentials that cannot be renewed", () =>
    Effect.gen(function* () {
      const { http, service } = renewing(undefined)
      const error = yield* Effect.flip(Things.get({ id: 1 }).pipe(Effect.provide(service)))
      assert.deepStrictEqual([error._tag, error._tag === "Unauthorized" && error.reason], ["Unauthorized", null])
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("sends even a write again, with the credential that replaces the refused one", () =>
    Effect.gen(function* () {
      const seen: Array<Credentials.Refused> = []
      const { http, service } = renewing(
        (refused) => Effect.sync(() => (seen.push(refused), credentialOf(refused.count === 2 ? "good" : "worse"))),
        { date: "Fri, 15 Jan 2027 08:00:00 GMT" }
      )
      yield* Things.create({ name: "new" }).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["authorization"]),
        ["Bearer bad", "Bearer worse", "Bearer good"]
      )
      assert.deepStrictEqual(
        seen.map(({ count, credential, serverTime }) => [count, credential.fingerprint, serverTime]),
        [
          [1, "bad", Date.UTC(2027, 0, 15, 8)],
          [2, "worse", Date.UTC(2027, 0, 15, 8)]
        ]
      )
    })
  )

  it.effect("fails when nothing replaces the credential", () =>
    Effect.gen(function* () {
      const { http, service } = renewing(() => Effect.undefined)
      const error = yield* Effect.flip(Things.get({ id: 1 }).pipe(Effect.provide(service)))
      assert.strictEqual(error._tag, "Unauthorized")
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("is met nine times in a call at most", () =>
    Effect.gen(function* () {
      const { http, service } = renewing(({ count }) => Effect.succeed(credentialOf(`bad ${count}`)))
      yield* Effect.flip(Things.get({ id: 1 }).pipe(Effect.provide(service)))
      assert.strictEqual(http.sent.length, 9)
    })
  )

  it.effect("fails with the reason why the credential could not be renewed", () =>
    Effect.gen(function* () {
      const failed = new Credentials.CredentialsFailed({ reason: "VaultSealed", description: "the vault is sealed" })
      const { service } = renewing(() => Effect.fail(failed))
      const error = yield* Effect.flip(Things.get({ id: 1 }).pipe(Effect.provide(service)))
      assert.strictEqual(error._tag === "Unauthorized" && error.reason, "VaultSealed")
      assert.include(error.message, "the vault is sealed")
    })
  )

  it.effect("does not use up the attempts of an outage", () =>
    Effect.gen(function* () {
      yield* begin
      const http = scripted((_, index) =>
        index < 3 ? { status: 401 } : index < 5 ? { status: 503 } : { json: { id: 1 } }
      )
      const credentials = Layer.succeed(Credentials.Credentials, {
        get: Effect.succeed(credentialOf("any")),
        renew: () => Effect.succeed(credentialOf("any"))
      })
      const running = yield* start(Things.get({ id: 1 }).pipe(Effect.provide(Things.service(http, { credentials }))))
      for (let step = 0; step < 5; step++) yield* pass("1 second")
      assert.deepStrictEqual(yield* Fiber.join(running.fiber), { id: 1 })
      assert.strictEqual(http.sent.length, 6)
    })
  )
})
