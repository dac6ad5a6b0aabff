/** The results of calls: readonly records and open enumerations. None of this runs. */
import type * as DateTime from "effect/DateTime"
import type * as Issues from "../../../src/forge/Issues.ts"
import type { Commit } from "../../../src/forge/schema/Commit.ts"
import type { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import type { Contributor } from "../../../src/forge/schema/Contributor.ts"
import type { Issue } from "../../../src/forge/schema/Issue.ts"
import type { IssueComment } from "../../../src/forge/schema/IssueComment.ts"
import type { IssueLabel, Label } from "../../../src/forge/schema/Label.ts"
import type { Milestone } from "../../../src/forge/schema/Milestone.ts"
import type { Organization } from "../../../src/forge/schema/Organization.ts"
import type { ListedPullRequest, PullRequest } from "../../../src/forge/schema/PullRequest.ts"
import type { ListedRepo, Repo } from "../../../src/forge/schema/Repo.ts"
import type { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import type { Tag } from "../../../src/forge/schema/Tag.ts"
import type { Validators } from "../../../src/rest/HttpCache.ts"
import type { Cursor, Page } from "../../../src/rest/Page.ts"
import type { Reply } from "../../../src/rest/Reply.ts"
import type { All, Same, ValueOf } from "../support/types.ts"

export type Values = All<
  [
    Same<ValueOf<typeof Issues.list.pages>, Page<Issue>>,
    Same<ValueOf<typeof Issues.list.page>, Page<Issue>>,
    Same<ValueOf<typeof Issues.list.page.withReply>, Reply<Page<Issue>>>,
    Same<ValueOf<typeof Issues.get.withReply>, Reply<Issue>>,
    Same<ValueOf<typeof Issues.get.ifChanged>, Reply<Issue>>,
    Same<ValueOf<typeof Issues.lock.withReply>, Reply<void>>
  ]
>

/** The type of an open enumeration: its known values complete in the editor, others pass. */
type Open<Known extends string> = Known | (string & {})

export type Fields = All<
  [
    Same<Issue["number"], number>,
    Same<Issue["created_at"], DateTime.Utc>,
    Same<Issue["closed_at"], DateTime.Utc | null>,
    Same<Issue["body"], string | null>,
    Same<Issue["user"], SimpleUser | null>,
    Same<Issue["labels"], ReadonlyArray<IssueLabel>>,
    Same<Issue["assignees"], ReadonlyArray<SimpleUser>>,
    Same<Issue["milestone"], Milestone | null>,
    Same<Issue["locked"], boolean>,
    Same<Issue["comments"], number>,
    Same<Issue["is_pull_request"], boolean>,
    Same<Issue["state"], Open<"open" | "closed">>,
    Same<Issue["state_reason"], Open<"completed" | "reopened" | "not_planned" | "duplicate"> | null>,
    Same<Milestone["due_on"], DateTime.Utc | null>,
    Same<Label["name"], string>,
    Same<IssueComment["body"], string>,
    Same<PullRequest["mergeable"], boolean | null>,
    Same<PullRequest["merged"], boolean>,
    Same<PullRequest["additions"], number>,
    Same<PullRequest["user"], SimpleUser>,
    Same<PullRequest["labels"], ReadonlyArray<Label>>,
    Same<PullRequest["head"]["repo"], ListedRepo | null>,
    Same<PullRequest["base"]["repo"], ListedRepo>,
    Same<ListedPullRequest["user"], SimpleUser | null>,
    Same<Commit["author"], SimpleUser | null>,
    Same<Commit["files"], ReadonlyArray<CommitFile> | null>,
    Same<Repo["owner"], SimpleUser>,
    Same<Repo["parent"], ListedRepo | null>,
    Same<ListedRepo["default_branch"], string>,
    Same<Organization["blog"], string | null>,
    Same<Tag["sha"], string>,
    Same<Contributor["login"], string | null>,
    Same<Reply<Issue>["validators"], Validators>,
    Same<Page<Issue>["next"], Cursor | null>
  ]
>

/** What an open enumeration can be compared with, and which values it accepts. */
export const open = (issue: Issue, states: Array<Issue["state"]>): boolean => {
  states.push("open", "archived", issue.title)
  return issue.state === "open" || issue.state === "archived"
}

export const readonly = (issue: Issue, user: SimpleUser, page: Page<Issue>, reply: Reply<Issue>) => {
  // @ts-expect-error a record's field can't be set
  issue.title = "another"
  // @ts-expect-error nor deleted
  delete issue.body
  // @ts-expect-error nor one of a record in it
  if (issue.user !== null) issue.user.login = "another"
  // @ts-expect-error nor does its list grow
  const growing: Array<IssueLabel> = issue.labels
  // @ts-expect-error nor can an item be replaced
  issue.assignees[0] = user
  // @ts-expect-error nor the items of a page
  page.items = []
  // @ts-expect-error nor the value of a reply
  reply.value = issue
  return growing
}

export const single = (pull: ListedPullRequest, repo: ListedRepo) => {
  // @ts-expect-error only a single pull request has counts
  const additions: unknown = pull.additions
  // @ts-expect-error only a single repository has its watchers
  const watchers: unknown = repo.subscribers_count
  return [additions, watchers]
}

export const named = (issue: Issue, milestone: Milestone, label: Label) => {
  // @ts-expect-error there is no such field
  const missing: unknown = issue.is_pull_reqest
  // @ts-expect-error what may be null has to be looked at
  const login: string = issue.user.login
  // @ts-expect-error a milestone is not an issue
  const another: Issue = milestone
  // @ts-expect-error a label is not a milestone
  const yetAnother: Milestone = label
  return [missing, login, another, yetAnother]
}
