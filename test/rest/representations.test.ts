/** `.as` with a media type: what is asked for, what is cached, and what is refused. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Forge from "../../src/forge/Forge.ts"
import type { RestError } from "../../src/rest/RestError.ts"
import * as Write from "../../src/rest/Write.ts"
import { type Script, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"

const accept = "application/vnd.github.html+json"
const Html = Schema.Struct({ html: Schema.String })

const input = { id: 1 }

/** JSON, or HTML to those who accept it; each with an ETag of its own. */
const both: Script = ({ headers, path }) => {
  const isHtml = headers["accept"] === accept
  const etag = isHtml ? '"html"' : '"json"'
  if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } }
  const record = isHtml ? { html: "<b>1</b>" } : { id: 1 }
  if (!path.startsWith("/things?")) return { json: record, headers: { etag } }
  const next = path.includes("page=2&") || path.endsWith("page=2")
  const link = `<${Things.api}/things?per_page=1&page=2>; rel="next"`
  return { json: [record], headers: next ? { etag } : { etag, link } }
}

const asked = (http: ReturnType<typeof scripted>) =>
  http.sent.map(({ headers }) => [headers["accept"], headers["if-none-match"]])

const plain = "application/vnd.github+json"

const html = Things.get.as(Html, { accept })
const listHtml = Things.list.as(Html, { accept })

describe("another media type", () => {
  it.effect("is asked for, and cached apart", () =>
    Effect.gen(function* () {
      const http = scripted(both)
      const each = [Things.get(input), html(input)]
      const values = yield* Effect.all([...each, ...each, ...each]).pipe(Effect.provide(Things.service(http)))
      const pair = [{ id: 1 }, { html: "<b>1</b>" }]
      assert.deepStrictEqual(values, [...pair, ...pair, ...pair])
      assert.strictEqual(values[3], values[5])
      assert.deepStrictEqual(asked(http), [
        [plain, undefined],
        [accept, undefined],
        [plain, '"json"'],
        [accept, '"html"'],
        [plain, '"json"'],
        [accept, '"html"']
      ])
    })
  )

  it.effect("is kept by withReply, ifChanged and a further as", () =>
    Effect.gen(function* () {
      const http = scripted(both)
      const twice = html.as(Schema.Struct({ html: Schema.Literal("<b>1</b>") }))
      const other = html.as(Things.Thing, { accept: "application/json" })
      const { status, validators, error } = yield* Effect.gen(function* () {
        const reply = yield* twice.withReply(input)
        const error = yield* Effect.flip(twice.ifChanged(input, reply.validators))
        yield* other(input)
        return { ...reply, error: error._tag }
      }).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual([status, validators, error], [200, { etag: '"html"' }, "NotModified"])
      assert.deepStrictEqual(asked(http), [
        [accept, undefined],
        [accept, '"html"'],
        ["application/json", undefined]
      ])
    })
  )

  it.effect("is asked for with each page of a listing", () =>
    Effect.gen(function* () {
      const http = scripted(both)
      const found = yield* Effect.gen(function* () {
        const items = yield* Stream.runCollect(listHtml({ per_page: 1 }))
        const first = yield* listHtml.page({ per_page: 1 })
        const [rest] = yield* Stream.runCollect(listHtml.pages({}, first.next ?? undefined))
        const error = yield* Effect.flip(listHtml.page.ifChanged({ per_page: 1 }, { etag: '"html"' }))
        return [items.length, first.items, rest?.items, error._tag]
      }).pipe(Effect.provide(Things.service(http)))
      const item = { html: "<b>1</b>" }
      assert.deepStrictEqual(found, [2, [item], [item], "NotModified"])
      assert.deepStrictEqual([...new Set(http.sent.map(({ headers }) => headers["accept"]))], [accept])
    })
  )

  it.effect("is asked for by a page that is read as a whole", () =>
    Effect.gen(function* () {
      const http = scripted(both)
      const whole = Things.list.page.as(Schema.Array(Html), { accept })
      const read = whole({ per_page: 1, page: 2 })
      const [first, second, third] = yield* Effect.provide(Effect.all([read, read, read]), Things.service(http))
      assert.deepStrictEqual(first, [{ html: "<b>1</b>" }])
      assert.strictEqual(third, second)
      assert.deepStrictEqual(asked(http), [
        [accept, undefined],
        [accept, '"html"'],
        [accept, '"html"']
      ])
    })
  )

  it.effect("is asked for by writes and uploads", () =>
    Effect.gen(function* () {
      const upload = Forge.upload("Things.upload", "POST /files", { success: Things.Thing })
      const http = scripted(both)
      const created = yield* Effect.all([
        Things.create.as(Html, { accept })({ name: "a" }),
        upload.as(Html, { accept })({ content_type: "text/plain", data: "a" })
      ]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(created, [{ html: "<b>1</b>" }, { html: "<b>1</b>" }])
      assert.deepStrictEqual(
        http.sent.map(({ headers, method }) => [method, headers["accept"]]),
        [
          ["POST", accept],
          ["POST", accept]
        ]
      )
    })
  )

  it("stands in the declaration with its schema, and is not found again", () => {
    const create = Forge.operation("Things.once", "POST /things", {
      body: { name: Schema.String },
      success: Things.Thing,
      foundBy: { by: "name", find: () => Effect.succeedNone }
    })
    const derived = create.as(Html, { accept })
    assert.strictEqual(derived.declaration.result, Html)
    assert.strictEqual(derived.declaration.foundBy, undefined)
    assert.notProperty(derived, "finding")
    assert.strictEqual(create.declaration.result, Things.Thing)
    assert.strictEqual(create.declaration.foundBy, "name")
    assert.strictEqual(listHtml.declaration.result, Html)
    assert.strictEqual(listHtml.page.declaration.result, Html)
    // @ts-expect-error what it would find has another schema
    const write = () => Write.once(derived, { name: "a" }, { key: "a" })
    assert.isFunction(write)
  })
})

describe("a media type that cannot be sent", () => {
  const refused = Effect.fnUntraced(function* (accept: string) {
    const http = scripted(both)
    const calls: ReadonlyArray<Effect.Effect<unknown, RestError, Forge.Forge>> = [
      Things.get.as(Html, { accept })(input),
      Stream.runDrain(Things.list.as(Html, { accept })({})),
      Things.list.page.as(Schema.Array(Html), { accept })({}),
      Forge.operation("Things.html", "GET /html", { success: Html, accept })({}),
      Forge.download("Things.file", "GET /file", { accept }).bytes({}),
      Forge.upload("Things.upload", "POST /files", { success: Html }).as(Html, { accept })({
        content_type: "text/plain",
        data: "a"
      })
    ]
    const errors = yield* Effect.forEach(calls, Effect.flip).pipe(Effect.provide(Things.service(http)))
    assert.lengthOf(http.sent, 0)
    return errors.map((error) => (error._tag === "InvalidInput" ? `${error.path} ${error.reason}` : error._tag))
  })

  it.effect("is refused", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.constantFrom("", " text/html", "text/html ", "\ttext/html", "größe/html"),
            fc
              .tuple(fc.string(), fc.constantFrom("\r", "\n", "\0", "ü", "☃", "\x7f"), fc.string())
              .map((parts) => parts.join(""))
          ),
          async (accept) => {
            const reasons = await Effect.runPromise(refused(accept))
            assert.deepStrictEqual(
              reasons,
              reasons.map(() => "accept is not a media type")
            )
          }
        ),
        { numRuns: 50 }
      )
    )
  )
})
