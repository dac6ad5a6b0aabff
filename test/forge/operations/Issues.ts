/** How the operations of `Issues` are called in tests, and what the service responds. */
import type * as Issues from "../../../src/forge/Issues.ts"
import { commented, labeled } from "../support/conversations.ts"
import { comment, issue, repo } from "../support/records.ts"
import { user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const since = new Date("2026-04-22T13:33:48Z")
const readIssue = { number: 7, title: "It does not start", state: "closed", user: { login: "octo" } }
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

const readComment = { id: 1_234_567_890, body: "Me too", user: { login: "hubot" } }

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
    octokit: { with: { state: "all" } }
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
    octokit: { with: { title: "New", labels: ["bug"], assignees: ["octo"], milestone: 1 } }
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
    octokit: { with: { state: "closed", state_reason: "not_planned" } }
  },
  listComments: {
    whole: { ...seventh, since, ...third },
    response: [comment],
    value: [readComment]
  },
  listForRepoComments: {
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
    octokit: { with: { body: "Indeed" } }
  },
  updateComment: {
    whole: { ...repo, comment_id: 5, body: "Me too" },
    response: comment,
    value: readComment,
    octokit: { with: { body: "No" } }
  },
  removeComment: {
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
    octokit: { with: { lock_reason: "too heated" } }
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
    octokit: { with: { assignees: ["rev"] } }
  },
  removeAssignees: {
    whole: { ...seventh, assignees: ["octo"] },
    response: issue,
    value: readIssue,
    errors: { Gone: "the issue was deleted", ValidationFailed: "a login is invalid" },
    repeatable: { is: true, because: "who is not there stays away" },
    octokit: { with: { assignees: ["octo"] } }
  },
  listAssignees: {
    whole: { ...repo, ...third },
    response: [user],
    value: [{ login: "octo", id: 1 }]
  }
}
