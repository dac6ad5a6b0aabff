import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CheckRun } from "../../../src/forge/schema/CheckRun.ts"
import { CombinedStatus } from "../../../src/forge/schema/CombinedStatus.ts"
import { Commit } from "../../../src/forge/schema/Commit.ts"
import { Comparison } from "../../../src/forge/schema/Comparison.ts"
import { ListedPullRequest, PullRequest } from "../../../src/forge/schema/PullRequest.ts"
import { Review } from "../../../src/forge/schema/Review.ts"
import { ReviewComment } from "../../../src/forge/schema/ReviewComment.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { checkRun, combinedStatus, commit, comparison, singleCommit } from "../support/commits.ts"
import { pullRequest, review, reviewComment, simplePullRequest } from "../support/pulls.ts"
import { decode, through } from "./support.ts"

describe("records of pull requests, commits, checks and statuses", () => {
  it.each([
    ["PullRequest", PullRequest, [pullRequest]],
    ["ListedPullRequest", ListedPullRequest, [pullRequest, simplePullRequest]],
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
    const read = decode(CheckRun, { ...checkRun, status: "COMPLETED", conclusion: "SUCCESS" })
    const made = (status: string) => CheckRun.make(Object.assign({}, read, { status, conclusion: "success" }))
    assert.deepStrictEqual(made("completed"), read)
    assert.throws(() => made("COMPLETED"))
  })
})

describe("PullRequest", () => {
  it.each([null, true, false])("keeps a mergeable of %s", (mergeable) => {
    assert.strictEqual(decode(PullRequest, { ...pullRequest, mergeable }).mergeable, mergeable)
  })

  it("has mergeability and counts alone, and not in a listing", () => {
    const single = Object.keys(decode(PullRequest, pullRequest))
    const listed = Object.keys(decode(ListedPullRequest, simplePullRequest))
    assert.sameMembers(
      single.filter((name) => !listed.includes(name)),
      [
        "mergeable",
        "mergeable_state",
        "rebaseable",
        "merged_by",
        "maintainer_can_modify",
        "comments",
        "review_comments",
        "commits",
        "additions",
        "deletions",
        "changed_files"
      ]
    )
    assert.isEmpty(listed.filter((name) => !single.includes(name)))
  })

  it("is merged exactly when it has a merge date, in listings too", () => {
    assert.isTrue(decode(PullRequest, pullRequest).merged)
    assert.isFalse(decode(ListedPullRequest, simplePullRequest).merged)
    assert.isTrue(decode(ListedPullRequest, { ...simplePullRequest, merged_at: "2026-05-24T13:33:48Z" }).merged)
    assert.isFalse(decode(PullRequest, { ...pullRequest, merged_at: null }).merged)
  })

  it("has no repository when the fork is gone", () => {
    const head = { ...simplePullRequest.head, label: null, user: null, repo: null }
    assert.containSubset(decode(ListedPullRequest, { ...simplePullRequest, head }).head, {
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
