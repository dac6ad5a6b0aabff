/** What the operations of `ActionsVariables` share: fields of inputs, and how a new variable is found again. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Look } from "../../rest/FoundBy.ts"
import { Variable } from "../schema/Variable.ts"
import { both, inRepo, Ordinal, Text } from "./fields.ts"
import { EnvironmentPath, OrgPath, SettingName, Sharing } from "./secretFields.ts"

const Named = {
  /** Name of the variable. Case does not matter. */
  name: Schema.NonEmptyString
}

export const RepoVariablePath = inRepo(Named)
export const EnvironmentVariablePath = both(EnvironmentPath, Named)
export const OrgVariablePath = both(OrgPath, Named)
export const SelectedVariablePath = both(OrgVariablePath, {
  /** The `id` of the repository. */
  repository_id: Ordinal
})

export const NewVariable = {
  /** The name: letters, digits and underscores, with no digit and no `GITHUB_` at the start. */
  name: SettingName,
  /** The value: at most 48 KB. */
  value: Schema.String
}

export const SharedVariable = both(NewVariable, Sharing)

export const ChangedVariable = {
  /** Another name: letters, digits and underscores, with no digit and no `GITHUB_` at the start. */
  new_name: Schema.optional(SettingName),
  /** The value: at most 48 KB. */
  value: Text
}

export const ChangedSharedVariable = both(ChangedVariable, {
  /** `all`, `private` (and internal) or `selected` repositories. */
  visibility: Schema.optional(Sharing.visibility),
  /** The ids of the selected repositories. */
  selected_repository_ids: Sharing.selected_repository_ids
})

/** A variable is found again by its name and its value. */
export const createdAs = (path: `/${string}`) =>
  ({
    by: "name",
    find: (input: { readonly name: string; readonly value: string }, look: Look) =>
      Effect.map(
        look.get(path, Variable, { input }),
        Option.flatMap(({ value }) => (value === input.value ? Option.some(undefined) : Option.none()))
      )
  }) as const
