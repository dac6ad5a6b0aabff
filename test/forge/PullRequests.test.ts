import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as PullRequests from "../../src/forge/PullRequests.ts"
import { MergeResult } from "../../src/forge/schema/MergeResult.ts"
import { PullRequest } from "../../src/forge/schema/PullRequest.ts"
import type { UnmergeableReason } from "../../src/forge/ForgeError.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { mergedSha, mergeResult, pullRequest, sha, simplePullRequest } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(PullRequest)
const ninth = { ...repo, pull_number: 9 }

describe("PullRequests.list", () => {
  it.effect.each(["created", "updated", "popularity", "long-running"] as const)(
    "sends every filter, sorted by %s",
    (sort) =>
      proves(
        all(
          PullRequests.list({
            ...repo,
            state: "all",
            head: "octo:faster/start",
            base: "release/1.x",
            sort,
            direction: "asc",
            per_page: 50
          })
        ),
        {
          sends: asking(`${root}/pulls`, {
            state: "all",
            head: "octo:faster/start",
            base: "release/1.x",
            sort,
            direction: "asc",
            per_page: "50"
          }),
          answer: answer(200, [simplePullRequest]),
          gives: [read(simplePullRequest)]
        }
      )
  )

  it.effect("requests 100 a page and leaves the rest to the service", () =>
    proves(all(PullRequests.list({ ...repo, head: undefined })), {
      sends: asking(`${root}/pulls`, { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each([
    ["owner", { owner: "" }],
    ["state", { state: "merged" }],
    // The service would list all in this case.
    ["head", { head: "faster" }],
    ["head", { head: "octo:" }],
    ["head", { head: "" }],
    ["base", { base: "" }],
    ["sort", { sort: "comments" }],
    ["direction", { direction: "down" }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all(PullRequests.list(untyped({ ...repo, ...wrong }))))
  )
})

describe("PullRequests.get", () => {
  it.effect("returns a pull request", () =>
    proves(PullRequests.get(ninth), {
      sends: asking(`${root}/pulls/9`),
      answer: answer(200, pullRequest),
      gives: read(pullRequest)
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(pullRequest), {
      id: 2_000_000_009,
      number: 9,
      state: "closed",
      merged: true,
      merged_at: DateTime.makeUnsafe("2026-05-24T13:33:48Z"),
      merged_by: { login: "octo" },
      mergeable: false,
      mergeable_state: "dirty",
      rebaseable: null,
      auto_merge: null,
      head: { label: "ghost:faster/start", ref: "faster/start", sha, repo: { full_name: "upstream/web" } },
      base: { label: "acme:main", user: { login: "octo" } },
      labels: [{ name: "bug" }],
      milestone: { number: 3 },
      requested_reviewers: [{ login: "octo" }],
      requested_teams: [{ slug: "front-end" }],
      comments: 3,
      review_comments: 1,
      commits: 2,
      additions: 100,
      deletions: 3,
      changed_files: 5,
      maintainer_can_modify: true
    })
  })

  it.effect.each([
    ["pull_number", { pull_number: 0 }],
    ["pull_number", { pull_number: "9" }],
    ["pull_number", { pull_number: undefined }],
    ["repo", { repo: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, PullRequests.get(untyped({ ...ninth, ...wrong }))))
})

describe("PullRequests.create", () => {
  const least = { title: "Start faster", head: "octo:faster/start", base: "main" }

  it.effect("sends every field", () => {
    const body = { ...least, head_repo: "web-2", body: "Read the cache", draft: true, maintainer_can_modify: false }
    return proves(PullRequests.create({ ...repo, ...body }), {
      sends: sending("POST", `${root}/pulls`, body),
      answer: answer(201, pullRequest),
      gives: read(pullRequest)
    })
  })

  it.effect("sends the required fields, and omits undefined ones", () =>
    proves(PullRequests.create({ ...repo, ...least, body: undefined, draft: undefined }), {
      sends: sending("POST", `${root}/pulls`, least),
      answer: answer(201, pullRequest),
      gives: read(pullRequest)
    })
  )

  it.effect("takes the issue that becomes the pull request in place of a title", () =>
    proves(PullRequests.create({ ...repo, head: "b", base: "main", issue: 7 }), {
      sends: sending("POST", `${root}/pulls`, { head: "b", base: "main", issue: 7 }),
      answer: answer(201, pullRequest),
      gives: read(pullRequest)
    })
  )

  it.effect("fails when there is one already", () =>
    Effect.map(
      fails(
        PullRequests.create({ ...repo, ...least }),
        answer(422, {
          message: "Validation Failed",
          errors: [{ resource: "PullRequest", code: "custom", message: "A pull request already exists for octo:b." }]
        })
      ),
      (failure) =>
        assert.containSubset(failure, {
          _tag: "ValidationFailed",
          errors: [{ code: "custom", message: "A pull request already exists for octo:b." }]
        })
    )
  )

  it.effect.each([
    ["title", { title: "" }],
    ["head", { head: undefined }],
    ["base", { base: "" }],
    ["head_repo", { head_repo: "" }],
    ["body", { body: null }],
    ["draft", { draft: "true" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, PullRequests.create(untyped({ ...repo, ...least, ...wrong })))
  )
})

describe("PullRequests.update", () => {
  it.effect("sends the given fields", () => {
    const body = { title: "Start", body: "", state: "closed", base: "next", maintainer_can_modify: true } as const
    return proves(PullRequests.update({ ...ninth, ...body }), {
      sends: sending("PATCH", `${root}/pulls/9`, body),
      answer: answer(200, pullRequest),
      gives: read(pullRequest)
    })
  })

  it.effect("sends no other fields", () =>
    proves(PullRequests.update({ ...ninth, state: "open" }), {
      sends: sending("PATCH", `${root}/pulls/9`, { state: "open" }),
      answer: answer(200, pullRequest),
      gives: read(pullRequest)
    })
  )

  it.effect.each([
    ["title", { title: "" }],
    ["state", { state: "merged" }],
    ["base", { base: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, PullRequests.update(untyped({ ...ninth, ...wrong }))))
})

describe("PullRequests.merge", () => {
  it.effect.each(["merge", "squash", "rebase"] as const)("sends every field, the method %s", (merge_method) => {
    const body = { merge_method, commit_title: "Start faster (#9)", commit_message: "", sha }
    return proves(PullRequests.merge({ ...ninth, ...body }), {
      sends: sending("PUT", `${root}/pulls/9/merge`, body),
      answer: answer(200, mergeResult),
      gives: MergeResult.make({ sha: mergedSha, merged: true, message: "Pull Request successfully merged" })
    })
  })

  it.effect("leaves the method to the repository", () =>
    proves(PullRequests.merge(ninth), {
      sends: sending("PUT", `${root}/pulls/9/merge`, {}),
      answer: answer(200, mergeResult),
      gives: MergeResult.make(mergeResult)
    })
  )

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

  it.effect.each([
    ["merge_method", { merge_method: "fast-forward" }],
    ["merge_method", { merge_method: null }],
    ["sha", { sha: "" }],
    ["pull_number", { pull_number: -1 }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, PullRequests.merge(untyped({ ...ninth, ...wrong }))))
})
