/**
 * A token in what the caller itself passes: in the path, the query, the name of a field. It is sent, as it was asked for, and
 * shown nowhere. `echoes.test.ts` has what the service repeats.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as ForgeErrors from "../../../src/forge/ForgeError.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as RestErrors from "../../../src/rest/RestError.ts"
import { RequestHeaders, RequestTimeouts, ResponseLimit } from "../../../src/rest/Transport.ts"
import * as Redacted from "effect/Redacted"
import { answer, half, json, redirect, refusal, reset } from "./support/answers.ts"
import { forge, transports } from "./support/client.ts"
import { assertHidden, tokens } from "./support/marked.ts"
import * as Probe from "./support/probe.ts"
import { run } from "./support/seen.ts"
import { type Answer, inOrder, serve } from "./support/server.ts"

const errors = [
  RestErrors.NotFound,
  RestErrors.Gone,
  RestErrors.Conflict,
  RestErrors.ValidationFailed,
  ForgeErrors.Unmergeable,
  ForgeErrors.NotAcceptable
] as const

const path = { name: Schema.String }
const query = { q: Schema.String }
const success = Schema.Struct({ ok: Schema.Boolean })

const get = Forge.operation("Test.get", "GET /things/{name}", { path, query, success, errors })
const put = Forge.operation("Test.put", "PUT /things/{name}", { path, query, success, errors })
const list = Forge.listing("Test.list", "GET /things/{name}/all", { path, query, item: Schema.Int })
const download = Forge.download("Test.download", "GET /things/{name}", { path, query, accept: "a/b" })
const upload = Forge.upload("Test.upload", "POST /things/{name}", {
  path,
  query,
  success: Schema.Struct({ size: Schema.Int }),
  stored: ({ size }) => ({ size, digest: null })
})

type Program = Effect.Effect<unknown, unknown, Forge.Forge>

type Input = Parameters<typeof get>[0]

/** What the service says, what the caller asks for, and the tag of the error; undefined for a success. */
type Case = readonly [
  name: string,
  tag: string | undefined,
  program: (input: Input) => Program,
  ...answers: ReadonlyArray<Answer>
]

const bytes = { data: "text", content_type: "text/plain" }
const limited = { "x-ratelimit-remaining": "0", "x-ratelimit-resource": "core" }
const far = { ...limited, "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600) }

const refusals: ReadonlyArray<Case> = (
  [
    [400, "BadRequest"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "NotFound"],
    [405, "Unmergeable"],
    [406, "NotAcceptable"],
    [409, "Conflict"],
    [410, "Gone"],
    [418, "UnexpectedStatus"],
    [422, "ValidationFailed"],
    [429, "RateLimited"],
    [202, "UnexpectedStatus"],
    [304, "UnexpectedStatus"],
    [503, "ServiceUnavailable"]
  ] as const
).map(([status, tag]) => [`${status}`, tag, get, refusal(status, "No")])

const cases: ReadonlyArray<Case> = [
  ...refusals,
  ["a write", "NotFound", put, refusal(404, "No")],
  [
    "a limit that the gate knows",
    "RateLimited",
    (input) => Effect.andThen(Effect.ignore(get(input)), get(input)),
    json(200, { ok: true }, far)
  ],
  ["a 304", "NotModified", (input) => get.ifChanged(input, { etag: `"a"` }), answer(304)],
  ["a value that is none", "DecodeFailed", get, json(200, { ok: 1 })],
  [
    "a response that is too long",
    "ResponseTooLarge",
    (input) => Effect.provideService(get(input), ResponseLimit, 3),
    json(200, { ok: true })
  ],
  ["a lost connection", "TransportFailed", get, reset],
  [
    "a time-out",
    "TransportFailed",
    // The head says that the request has arrived, however slow the machine is.
    (input) => Effect.provideService(get(input), RequestTimeouts, { head: "5 minutes", silence: 5 }),
    half({ ok: true }, "silence")
  ],
  ["a redirect", "UnsafeRedirect", get, redirect(302, "http://127.0.0.2:1/")],
  [
    "a page without its link",
    "DecodeFailed",
    (input) => Stream.runCollect(list({ ...input, per_page: 1 })),
    json(200, [1], { link: `<https://api.example.com/?page=3>; rel="last"` })
  ],
  [
    "a download of another length",
    "IntegrityFailed",
    (input) => download.bytes(input, { size: 9 }),
    answer(200, {}, "a")
  ],
  [
    "a download of other bytes",
    "IntegrityFailed",
    (input) => download.bytes(input, { digest: `sha256:${"0".repeat(64)}` }),
    answer(200, {}, "a")
  ],
  [
    "a download that is too long",
    "ResponseTooLarge",
    (input) => Effect.provideService(download.bytes(input), ResponseLimit, 3),
    answer(200, {}, "aaaa")
  ],
  [
    "a download in another coding",
    "DecodeFailed",
    (input) => download.bytes(input),
    answer(200, { "content-encoding": "compress" }, "a")
  ],
  [
    "a download that ends early",
    "TransportFailed",
    (input) => download.bytes(input),
    (response) => {
      response.writeHead(200, { "content-length": "9" })
      response.write("a", () => response.socket?.end())
    }
  ],
  [
    "an upload that is not what was stored",
    "IntegrityFailed",
    (input) => upload({ ...input, ...bytes }),
    json(201, { size: 9 })
  ],
  [
    "an upload to another origin",
    "UnsafeRedirect",
    (input) => upload({ ...input, ...bytes, upload_url: `https://example.com/${encodeURIComponent(input.q)}` }),
    json(201, { size: 4 })
  ],
  [
    "a success, also from the cache",
    undefined,
    (input) => Effect.andThen(get(input), get(input)),
    json(200, { ok: true }, { etag: `"1"` })
  ]
]

/** Without the URLs of whole responses: a span of a success holds its response, as the program does. */
const withoutValues = (shown: string): string =>
  shown.replace(/"requestedUrl":"[^"]*","url":"[^"]*"|requestedUrl: .*,\s*url: .*/g, "")

const unsent: ReadonlySet<string> = new Set(["an upload to another origin"])

describe.each(transports)("on %s", (_, client) => {
  it.live.each(tokens)("a token that is %s is sent, and shown nowhere", ([, token]) =>
    Effect.gen(function* () {
      for (const [name, tag, program, ...answers] of cases) {
        const { error, server, shown } = yield* run({
          client,
          token,
          script: inOrder(...answers),
          program: program({ name: token, q: `"${token}"` })
        })
        assert.propertyVal(error ?? { _tag: undefined }, "_tag", tag, `${name}: ${Probe.shown(error)}`)
        assertHidden(withoutValues(shown))
        assert.strictEqual(
          server.requests[0]?.path.includes(encodeURIComponent(`"${token}"`)) ?? false,
          !unsent.has(name),
          name
        )
      }
    })
  )
})

const [[, client]] = transports as unknown as [(typeof transports)[0]]

it.live("a header that is a secret is not shown in the URL either", () =>
  Effect.gen(function* () {
    const [[, secret]] = tokens as unknown as [(typeof tokens)[0]]
    for (const [name, , program, ...answers] of cases) {
      // It is refused before the headers are read.
      if (unsent.has(name)) continue
      const { shown } = yield* run({
        client,
        token: "another-token",
        script: inOrder(...answers),
        program: Effect.provideService(program({ name: secret, q: secret }), RequestHeaders, {
          "x-proxy": Redacted.make(secret)
        })
      })
      assertHidden(withoutValues(shown))
    }
  })
)

describe("what only looks like a token", () => {
  const lookalike = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

  it.live("is not shown, after an encoded character either", () =>
    Effect.gen(function* () {
      const { shown } = yield* run({
        client,
        token: "another-token",
        script: () => refusal(404, "No"),
        program: get({ name: lookalike, q: `"${lookalike}"` })
      })
      assert.notInclude(shown, lookalike)
    })
  )

  it.live("is not shown when the provider of credentials fails", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, {}))
      const credentials = Credentials.layerProvider(Effect.fail("no"))
      const error = yield* Effect.flip(get({ name: lookalike, q: lookalike })).pipe(
        Effect.provide(forge(server.origin, { client, credentials }))
      )
      assert.strictEqual(error._tag, "Unauthorized")
      assert.notInclude(Probe.shown(error), lookalike)
    })
  )

  it.live.each([lookalike, "0123456789abcdef0123456789abcdef01234567"])(
    "is not shown as the name of a field: %s",
    (name) =>
      Effect.gen(function* () {
        const server = yield* serve(() => json(200, {}))
        const error = yield* Effect.flip(get({ name: "a", q: "a", [name]: 1 })).pipe(
          Effect.provide(forge(server.origin, { client }))
        )
        assert.strictEqual(error._tag, "InvalidInput")
        assert.include(error.message, "is not a field of the input")
        assert.notInclude(Probe.shown(error), name)
      })
  )
})

it("the cases are of every kind of error", () => {
  const tags = ForgeError.members.map(({ fields }) => fields._tag.schema.literal)
  assert.deepStrictEqual(
    tags.filter((tag) => !cases.some(([, of]) => of === tag)),
    // These name the template of the path, and the first one a field. GraphQL has no input in its URL.
    ["InvalidInput", "SearchTruncated", "GraphQLFailed", "MissingPeer"]
  )
})
