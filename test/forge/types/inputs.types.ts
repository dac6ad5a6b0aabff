/** What an input accepts, and what the compiler rejects. None of this runs. */
import type * as DateTime from "effect/DateTime"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import * as Users from "../../../src/forge/Users.ts"
import * as Operation from "../../../src/rest/Operation.ts"
import type { Issue } from "../../../src/forge/schema/Issue.ts"
import type { Cursor } from "../../../src/rest/Page.ts"
import { repo } from "../support/records.ts"
import type { All, InputOf, Same } from "../support/types.ts"

type Repository = { readonly owner: string; readonly repo: string }

export type Inputs = All<
  [
    Same<InputOf<typeof Issues.get>, { readonly owner: string; readonly repo: string; readonly issue_number: number }>,
    Same<
      InputOf<typeof Issues.lock>,
      {
        readonly owner: string
        readonly repo: string
        readonly issue_number: number
        readonly lock_reason?: "off-topic" | "too heated" | "resolved" | "spam" | undefined
      }
    >,
    Same<
      InputOf<typeof Issues.list>,
      {
        readonly owner: string
        readonly repo: string
        readonly state?: "open" | "closed" | "all" | undefined
        readonly labels?: ReadonlyArray<string> | undefined
        readonly milestone?: number | "*" | "none" | undefined
        readonly assignee?: string | undefined
        readonly creator?: string | undefined
        readonly mentioned?: string | undefined
        readonly type?: string | undefined
        readonly issue_field_values?: ReadonlyArray<string> | undefined
        readonly sort?: "created" | "updated" | "comments" | undefined
        readonly direction?: "asc" | "desc" | undefined
        readonly since?: DateTime.Utc | Date | string | undefined
        readonly per_page?: number | undefined
      }
    >,
    Same<InputOf<typeof Issues.list.pages>, InputOf<typeof Issues.list>>,
    Same<NonNullable<InputOf<typeof Issues.list.page>["page"]>, number | Cursor>,
    // Each way to call accepts the same input.
    Same<InputOf<typeof Issues.get.withReply>, InputOf<typeof Issues.get>>,
    Same<InputOf<typeof Issues.get.ifChanged>, InputOf<typeof Issues.get>>
  ]
>

declare const seventh: Repository & { readonly issue_number: number }

export const accepted = (
  instant: DateTime.Utc,
  page: Cursor,
  issue: typeof seventh & { title: string },
  record: Issue
) => {
  const optional: { readonly body?: string | undefined } = {}
  return [
    Issues.list({ ...repo, since: instant }),
    Issues.list({ ...repo, since: new Date() }),
    Issues.list.page({ ...repo, page: 2 }),
    Issues.list.page({ ...repo, page }),
    Issues.create({ ...repo, title: "t", milestone: null }),
    Issues.update({ ...seventh, milestone: null, title: undefined }),
    // What was read can be written back.
    Issues.update({ ...seventh, title: record.title, body: record.body }),
    // A value that may be undefined can be passed as it is.
    Issues.create({ ...repo, title: "t", ...optional }),
    Issues.create({ ...repo, title: "t", body: optional.body }),
    // Readonly arrays and mutable ones.
    Labels.addToIssue({ ...seventh, labels: ["a", "b"] as const }),
    Labels.addToIssue({ ...seventh, labels: ["a", "b"].toSorted() }),
    // The compiler does not see the further fields of a spread: without `pick`, the call fails with `InvalidInput`.
    Issues.get(Operation.pick(Issues.get, { ...issue })),
    // An input whose fields may all be left out may be left out.
    Users.me(),
    Users.me.withReply(),
    Repositories.listForMe(),
    Repositories.listForMe.pages(),
    Repositories.listForMe.page(),
    Repositories.listForMe.page({ page }),
    Milestones.create({ ...repo, title: "v1.0", due_on: new Date() })
  ]
}

export const refused = (page: string) => [
  // @ts-expect-error issue_number is missing
  Issues.get(repo),
  // @ts-expect-error everything is missing
  Issues.get(),
  // @ts-expect-error the repository is missing
  Issues.list(),
  // @ts-expect-error the repository is missing
  Issues.list.page(),
  // @ts-expect-error no such field
  Repositories.listForMe({ per_pag: 3 }),
  // @ts-expect-error issue_number is missing
  Operation.pick(Issues.get, repo),
  // @ts-expect-error title is missing
  Issues.create({ ...repo, body: "b" }),
  // @ts-expect-error assignees are missing
  Issues.removeAssignees(seventh),
  // @ts-expect-error issue_number is misspelt
  Issues.get({ ...repo, issue_nmber: 7 }),
  // @ts-expect-error issueNumber is not how the wire has it
  Issues.get({ ...repo, issueNumber: 7 }),
  // @ts-expect-error assignees is misspelt
  Issues.create({ ...repo, title: "t", asignees: ["octo"] }),
  // @ts-expect-error a number is not a string
  Issues.get({ ...repo, issue_number: "7" }),
  // @ts-expect-error the reason has a space
  Issues.lock({ ...seventh, lock_reason: "too-heated" }),
  // @ts-expect-error no such state
  Issues.list({ ...repo, state: "opened" }),
  // @ts-expect-error an issue's new state is never all
  Issues.update({ ...seventh, state: "all" }),
  // @ts-expect-error milestones are not sorted so
  Milestones.list({ ...repo, sort: "created" }),
  // @ts-expect-error a timestamp is an instant, not milliseconds
  Milestones.create({ ...repo, title: "v1.0", due_on: 1_776_864_828_000 }),
  // @ts-expect-error labels are a list
  Issues.list({ ...repo, labels: "bug,help wanted" }),
  // @ts-expect-error null means nothing here
  Issues.update({ ...seventh, assignees: null }),
  // @ts-expect-error nor where there is nothing to empty yet
  Issues.create({ ...repo, title: "t", body: null }),
  // @ts-expect-error nor does the service take it here
  Milestones.update({ ...repo, milestone_number: 1, due_on: null }),
  // @ts-expect-error the whole listing has no page
  Issues.list({ ...repo, page: 2 }),
  // @ts-expect-error nor do its pages
  Issues.list.pages({ ...repo, page: 2 }),
  // @ts-expect-error text is not a cursor
  Issues.list.page({ ...repo, page }),
  // @ts-expect-error text is not a cursor
  Issues.list.pages(repo, page),
  // @ts-expect-error validators are etag and lastModified
  Issues.get.ifChanged(seventh, { ETag: '"1"' })
]
