/** `Transport.RequestHeaders`: what a program may send, what it may not, and where it goes. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import * as fc from "fast-check"
import * as Forge from "../../src/forge/Forge.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RequestLog from "../../src/rest/RequestLog.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { type Answer, inTurn, type Script, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"

type Given = Parameters<typeof Transport.RequestHeaders.of>[0]

const thing = { json: { id: 1 }, headers: { etag: '"1"' } }

const get = Things.get({ id: 1 })

const file = Forge.download("Things.file", "GET /file", { path: {}, accept: "text/plain" })

const withHeaders = <A, E, R>(call: Effect.Effect<A, E, R>, headers: Given) =>
  Effect.provideService(call, Transport.RequestHeaders, headers)

const sentWith = Effect.fnUntraced(function* (headers: Given, policies?: Layer.Layer<never>) {
  const http = scripted(() => thing)
  yield* withHeaders(get, headers).pipe(
    Effect.provide(Things.service(http, policies === undefined ? {} : { policies }))
  )
  return http.sent[0]?.headers ?? {}
})

describe("the headers of a request", () => {
  it.effect("are sent beside the client's own, and replace the service's own of the same names", () =>
    Effect.gen(function* () {
      const headers = yield* sentWith({
        "X-GitHub-Api-Version": "2026-03-10",
        "User-Agent": "triage/1",
        "x-proxy": "a b"
      })
      assert.containSubset(headers, {
        accept: "application/vnd.github+json",
        authorization: "Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyz",
        "user-agent": "triage/1",
        "x-github-api-version": "2026-03-10",
        "x-proxy": "a b"
      })
      const plain = yield* sentWith({})
      assert.containSubset(plain, { "user-agent": "forgecast", "x-github-api-version": "2022-11-28" })
    })
  )

  it.effect("are set for a Layer, and those of a call replace all of them", () =>
    Effect.gen(function* () {
      const http = scripted(() => thing)
      const policies = Layer.succeed(Transport.RequestHeaders, { "x-of": "layer", "x-also": "layer" })
      yield* Effect.andThen(get, withHeaders(get, { "x-of": "call" })).pipe(
        Effect.provide(Things.service(http, { policies }))
      )
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => [headers["x-of"], headers["x-also"]]),
        [
          ["layer", "layer"],
          ["call", undefined]
        ]
      )
    })
  )

  it.effect("are sent with every page, download and retry", () =>
    Effect.gen(function* () {
      const next = `<${Things.api}/things?page=2>; rel="next"`
      const http = scripted(
        inTurn({ json: [{ id: 1 }], headers: { link: next } }, { status: 502 }, { json: [{ id: 2 }] }, { text: "file" })
      )
      const calls = Effect.andThen(Stream.runDrain(Things.list({})), file.text({}))
      const text = yield* withHeaders(calls, { "x-proxy": Redacted.make("a secret value") }).pipe(
        Effect.provideService(RetryPolicy, { attempts: 2, within: "1 minute", base: 0, cap: 0 }),
        Effect.provide(Things.service(http))
      )
      assert.strictEqual(text, "file")
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["x-proxy"]),
        Array.from({ length: 4 }, () => "a secret value")
      )
    })
  )

  it.effect("are any that can be sent and that the client does not own", () => {
    const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)
    const free = token.filter(
      (name) => !owned.some((own) => own === name.toLowerCase()) && !/^(?:content|if|proxy)-/i.test(name)
    )
    const value = fc.stringMatching(/^[\x21-\x7e](?:[\t\x20-\x7e\x80-\xff]{0,20}[\x21-\x7e])?$/)
    const record = fc.uniqueArray(fc.tuple(free, value), { maxLength: 5, selector: ([name]) => name.toLowerCase() })
    return Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(record, async (entries) => {
          const headers = await Effect.runPromise(sentWith(Object.fromEntries(entries)))
          for (const [name, sent] of entries) assert.strictEqual(headers[name.toLowerCase()], sent)
          assert.strictEqual(headers["accept"], "application/vnd.github+json")
        }),
        { numRuns: 200 }
      )
    )
  })
})

const owned = [
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "__proto__"
]

describe("a header that cannot be sent", () => {
  const refused = Effect.fnUntraced(function* (headers: Given) {
    const http = scripted(() => thing)
    const calls = [get, Things.create({}), Stream.runDrain(Things.list({}))]
    const reasons = yield* Effect.forEach(calls, (call) =>
      Effect.map(Effect.flip(withHeaders(call, headers)), (error) => {
        if (error._tag !== "InvalidInput") return assert.fail(error._tag)
        return [error.path, error.reason]
      })
    ).pipe(Effect.provide(Things.service(http)))
    assert.lengthOf(http.sent, 0)
    for (const reason of reasons) assert.deepStrictEqual(reason, reasons[0])
    return reasons[0]
  })

  it.effect.each(owned)("because it is the client's own: %s", (name) =>
    Effect.gen(function* () {
      const shouted = name.toUpperCase()
      const headers = { [shouted]: "a secret value" }
      assert.deepStrictEqual(yield* refused(headers), [
        `headers.${shouted}`,
        "is a header that the client sends itself"
      ])
    })
  )

  it.effect.each(["", "a b", "a:b", "größe", "a\r\nb", "(a)"])("because of its name: %j", (name) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused({ [name]: "a" }), [`headers.${name}`, "is not the name of a header"])
    })
  )

  it.effect.each(["a\r\nx-other: b", "a\0", "snow ☃", 7, null, undefined])("because of its value: %j", (value) =>
    Effect.gen(function* () {
      const reason = ["headers.x-a", "cannot be sent in a header"]
      assert.deepStrictEqual(yield* refused({ "x-a": value as never }), reason)
      assert.deepStrictEqual(yield* refused({ "x-a": Redacted.make(value as never) }), reason)
    })
  )

  it.effect("because it is given twice", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused({ "x-a": "1", "X-A": "1" }), ["headers.X-A", "is given twice"])
    })
  )
})

describe("the cache", () => {
  const versioned: Script = ({ headers }) => ({
    json: { id: Number(headers["x-id"] ?? 0) },
    headers: { etag: `"${headers["x-id"]}"` },
    ...(headers["if-none-match"] === `"${headers["x-id"]}"` ? { status: 304 } : {})
  })

  it.effect("keeps responses to different headers apart", () =>
    Effect.gen(function* () {
      const http = scripted(versioned)
      const ids = yield* Effect.forEach(
        [{ "x-id": "1" }, { "x-id": "2" }, { "X-ID": "1" }, { "x-id": Redacted.make("2") }, {}],
        (headers) => Effect.map(withHeaders(get, headers), ({ id }) => id)
      ).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(ids, [1, 2, 1, 2, 0])
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["if-none-match"]),
        [undefined, undefined, '"1"', '"2"', undefined]
      )
    })
  )

  it.effect("has no value in its keys and entries, and the same key whatever the order", () =>
    Effect.gen(function* () {
      const keys: Array<string> = []
      const kept: Array<unknown> = []
      const cache = Layer.succeed(HttpCache.HttpCache, {
        get: () => Effect.undefined,
        set: (key, entry) => Effect.sync(() => void (keys.push(key), kept.push(entry)))
      })
      const http = scripted(() => ({
        ...thing,
        headers: { etag: '"1"', link: "<https://api.github.com/?a=s3cr3t-value>" }
      }))
      const secret = Redacted.make("s3cr3t-value")
      yield* Effect.forEach(
        [{ "x-a": secret, "x-b": "plain-value" }, { "x-b": "plain-value", "x-a": secret }, {}],
        (headers) => withHeaders(get, headers)
      ).pipe(Effect.provide(Things.service(http, { cache })))
      const [first, second, plain] = keys
      assert.strictEqual(first, second)
      assert.notStrictEqual(first, plain)
      assert.notInclude(keys.join(), "value")
      assert.notInclude(JSON.stringify(kept.slice(0, 2)), "s3cr3t")
    })
  )
})

describe("a value that the service repeats", () => {
  const secret = "s3cr3t-value"
  const answers: ReadonlyArray<readonly [string, Answer]> = [
    ["in an error", { status: 404, json: { message: `no ${secret}`, documentation_url: `https://a/${secret}` } }],
    ["in an unexpected error", { status: 418, text: `no ${secret}`, headers: { "x-github-request-id": secret } }],
    ["in a record", { json: { id: secret } }],
    ["in a coding", { json: {}, headers: { "content-encoding": secret } }],
    ["in a redirect", { status: 301, headers: { location: `https://elsewhere.example/${secret}` } }],
    ["in a redirect to the service", { status: 301, headers: { location: `/${secret}` } }]
  ]

  it.effect.each(answers)("%s is not shown", ([, answer]) =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          seen.push(span)
          return span
        }
      })
      const logger = Logger.make((entry) => void seen.push(entry.message))
      const http = scripted(() => answer)
      const error = yield* Effect.flip(withHeaders(get, { "x-a": Redacted.make(secret) })).pipe(
        Effect.provideService(RetryPolicy, { attempts: 1, within: "1 minute", base: 0, cap: 0 }),
        Effect.provide([Things.service(http), Logger.layer([logger]), RequestLog.layer]),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      assert.notInclude(JSON.stringify([error, error.message, error.stack]), secret)
      assert.notInclude(inspected(seen), secret)
      assert.isNotEmpty(seen)
    })
  )

  it.effect("in the failure of a download is not shown", () =>
    Effect.gen(function* () {
      const client = HttpClient.make((request) =>
        Effect.sync(() => {
          const body = new ReadableStream({ pull: (controller) => controller.error(new Error(`no ${secret}`)) })
          return HttpClientResponse.fromWeb(request, new Response(body))
        })
      )
      const http = { ...scripted(() => thing), layer: Layer.succeed(HttpClient.HttpClient, client) }
      const error = yield* Effect.flip(withHeaders(file.text({}), { "x-a": Redacted.make(secret) })).pipe(
        Effect.provideService(RetryPolicy, { attempts: 1, within: "1 minute", base: 0, cap: 0 }),
        Effect.provide(Things.service(http))
      )
      assert.include(error.message, "no <redacted>")
    })
  )

  it.effect("is not shown if it was given as plain text, from eight characters on", () =>
    Effect.gen(function* () {
      const http = scripted(() => ({ status: 404, json: { message: `no ${secret}, no brief` } }))
      const error = yield* Effect.flip(withHeaders(get, { "x-a": secret, "x-b": "brief" })).pipe(
        Effect.provide(Things.service(http))
      )
      assert.include(error.message, "no <redacted>, no brief")
    })
  )
})

const inspected = (values: ReadonlyArray<unknown>): string => {
  const seen = new Set<unknown>()
  return JSON.stringify(values, (_, value: unknown) => {
    if (typeof value === "bigint") return String(value)
    if (value instanceof Map) return [...value]
    if (typeof value !== "object" || value === null) return value
    if (seen.has(value)) return "seen"
    seen.add(value)
    return value
  })
}

describe("a redirect", () => {
  it.effect("takes the headers to the service's own origins only", () =>
    Effect.gen(function* () {
      const http = scripted(
        inTurn(
          { status: 302, headers: { location: "/moved" } },
          { status: 302, headers: { location: "https://storage.example/file" } },
          { text: "file" }
        )
      )
      const headers = { "x-proxy": "a secret value", "user-agent": "triage/1" }
      yield* withHeaders(file.text({}), headers).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => [headers["x-proxy"], headers["user-agent"]]),
        [
          ["a secret value", "triage/1"],
          ["a secret value", "triage/1"],
          [undefined, "forgecast"]
        ]
      )
    })
  )

  it.effect("that the browser hides is not followed with them", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      const client = HttpClient.make((request, url) =>
        Effect.sync(() => {
          urls.push(url.href)
          return HttpClientResponse.fromWeb(
            request,
            urls.length === 1 ? Response.error() : new Response("{}", { status: 200 })
          )
        })
      )
      const http = { ...scripted(() => thing), layer: Layer.succeed(HttpClient.HttpClient, client) }
      const error = yield* Effect.flip(withHeaders(file.text({}), { "x-proxy": "a" })).pipe(
        Effect.provide(Things.service(http))
      )
      assert.strictEqual(error._tag, "UnsafeRedirect")
      assert.include(error.message, "hidden by the browser")
      assert.lengthOf(urls, 1)
    })
  )
})
