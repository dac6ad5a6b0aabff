/** Fields that only the inputs of issues have. */
import * as Schema from "effect/Schema"
import { ChosenAssignee } from "../schema/IssueInput.ts"
import { Direction, inRepo, Name, Ordinal, Since, StateFilter } from "./fields.ts"

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
export const Milestone = Schema.optional(Schema.NullOr(Ordinal))

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
