/** Fields that only the inputs of issues have. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Look } from "../../rest/FoundBy.ts"
import {
  ChosenAssignee,
  ChosenFieldValue,
  ChosenLabel,
  ChosenType,
  FieldValue,
  GivenLabel
} from "../schema/IssueInput.ts"
import { Issue } from "../schema/Issue.ts"
import { Assignees, Direction, inRepo, Name, Ordinal, Since, State, StateFilter, Text } from "./fields.ts"

export const CommentPath = inRepo({
  /** The `id` of the comment, which is unique in the repository. */
  comment_id: Ordinal
})

/** Logins, alone or with the reasons for them. */
export const ChosenAssignees = Schema.optional(
  Schema.Array(Schema.Union([Schema.NonEmptyString, ChosenAssignee])).check(
    Schema.isMaxLength(10, { expected: "at most 10 assignees" })
  )
)

/** The number of a milestone; null removes it. */
const Milestone = Schema.optional(Schema.NullOr(Ordinal))

/** The names are joined with commas on the wire. */
const LabelFilter = Schema.optional(
  Schema.Array(Schema.String.check(Schema.isPattern(/^[^,]+$/, { expected: "a name without a comma" })))
)

/** The filters are joined with commas on the wire. */
const FieldFilter = Schema.optional(
  Schema.Array(Schema.String.check(Schema.isPattern(/^[^,:]+:[^,]+$/, { expected: "field:value without a comma" })))
)

const MilestoneFilter = Schema.optional(
  Schema.Union([
    Ordinal,
    // For an invalid string, the error names only this member.
    Schema.Literals(["*", "none"]).annotate({ expected: 'a number, "*" or "none"' })
  ])
)

/** The filters and the order of a list of issues. */
export const IssueFilters = {
  /** Open, closed or all. Default: open. */
  state: StateFilter,
  /** Names of labels, all of which an issue must have. */
  labels: LabelFilter,
  /** Number of a milestone, `*` for any, or `none` for the issues without one. */
  milestone: MilestoneFilter,
  /** A login, `*` for anybody, or `none` for the issues without an assignee. */
  assignee: Name,
  /** Login of the user who opened it. */
  creator: Name,
  /** Login of a user whom it mentions. */
  mentioned: Name,
  /** Name of an issue type, `*` for any, or `none` for the issues without one. */
  type: Name,
  /** Pairs `field:value`, all of which an issue must have. */
  issue_field_values: FieldFilter,
  /** What to sort by. Default: created. */
  sort: Schema.optional(Schema.Literals(["created", "updated", "comments"])),
  /** The order. Default: desc. */
  direction: Direction,
  /** Only the issues updated at or after it, in whole seconds. */
  since: Since
}

/** What a new issue has. */
export const NewIssue = {
  /** The title, which is one line of text. */
  title: Schema.NonEmptyString,
  /** The text, as Markdown. */
  body: Text,
  /** Names of labels, or records with a name. Ignored without write access. */
  labels: Schema.optional(Schema.Array(Schema.Union([Schema.NonEmptyString, GivenLabel]))),
  /** Logins, at most 10. Ignored without write access. */
  assignees: Schema.optional(Assignees),
  /** Number of a milestone. Ignored without write access. */
  milestone: Milestone,
  /** Name of one of the organization's issue types. Ignored without write access. */
  type: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
  /** Values of the organization's issue fields. Ignored without write access. */
  issue_field_values: Schema.optional(Schema.Array(FieldValue))
}

/** What an update of an issue sets. */
export const ChangedIssue = {
  /** The new title, which is one line of text. */
  title: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
  /** The new text, as Markdown; null empties it. */
  body: Schema.optional(Schema.NullOr(Schema.String)),
  /** Closes or reopens the issue. */
  state: State,
  /** Why it is closed or reopened. */
  state_reason: Schema.optional(Schema.NullOr(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"]))),
  /** The `id` (not the number) of the issue that this one repeats, with the reason `duplicate`. */
  duplicate_issue_id: Schema.optional(Schema.Int),
  /** The whole new set: names, or records that say why they are chosen. `[]` removes all. */
  labels: Schema.optional(Schema.Array(Schema.Union([Schema.NonEmptyString, ChosenLabel]))),
  /** The whole new set, at most 10: logins, or records that say why they are chosen. `[]` removes all. */
  assignees: ChosenAssignees,
  /** Number of a milestone; null removes it. */
  milestone: Milestone,
  /** Name of one of the organization's issue types, or a record that says why; null removes it. */
  type: Schema.optional(Schema.NullOr(Schema.Union([Schema.NonEmptyString, ChosenType]))),
  /** Values of the organization's issue fields, with the reasons for them if you like. */
  issue_field_values: Schema.optional(Schema.Array(ChosenFieldValue))
}

/** The `id` of a sub-issue. */
export const SubIssueId = {
  /** The `id` (not the number) of the sub-issue. */
  sub_issue_id: Ordinal
}

/** The issue of an input, if its list at a path has another issue, or has it no more. */
export const linked = (
  path: `/${string}`,
  id: number,
  isThere: boolean,
  input: object,
  look: Look
): ReturnType<typeof look.get<typeof Issue>> =>
  Effect.flatMap(
    look.first(path, Issue, (issue) => issue.id === id, { input }),
    (found) =>
      Option.isSome(found) === isThere
        ? look.get("/repos/{owner}/{repo}/issues/{issue_number}", Issue, { input })
        : Effect.succeedNone
  )
