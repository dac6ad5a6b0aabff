/** Records in other media types, as the simulator sends them. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Commits from "../../src/forge/Commits.ts"
import * as Contents from "../../src/forge/Contents.ts"
import * as Forge from "../../src/forge/Forge.ts"
import type { ForgeError } from "../../src/forge/ForgeError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as MediaTypes from "../../src/forge/MediaTypes.ts"
import * as PullRequests from "../../src/forge/PullRequests.ts"
import * as Releases from "../../src/forge/Releases.ts"
import * as Search from "../../src/forge/Search.ts"
import * as Decoder from "../../src/rest/Decoder.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { fails } from "./support/proof.ts"
import { comment, issue, repo } from "./support/records.ts"
import { answer, exchange } from "./support/wire.ts"
import { testOn } from "../testOn.ts"

const body = "One & *two*"
const html = '<p dir="auto">One &amp; *two*</p>'

const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "admin" },
      files: { "README.md": "# Größe\n", "docs/a.txt": "a\n" },
      issues: [{ title: "Text", body, comments: [body] }, { title: "None" }],
      branches: { topic: { files: { "docs/a.txt": "b\n" } } },
      pulls: [{ title: "Change", head: "topic", body, reviews: [{ user: "acme", state: "COMMENTED", body }] }],
      releases: [{ tag_name: "v1", body }]
    }
  ]
}

const layer = ForgeSimulator.layer(seed)

const test = testOn(layer)

const on = { owner: "acme", repo: "web" }
const first = { ...on, issue_number: 1 }
const second = { ...on, issue_number: 2 }
const third = { ...on, pull_number: 3 }

interface Texts {
  readonly body?: unknown
  readonly body_html?: unknown
  readonly body_text?: unknown
}

const textsOf = (records: ReadonlyArray<Texts>) =>
  records.map(({ body, body_html, body_text }) => [body, body_html, body_text])

const inHtml = [undefined, html, undefined]
const inText = [undefined, undefined, body]
const inFull = [body, html, body]

const { withBodyHtml, withBodyText, withFullBody } = MediaTypes

const derivations = { withBodyHtml, withBodyText, withFullBody }

describe("a body", () => {
  type Texted<A> = Effect.Effect<A, unknown, Forge.Forge>

  /** The texts of the records in all three media types. */
  const every = (
    find: (derive: keyof typeof derivations) => Texted<ReadonlyArray<Texts>>
  ): Texted<ReadonlyArray<unknown>> =>
    Effect.forEach(["withBodyHtml", "withBodyText", "withFullBody"] as const, (derive) =>
      Effect.map(find(derive), textsOf)
    )

  const one = (call: Texted<Texts>): Texted<ReadonlyArray<Texts>> => Effect.map(call, (record) => [record])

  const many = (records: Stream.Stream<Texts, unknown, Forge.Forge>): Texted<ReadonlyArray<Texts>> =>
    Stream.runCollect(records)

  test("of issues, their comments, pull requests, reviews and releases has its representations", function* () {
    const found = yield* Effect.all({
      issue: every((derive) => one(derivations[derive](Issues.get)(first))),
      created: every((derive) => one(derivations[derive](Issues.create)({ ...on, title: "New", body }))),
      updated: every((derive) => one(derivations[derive](Issues.update)({ ...first, title: "Newer" }))),
      comments: every((derive) => many(derivations[derive](Issues.listComments)(first))),
      comment: every((derive) => one(derivations[derive](Issues.createComment)({ ...second, body }))),
      pull: every((derive) => one(derivations[derive](PullRequests.get)(third))),
      pulls: every((derive) => many(derivations[derive](PullRequests.list)(on))),
      reviews: every((derive) => many(derivations[derive](PullRequests.listReviews)(third))),
      release: every((derive) => one(derivations[derive](Releases.getLatest)(on))),
      releases: every((derive) => many(derivations[derive](Releases.list)(on)))
    })
    for (const [name, texts] of Object.entries(found)) {
      assert.deepStrictEqual([name, ...texts], [name, [inHtml], [inText], [inFull]])
    }
  })

  test("that is not there has none", function* () {
    const texts = yield* every((derive) => one(derivations[derive](Issues.get)(second)))
    assert.deepStrictEqual(texts, [
      [[undefined, null, undefined]],
      [[undefined, undefined, null]],
      [[null, null, null]]
    ])
  })

  test("leaves the other fields as they are, the derived ones too", function* () {
    const [pull] = yield* Stream.runCollect(PullRequests.list(on))
    const [inHtml] = yield* Stream.runCollect(MediaTypes.withBodyHtml(PullRequests.list)(on))
    const { body: _body, body_html: _html, body_text: _text, ...others } = pull ?? assert.fail("there is none")
    assert.deepStrictEqual(inHtml, { ...others, body_html: html })
    assert.strictEqual(inHtml?.merged, false)
  })

  test("is cached apart, and its value is served again", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const call = Effect.suspend(() => MediaTypes.withBodyHtml(Issues.get)(first))
    const values = yield* Effect.all([Issues.get(first), call, call, call])
    assert.deepStrictEqual(values[2], values[1])
    assert.strictEqual(values[3], values[2])
    assert.deepStrictEqual(
      (yield* simulator.requests).map(({ status }) => status),
      [200, 200, 304, 304]
    )
    assert.strictEqual(MediaTypes.withBodyHtml(Issues.get), MediaTypes.withBodyHtml(Issues.get))
  })

  test("of the user's own operation has its representations", function* () {
    const path = { owner: Schema.String, repo: Schema.String, issue_number: Schema.Int }
    const Short = Schema.Struct({ number: Schema.Int, body: Schema.String })
    const own = Forge.operation("Own.get", "GET /repos/{owner}/{repo}/issues/{issue_number}", {
      path,
      success: Short
    })
    assert.deepStrictEqual(yield* MediaTypes.withBodyHtml(own)(first), { number: 1, body_html: html })
    const short = Issues.list.as(Schema.Struct({ body: Schema.NullOr(Schema.String) }))
    const page = yield* MediaTypes.withFullBody(short).page({ ...on, direction: "asc", per_page: 2 })
    assert.deepStrictEqual(page.items, [
      { body, body_html: html, body_text: body },
      { body: null, body_html: null, body_text: null }
    ])
  })

  const get = MediaTypes.withBodyHtml(Issues.get)(first)

  it.effect("that the service does not represent fails with DecodeFailed", () =>
    Effect.gen(function* () {
      assert.containSubset(yield* fails(get, answer(200, issue)), {
        _tag: "DecodeFailed",
        path: "body_html",
        operation: "Issues.get"
      })
      const full = MediaTypes.withFullBody(Issues.list).page(on)
      const [listed] = [[{ ...issue, body_html: "", body_text: 7 }]]
      assert.containSubset(yield* fails(full, answer(200, listed)), { _tag: "DecodeFailed", path: "[0].body_text" })
      const wrong = { ...issue, body_html: "", user: { login: 7 } }
      assert.containSubset(yield* fails(get, answer(200, wrong)), { _tag: "DecodeFailed", path: "user.login" })
    })
  )

  it.effect("of a comment is never null", () =>
    Effect.gen(function* () {
      const call = MediaTypes.withBodyHtml(Issues.getComment)({ ...repo, comment_id: 1 })
      const { result } = yield* exchange(call, answer(200, { ...comment, body_html: null }))
      assert.strictEqual((yield* Effect.fromResult(result)).body_html, "")
    })
  )

  it("is decoded alike by generated code and by the schema", () => {
    const schemas = [MediaTypes.withBodyHtml, MediaTypes.withFullBody].map(
      (derive) => derive(Issues.get).declaration.result ?? assert.fail("there is none")
    )
    const field = fc.option(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { nil: undefined, freq: 8 })
    const record = fc.oneof(
      fc.anything(),
      fc
        .record({ body: field, body_html: field, body_text: field, title: field })
        .map((some) => ({ ...issue, ...some }))
    )
    for (const schema of schemas) {
      const fast = Decoder.make(schema)
      const decode = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)
      fc.assert(
        fc.property(record, (input) => {
          const found = fast(input)
          const expected = decode(input)
          assert.strictEqual(Result.isSuccess(found), Result.isSuccess(expected))
          if (Result.isSuccess(found) && Result.isSuccess(expected)) assert.deepEqual(found.success, expected.success)
        }),
        { numRuns: 500 }
      )
    }
  })
})

describe("text matches", () => {
  test("say where each search found its words", function* () {
    const issues = yield* Stream.runCollect(
      MediaTypes.withTextMatches(Search.issues)({ q: "two repo:acme/web is:issue" })
    )
    assert.deepStrictEqual(
      issues.flatMap(({ number, text_matches }) => text_matches.map((match) => [number, match])),
      [
        [
          1,
          {
            object_url: "https://api.github.com/repos/acme/web/issues/1",
            object_type: "Issue",
            property: "body",
            fragment: body,
            matches: [{ text: "two", indices: [7, 10] }]
          }
        ],
        [
          1,
          {
            object_url: issues[0]?.text_matches[1]?.object_url ?? null,
            object_type: "IssueComment",
            property: "body",
            fragment: body,
            matches: [{ text: "two", indices: [7, 10] }]
          }
        ]
      ]
    )
    const [found] = yield* Stream.runCollect(MediaTypes.withTextMatches(Search.repositories)({ q: "web" }))
    assert.containSubset(found, { name: "web", text_matches: [{ property: "name", matches: [{ text: "web" }] }] })
    const { items } = yield* MediaTypes.withTextMatches(Search.users).page({ q: "octo" })
    assert.containSubset(items[0], { login: "octo", text_matches: [{ property: "login" }] })
  })

  it.effect("are empty where the service does not say", () =>
    Effect.gen(function* () {
      const call = MediaTypes.withTextMatches(Search.issues).page({ q: "a" })
      const { result } = yield* exchange(
        call,
        answer(200, { total_count: 1, incomplete_results: false, items: [{ ...issue, score: 1 }] })
      )
      assert.deepStrictEqual((yield* Effect.fromResult(result)).items[0]?.text_matches, [])
    })
  )
})

describe("diffs, patches and rendered files", () => {
  test("are what the service makes of a pull request, a commit, a comparison and a file", function* () {
    const { head } = yield* PullRequests.get(third)
    const compared = { ...on, base: "main", head: "topic" }
    const diffs = yield* Effect.all([
      PullRequests.getDiff.text(third),
      Commits.getDiff.text({ ...on, ref: head.sha }),
      Commits.compareDiff.text(compared)
    ])
    for (const diff of diffs) {
      assert.match(diff, /^diff --git a\/docs\/a\.txt b\/docs\/a\.txt\n[^]*\n-a\n\+b\n$/)
    }
    const patches = yield* Effect.all([
      PullRequests.getPatch.text(third),
      Commits.getPatch.text({ ...on, ref: head.sha }),
      Commits.comparePatch.text(compared)
    ])
    for (const patch of patches) {
      assert.isTrue(patch.startsWith(`From ${head.sha} `))
      assert.include(patch, "\nSubject: [PATCH] ")
      assert.include(patch, "\n-a\n+b\n")
    }
    assert.strictEqual(yield* Contents.downloadReadme.text(on), "# Größe\n")
    const page = yield* Contents.getReadmeHtml.text(on)
    assert.include(page, '<p dir="auto"># Größe</p>')
    assert.strictEqual(yield* Contents.getHtml.text({ ...on, path: "README.md", ref: "topic" }), page)
  })

  test("fail as the service fails", function* () {
    const none = { ...on, ref: "nothing" }
    const calls: ReadonlyArray<Effect.Effect<string, ForgeError, Forge.Forge>> = [
      PullRequests.getDiff.text({ ...on, pull_number: 99 }),
      PullRequests.getPatch.text({ ...on, pull_number: 1 }),
      Commits.getDiff.text(none),
      Commits.getPatch.text(none),
      Commits.compareDiff.text({ ...on, base: "main", head: "nothing" }),
      Contents.getHtml.text({ ...on, path: "docs" }),
      Contents.getHtml.text({ ...on, path: "nothing" }),
      Contents.downloadReadme.text(none)
    ]
    const tags = yield* Effect.forEach(calls, (call) => Effect.map(Effect.flip(call), ({ _tag }) => _tag))
    assert.deepStrictEqual(tags, [
      "NotFound",
      "NotFound",
      "ValidationFailed",
      "ValidationFailed",
      "NotFound",
      "DecodeFailed",
      "NotFound",
      "NotFound"
    ])
  })

  it.effect("that are too large fail with NotAcceptable", () =>
    Effect.gen(function* () {
      const refusal = answer(406, {
        message: "Sorry, the diff exceeded the maximum number of lines (20000)",
        errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }]
      })
      const error = yield* fails(PullRequests.getDiff.text(third), refusal)
      assert.containSubset(error, { _tag: "NotAcceptable", operation: "PullRequests.getDiff", status: 406 })
    })
  )

  it.effect.each(["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=utf-8"])(
    "are not JSON, which a server may send instead: %s",
    (type) =>
      Effect.gen(function* () {
        const json = answer(200, { number: 3 }, { "content-type": type })
        const found = { _tag: "DecodeFailed", path: "", found: "Expected bytes, found application/json" }
        assert.containSubset(yield* fails(PullRequests.getDiff.text(third), json), found)
        // A directory is none, either.
        assert.containSubset(yield* fails(Contents.download.bytes({ ...repo, path: "docs" }), json), found)
      })
  )
})
