/** What listings of issues are sorted and filtered by. */

export type IssueOrder = "created" | "updated" | "comments"

/** What the records say by themselves. */
export type PlainGrouping =
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

/** Also by the commits that merged pull requests brought. */
export type IssueGrouping = PlainGrouping | "commit"
