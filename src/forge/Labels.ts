/** The labels of a repository and of its issues. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Look } from "../rest/FoundBy.ts"
import type { Deprecated } from "../rest/Operation.ts"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, inRepo, IssuePath, Removed, RepoPath, Text } from "./internal/fields.ts"
import { ChosenLabel, NamedLabel } from "./schema/IssueInput.ts"
import { Label } from "./schema/Label.ts"

const Color = Schema.optional(
  Schema.String.check(Schema.isPattern(/^[0-9a-fA-F]{6}$/, { expected: "six hex digits without a leading #" }))
)

/**
 * Lists the labels of a repository.
 *
 * GET /repos/{owner}/{repo}/labels
 */
export const list = Forge.listing("Labels.list", "GET /repos/{owner}/{repo}/labels", {
  path: RepoPath,
  item: Label,
  errors: [NotFound]
})

/**
 * Adds labels to an issue, and returns all its labels. Labels that the repository does not have are created. A label is
 * a name, or a record that says why it is chosen. `[]` fails with `InvalidInput`, since the service forbids it.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/labels · needs write access
 */
export const addToIssue = Forge.operation(
  "Labels.addToIssue",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
  {
    path: IssuePath,
    body: {
      /** Names, or records that say why they are chosen. */
      labels: Schema.optional(
        Schema.Array(Schema.Union([Schema.NonEmptyString, ChosenLabel])).check(
          Schema.isMinLength(1, { expected: "at least one label" })
        )
      )
    },
    success: Schema.Array(Label),
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

/**
 * Gets a label.
 *
 * GET /repos/{owner}/{repo}/labels/{name}
 */
export const get = Forge.operation("Labels.get", "GET /repos/{owner}/{repo}/labels/{name}", {
  path: inRepo({
    /** Name of the label. Case does not matter. */
    name: Schema.NonEmptyString
  }),
  success: Label,
  errors: [NotFound]
})

/**
 * Lists the labels of an issue or a pull request.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/labels
 */
export const listForIssue = Forge.listing(
  "Labels.listForIssue",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/labels",
  { path: IssuePath, item: Label, errors: [NotFound, Gone] }
)

/**
 * Replaces all labels of an issue, and returns the new ones. `[]` removes all. Labels that the repository does not have
 * are created. The labels are names, or records with a `name`.
 *
 * PUT /repos/{owner}/{repo}/issues/{issue_number}/labels · needs write access
 */
export const replaceOnIssue = Forge.operation(
  "Labels.replaceOnIssue",
  "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels",
  {
    path: IssuePath,
    body: {
      /** Names, or records with a name. `[]` removes all. */
      labels: Schema.Union([Schema.Array(Schema.NonEmptyString), Schema.Array(NamedLabel)])
    },
    success: Schema.Array(Label),
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

const Labels = Schema.Array(Label)

/** The service ignores case in names and colours. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

interface LabelInput {
  readonly owner: string
  readonly repo: string
  readonly name: string
  readonly color?: string | undefined
  readonly description?: string | undefined
}

/** Looks for the label with the wanted fields. */
const findLabel = (input: LabelInput, look: Look) =>
  look.first(
    "/repos/{owner}/{repo}/labels",
    Label,
    ({ color, description, name }) =>
      name === input.name &&
      (input.color === undefined || isSame(color, input.color)) &&
      (input.description === undefined || (description ?? "") === input.description),
    { input }
  )

/**
 * Removes a label from an issue, and returns the remaining labels. Fails with `NotFound` if the issue does not have it.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name} · needs write access
 */
export const removeFromIssue = Forge.operation(
  "Labels.removeFromIssue",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
  {
    path: both(IssuePath, {
      /** Name of the label. Case does not matter. */
      name: Schema.NonEmptyString
    }),
    success: Schema.Array(Label),
    errors: [NotFound, Gone],
    foundBy: {
      by: "absence",
      find: (input, look) =>
        Effect.map(
          // An issue has at most 100 labels.
          look.get("/repos/{owner}/{repo}/issues/{issue_number}/labels", Labels, { input, query: { per_page: 100 } }),
          Option.filter((labels) => !labels.some(({ name }) => isSame(name, input.name)))
        )
    }
  }
)

/**
 * Creates a label. `color` is six hex digits without `#`; the service picks one if it is left out. If the name is
 * taken, it fails with `ValidationFailed`, where `alreadyExists` is true.
 *
 * POST /repos/{owner}/{repo}/labels · needs write access
 */
export const create = Forge.operation("Labels.create", "POST /repos/{owner}/{repo}/labels", {
  path: RepoPath,
  body: {
    /** Name of the label. It may contain emoji, also as `:name:`. */
    name: Schema.NonEmptyString,
    /** Six hex digits without `#`, such as `d73a4a`. Default: the service picks one. */
    color: Color,
    /** A short description, at most 100 characters. */
    description: Text
  },
  success: Label,
  errors: [NotFound, ValidationFailed],
  foundBy: { by: "name", find: findLabel }
})

/**
 * Changes a label. `name` is its current name. `new_name` renames it on every issue that has it.
 *
 * PATCH /repos/{owner}/{repo}/labels/{name} · needs write access
 */
export const update = Forge.operation("Labels.update", "PATCH /repos/{owner}/{repo}/labels/{name}", {
  path: inRepo({
    /** The current name of the label. */
    name: Schema.NonEmptyString
  }),
  body: {
    /** The new name. */
    new_name: Schema.optional(Schema.NonEmptyString),
    /** Six hex digits without `#`, such as `d73a4a`. */
    color: Color,
    /** A short description, at most 100 characters. */
    description: Text
  },
  success: Label,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "name",
    find: (input, look) => findLabel({ ...input, name: input.new_name ?? input.name }, look)
  }
})

/**
 * Deletes a label, and removes it from every issue.
 *
 * DELETE /repos/{owner}/{repo}/labels/{name} · needs write access
 */
const delete_ = Forge.operation("Labels.delete", "DELETE /repos/{owner}/{repo}/labels/{name}", {
  path: inRepo({
    /** Name of the label. Case does not matter. */
    name: Schema.NonEmptyString
  }),
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * The earlier name of `delete`.
 *
 * @deprecated Use `delete`.
 */
export const remove: Deprecated<typeof delete_> = delete_
