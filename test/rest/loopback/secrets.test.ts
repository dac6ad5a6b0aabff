/** Secrets appear nowhere: not in errors, logs, spans, metrics or cache keys, and no foreign origin receives them. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import { answer, json, redirect, refusal, reset } from "./support/answers.ts"
import { type Client, forge, onEachTransport, token } from "./support/client.ts"
import * as Probe from "./support/probe.ts"
import { file, first, issue, ping, repo } from "./support/records.ts"
import { type Answer, inOrder, type Received, type Script, serve } from "./support/server.ts"

const tokens: ReadonlyArray<readonly [name: string, secret: string]> = [
  ["a token of the service", token],
  ["a token of an unknown format", "5ecr3t-t0ken"],
  ["a token with pattern characters", "a+b(c).*[d]$"],
  ["a token that JSON escapes", `5ecr/3t"t\\0ken==`]
]

const impossible: typeof tokens = [
  ["at its end", "5ecr3t-t0ken\n"],
  ["within", "5ecr3t\nt0ken"],
  ["outside Latin-1", "5ecr3t-t0ken-天"]
]

/** The beginning is enough: the rest may be escaped in one way or another. */
const assertHidden = (seen: string, secret: string) => {
  assert.notInclude(seen, secret.slice(0, 5))
  assert.notInclude(seen, encodeURIComponent(secret).slice(0, 7))
}

/** Runs a program with a token, and returns everything that is visible from outside. */
const run = Effect.fnUntraced(function* (options: {
  readonly client: Client
  readonly secret: string
  readonly script: Script
  readonly program: Effect.Effect<unknown, unknown, Forge.Forge>
  readonly propagate?: boolean
}) {
  const server = yield* serve(options.script)
  const probe = Probe.make()
  const keys: Array<string> = []
  const exit = yield* options.program.pipe(
    Effect.withSpan("caller"),
    Effect.tapCause((cause) => Effect.logError("It failed", cause)),
    Effect.provideService(Transport.PropagateTrace, options.propagate ?? false),
    // Otherwise a write is sent a second after the limit of another one.
    Effect.provideService(RateLimit.WriteInterval, 0),
    Effect.exit,
    Effect.provide(
      forge(server.origin, {
        client: options.client,
        credentials: Credentials.layerToken(Redacted.make(options.secret)),
        cache: cacheWithKeys(keys)
      })
    ),
    probe.watch
  )
  const error = exit._tag === "Failure" ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined
  const seen = [Probe.shown(exit), Probe.shown(error), probe.everything(), ...keys].join("\n")
  return { server, probe, keys, exit, error, seen }
})

const cacheWithKeys = (keys: Array<string>) =>
  Layer.effect(
    HttpCache.HttpCache,
    Effect.map(HttpCache.HttpCache, (cache) => ({
      get: (key) => Effect.suspend(() => (keys.push(key), cache.get(key))),
      set: (key, entry) => Effect.suspend(() => (keys.push(key), cache.set(key, entry)))
    }))
  ).pipe(Layer.provide(HttpCache.layerMemory()))

const echo =
  (status: number): ((request: Received) => Answer) =>
  ({ headers }) =>
    refusal(
      status,
      `Bad header: ${headers.authorization}`,
      {},
      {
        documentation_url: `https://docs.example.com/?${headers.authorization}`,
        errors: [{ code: "custom", message: headers.authorization, value: headers.authorization }]
      }
    )

const get = Issues.get(first)

onEachTransport((client) => {
  it.live.each(tokens)("%s: is hidden in successes, retries, revalidation and failures", ([, secret]) =>
    Effect.gen(function* () {
      const { keys, probe, seen, server } = yield* run({
        client,
        secret,
        script: inOrder(
          reset,
          refusal(502, "Bad gateway"),
          json(200, issue(1), { etag: `"a"`, "x-ratelimit-remaining": "9", "x-ratelimit-reset": "2000000000" }),
          json(304, {}),
          redirect(302, "/elsewhere"),
          refusal(404, "Not Found")
        ),
        program: Effect.replicateEffect(get, 3)
      })
      assert.strictEqual(server.requests[0]?.headers.authorization, `Bearer ${secret}`)
      assert.strictEqual(server.requests.length, 6)
      assert.isNotEmpty(keys)
      assert.isNotEmpty(probe.logs)
      assertHidden(seen, secret)
    })
  )

  it.live.each(tokens)("%s: is hidden in an error that echoes it", ([, secret]) =>
    Effect.gen(function* () {
      for (const status of [400, 401, 403, 404, 418, 422, 429, 503]) {
        const { error, seen } = yield* run({
          client,
          secret,
          script: (request) => echo(status)(request),
          program: Issues.create({ ...repo, title: "New" })
        })
        assert.include(Probe.shown(error), "Bad header: Bearer <redacted>")
        assertHidden(seen, secret)
      }
    })
  )

  it.live.each(tokens)("%s: is hidden in a response that can't be decoded and echoes it", ([, secret]) =>
    Effect.gen(function* () {
      for (const body of [secret, { id: secret }, issue(1, { created_at: secret }), issue(1, { title: [secret] })]) {
        const { error, seen } = yield* run({ client, secret, script: () => json(200, body), program: get })
        assert.include(Probe.shown(error), "DecodeFailed")
        assertHidden(seen, secret)
      }
    })
  )

  it.live.each(tokens)("%s: is hidden in a redirect that echoes it", ([, secret]) =>
    Effect.gen(function* () {
      const { error, seen } = yield* run({
        client,
        secret,
        script: () => redirect(302, `ftp://127.0.0.1/${encodeURIComponent(secret)}`),
        program: get
      })
      assert.include(Probe.shown(error), "UnsafeRedirect")
      assertHidden(seen, secret)
    })
  )

  it.live.each(impossible)("a token that no header can carry, with a character %s, is hidden", ([, secret]) =>
    Effect.gen(function* () {
      const { seen } = yield* run({ client, secret, script: () => json(200, issue(1)), program: get })
      for (const part of ["5ecr3t", "t0ken"]) assert.notInclude(seen, part)
    })
  )

  it.live.each(tokens)("%s: is hidden when the trace is sent to the service", ([, secret]) =>
    Effect.gen(function* () {
      const { seen } = yield* run({
        client,
        secret,
        propagate: true,
        script: inOrder(refusal(502, "Bad gateway"), reset, (response, request) =>
          echo(401)(request)(response, request)
        ),
        program: get
      })
      assertHidden(seen, secret)
    })
  )

  it.live("a token is not sent to a foreign origin, and hidden when that echoes the request", () =>
    Effect.gen(function* () {
      const foreign = yield* serve((request) => json(418, { message: JSON.stringify(request) }))
      const { seen } = yield* run({
        client,
        secret: token,
        script: () => redirect(307, `${foreign.origin}/`),
        program: file.bytes({})
      })
      assert.strictEqual(foreign.requests.length, 1)
      assert.notInclude(JSON.stringify(foreign.requests), token)
      assert.notInclude(seen, token)
    })
  )

  it.live.each(["access_token", "apikey", "client_secret", "X-Amz-Signature"])("the parameter %s is hidden", (name) =>
    Effect.gen(function* () {
      const withSecret = Forge.operation("Test.secret", "GET /ping", {
        path: {},
        query: { [name]: Schema.String, page: Schema.Int },
        success: Schema.Struct({ ok: Schema.Boolean })
      })
      const answers: ReadonlyArray<Answer> = [
        refusal(404, "Not Found"),
        reset,
        json(200, {}),
        answer(302, { location: "http://" })
      ]
      for (const each of answers) {
        const { seen, server } = yield* run({
          client,
          secret: token,
          script: () => each,
          program: withSecret({ [name]: "5ecr3t", page: 1 })
        })
        assert.strictEqual(server.requests[0]?.path, `/ping?${name}=5ecr3t&page=1`)
        assert.include(seen, "page=1")
        assert.notInclude(seen, "5ecr3t")
      }
    })
  )

  it.live("secret parameters and foreign signatures are hidden when the trace is propagated", () =>
    Effect.gen(function* () {
      const withKey = Forge.download("Test.secret", "GET /ping", {
        path: {},
        query: { apikey: Schema.String },
        accept: "application/octet-stream"
      })
      const foreign = yield* serve(() => refusal(403, "SignatureDoesNotMatch"))
      const { seen } = yield* run({
        client,
        secret: token,
        propagate: true,
        script: () => redirect(302, `${foreign.origin}/asset?X-Amz-Signature=5ecr3t&access_token=5ecr3t`),
        program: withKey.bytes({ apikey: "5ecr3t" })
      })
      assert.strictEqual(foreign.requests.length, 1)
      assert.notProperty(foreign.requests[0]?.headers, "traceparent")
      assert.notInclude(seen, "5ecr3t")
    })
  )

  it.live("a user and password in the base URL are refused, and hidden", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, { ok: true }))
      for (const user of ["octo:5ecr3t", "5ecr3t", ":5ecr3t"]) {
        const probe = Probe.make()
        const error = yield* Effect.flip(ping({})).pipe(
          Effect.provide(forge(server.origin.replace("//", `//${user}@`), { client })),
          probe.watch
        )
        assert.containSubset(error, { _tag: "InvalidInput", path: "hosts.api" })
        assert.include(error.message, "Credentials")
        assert.notInclude(Probe.shown(error) + probe.everything(), "5ecr3t")
      }
      assert.lengthOf(server.requests, 0)
    })
  )

  it.live("the message of a failing credentials provider is hidden", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      const probe = Probe.make()
      const failing = Effect.fail(new Error(`No such token: ${token}`))
      const error = yield* Effect.flip(Stream.runCollect(Issues.list(repo))).pipe(
        Effect.provide(forge(server.origin, { client, credentials: Credentials.layerProvider(failing) })),
        probe.watch
      )
      assert.deepStrictEqual([error._tag, server.requests.length], ["Unauthorized", 0])
      assert.notInclude(Probe.shown(error) + probe.everything(), token)
    })
  )
})
