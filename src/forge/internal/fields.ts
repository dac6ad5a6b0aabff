/** Fields that the inputs of many operations share. */
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A number that counts from 1: of an issue, a milestone, … */
export const Ordinal = /* @__PURE__ */ Schema.Int.check(/* @__PURE__ */ Schema.isGreaterThanOrEqualTo(1))

/** Where a repository is. */
export const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }

/** The path of what lies in a repository. By a call, unlike by spreading, bundlers see that it has no effect. */
export const inRepo = <const Fields extends Schema.Struct.Fields>(fields: Fields): typeof RepoPath & Fields => ({
  ...RepoPath,
  ...fields
})

export const IssuePath = /* @__PURE__ */ inRepo({ issue_number: Ordinal })

/** A name, such as a login, a branch or a ref. */
export const Name = /* @__PURE__ */ Schema.optional(Schema.NonEmptyString)

export const Flag = /* @__PURE__ */ Schema.optional(Schema.Boolean)

export const Text = /* @__PURE__ */ Schema.optional(Schema.String)

export const Since = /* @__PURE__ */ Schema.optional(Wire.InputTimestamp)

export const Direction = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(["asc", "desc"]))

/** What a listing shows. */
export const StateFilter = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(["open", "closed", "all"]))

/** What an update sets. */
export const State = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(["open", "closed"]))

/** Logins; an issue has at most 10 assignees. */
export const Assignees = /* @__PURE__ */ Schema.Array(Schema.NonEmptyString).check(
  /* @__PURE__ */ Schema.isMaxLength(10, { expected: "at most 10 assignees" })
)

/** Of an operation whose one answer comes in pages: which of them. Its first page is what it answers by default. */
export const PartOfAnswer = {
  per_page: /* @__PURE__ */ Schema.optional(
    /* @__PURE__ */ Schema.Int.check(/* @__PURE__ */ Schema.isBetween({ minimum: 1, maximum: 100 }))
  ),
  page: /* @__PURE__ */ Schema.optional(Ordinal)
}
