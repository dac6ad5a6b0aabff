/** Fields that the inputs of many operations share. */
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A number that starts at 1, such as an issue number. */
export const Ordinal = /* @__PURE__ */ Schema.Int.check(/* @__PURE__ */ Schema.isGreaterThanOrEqualTo(1))

/** The path of a repository. */
export const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }

/** The path of a resource in a repository. Bundlers can drop an unused call that is marked pure, but not a spread. */
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

/** The states that a listing returns. */
export const StateFilter = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(["open", "closed", "all"]))

/** The state that an update sets. */
export const State = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(["open", "closed"]))

/** Logins; an issue has at most 10 assignees. */
export const Assignees = /* @__PURE__ */ Schema.Array(Schema.NonEmptyString).check(
  /* @__PURE__ */ Schema.isMaxLength(10, { expected: "at most 10 assignees" })
)

/** The page of a response that is itself paged. Default: the first page. */
export const PartOfAnswer = {
  per_page: /* @__PURE__ */ Schema.optional(
    /* @__PURE__ */ Schema.Int.check(/* @__PURE__ */ Schema.isBetween({ minimum: 1, maximum: 100 }))
  ),
  page: /* @__PURE__ */ Schema.optional(Ordinal)
}

/** How the removal of a resource is found again: nothing is there. */
export const Removed = { by: "absence", gone: (): void => undefined } as const
