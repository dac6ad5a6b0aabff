/** Fields that only the inputs of issues have. */
import * as Schema from "effect/Schema"
import { ChosenAssignee } from "../schema/IssueInput.ts"
import { Ordinal } from "./fields.ts"

/** Logins, alone or with the reasons for them. */
export const ChosenAssignees = Schema.optional(
  Schema.Array(Schema.Union([Schema.NonEmptyString, ChosenAssignee])).check(
    Schema.isMaxLength(10, { expected: "at most 10 assignees" })
  )
)

/** The number of a milestone; null removes it. */
export const Milestone = Schema.optional(Schema.NullOr(Ordinal))

/** The names are joined with commas on the wire. */
export const LabelFilter = Schema.optional(
  Schema.Array(Schema.String.check(Schema.isPattern(/^[^,]+$/, { expected: "a name without a comma" })))
)

/** The filters are joined with commas on the wire. */
export const FieldFilter = Schema.optional(
  Schema.Array(Schema.String.check(Schema.isPattern(/^[^,:]+:[^,]+$/, { expected: "field:value without a comma" })))
)

export const MilestoneFilter = Schema.optional(
  Schema.Union([
    Ordinal,
    // For an invalid string, the error names only this member.
    Schema.Literals(["*", "none"]).annotate({ expected: 'a number, "*" or "none"' })
  ])
)
