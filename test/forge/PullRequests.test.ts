import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { UnmergeableReason } from "../../src/forge/ForgeError.ts"
import * as PullRequests from "../../src/forge/PullRequests.ts"
import { fails } from "./support/proof.ts"
import { sha } from "./support/pulls.ts"
import { repo } from "./support/records.ts"
import { answer } from "./support/wire.ts"

const ninth = { ...repo, pull_number: 9 }

describe("PullRequests.merge", () => {
  const refusals: ReadonlyArray<readonly [UnmergeableReason, 403 | 405 | 409 | 422, string]> = [
    ["conflict", 405, "Pull Request is not mergeable"],
    ["checks", 405, 'Required status check "ci/build" is expected.'],
    ["checks", 405, "2 of 3 required status checks have not succeeded: 1 pending."],
    ["review", 405, "At least 1 approving review is required by reviewers with write access."],
    ["draft", 405, "Pull Request is still a draft"],
    ["base_moved", 405, "Base branch was modified. Review and try the merge again."],
    ["already_merged", 405, "Pull Request is already merged"],
    ["head_moved", 409, "Head branch was modified. Review and try the merge again."],
    ["method_not_allowed", 405, "Merge commits are not allowed on this repository."],
    ["behind", 405, "Head branch is out of date. Review and try the merge again."],
    ["merge_queue", 405, "Repository rule violations found\n\nChanges must be made through the merge queue\n\n"],
    ["in_progress", 405, "Merge already in progress"],
    ["closed", 405, "Pull Request is closed"],
    ["not_authorized", 403, "You're not authorized to push to this branch."],
    ["repository_rules", 422, "Repository rule violations found\n\nCannot update this protected ref.\n\n"],
    ["unknown", 409, ""]
  ]

  it.effect.each(refusals)("fails with the reason: %s (%i %s)", ([reason, status, message]) =>
    Effect.gen(function* () {
      // Sent only once: even temporary reasons are left to the caller.
      const failure = yield* fails(PullRequests.merge({ ...ninth, sha }), answer(status, { message }))
      assert.containSubset(failure, {
        _tag: "Unmergeable",
        operation: "PullRequests.merge",
        status,
        reason,
        serviceMessage: message === "" ? null : message
      })
    })
  )

  it.effect("fails with other errors of a 403 and a 422 that are not about the merge", () =>
    Effect.gen(function* () {
      const merge = PullRequests.merge({ ...ninth, sha })
      const denied = yield* fails(merge, answer(403, { message: "Resource not accessible by integration" }))
      const refused = yield* fails(merge, answer(422, { message: "Validation Failed" }))
      assert.deepStrictEqual(
        [denied, refused].map(({ _tag }) => _tag),
        ["Forbidden", "ValidationFailed"]
      )
    })
  )
})
