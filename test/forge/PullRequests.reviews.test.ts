import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as PullRequests from "../../src/forge/PullRequests.ts"
import { Commit } from "../../src/forge/schema/Commit.ts"
import { CommitFile } from "../../src/forge/schema/CommitFile.ts"
import { PullRequest } from "../../src/forge/schema/PullRequest.ts"
import { Review } from "../../src/forge/schema/Review.ts"
import { commit, file } from "./support/commits.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { review, sha, simplePullRequest } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const ninth = { ...repo, pull_number: 9 }
const simple = Schema.decodeUnknownSync(PullRequest)(simplePullRequest)
const readReview = Schema.decodeUnknownSync(Review)

describe.each([
  ["listFiles", all(PullRequests.listFiles(ninth)), "files", file, Schema.decodeUnknownSync(CommitFile)(file)],
  ["listCommits", all(PullRequests.listCommits(ninth)), "commits", commit, Schema.decodeUnknownSync(Commit)(commit)],
  ["listReviews", all(PullRequests.listReviews(ninth)), "reviews", review, readReview(review)]
] as const)("PullRequests.%s", (_, call, path, wire, record) => {
  it.effect("returns all of them, 100 a page", () =>
    proves<unknown, unknown>(call, {
      sends: asking(`${root}/pulls/9/${path}`, { per_page: "100" }),
      answer: answer(200, [wire, wire]),
      gives: [record, record]
    })
  )
})

describe.each([
  ["listFiles", PullRequests.listFiles],
  ["listCommits", PullRequests.listCommits],
  ["listReviews", PullRequests.listReviews]
] as const)("PullRequests.%s", (_, listing) => {
  it.effect.each([
    ["pull_number", { pull_number: 0 }],
    ["per_page", { per_page: 0 }],
    ["owner", { owner: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all<unknown, unknown>(listing({ ...ninth, ...wrong })))
  )
})

describe("PullRequests.listReviews", () => {
  it("reads the whole record", () => {
    assert.containSubset(readReview(review), {
      id: 80,
      state: "CHANGES_REQUESTED",
      body: "Nearly there",
      user: { login: "octo" },
      commit_id: sha,
      submitted_at: DateTime.makeUnsafe("2026-05-01T12:00:00Z"),
      author_association: "COLLABORATOR"
    })
  })

  it("reads a draft without a body and a date", () => {
    const { body, submitted_at, ...draft } = { ...review, state: "PENDING", user: null }
    assert.isDefined(body ?? submitted_at)
    assert.containSubset(readReview(draft), { state: "PENDING", body: "", submitted_at: null, user: null })
  })
})

describe("PullRequests.createReview", () => {
  const drawn = { path: "src/start.ts", body: "Why?", line: 7 }

  it.effect.each(["APPROVE", "REQUEST_CHANGES", "COMMENT"] as const)("sends every field, the event %s", (event) => {
    const comments = [{ ...drawn, side: "LEFT", start_line: 3, start_side: "RIGHT" }, drawn] as const
    return proves(PullRequests.createReview({ ...ninth, event, body: "Nearly", commit_id: sha, comments }), {
      sends: sending("POST", `${root}/pulls/9/reviews`, { event, body: "Nearly", commit_id: sha, comments }),
      answer: answer(200, review),
      gives: readReview(review)
    })
  })

  it.effect("creates a draft when there is no event", () =>
    proves(PullRequests.createReview(ninth), {
      sends: sending("POST", `${root}/pulls/9/reviews`, {}),
      answer: answer(200, { ...review, state: "PENDING" }),
      gives: readReview({ ...review, state: "PENDING" })
    })
  )

  it.effect.each([undefined, ""])("approves without a text: %j", (body) =>
    proves(PullRequests.createReview({ ...ninth, event: "APPROVE", body }), {
      sends: sending("POST", `${root}/pulls/9/reviews`, { event: "APPROVE", ...(body === "" && { body }) }),
      answer: answer(200, review),
      gives: readReview(review)
    })
  )

  it.effect("sends comments at positions of the diff", () => {
    const comments = [{ path: "src/a.ts", body: "Why?", position: 4 }, drawn]
    return proves(PullRequests.createReview({ ...ninth, comments }), {
      sends: sending("POST", `${root}/pulls/9/reviews`, { comments }),
      answer: answer(200, review),
      gives: readReview(review)
    })
  })

  it.effect("leaves the side to the service, and omits null and undefined from comments", () =>
    proves(
      PullRequests.createReview({
        ...ninth,
        comments: [
          { ...drawn, side: null, start_line: null, start_side: null },
          { ...drawn, side: undefined, start_line: undefined, start_side: undefined }
        ]
      }),
      {
        sends: sending("POST", `${root}/pulls/9/reviews`, { comments: [drawn, drawn] }),
        answer: answer(200, review),
        gives: readReview(review)
      }
    )
  )

  it.effect.each([
    ["body", { event: "REQUEST_CHANGES" }],
    ["body", { event: "COMMENT" }],
    ["body", { event: "COMMENT", body: "" }],
    ["body", { event: "REQUEST_CHANGES", body: undefined, comments: [drawn] }],
    ["event", { event: "PENDING" }],
    ["event", { event: "approve" }],
    ["commit_id", { commit_id: "" }],
    ["comments[0].line", { comments: [{ path: "a", body: "b" }] }],
    ["comments[0].line", { comments: [{ ...drawn, line: null }] }],
    ["comments[0].line", { comments: [{ ...drawn, line: 0 }] }],
    ["comments[1].path", { comments: [drawn, { ...drawn, path: "" }] }],
    ["comments[0].body", { comments: [{ ...drawn, body: undefined }] }],
    ["comments[0].side", { comments: [{ ...drawn, side: "right" }] }],
    ["comments[0].start_line", { comments: [{ ...drawn, start_line: 0.5 }] }],
    ["comments[0].start_side", { comments: [{ ...drawn, start_side: "NEW" }] }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, PullRequests.createReview(untyped({ ...ninth, ...wrong })))
  )

  it.effect("fails with the service's message for one's own pull request", () =>
    Effect.map(
      fails(
        PullRequests.createReview({ ...ninth, event: "APPROVE" }),
        answer(422, { message: "Unprocessable Entity", errors: ["Can not approve your own pull request"] })
      ),
      (failure) =>
        assert.containSubset(failure, {
          _tag: "ValidationFailed",
          errors: [{ message: "Can not approve your own pull request" }]
        })
    )
  )
})

describe("PullRequests.requestReviewers", () => {
  it.effect.each([
    { reviewers: ["octo"], team_reviewers: ["front-end"] },
    { reviewers: ["octo", "hubot"] },
    { team_reviewers: ["front-end"] },
    { reviewers: [], team_reviewers: ["front-end"] }
  ])("sends %j", (body) =>
    proves(PullRequests.requestReviewers({ ...ninth, ...body }), {
      sends: sending("POST", `${root}/pulls/9/requested_reviewers`, body),
      answer: answer(201, simplePullRequest),
      gives: simple
    })
  )

  it.effect.each([
    ["reviewers", {}],
    ["reviewers", { reviewers: [] }],
    ["reviewers", { reviewers: [], team_reviewers: [] }],
    ["reviewers", { reviewers: undefined, team_reviewers: undefined }],
    ["reviewers[0]", { reviewers: [""] }],
    ["team_reviewers[1]", { team_reviewers: ["a", ""] }],
    ["reviewers", { reviewers: "octo" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, PullRequests.requestReviewers(untyped({ ...ninth, ...wrong })))
  )
})

describe("PullRequests.removeRequestedReviewers", () => {
  it.effect.each([
    { reviewers: ["octo"], team_reviewers: ["front-end"] },
    { reviewers: ["octo"] },
    { reviewers: [], team_reviewers: ["front-end"] }
  ])("sends %j in a JSON body", (body) =>
    proves(PullRequests.removeRequestedReviewers({ ...ninth, ...body }), {
      sends: sending("DELETE", `${root}/pulls/9/requested_reviewers`, body),
      answer: answer(200, simplePullRequest),
      gives: simple
    })
  )

  it.effect.each([
    ["reviewers", {}],
    ["reviewers", { reviewers: null }],
    ["reviewers", { team_reviewers: ["front-end"] }],
    ["reviewers[0]", { reviewers: [7] }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, PullRequests.removeRequestedReviewers(untyped({ ...ninth, ...wrong })))
  )
})
