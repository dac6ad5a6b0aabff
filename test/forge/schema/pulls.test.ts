import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CheckRun } from "../../../src/forge/schema/CheckRun.ts"
import { CombinedStatus } from "../../../src/forge/schema/CombinedStatus.ts"
import { Commit } from "../../../src/forge/schema/Commit.ts"
import { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import { CommitStatus } from "../../../src/forge/schema/CommitStatus.ts"
import { Comparison } from "../../../src/forge/schema/Comparison.ts"
import { MergeResult } from "../../../src/forge/schema/MergeResult.ts"
import { PullRequest, PullRequestRef } from "../../../src/forge/schema/PullRequest.ts"
import { Review } from "../../../src/forge/schema/Review.ts"
import { ReviewComment } from "../../../src/forge/schema/ReviewComment.ts"
import { Team } from "../../../src/forge/schema/Team.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { checkRun, combinedStatus, commit, comparison, singleCommit } from "../support/commits.ts"
import { pullRequest, review, reviewComment, sha, simplePullRequest } from "../support/pulls.ts"

const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): S["Type"] => {
  const result = Decoder.make<S["Type"]>(schema)(input)
  return Result.isSuccess(result) ? result.success : assert.fail(`${result.failure.path}: ${result.failure.found}`)
}

const filled = (record: object) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

const through = <A>(schema: Schema.Codec<A, unknown>, value: A) => {
  const codec = Schema.toCodecJson(schema)
  const text = JSON.stringify(Schema.encodeSync(codec)(value))
  const back = Schema.decodeUnknownSync(codec)(JSON.parse(text))
  assert.isTrue(Equal.equals(back, value))
}

describe("records of pull requests, commits, checks and statuses", () => {
  it.effect.prop(
    "are equal after a round trip through JSON",
    {
      CheckRun,
      CombinedStatus,
      Commit,
      CommitFile,
      CommitStatus,
      Comparison,
      MergeResult,
      PullRequest,
      Review,
      ReviewComment,
      Team
    },
    (records) =>
      Effect.sync(() => {
        through(CheckRun, records.CheckRun)
        through(CombinedStatus, records.CombinedStatus)
        through(Commit, records.Commit)
        through(CommitFile, records.CommitFile)
        through(CommitStatus, records.CommitStatus)
        through(Comparison, records.Comparison)
        through(MergeResult, records.MergeResult)
        through(Review, records.Review)
        through(ReviewComment, records.ReviewComment)
        through(Team, records.Team)
        // With random values, the two fields contradict each other.
        const merged = records.PullRequest.merged_at !== null
        through(PullRequest, Object.assign(records.PullRequest, { merged }))
      })
  )

  it.each([
    ["PullRequest", PullRequest, [pullRequest, simplePullRequest]],
    ["Review", Review, [review]],
    ["ReviewComment", ReviewComment, [reviewComment]],
    ["Commit", Commit, [commit, singleCommit]],
    ["Comparison", Comparison, [comparison]],
    ["CheckRun", CheckRun, [checkRun, { ...checkRun, status: "COMPLETED" }]],
    ["CombinedStatus", CombinedStatus, [combinedStatus, { ...combinedStatus, state: "Error" }]]
  ] as const)("%s is decoded alike by the generated decoder and the schema's own parser", (_, schema, wires) => {
    const parse = Schema.decodeUnknownSync<Schema.Codec<unknown, unknown>>(schema)
    for (const wire of wires) {
      assert.deepStrictEqual(decode(schema, wire), parse(wire))
      through<unknown>(schema, parse(wire))
    }
  })

  it("a check run is made with values as they are read", () => {
    const made = CheckRun.make({ id: 1, name: "ci", head_sha: sha, status: "completed", conclusion: "success" })
    const wire = { id: 1, name: "ci", head_sha: sha, status: "COMPLETED", conclusion: "SUCCESS" }
    assert.deepStrictEqual(made, decode(CheckRun, wire))
    assert.throws(() => CheckRun.make({ id: 1, name: "ci", head_sha: sha, status: "COMPLETED" }))
  })

  it("require only the fields that every server sends", () => {
    const ref = { ref: "main", sha }
    const time = "2026-05-23T13:33:48Z"
    const instant = DateTime.makeUnsafe(time)
    const [sent, read] = [
      { created_at: time, updated_at: time },
      { created_at: instant, updated_at: instant }
    ]
    assert.deepStrictEqual(filled(decode(PullRequestRef, ref)), { label: "", ...ref })
    const least = { id: 1, number: 2, title: "t", state: "open", html_url: "h" }
    assert.deepStrictEqual(filled(decode(PullRequest, { ...least, ...sent, head: ref, base: ref })), {
      ...least,
      ...read,
      head: PullRequestRef.make(ref),
      base: PullRequestRef.make(ref),
      labels: [],
      assignees: [],
      requested_reviewers: [],
      requested_teams: [],
      draft: false,
      locked: false,
      merged: false
    })
    assert.deepStrictEqual(filled(decode(Review, { id: 1, state: "PENDING", html_url: "h" })), {
      id: 1,
      state: "PENDING",
      html_url: "h",
      body: ""
    })
    assert.deepStrictEqual(filled(decode(ReviewComment, { ...sent, id: 1, path: "p", html_url: "h" })), {
      ...read,
      id: 1,
      path: "p",
      html_url: "h",
      body: ""
    })
    assert.deepStrictEqual(filled(decode(Commit, { sha, commit: { message: "m" } })).parents, [])
    assert.deepStrictEqual(filled(decode(CommitFile, { filename: "f", status: "added" })), {
      filename: "f",
      status: "added",
      additions: 0,
      deletions: 0,
      changes: 0
    })
    assert.deepStrictEqual(filled(decode(CheckRun, { id: 1, name: "n", head_sha: sha, status: "queued" })), {
      id: 1,
      name: "n",
      head_sha: sha,
      status: "queued",
      pull_requests: []
    })
    assert.deepStrictEqual(filled(decode(CommitStatus, { ...sent, context: "c", state: "error" })), {
      ...read,
      context: "c",
      state: "error"
    })
  })
})

describe("PullRequest", () => {
  it.each([null, true, false])("keeps a mergeable of %s", (mergeable) => {
    assert.strictEqual(decode(PullRequest, { ...pullRequest, mergeable }).mergeable, mergeable)
  })

  it("has neither mergeability nor counts in a listing", () => {
    assert.containSubset(decode(PullRequest, simplePullRequest), {
      mergeable: null,
      mergeable_state: null,
      rebaseable: null,
      merged_by: null,
      comments: null,
      review_comments: null,
      commits: null,
      additions: null,
      deletions: null,
      changed_files: null,
      auto_merge: { merge_method: "squash" }
    })
  })

  it("is merged exactly when it has a merge date, in listings too", () => {
    assert.isTrue(decode(PullRequest, pullRequest).merged)
    assert.isFalse(decode(PullRequest, simplePullRequest).merged)
    assert.isTrue(decode(PullRequest, { ...simplePullRequest, merged_at: "2026-05-24T13:33:48Z" }).merged)
    assert.isFalse(decode(PullRequest, { ...pullRequest, merged_at: null }).merged)
  })

  it("has no repository when the fork is gone", () => {
    const head = { ...simplePullRequest.head, label: null, user: null, repo: null }
    assert.containSubset(decode(PullRequest, { ...simplePullRequest, head }).head, {
      label: "",
      ref: "faster/start",
      user: null,
      repo: null
    })
  })
})

describe("Commit", () => {
  it.each([[{}], [null], [undefined]])("has a null author for %j", (author) => {
    assert.isNull(decode(Commit, { ...commit, author }).author)
  })

  it("has an author only if that is a user", () => {
    assert.strictEqual(decode(Commit, commit).author?.login, "octo")
    const decoded = Decoder.make(Commit)({ ...commit, author: { login: "octo" } })
    assert.isTrue(Result.isFailure(decoded) && decoded.failure.path === "author.id")
  })
})
