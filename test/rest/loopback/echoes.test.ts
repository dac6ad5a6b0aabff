/**
 * A marked token that the service repeats in each header and each body, in each encoding. It is looked for in every kind
 * of error, in replies, cursors, cache entries, logs, spans, metrics, in the journals of the simulators, and in what is
 * sent.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as GraphQL from "../../../src/forge/GraphQL.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as Page from "../../../src/rest/Page.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { NotFound } from "../../../src/rest/RestError.ts"
import { ResponseLimit } from "../../../src/rest/Transport.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { weatherAt } from "../../weather/loopback/support.ts"
import { answer, type Headers } from "./support/answers.ts"
import { onEachTransport } from "./support/client.ts"
import { assertHidden, tokens } from "./support/marked.ts"
import * as Probe from "./support/probe.ts"
import { run } from "./support/seen.ts"
import { get as getPull } from "../../../src/forge/PullRequests.ts"
import { file, first, issue, merge, put, repo, search } from "./support/records.ts"
import { type Answer, inOrder, type Script, serve } from "./support/server.ts"
import { depth } from "../../depth.ts"
import { testOn } from "../../testOn.ts"

const unit = (char: string) => char.charCodeAt(0).toString(16).padStart(4, "0")

const encodings: ReadonlyArray<readonly [name: string, encode: (token: string) => string]> = [
  ["as it is", (token) => token],
  ["escaped for JSON", (token) => JSON.stringify(token).slice(1, -1).replaceAll("/", "\\/")],
  ["escaped for JSON, each character", (token) => Array.from(token, (char) => `\\u${unit(char)}`).join("")],
  [
    "escaped for JSON, in part",
    (token) => `\\u${unit(token[0] ?? "").toUpperCase()}${JSON.stringify(token).slice(2, -1)}`
  ],
  ["encoded for a URL", encodeURIComponent],
  ["encoded for a URL, each character", (token) => Array.from(token, (char) => `%${unit(char).slice(2)}`).join("")],
  ["encoded for a form", (token) => new URLSearchParams({ a: token }).toString().slice(2)]
]

/** Without `DEPTH=whole`, the tokens share the encodings. */
const encodingsOf = (token: string) =>
  encodings.filter((_, index) => depth === "whole" || index % 2 === (token === "odd" ? 1 : 0))

/** Each header that anything reads, and some that nothing does. */
const headersOf = (echo: string, inUrl: string, path: string): Headers => ({
  "content-type": `application/json; profile=${echo}`,
  etag: `"${echo}"`,
  "last-modified": `Mon, 01 Jan 2024 00:00:00 GMT ${echo}`,
  link: `<${path}?page=2&echo=${inUrl}>; rel="next", <?page=2&a=${inUrl}>; rel="last"`,
  deprecation: `true ${echo}`,
  sunset: echo,
  date: echo,
  server: echo,
  "set-cookie": `token=${echo}`,
  "www-authenticate": `Bearer realm="${echo}"`,
  "x-github-request-id": echo,
  "x-request-id": echo,
  "x-ratelimit-limit": "60",
  "x-ratelimit-remaining": "7",
  "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 60),
  "x-ratelimit-resource": echo,
  "x-accepted-github-permissions": `contents=${echo}`,
  "x-github-sso": `required; url=https://github.com/orgs/acme/sso?${echo}`,
  "x-other": `before ${echo} after`
})

/** A token in an error, each of whose texts repeats it. `inJson` is its encoding inside a JSON string. */
const bodyOf = (inJson: string, message: string): string =>
  `{"message":"${message} ${inJson}","documentation_url":"https://docs.example.com/?${inJson}","errors":[{"resource":"${inJson}","field":"${inJson}","code":"custom","message":"${inJson}","value":"${inJson}"},"${inJson}",{"value":["${inJson}"]}]}`

interface Case {
  readonly name: string
  readonly program: Effect.Effect<unknown, unknown, Forge.Forge>
  /** The tag of the error; undefined for a success. */
  readonly tag?: string
  readonly script: (respond: Respond) => Script
}

interface Respond {
  /** A response that repeats the token. */
  readonly as: (status: number, body?: string, more?: Headers) => Answer
  readonly error: (status: number, message?: string, more?: Headers) => Answer
  /** The token as a URL may repeat it. */
  readonly inUrl: string
  /** The token as the content of a string in JSON. */
  readonly inJson: string
}

const get = Issues.get(first)
const listed = Stream.runCollect(Issues.list({ ...repo, per_page: 1 }))
const limited: Headers = { "x-ratelimit-remaining": "0" }
const found = JSON.stringify(issue(1))

const refusals: ReadonlyArray<readonly [tag: string, status: number, program: Case["program"], message?: string]> = [
  ["BadRequest", 400, get],
  ["Unauthorized", 401, get],
  ["Forbidden", 403, get],
  ["NotFound", 404, get],
  ["Unmergeable", 405, merge({ ...repo, pull_number: 1 })],
  ["NotAcceptable", 406, getPull({ ...repo, pull_number: 1 })],
  ["Conflict", 409, put({ ...repo, path: "a", message: "a", content: "a" })],
  ["Gone", 410, get],
  ["UnexpectedStatus", 418, get],
  ["ValidationFailed", 422, Issues.create({ ...repo, title: "a" })],
  ["SearchTruncated", 422, Stream.runCollect(search({ q: "a" })), "Only the first 1000 search results are available"],
  ["ServiceUnavailable", 503, get]
]

const cases: ReadonlyArray<Case> = [
  ...refusals.map(([tag, status, program, message]): Case => ({
    name: `${status}`,
    tag,
    program,
    script:
      ({ error }) =>
      () =>
        error(status, message)
  })),
  {
    name: "a limit",
    tag: "RateLimited",
    program: get,
    script:
      ({ error }) =>
      () =>
        error(429, "", limited)
  },
  {
    name: "a limit that the gate knows",
    tag: "RateLimited",
    program: Effect.andThen(Effect.ignore(get), get),
    script: ({ as }) => inOrder(as(200, found, { ...limited, "x-ratelimit-resource": "core" }), as(500))
  },
  {
    name: "errors of GraphQL",
    tag: "GraphQLFailed",
    program: GraphQL.request("query Q { viewer { login } }", {}),
    script:
      ({ as, inJson }) =>
      () =>
        as(
          200,
          `{"data":{"a":"${inJson}"},"errors":[{"message":"${inJson}","type":"${inJson}","path":["${inJson}"],"extensions":{"a":["${inJson}"]}}]}`
        )
  },
  {
    name: "data of GraphQL that is none",
    tag: "DecodeFailed",
    program: GraphQL.request("query Q { viewer { login } }", {}, { schema: Schema.Struct({ id: Schema.Int }) }),
    script:
      ({ as, inJson }) =>
      () =>
        as(200, `{"data":{"id":"${inJson}"}}`)
  },
  {
    name: "a record that is none",
    tag: "DecodeFailed",
    program: get,
    script:
      ({ as, inJson }) =>
      () =>
        as(200, `{"id":"${inJson}"}`)
  },
  {
    name: "a body that is no JSON",
    tag: "DecodeFailed",
    program: get,
    script:
      ({ as, inUrl }) =>
      () =>
        as(200, inUrl)
  },
  {
    name: "a response that is too long",
    tag: "ResponseTooLarge",
    program: Effect.provideService(get, ResponseLimit, 10),
    script:
      ({ error }) =>
      () =>
        error(200)
  },
  {
    name: "a lost connection",
    tag: "TransportFailed",
    program: get,
    script:
      ({ as }) =>
      () =>
      (response, request) => {
        as(200, "{", { "content-length": "9" })(response, request)
        response.socket?.end()
      }
  },
  {
    name: "a redirect to another origin",
    tag: "UnsafeRedirect",
    program: get,
    script:
      ({ as, inUrl }) =>
      () =>
        as(302, "", { location: `http://127.0.0.2:1/${inUrl}?a=${inUrl}` })
  },
  {
    name: "a redirect that repeats the token",
    tag: "UnsafeRedirect",
    program: file.bytes({}),
    script:
      ({ as, inUrl }) =>
      () =>
        as(302, "", { location: `/elsewhere/${inUrl}` })
  },
  {
    name: "a Link to another origin",
    tag: "UnsafeRedirect",
    program: listed,
    script:
      ({ as, inUrl }) =>
      () =>
        as(200, `[${found}]`, { link: `<http://127.0.0.2:1/${inUrl}>; rel="next"` })
  },
  {
    name: "a download of other bytes",
    tag: "IntegrityFailed",
    program: file.bytes({}, { digest: `sha256:${"0".repeat(64)}` }),
    script:
      ({ as, inJson }) =>
      () =>
        as(200, inJson)
  },
  {
    name: "a download that is refused",
    tag: "NotFound",
    program: Forge.download("Test.refused", "GET /file", { path: {}, accept: "a/b", errors: [NotFound] }).bytes({}),
    script:
      ({ error }) =>
      () =>
        error(404)
  },
  {
    name: "a cursor of the caller",
    tag: "InvalidInput",
    program: Issues.list.page({ ...repo, page: Page.Cursor.make("https://octo:pw@api.github.com/") }),
    script:
      ({ as }) =>
      () =>
        as(200, "[]")
  },
  {
    name: "a 304",
    tag: "NotModified",
    program: Issues.get.ifChanged(first, { etag: `"a"` }),
    script:
      ({ as }) =>
      () =>
        as(304)
  },
  {
    name: "replies, also from the cache",
    program: Effect.replicateEffect(Issues.get.withReply(first), 2),
    script: ({ as }) => inOrder(as(200, found, { etag: `"kept"` }), as(304))
  },
  {
    name: "a reply whose ETag repeats the token",
    program: Effect.replicateEffect(Issues.get.withReply(first), 2),
    script:
      ({ as }) =>
      () =>
        as(200, found)
  },
  {
    name: "pages with their cursors",
    program: Stream.runCollect(Issues.list.pages({ ...repo, per_page: 1 })),
    script: ({ as }) => inOrder(as(200, `[${found}]`), as(200, `[${found}]`, { link: "" }))
  },
  {
    name: "the head of a download",
    program: Effect.scoped(Effect.map(file.open({}), ({ headers, size, status }) => ({ headers, size, status }))),
    script:
      ({ as }) =>
      () =>
        as(200, "bytes")
  }
]

const isInJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(`"${text}"`) === "string"
  } catch {
    return false
  }
}

const respondWith = (token: string, encode: (token: string) => string): Respond => {
  const echo = encode(token)
  const inJson = isInJson(echo) ? echo : JSON.stringify(token).slice(1, -1)
  const inUrl = /^[!-~]+$/.test(echo) && !/["\\<>&#]/.test(echo) ? echo : encodeURIComponent(token)
  const as =
    (status: number, body = "", more: Headers = {}): Answer =>
    (response, request) => {
      const path = new URL(request.path, request.origin).pathname
      answer(status, { ...headersOf(echo, inUrl, path), ...more }, body)(response, request)
    }
  return {
    as,
    error: (status, message = "", more = {}) => as(status, bodyOf(inJson, message), more),
    inUrl,
    inJson
  }
}

const tagOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "_tag" in error ? error._tag : undefined

onEachTransport((client) => {
  describe.each(tokens)("a token that is %s", (name, token) => {
    it.live.each(encodingsOf(name))("%s, is shown nowhere", ([, encode]) =>
      Effect.gen(function* () {
        for (const { name, program, script, tag } of cases) {
          const { error, seen } = yield* run({ client, token, script: script(respondWith(token, encode)), program })
          assert.strictEqual(tagOf(error), tag, `${name}: ${Probe.shown(error)}`)
          assertHidden(seen)
        }
      })
    )
  })

  it.live.each(encodings)("a key, %s, is shown nowhere", ([, encode]) =>
    Effect.gen(function* () {
      const program = Forecast.get({ latitude: 52.5, longitude: 13.4, hourly: ["temperature_2m"] })
      for (const [, key] of tokens) {
        const { as, error, inJson, inUrl } = respondWith(key, encode)
        const answers: ReadonlyArray<Answer> = [
          ...[400, 401, 403, 404, 418, 429, 503].map((status) => error(status)),
          as(200, `{"error":true,"reason":"${inJson}"}`),
          as(200, `${"x ".repeat(25)}${inUrl}`),
          as(200, `{"hourly":{"time":"${inJson}"},"timezone":"${inJson}"}`),
          as(302, "", { location: `/${inUrl}` }),
          as(302, "", { location: `http://127.0.0.2:1/?apikey=${inUrl}` })
        ]
        for (const each of answers) {
          const server = yield* serve(() => each)
          const probe = Probe.make()
          const failure = yield* Effect.flip(program).pipe(
            Effect.provide(weatherAt(client, { apikey: Redacted.make(key), urls: { forecast: server.origin } })),
            probe.watch
          )
          assertHidden([Probe.shown(failure), probe.everything()].join("\n"))
        }
      }
    })
  )
})

describe("the cases", () => {
  it("are of every kind of error", () => {
    const tags = ForgeError.members.map(({ fields }) => fields._tag.schema.literal)
    assert.deepStrictEqual(
      // Without a package, nothing is sent that could echo.
      tags.filter((tag) => tag !== "MissingPeer" && !cases.some((one) => one.tag === tag)),
      []
    )
  })
})

describe("the journals of the simulators", () => {
  const inMemory = [HttpCache.layerMemory(), RateLimit.layerMemory()] as const

  it.effect.each(tokens)("do not hold a token that is %s", ([, token]) =>
    Effect.gen(function* () {
      const { requests } = yield* ForgeSimulator.ForgeSimulator
      const layer = Forge.layer().pipe(Layer.provide([Credentials.layerToken(Redacted.make(token)), ...inMemory]))
      yield* Effect.ignore(Effect.provide(get, layer))
      const journal = yield* requests
      assert.lengthOf(journal, 1)
      assertHidden(JSON.stringify(journal))
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({ tokens: { [token]: "octo" }, repositories: [{ owner: "acme", name: "web" }] })
      )
    )
  )

  testOn(WeatherSimulator.layerHttpClient({})).each(tokens)("do not hold a key that is %s", function* ([, key]) {
    const { requests } = yield* WeatherSimulator.WeatherSimulator
    const layer = Weather.layer({ apikey: Redacted.make(key) }).pipe(Layer.provide([...inMemory]))
    const forecast = Forecast.get({ latitude: 52.5, longitude: 13.4, hourly: ["temperature_2m"] })
    yield* Effect.ignore(Effect.provide(forecast, layer))
    const journal = yield* requests
    assert.isAtLeast(journal.length, 1)
    assertHidden(JSON.stringify(journal))
  })
})
