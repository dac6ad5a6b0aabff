import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Actions from "../../src/forge/Actions.ts"
import type { Cursor } from "../../src/rest/Page.ts"
import { artifact, run } from "./support/actions.ts"
import { all, fails } from "./support/proof.ts"
import { repo, root } from "./support/records.ts"
import { type Answer, answer, exchange } from "./support/wire.ts"

const onRun = { ...repo, run_id: 30 }

const url = `https://api.github.com${root}/actions/runs`

/** A page of 100 runs, of this many. */
const pageOf = (total_count: number, page: number, query = ""): Answer =>
  answer(
    200,
    { total_count, workflow_runs: Array.from({ length: 100 }, (_, n) => ({ ...run, id: page * 100 + n })) },
    page === 10 ? {} : { link: `<${url}?${query}per_page=100&page=${page + 1}>; rel="next"` }
  )

const tenPages = (total: number, query?: string) => Array.from({ length: 10 }, (_, n) => pageOf(total, n + 1, query))

describe("Actions.listRuns", () => {
  it.effect("fails after the runs that a search returns, if there are more", () =>
    Effect.gen(function* () {
      const call = all(Actions.listRuns({ ...repo, status: "failure" }))
      const failure = yield* fails(call, ...tenPages(1_001, "status=failure&"))
      assert.containSubset(failure, { _tag: "SearchTruncated", status: null, total_count: 1_001 })
      const { result } = yield* exchange(call, ...tenPages(1_000, "status=failure&"))
      assert.containSubset(result, { _tag: "Success" })
    })
  )

  it.effect("fails likewise when a search is resumed, whatever the input is", () =>
    Effect.gen(function* () {
      const from = (query: string) => Actions.listRuns.pages(repo, `${url}?${query}per_page=100&page=10` as Cursor)
      const failure = yield* fails(all(from("branch=main&")), pageOf(1_001, 10))
      assert.containSubset(failure, { _tag: "SearchTruncated" })
      const whole = answer(200, { total_count: 950, workflow_runs: [run] })
      const { result } = yield* exchange(all(from("")), whole)
      assert.containSubset(result, { _tag: "Success" })
    })
  )

  it.effect("has no such end without a filter: a page that should link to the next one is a failure", () =>
    Effect.gen(function* () {
      const failure = yield* fails(all(Actions.listRuns({ ...repo, exclude_pull_requests: true })), ...tenPages(1_001))
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "Link" })
    })
  )

  it.effect("returns the total count with a page", () =>
    Effect.gen(function* () {
      const { result } = yield* exchange(
        Actions.listRuns.page(repo),
        answer(200, { total_count: 1, workflow_runs: [run] })
      )
      assert.containSubset(result, { success: { total_count: 1, next: null, items: [{ id: 30 }] } })
    })
  )
})

describe("downloads", () => {
  const storage = "https://storage.example.net/logs/30?signature=abc"

  it.effect.each([
    ["logs", Actions.downloadLogs.text(onRun)],
    ["an artifact", Actions.downloadArtifact.text({ ...repo, artifact_id: 32 })]
  ] as const)("of %s follow the redirect, and leave the token behind", ([, call]) =>
    Effect.gen(function* () {
      const bytes = answer(200, "PK", { "content-type": "application/zip" })
      const { headers, result, sent } = yield* exchange(call, answer(302, undefined, { location: storage }), bytes)
      assert.containSubset(result, { _tag: "Success", success: "PK" })
      assert.deepStrictEqual([sent[1]?.path, sent[1]?.query], ["/logs/30", { signature: "abc" }])
      assert.deepStrictEqual(
        headers.map(({ authorization }) => authorization),
        ["Bearer a-token-for-tests", undefined]
      )
    })
  )

  it.effect("are checked against the digest of the artifact", () =>
    Effect.gen(function* () {
      const bytes = answer(200, "PK", { "content-type": "application/zip" })
      const call = Actions.downloadArtifact.bytes({ ...repo, artifact_id: 32 }, { digest: artifact.digest })
      assert.containSubset(yield* fails(call, bytes), { _tag: "IntegrityFailed" })
    })
  )

  it.effect("refuse JSON in place of an archive", () =>
    Effect.gen(function* () {
      const failure = yield* fails(Actions.downloadLogs.bytes(onRun), answer(200, { message: "Soon" }))
      assert.containSubset(failure, { _tag: "DecodeFailed" })
    })
  )

  it.effect("of what has expired fail with Gone", () =>
    Effect.gen(function* () {
      const call = Stream.runDrain(Actions.downloadArtifact({ ...repo, artifact_id: 32 }))
      const failure = yield* fails(call, answer(410, { message: "Artifact has expired" }))
      assert.containSubset(failure, { _tag: "Gone", serviceMessage: "Artifact has expired" })
    })
  )
})
