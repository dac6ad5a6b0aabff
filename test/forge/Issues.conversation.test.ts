import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Issues from "../../src/forge/Issues.ts"
import { Issue } from "../../src/forge/schema/Issue.ts"
import { IssueComment } from "../../src/forge/schema/IssueComment.ts"
import { all, proves, refuses, untyped } from "./support/proof.ts"
import { comment, issue, repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const bug = Schema.decodeUnknownSync(Issue)(issue)
const read = Schema.decodeUnknownSync(IssueComment)
const meToo = read(comment)
const seventh = { ...repo, issue_number: 7 }
const itsComment = { ...repo, comment_id: Number(comment.id) }
const logins = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`)

describe("Issues.listComments", () => {
  it.effect.each([
    ["DateTime.Utc", DateTime.makeUnsafe("2026-04-22T13:33:48.5Z")],
    ["Date", new Date("2026-04-22T13:33:48.5Z")]
  ] as const)("sends every filter, the instant given as %s", ([, since]) =>
    proves(all(Issues.listComments({ ...seventh, since, per_page: 10 })), {
      sends: asking(`${root}/issues/7/comments`, { since: "2026-04-22T13:33:48.500Z", per_page: "10" }),
      answer: answer(200, [comment]),
      gives: [meToo]
    })
  )

  it.effect("requests 100 a page", () =>
    proves(all(Issues.listComments(seventh)), {
      sends: asking(`${root}/issues/7/comments`, { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each([
    ["issue_number", { issue_number: 0 }],
    ["since", { since: "yesterday" }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all(Issues.listComments(untyped({ ...seventh, ...wrong }))))
  )
})

describe("Issues.createComment", () => {
  it.effect("sends the text", () =>
    proves(Issues.createComment({ ...seventh, body: 'Me *too*\n\n– "ü" \u2028 🐛' }), {
      sends: sending("POST", `${root}/issues/7/comments`, { body: 'Me *too*\n\n– "ü" \u2028 🐛' }),
      answer: answer(201, comment),
      gives: meToo
    })
  )

  it.effect("reads the whole record", () =>
    Effect.sync(() => {
      assert.containSubset(meToo, {
        id: 1_234_567_890,
        body: "Me too",
        user: { login: "hubot" },
        author_association: "MEMBER",
        created_at: DateTime.makeUnsafe("2026-04-22T14:00:00Z"),
        updated_at: DateTime.makeUnsafe("2026-04-22T14:05:00Z"),
        reactions: { "+1": 2, heart: 1, total_count: 3 },
        performed_via_github_app: null
      })
    })
  )

  it.effect.each([
    ["body", { body: "" }],
    ["body", { body: null }],
    ["body", { body: undefined }],
    ["issue_number", { issue_number: -7 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Issues.createComment(untyped({ ...seventh, body: "Me too", ...wrong })))
  )
})

describe("Issues.getComment", () => {
  it.effect("returns a comment by its id", () =>
    proves(Issues.getComment({ ...repo, comment_id: 1_234_567_890 }), {
      sends: asking(`${root}/issues/comments/1234567890`),
      answer: answer(200, comment),
      gives: read(comment)
    })
  )

  it.effect.each([0, 1.5])("refuses the id %d", (comment_id) =>
    refuses("comment_id", Issues.getComment({ ...repo, comment_id }))
  )
})

describe("Issues.updateComment", () => {
  it.effect("sends the text; the path has no issue", () =>
    proves(Issues.updateComment({ ...itsComment, body: "Not me" }), {
      sends: sending("PATCH", `${root}/issues/comments/1234567890`, { body: "Not me" }),
      answer: answer(200, { ...comment, body: "Not me" }),
      gives: read({ ...comment, body: "Not me" })
    })
  )

  it.effect.each([
    ["comment_id", { comment_id: 0 }],
    ["comment_id", { comment_id: 1234567890n }],
    ["body", { body: "" }]
  ] as const)("refuses %s", ([path, wrong]) =>
    refuses(path, Issues.updateComment(untyped({ ...itsComment, body: "Not me", ...wrong })))
  )
})

describe("Issues.removeComment", () => {
  it.effect("returns nothing", () =>
    proves(Issues.removeComment(itsComment), {
      sends: sending("DELETE", `${root}/issues/comments/1234567890`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect("refuses the id 0", () => refuses("comment_id", Issues.removeComment({ ...itsComment, comment_id: 0 })))
})

describe("Issues.lock", () => {
  it.effect.each(["off-topic", "too heated", "resolved", "spam"] as const)("sends the reason %s", (lock_reason) =>
    proves(Issues.lock({ ...seventh, lock_reason }), {
      sends: sending("PUT", `${root}/issues/7/lock`, { lock_reason }),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect("needs no reason", () =>
    proves(Issues.lock(seventh), {
      sends: sending("PUT", `${root}/issues/7/lock`, {}),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect.each(["too-heated", "off topic", "Spam", ""])("refuses the reason %j", (lock_reason) =>
    Effect.map(refuses("lock_reason", Issues.lock(untyped({ ...seventh, lock_reason }))), ({ reason }) => {
      assert.include(reason, '"too heated"')
    })
  )
})

describe("Issues.unlock", () => {
  it.effect("sends no body", () =>
    proves(Issues.unlock(seventh), {
      sends: sending("DELETE", `${root}/issues/7/lock`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect("refuses the number 0", () => refuses("issue_number", Issues.unlock({ ...repo, issue_number: 0 })))
})

describe.each([
  ["addAssignees", Issues.addAssignees, "POST"],
  ["removeAssignees", Issues.removeAssignees, "DELETE"]
] as const)("Issues.%s", (_, operation, method) => {
  it.effect("sends the logins in a JSON body", () =>
    proves(operation({ ...seventh, assignees: logins(10) }), {
      sends: sending(method, `${root}/issues/7/assignees`, { assignees: logins(10) }),
      answer: answer(200, issue),
      gives: bug
    })
  )

  it.effect.each([
    ["assignees", { assignees: logins(11) }],
    ["assignees", { assignees: null }],
    ["assignees[1]", { assignees: ["octo", ""] }],
    ["issue_number", { issue_number: 0 }],
    ["repo", { repo: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, operation(untyped({ ...seventh, assignees: ["octo"], ...wrong })))
  )
})

describe("Issues.addAssignees", () => {
  it.effect("takes records too, and no assignees at all", () =>
    Effect.gen(function* () {
      const assignees = [{ login: "octo", rationale: "Wrote it", suggest: true, confidence: "high" }, "hubot"] as const
      yield* proves(Issues.addAssignees({ ...seventh, assignees }), {
        sends: sending("POST", `${root}/issues/7/assignees`, { assignees }),
        answer: answer(201, issue),
        gives: bug
      })
      yield* proves(Issues.addAssignees(seventh), {
        sends: sending("POST", `${root}/issues/7/assignees`, {}),
        answer: answer(201, issue),
        gives: bug
      })
    })
  )
})
