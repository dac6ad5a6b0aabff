/** How the operations of `Issues` are called in tests, and what the service responds. */
import { Issue } from "../../../src/forge/schema/Issue.ts"
import * as Schema from "effect/Schema"
import * as DateTime from "effect/DateTime"
import type * as Issues from "../../../src/forge/Issues.ts"
import { commented, labeled } from "../support/conversations.ts"
import { comment, issue, repo } from "../support/records.ts"
import { user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const since = new Date("2026-04-22T13:33:48Z")
const readIssue = {
  id: 3_000_000_007,
  number: 7,
  title: "It does not start",
  state: "closed",
  state_reason: "completed",
  user: { login: "octo" },
  labels: [
    { name: "help wanted", color: "008672" },
    { name: "bug", color: null }
  ],
  assignees: [{ login: "hubot" }, { login: "other" }],
  milestone: { number: 3, due_on: DateTime.makeUnsafe("2026-10-09T23:39:01Z") },
  locked: true,
  active_lock_reason: "too heated",
  is_pull_request: false,
  pull_request: null,
  draft: false,
  created_at: DateTime.makeUnsafe(since),
  closed_at: DateTime.makeUnsafe("2026-05-24T13:33:48Z")
}
const seventh = { ...repo, issue_number: 7 }
const opened = {
  title: "Größe fehlt",
  body: "Nothing happens.",
  labels: ["bug", "help wanted"],
  assignees: ["octo"],
  milestone: 3,
  type: "Bug",
  issue_field_values: [{ field_id: 1, value: "Urgent" }]
}

/** Beyond those that the description has. */
const deletedIssue = { Gone: "the issue was deleted" }
const invalidIssue = { ValidationFailed: "it is not a sub-issue of this one" }

const readComment = {
  id: 1_234_567_890,
  body: "Me too",
  user: { login: "hubot" },
  author_association: "MEMBER",
  created_at: DateTime.makeUnsafe("2026-04-22T14:00:00Z"),
  updated_at: DateTime.makeUnsafe("2026-04-22T14:05:00Z"),
  reactions: { "+1": 2, heart: 1, total_count: 3 },
  performed_via_github_app: null
}

const logins = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`)
const why = { rationale: "It crashes", suggest: true, confidence: "low" } as const
const notInstants = [new Date("never"), "yesterday", "2026-04", "2026-02-30", null].map(
  (wrong) => ["since", { since: wrong }, "Expected a valid Date, a DateTime.Utc or an ISO 8601 timestamp"] as const
)
const notAssignees = [
  ["assignees", { assignees: logins(11) }, "at most 10 assignees"],
  ["assignees[1]", { assignees: ["octo", ""] }]
] as const
const notIssues = [
  ["title", { title: "" }],
  ["labels[0]", { labels: [""] }],
  ["milestone", { milestone: 0 }],
  ["milestone", { milestone: "v1.0" }],
  ...notAssignees
] as const

/** An issue as it is read, whose labels and assignees can be written back. */
const read = Schema.decodeUnknownSync(Issue)(issue)

export const rows: Rows<typeof Issues> = {
  list: {
    whole: {
      ...repo,
      state: "all",
      assignee: "hubot",
      creator: "octo",
      mentioned: "other",
      type: "Bug",
      sort: "comments",
      direction: "asc",
      labels: ["bug", "help wanted"],
      issue_field_values: ["priority:Urgent"],
      milestone: 3,
      since,
      ...third
    },
    response: [issue],
    value: [readIssue],
    octokit: { with: { state: "all" } },
    takes: [
      [{ since: DateTime.makeUnsafe(since) }],
      [{ since: "2026-04-22T15:33:48+02:00" }, { since }],
      [{ labels: ["help wanted", "ü&=#%+?/"], type: "*", state: undefined }],
      [{ milestone: "*", assignee: "*" }],
      [{ milestone: "none", assignee: "none" }],
      [{ labels: [] }, { labels: undefined }]
    ],
    refuses: [
      ...notInstants,
      ["labels[1]", { labels: ["bug", "a,b"] }, "a name without a comma"],
      ["labels[0]", { labels: [""] }],
      ["labels", { labels: "bug" }],
      ["milestone", { milestone: 0 }],
      ["milestone", { milestone: "v1.0" }, 'Expected a number, "*" or "none"'],
      ["issue_field_values[1]", { issue_field_values: ["priority:Urgent", "severity"] }],
      ["creator", { creator: "\ud83d" }]
    ]
  },
  get: {
    whole: seventh,
    response: issue,
    value: readIssue
  },
  create: {
    whole: { ...repo, ...opened },
    response: issue,
    value: readIssue,
    octokit: { with: { title: "New", labels: ["bug"], assignees: ["octo"], milestone: 1 } },
    takes: [[{ body: "b", labels: [], assignees: [], milestone: null, type: null, issue_field_values: [] }]],
    refuses: [
      ...notIssues,
      ["labels[0].name", { labels: [{ id: 1 }] }],
      ["issue_field_values[0].value", { issue_field_values: [{ field_id: 1 }] }]
    ]
  },
  update: {
    whole: {
      ...seventh,
      ...opened,
      state: "closed",
      state_reason: "duplicate",
      duplicate_issue_id: 70,
      labels: [],
      milestone: null
    },
    response: issue,
    value: readIssue,
    octokit: { with: { state: "closed", state_reason: "not_planned" } },
    takes: [
      [{ milestone: null, labels: [], assignees: [] }],
      [{ title: null, body: null, state_reason: null, milestone: null }],
      [{ state: "open", title: undefined }],
      [
        {
          state_reason: "duplicate",
          duplicate_issue_id: 3_000_000_001,
          labels: [{ name: "bug", ...why }, "help wanted"],
          assignees: [{ login: "octo", ...why }],
          type: { value: null, ...why },
          issue_field_values: [{ field_id: 1, value: ["a", "b"], ...why }]
        }
      ],
      // As they were read.
      [
        { labels: read.labels.slice(0, 1), assignees: read.assignees.slice(0, 1) },
        { labels: [{ name: "help wanted" }], assignees: [{ login: "hubot" }] }
      ]
    ],
    refuses: notIssues
  },
  listComments: {
    whole: { ...seventh, since, ...third },
    response: [comment],
    value: [readComment],
    takes: [
      [{ since: DateTime.makeUnsafe("2026-04-22T13:33:48.5Z") }],
      [{ since: new Date("2026-04-22T13:33:48.5Z") }]
    ],
    refuses: notInstants
  },
  listCommentsForRepo: {
    whole: { ...repo, sort: "updated", direction: "desc", since: new Date("2026-04-22T13:33:48Z"), ...third },
    response: [comment],
    value: [{ id: 1_234_567_890, body: "Me too" }]
  },
  getComment: {
    whole: { ...repo, comment_id: 5 },
    response: comment,
    value: readComment
  },
  createComment: {
    whole: { ...seventh, body: "Me too" },
    response: comment,
    value: readComment,
    octokit: { with: { body: "Indeed" } },
    takes: [[{ body: 'Me *too*\n\n– "ü" \u2028 🐛' }]],
    refuses: [["body", { body: "" }]]
  },
  updateComment: {
    whole: { ...repo, comment_id: 5, body: "Me too" },
    response: comment,
    value: readComment,
    octokit: { with: { body: "No" } },
    refuses: [
      ["comment_id", { comment_id: 1234567890n }],
      ["body", { body: "" }]
    ]
  },
  deleteComment: {
    whole: { ...repo, comment_id: 5 }
  },
  listEvents: {
    whole: { ...seventh, ...third },
    response: [labeled],
    value: [{ _tag: "LabelEvent", event: "labeled", label: { name: "bug" } }]
  },
  listTimeline: {
    whole: { ...seventh, ...third },
    response: [commented, labeled],
    value: [
      { _tag: "CommentEvent", event: "commented", body: "Me too" },
      { _tag: "LabelEvent", event: "labeled" }
    ],
    octokit: { with: { issue_number: 3 } }
  },
  lock: {
    whole: { ...seventh, lock_reason: "too heated" },
    octokit: { with: { lock_reason: "too heated" } },
    takes: [[{ lock_reason: "off-topic" }], [{ lock_reason: "resolved" }], [{ lock_reason: "spam" }]],
    refuses: [["lock_reason", { lock_reason: "too-heated" }, '"too heated"']]
  },
  unlock: {
    whole: seventh,
    errors: { Gone: "the issue was deleted" },
    repeatable: { is: true, because: "what is not locked stays so" },
    octokit: { with: { issue_number: 2 } }
  },
  addAssignees: {
    smallest: { ...repo, issue_number: 7, assignees: ["octo"] },
    whole: { ...seventh, assignees: ["octo", "hubot"] },
    response: issue,
    value: readIssue,
    errors: { Gone: "the issue was deleted", ValidationFailed: "a login is invalid" },
    repeatable: { is: true, because: "who is there already stays there" },
    octokit: { with: { assignees: ["rev"] } },
    takes: [
      [{ assignees: logins(10) }],
      [{ assignees: [{ login: "octo", rationale: "Wrote it", suggest: true, confidence: "high" }, "hubot"] }],
      [{ assignees: undefined }]
    ],
    refuses: notAssignees
  },
  removeAssignees: {
    whole: { ...seventh, assignees: ["octo"] },
    response: issue,
    value: readIssue,
    errors: { Gone: "the issue was deleted", ValidationFailed: "a login is invalid" },
    repeatable: { is: true, because: "who is not there stays away" },
    octokit: { with: { assignees: ["octo"] } },
    takes: [[{ assignees: logins(10) }]],
    refuses: notAssignees
  },
  listAssignees: {
    whole: { ...repo, ...third },
    response: [user],
    value: [{ login: "octo", id: 1 }]
  },
  listSubIssues: { whole: { ...seventh, ...third }, response: [issue], value: [readIssue] },
  getParent: { whole: seventh, response: issue, value: readIssue, octokit: { with: { issue_number: 2 } } },
  addSubIssue: {
    whole: { ...seventh, sub_issue_id: 8, replace_parent: true },
    response: issue,
    value: readIssue,
    octokit: { with: { sub_issue_id: 908 } },
    refuses: [["sub_issue_id", { sub_issue_id: 0 }]]
  },
  removeSubIssue: {
    whole: { ...seventh, sub_issue_id: 8 },
    response: issue,
    value: readIssue,
    errors: { ...deletedIssue, ...invalidIssue },
    octokit: { with: { sub_issue_id: 907 } }
  },
  reprioritizeSubIssue: {
    whole: { ...seventh, sub_issue_id: 8, after_id: 9, before_id: 10 },
    smallest: { ...seventh, sub_issue_id: 8, after_id: 9 },
    response: issue,
    value: readIssue,
    errors: deletedIssue,
    octokit: { with: { sub_issue_id: 909, before_id: 907 } },
    takes: [[{ after_id: undefined, before_id: 9 }]],
    refuses: [["after_id", { after_id: undefined }, "or before_id is required"]]
  },
  listBlockedBy: { whole: { ...seventh, ...third }, response: [issue], value: [readIssue] },
  listBlocking: {
    whole: { ...seventh, ...third },
    response: [issue],
    value: [readIssue],
    octokit: { with: { issue_number: 2 } }
  },
  addBlockedBy: {
    whole: { ...seventh, issue_id: 8 },
    response: issue,
    value: readIssue,
    octokit: { with: { issue_id: 908 } },
    refuses: [["issue_id", { issue_id: 0 }]]
  },
  removeBlockedBy: {
    whole: { ...seventh, issue_id: 8 },
    response: issue,
    value: readIssue,
    octokit: { with: { issue_id: 907 } }
  }
}
