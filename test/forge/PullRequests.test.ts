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
  const refusals: ReadonlyArray<readonly [UnmergeableReason, 405 | 409, string]> = [
    ["conflict", 405, "Pull Request is not mergeable"],
    ["checks", 405, 'Required status check "ci/build" is expected.'],
    ["checks", 405, "2 of 3 required status checks have not succeeded: 1 pending."],
    ["review", 405, "At least 1 approving review is required by reviewers with write access."],
    ["draft", 405, "Pull Request is still a draft"],
    ["base_moved", 405, "Base branch was modified. Review and try the merge again."],
    ["already_merged", 405, "Pull Request is already merged"],
    ["head_moved", 409, "Head branch was modified. Review and try the merge again."],
    ["unknown", 405, "Merge commits are not allowed on this repository."],
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
})
