/** Pull requests through our own client. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as PullRequests from "../../../../src/forge/PullRequests.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { tokens, web } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layer({
  repositories: [{ ...web, protection: { main: { required_approvals: 1 } }, branches: { free: {} } }],
  tokens
})

const test = testOn(layer)

const repo = { owner: "acme", repo: "web" }
const pull = { ...repo, pull_number: 2 }

describe("through the client", () => {
  test("a pull request is reviewed, checked for conflicts and merged", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const titles = yield* PullRequests.list({ ...repo, state: "all" }).pipe(
      Stream.map(({ title }) => title),
      Stream.runCollect
    )
    expect([...titles].sort()).toEqual(["Conflict", "Count better", "Done", "Draft"])
    const blocked = yield* Effect.flip(PullRequests.merge(pull))
    expect([blocked._tag, blocked._tag === "Unmergeable" && blocked.reason]).toEqual(["Unmergeable", "review"])

    yield* PullRequests.requestReviewers({ ...pull, reviewers: ["rev"] })
    yield* simulator.as("rev", "POST /repos/acme/web/pulls/2/reviews", { event: "APPROVE" })
    const [review] = yield* Stream.runCollect(PullRequests.listReviews(pull))
    expect(review).toMatchObject({ state: "APPROVED", user: { login: "rev" } })
    expect((yield* PullRequests.get(pull)).mergeable).toBe(null)
    const ready = yield* PullRequests.get(pull)
    expect(ready).toMatchObject({ mergeable: true, mergeable_state: "clean", requested_reviewers: [] })

    const { merged, sha } = yield* PullRequests.merge({ ...pull, sha: ready.head.sha, merge_method: "squash" })
    expect(merged).toBe(true)
    expect(yield* PullRequests.get(pull)).toMatchObject({ merged: true, merge_commit_sha: sha, changed_files: 2 })
    expect([...(yield* Stream.runCollect(PullRequests.listFiles(pull)))].map(({ filename }) => filename)).toEqual([
      "new.txt",
      "numbers.txt"
    ])
  })

  test("each reason for not merging is known", function* () {
    const reason = (pull_number: number, more: object = {}) =>
      PullRequests.merge({ ...repo, pull_number, ...more }).pipe(
        Effect.flip,
        Effect.map((error) => (error._tag === "Unmergeable" ? error.reason : error._tag))
      )
    yield* PullRequests.update({ ...repo, pull_number: 2, base: "free" })
    yield* PullRequests.update({ ...repo, pull_number: 3, base: "free" }).pipe(Effect.ignore)
    yield* PullRequests.merge(pull)
    expect(yield* reason(2)).toBe("already_merged")
    expect(yield* reason(4)).toBe("draft")
    expect(yield* reason(3, { sha: "0".repeat(40) })).toBe("head_moved")
    expect(yield* reason(3)).toBe("conflict")
  })

  it.effect("checks are a reason, too", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(PullRequests.merge(pull))
      expect(error._tag === "Unmergeable" && error.reason).toBe("checks")
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer({
          repositories: [{ ...web, protection: { main: { required_checks: ["review of drafts"] } } }],
          tokens
        })
      )
    )
  )
})
