import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as Page from "../../src/rest/Page.ts"
import { all, refuses } from "./support/proof.ts"
import { label, repo, root } from "./support/records.ts"
import { type Answer, answer, makeClient, type SentWithHeaders, serviceOn } from "./support/wire.ts"

const api = "https://api.github.com"
const names = ["a", "b", "c", "d", "e"]

/** The labels `a` to `e`, with the requested page size. */
const labels = ({ query }: SentWithHeaders): Answer => {
  const size = Number(query["per_page"])
  const page = Number(query["page"] ?? 1)
  const last = Math.ceil(names.length / size)
  const to = (rel: string, number: number) =>
    `<${api}/repositories/1/labels?per_page=${size}&page=${number}>; rel="${rel}"`
  return answer(
    200,
    names.slice((page - 1) * size, page * size).map((name) => ({ ...label, name })),
    page < last ? { link: [to("next", page + 1), to("last", last)].join(", ") } : {}
  )
}

const asked = (sent: ReadonlyArray<SentWithHeaders>) => sent.map(({ url }) => url.slice(api.length))

const namesOf = (page: Page.Page<{ readonly name: string }>) => page.items.map(({ name }) => name)

describe("a listing", () => {
  it.effect("streams all items in order, 100 a page", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const found = yield* all(Labels.list(repo)).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(
        found.map(({ name }) => name),
        names
      )
      assert.deepStrictEqual(asked(sent), [`${root}/labels?per_page=100`])
    })
  )

  it.effect("follows the links of the service", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const found = yield* all(Labels.list({ ...repo, per_page: 2 })).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(
        found.map(({ name }) => name),
        names
      )
      assert.deepStrictEqual(asked(sent), [
        `${root}/labels?per_page=2`,
        "/repositories/1/labels?per_page=2&page=2",
        "/repositories/1/labels?per_page=2&page=3"
      ])
    })
  )

  it.effect("sends nothing before it runs, and requests no more than is consumed", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const stream = Labels.list({ ...repo, per_page: 2 })
      assert.lengthOf(sent, 0)
      const found = yield* all(Stream.take(stream, 2)).pipe(Effect.provide(serviceOn(client)))
      assert.lengthOf(found, 2)
      assert.lengthOf(sent, 1)
    })
  )

  it.effect("returns its pages, each with the cursor of the next", () =>
    Effect.gen(function* () {
      const { client } = makeClient(labels)
      const pages = yield* all(Labels.list.pages({ ...repo, per_page: 2 })).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(pages.map(namesOf), [["a", "b"], ["c", "d"], ["e"]])
      assert.deepStrictEqual(
        pages.map(({ next }) => next),
        [
          Page.Cursor.make(`${api}/repositories/1/labels?per_page=2&page=2`),
          Page.Cursor.make(`${api}/repositories/1/labels?per_page=2&page=3`),
          null
        ]
      )
      assert.isTrue(pages.every((page) => page.total_count === null && page.incomplete_results === null))
    })
  )

  it.effect("continues from a cursor that was stored as text", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const service = serviceOn(client)
      const first = yield* Labels.list.page({ ...repo, per_page: 2 }).pipe(Effect.provide(service))
      assert.isNotNull(first.next)
      const kept: unknown = JSON.parse(JSON.stringify(first.next))
      const cursor = yield* Schema.decodeUnknownEffect(Page.Cursor)(kept)
      const rest = yield* all(Labels.list.pages(repo, cursor)).pipe(Effect.provide(service))
      assert.deepStrictEqual(rest.map(namesOf), [["c", "d"], ["e"]])
      const one = yield* Labels.list.page({ ...repo, page: cursor }).pipe(Effect.provide(service))
      assert.deepStrictEqual(namesOf(one), ["c", "d"])
      assert.deepStrictEqual(asked(sent).slice(1), [
        "/repositories/1/labels?per_page=2&page=2",
        "/repositories/1/labels?per_page=2&page=3",
        "/repositories/1/labels?per_page=2&page=2"
      ])
    })
  )

  it.effect("returns one page by its number", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const page = yield* Labels.list.page({ ...repo, per_page: 2, page: 3 }).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(namesOf(page), ["e"])
      assert.isNull(page.next)
      assert.deepStrictEqual(asked(sent), [`${root}/labels?per_page=2&page=3`])
    })
  )

  it.effect("returns everything even if its input has a page", () =>
    Effect.gen(function* () {
      const { client } = makeClient(labels)
      const forOnePage = { ...repo, per_page: 2, page: 3 }
      const found = yield* all(Labels.list(forOnePage)).pipe(Effect.provide(serviceOn(client)))
      assert.lengthOf(found, names.length)
    })
  )

  it.effect("uses the policy's page size, unless the call has its own", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const service = serviceOn(client)
      const fiftyForAll = service.pipe(Layer.provide(Layer.succeed(Page.PageSize, 50)))
      yield* Labels.list.page(repo).pipe(Effect.provideService(Page.PageSize, 30), Effect.provide(service))
      yield* Labels.list.page(repo).pipe(Effect.provide(fiftyForAll))
      yield* Labels.list.page({ ...repo, per_page: 7 }).pipe(Effect.provide(fiftyForAll))
      assert.deepStrictEqual(
        sent.map(({ query }) => query["per_page"]),
        ["30", "50", "7"]
      )
    })
  )

  it.effect("asks for the most that the service returns when the policy has more", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(labels)
      const large = Effect.provideService(Labels.list.page(repo), Page.PageSize, 101)
      assert.lengthOf((yield* large.pipe(Effect.provide(serviceOn(client)))).items, names.length)
      assert.strictEqual(sent[0]?.query["per_page"], "100")
    })
  )

  it.effect("returns a page with its metadata, and fails with NotModified when it has not changed", () =>
    Effect.gen(function* () {
      const { client } = makeClient((request) =>
        request.headers["if-none-match"] === '"v1"'
          ? answer(304, undefined, { etag: '"v1"' })
          : answer(200, [label], { etag: '"v1"', "x-github-request-id": "ABCD:1234" })
      )
      const service = serviceOn(client)
      const reply = yield* Labels.list.page.withReply(repo).pipe(Effect.provide(service))
      assert.containSubset(reply, { status: 200, requestId: "ABCD:1234", validators: { etag: '"v1"' }, cached: false })
      assert.deepStrictEqual(namesOf(reply.value), ["help wanted"])
      const unchanged = yield* Labels.list.page
        .ifChanged(repo, reply.validators)
        .pipe(Effect.flip, Effect.provide(service))
      assert.containSubset(unchanged, { _tag: "NotModified", status: 304, validators: { etag: '"v1"' } })
      const changed = yield* Labels.list.page.ifChanged(repo, { etag: '"v0"' }).pipe(Effect.provide(service))
      assert.strictEqual(changed.value.items.length, 1)
    })
  )

  it.effect("decodes its items with another schema", () =>
    Effect.gen(function* () {
      const { client } = makeClient(labels)
      const Named = Schema.Struct({ name: Schema.String, url: Schema.String })
      const named = Labels.list.as(Named)
      const found = yield* all(named({ ...repo, per_page: 2 })).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(
        found,
        names.map((name) => ({ name, url: label.url }))
      )
      const page = yield* named.page({ ...repo, page: 1, per_page: 1 }).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(page.items, [{ name: "a", url: label.url }])
    })
  )

  it.effect("follows neither a link nor a cursor away from the service", () =>
    Effect.gen(function* () {
      const elsewhere = "https://elsewhere.example/labels?page=2&token=secret"
      const { client, sent } = makeClient(() => answer(200, [label], { link: `<${elsewhere}>; rel="next"` }))
      const service = serviceOn(client)
      const seen: Array<string> = []
      const failure = yield* Labels.list(repo).pipe(
        Stream.runForEach(({ name }) => Effect.sync(() => seen.push(name))),
        Effect.flip,
        Effect.provide(service)
      )
      assert.containSubset(failure, { _tag: "UnsafeRedirect", operation: "Labels.list" })
      assert.notInclude(JSON.stringify(failure), "secret")
      assert.deepStrictEqual(seen, ["help wanted"])
      const cursor = Page.Cursor.make(elsewhere)
      const page = Effect.asVoid(Labels.list.page({ ...repo, page: cursor }))
      for (const call of [page, Stream.runDrain(Labels.list.pages(repo, cursor))]) {
        const refused = yield* call.pipe(Effect.flip, Effect.provide(service))
        assert.strictEqual(refused._tag, "InvalidInput")
      }
      assert.lengthOf(sent, 1)
    })
  )

  it.effect("returns the items before a page that fails", () =>
    Effect.gen(function* () {
      const { client } = makeClient((request) =>
        request.query["page"] === "2" ? answer(410, { message: "Issues are disabled" }) : labels(request)
      )
      const seen: Array<string> = []
      const failure = yield* Issues.list
        .as(Schema.Struct({ name: Schema.String }))({ ...repo, per_page: 2 })
        .pipe(
          Stream.runForEach(({ name }) => Effect.sync(() => seen.push(name))),
          Effect.flip,
          Effect.provide(serviceOn(client))
        )
      assert.containSubset(failure, { _tag: "UnexpectedStatus", status: 410 })
      assert.deepStrictEqual(seen, ["a", "b"])
    })
  )

  it.effect("rejects an input alike, however it is called", () =>
    Effect.gen(function* () {
      const input = { ...repo, owner: "" }
      yield* refuses("owner", all(Issues.list(input)))
      yield* refuses("owner", all(Issues.list.pages(input)))
      yield* refuses("owner", Issues.list.page(input))
      yield* refuses("owner", Issues.list.page.withReply(input))
      yield* refuses("owner", Issues.list.page.ifChanged(input, { etag: '"1"' }))
    })
  )
})
