/** What listings of issues are sorted and filtered by. */

export type IssueOrder = "created" | "updated" | "comments"

export type IssueGrouping =
  | "label"
  | "assignee"
  | "creator"
  | "milestone"
  | "mentioned"
  | "commenter"
  | "kind"
  | "type"
  | "field"
  | "base"
  | "head"
