/** What is known of records before the service has made them. */
import type { Encoded } from "../../rest/Input.ts"

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

/** A new issue. Of labels, people and a milestone that are given, the names are known, and not the records. */
export const newIssue = ({ assignees = [], body = null, labels = [], milestone = null }: Encoded): object => ({
  body,
  state: "open",
  locked: false,
  comments: 0,
  closed_at: null,
  is_pull_request: false,
  labels: isEmpty(labels) ? [] : undefined,
  assignees: isEmpty(assignees) ? [] : undefined,
  milestone: milestone === null ? null : undefined
})

/** A new pull request. One that an issue becomes keeps what that has had. */
export const newPull = ({ base, body = null, draft = false, head, issue }: Encoded): object => ({
  ...(issue === undefined
    ? { body, labels: [], assignee: null, assignees: [], milestone: null, comments: 0 }
    : undefined),
  state: "open",
  draft,
  locked: false,
  merged: false,
  merged_at: null,
  closed_at: null,
  auto_merge: null,
  requested_reviewers: [],
  requested_teams: [],
  head: { ref: String(head).replace(/^[^:]*:/, "") },
  base: { ref: base }
})
