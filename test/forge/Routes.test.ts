import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Routes from "../../src/forge/Routes.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Page from "../../src/rest/Page.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, exchange, makeClient, sending, serviceOn } from "./support/wire.ts"

const issue = "GET /repos/{owner}/{repo}/issues/{issue_number}"
const at = { ...repo, issue_number: 7 }
const path = `${root}/issues/7`

describe("the input of a route", () => {
  it.effect("is the query of a GET", () =>
    proves(
      Routes.request("GET /repos/{owner}/{repo}/issues", { ...repo, state: "all", labels: "a b", page: undefined }),
      {
        sends: asking(`${root}/issues`, { state: "all", labels: "a b" }),
        answer: answer(200, []),
        gives: []
      }
    )
  )

  it.effect("is the body of a write, with its nulls", () =>
    proves(
      Routes.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
        ...at,
        milestone: null,
        title: undefined,
        labels: []
      }),
      { sends: sending("PATCH", path, { milestone: null, labels: [] }), answer: answer(204), gives: undefined as never }
    )
  )

  it.effect("is not a body without fields", () =>
    proves(Routes.request("PUT /repos/{owner}/{repo}/issues/{issue_number}/lock", at), {
      sends: sending("PUT", `${path}/lock`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect("keeps the slashes of a file, and of nothing else", () =>
    Effect.gen(function* () {
      const file = Routes.request("GET /repos/{owner}/{repo}/contents/{path}", { ...repo, path: "src/a b.ts" })
      const ref = Routes.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...repo, ref: "heads/main" })
      const both = Effect.flip(Effect.andThen(Effect.flip(file), ref))
      const { sent } = yield* exchange(both, answer(404), answer(404))
      assert.deepStrictEqual(
        sent.map(({ path }) => path),
        [`${root}/contents/src/a%20b.ts`, `${root}/git/ref/heads%2Fmain`]
      )
    })
  )

  it.effect("repeats the lists of the query that the service does not read otherwise", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, []))
      const tokens = Routes.request("GET /orgs/{org}/personal-access-tokens", { org: "acme", owner: ["a", "b"] })
      yield* Effect.provide(tokens, serviceOn(client))
      assert.isTrue(sent[0]?.url.endsWith("?owner%5B%5D=a&owner%5B%5D=b"))
    })
  )

  it.effect("joins other lists with commas", () =>
    proves(Routes.request("GET /advisories", { affects: ["a", "b"] }), {
      sends: asking("/advisories", { affects: "a,b" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect("takes a query and a body that the description does not know", () =>
    proves(
      Routes.request("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", at, {
        query: { dry: true },
        body: ["a"]
      }),
      {
        sends: { ...sending("POST", `${path}/labels`, ["a"]), query: { dry: "true" } },
        answer: answer(200, []),
        gives: []
      }
    )
  )

  it.effect("is refused without a parameter of the path", () =>
    Effect.gen(function* () {
      yield* refuses("issue_number", Routes.request(issue, untyped(repo)))
      yield* refuses("owner", Routes.request(issue, untyped(undefined)))
      yield* refuses("owner", Routes.request(issue, { ...at, owner: ".." }))
      yield* refuses("path", Routes.request("GET /repos/{owner}/{repo}/contents/{path}", { ...repo, path: "a/../b" }))
      yield* refuses("labels", Routes.request("GET /repos/{owner}/{repo}/issues", { ...repo, labels: "\ud800" }))
    })
  )

  it.effect("is refused when it is not JSON", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* exchange(
        Routes.request("POST /repos/{owner}/{repo}/issues", { ...repo, title: untyped(1n) })
      )
      assert.deepStrictEqual(sent, [])
      assert.containSubset(result, { failure: { _tag: "InvalidInput", reason: "cannot be encoded as JSON" } })
    })
  )
})

describe("the response of a route", () => {
  it.effect("is the service's JSON, unchecked", () =>
    proves(Routes.request(issue, at), {
      sends: asking(path),
      answer: answer(200, { id: "x" }),
      gives: untyped({ id: "x" })
    })
  )

  it.effect("is checked by a schema", () =>
    Effect.gen(function* () {
      const Title = Schema.Struct({ title: Schema.String, closed_at: Schema.NullOr(Schema.DateTimeUtcFromString) })
      const call = Routes.request(issue, at, { schema: Title })
      const { result } = yield* exchange(call, answer(200, { title: "One", closed_at: null, more: 1 }))
      assert.deepStrictEqual(yield* Effect.fromResult(result), { title: "One", closed_at: null })
      const failure = yield* fails(call, answer(200, { title: 1, closed_at: null }))
      assert.containSubset(failure, { _tag: "DecodeFailed", operation: issue, path: "title" })
    })
  )

  it.effect("is not a read without a body", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fails(Routes.request(issue, at), answer(200)))._tag, "DecodeFailed")
    })
  )

  it.effect("is text in a media type that is not JSON", () =>
    Effect.gen(function* () {
      const pull = { ...repo, pull_number: 1 }
      const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}"
      const call = Routes.request(route, pull, { accept: "application/vnd.github.diff" })
      const { headers, result } = yield* exchange(call, answer(200, "12", { "content-type": "text/plain" }))
      assert.strictEqual(yield* Effect.fromResult(result), "12")
      assert.strictEqual(headers[0]?.["accept"], "application/vnd.github.diff")
      assert.strictEqual((yield* fails(call, answer(406)))._tag, "NotAcceptable")
    })
  )

  it.effect("has its metadata with withReply, and an error when nothing has changed", () =>
    Effect.gen(function* () {
      const { result } = yield* exchange(Routes.request.withReply(issue, at), answer(200, { id: 1 }, { etag: '"a"' }))
      const reply = yield* Effect.fromResult(result)
      assert.containSubset(reply, { status: 200, validators: { etag: '"a"' }, value: { id: 1 } })
      const again = yield* exchange(Routes.request.ifChanged(issue, at, reply.validators), answer(304))
      assert.containSubset(again.result, { failure: { _tag: "NotModified" } })
      assert.strictEqual(again.headers[0]?.["if-none-match"], '"a"')
    })
  )

  const Id = Schema.Struct({ id: Schema.Int })

  it.effect.each([{}, { schema: Id }])("is served again for a 304, without another parse: %j", (options) =>
    Effect.gen(function* () {
      const { client, sent } = makeClient((_, index) =>
        index === 0 ? answer(200, { id: 1 }, { etag: '"a"' }) : answer(304, undefined, { etag: '"a"' })
      )
      const call = Effect.suspend(() => Routes.request(issue, at, options))
      const cache = HttpCache.layerMemory()
      const [, second, third] = yield* Effect.provide(Effect.all([call, call, call]), serviceOn(client, { cache }))
      assert.lengthOf(sent, 3)
      assert.strictEqual(third, second)
    })
  )
})

describe("the error of a status", () => {
  it.effect("is that of the route, or unexpected where the route cannot have it", () =>
    Effect.gen(function* () {
      const gone = answer(410, { message: "Issues are disabled for this repo" })
      assert.strictEqual((yield* fails(Routes.request(issue, at), gone))._tag, "Gone")
      const label = Routes.request("GET /repos/{owner}/{repo}/labels/{name}", { ...repo, name: "bug" })
      assert.containSubset(yield* fails(label, gone), { _tag: "UnexpectedStatus", status: 410 })
    })
  )

  it.effect("of a merge says why it was refused", () =>
    Effect.gen(function* () {
      const merge = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"
      const call = Routes.request(merge, { ...repo, pull_number: 1 })
      const draft = yield* fails(call, answer(405, { message: "Pull Request is still a draft" }))
      assert.containSubset(draft, { _tag: "Unmergeable", reason: "draft" })
      const moved = yield* fails(call, answer(409, { message: "Head branch was modified. Review and try again" }))
      assert.containSubset(moved, { _tag: "Unmergeable", reason: "head_moved" })
    })
  )

  it.effect("of a page beyond the results of a search is not a failed validation", () =>
    Effect.gen(function* () {
      const message = "Only the first 1000 search results are available"
      const search = Routes.request("GET /search/issues", { q: "a", page: 11 })
      assert.strictEqual((yield* fails(search, answer(422, { message })))._tag, "SearchTruncated")
    })
  )
})

describe("a lost response", () => {
  const retried = Effect.provideService(Retry.RetryPolicy, { base: 0, cap: 0, attempts: 2 })
  const attempts = <A, E>(call: Parameters<typeof exchange<A, E>>[0]) =>
    Effect.map(exchange(retried(call), answer(502), answer(502)), ({ sent }) => sent.length)

  it.effect("is followed by another request where HTTP allows it", () =>
    Effect.gen(function* () {
      const topic = { ...repo, name: "bug" }
      assert.strictEqual(yield* attempts(Routes.request(issue, at)), 2)
      assert.strictEqual(yield* attempts(Routes.request("DELETE /repos/{owner}/{repo}/labels/{name}", topic)), 2)
      assert.strictEqual(yield* attempts(Routes.request("PUT /user/starred/{owner}/{repo}", repo)), 2)
      const pull = { ...repo, pull_number: 1 }
      const merge = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"
      assert.strictEqual(yield* attempts(Routes.request(merge, pull)), 1)
      assert.strictEqual(yield* attempts(Routes.request("POST /repos/{owner}/{repo}/forks", repo)), 1)
      assert.strictEqual(yield* attempts(Routes.request("PATCH /repos/{owner}/{repo}/labels/{name}", topic)), 1)
    })
  )

  it.effect("is followed by another request or not, as the call says", () =>
    Effect.gen(function* () {
      const fork = "POST /repos/{owner}/{repo}/forks"
      assert.strictEqual(yield* attempts(Routes.request(fork, repo, { repeatable: true })), 2)
      assert.strictEqual(
        yield* attempts(Routes.request("PUT /user/starred/{owner}/{repo}", repo, { repeatable: false })),
        1
      )
    })
  )
})

describe("a search", () => {
  it.effect("draws on a budget of its own", () =>
    Effect.gen(function* () {
      const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30", "x-ratelimit-limit": "10" }
      const { client, sent } = makeClient(({ path }) =>
        answer(200, { total_count: 0, items: [] }, path === "/search/issues" ? spent : {})
      )
      const outcomes = yield* Effect.all([
        Routes.request("GET /search/issues", { q: "a" }),
        Routes.request("GET /search/code", { q: "a" }),
        Routes.request(issue, at),
        Effect.flip(Routes.request("GET /search/labels", { q: "a", repository_id: 1 }))
      ]).pipe(Effect.provideService(RateLimit.MaxWait, 0), Effect.provide(serviceOn(client)))
      assert.containSubset(outcomes[3], { _tag: "RateLimited", resource: "search" })
      assert.lengthOf(sent, 3)
    })
  )
})

describe("the pages of a route", () => {
  const runs = "GET /repos/{owner}/{repo}/actions/runs"
  const page = (of: number, last: number) => ({
    link: `<https://api.github.com${root}/actions/runs?per_page=2&page=${of}>; rel="next", <https://api.github.com${root}/actions/runs?per_page=2&page=${last}>; rel="last"`
  })
  const pages = [
    answer(200, { total_count: 5, workflow_runs: [{ id: 1 }, { id: 2 }] }, page(2, 3)),
    answer(200, { total_count: 5, workflow_runs: [{ id: 3 }, { id: 4 }] }, page(3, 3)),
    answer(200, { total_count: 5, workflow_runs: [{ id: 5 }] })
  ] as const
  const sized = Effect.provideService(Page.PageSize, 2)

  it.effect("are read to the end", () =>
    Effect.gen(function* () {
      const ids = Routes.paginate(runs, repo).pipe(Stream.map(({ id }) => id))
      const { result, sent } = yield* exchange(sized(all(ids)), ...pages)
      assert.deepStrictEqual(yield* Effect.fromResult(result), [1, 2, 3, 4, 5])
      assert.deepStrictEqual(
        sent.map(({ query }) => query["page"]),
        [undefined, "2", "3"]
      )
    })
  )

  it.effect("resume from a cursor, with their counts", () =>
    Effect.gen(function* () {
      const first = Stream.take(Routes.paginate.pages(runs, repo), 1)
      const [one] = yield* Effect.fromResult((yield* exchange(sized(all(first)), pages[0])).result)
      assert.strictEqual(one?.total_count, 5)
      const rest = Routes.paginate.pages(runs, repo, { from: one?.next ?? undefined })
      const { result } = yield* exchange(all(rest), pages[1], pages[2])
      assert.deepStrictEqual(
        (yield* Effect.fromResult(result)).flatMap(({ items }) => items.map(({ id }) => id)),
        [3, 4, 5]
      )
    })
  )

  it.effect("are checked by the schema of an item", () =>
    Effect.gen(function* () {
      const ids = Routes.paginate(runs, repo, { schema: Schema.Struct({ id: Schema.Int }) })
      const { result } = yield* exchange(sized(all(ids)), answer(200, { workflow_runs: [{ id: 1, name: "CI" }] }))
      assert.deepStrictEqual(yield* Effect.fromResult(result), [{ id: 1 }])
      const failure = yield* fails(all(ids), answer(200, { workflow_runs: [{ id: 1 }, { id: "x" }] }))
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "workflow_runs[1].id" })
    })
  )

  it.effect.each([{}, { a: [], b: [] }, null, "text", 1])("fail without one list: %j", (body) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fails(all(Routes.paginate(runs, repo)), answer(200, body)))._tag, "DecodeFailed")
    })
  )

  it.effect("fail where the service stops before the last of the runs that it has found", () =>
    Effect.gen(function* () {
      const whole = { total_count: 1_001, workflow_runs: [{ id: 1 }] }
      const last = `${root}/actions/runs?status=failure&per_page=100&page=10`
      const { client } = makeClient(({ path, query }) =>
        answer(
          200,
          whole,
          query["page"] === undefined
            ? { link: `<https://api.github.com${last}>; rel="next", <https://api.github.com${last}>; rel="last"` }
            : { link: `<https://api.github.com${path}?page=1>; rel="first"` }
        )
      )
      const failed = Routes.paginate(runs, { ...repo, status: "failure" })
      const seen: Array<number> = []
      const result = yield* Effect.result(Stream.runForEach(failed, ({ id }) => Effect.sync(() => seen.push(id)))).pipe(
        Effect.provide(serviceOn(client))
      )
      assert.containSubset(result, { failure: { _tag: "SearchTruncated", total_count: 1_001 } })
      assert.deepStrictEqual(seen, [1, 1])
      assert.isTrue(Result.isFailure(result))
    })
  )
})

describe("files", () => {
  it.effect("are compared with their digest", () =>
    Effect.gen(function* () {
      const logs = { ...repo, run_id: 1 }
      const route = "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs"
      const digest = `sha256:${"0".repeat(64)}`
      const failure = yield* fails(
        Routes.download.bytes(route, logs, { digest }),
        answer(302, undefined, { location: "https://files.example.com/once" }),
        answer(200, "bytes", { "content-type": "application/zip" })
      )
      assert.strictEqual(failure._tag, "IntegrityFailed")
    })
  )

  it.effect("are sent to the host for uploads", () =>
    Effect.gen(function* () {
      const route = "POST /repos/{owner}/{repo}/releases/{release_id}/assets"
      const input = { ...repo, release_id: 1, name: "a.txt", data: "hello", content_type: "text/plain" }
      const { client, sent } = makeClient(() => answer(201, { id: 1 }))
      const asset = yield* Effect.provide(Routes.upload(route, input), serviceOn(client))
      assert.strictEqual(asset.id, 1)
      assert.containSubset(sent[0], {
        url: `https://uploads.github.com${root}/releases/1/assets?name=a.txt`,
        body: "hello",
        headers: { "content-type": "text/plain" }
      })
    })
  )

  it.effect("are rendered as text", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, "<b>1</b>", { "content-type": "text/html" }))
      const html = Routes.upload("POST /markdown/raw", { data: "**1**", content_type: "text/x-markdown" })
      assert.strictEqual(yield* Effect.provide(html, serviceOn(client)), "<b>1</b>")
      assert.containSubset(sent[0], { url: "https://api.github.com/markdown/raw", body: "**1**" })
    })
  )
})
