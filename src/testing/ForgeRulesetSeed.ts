/** The rulesets of seeded repositories and organizations. */
import * as Schema from "effect/Schema"
import { instant, moment } from "./ForgeContentSeed.ts"
import { flag, named, natural, optional, texts, textOrNull, whole } from "./internal/seedFields.ts"

const refs = Schema.Struct({ include: texts, exclude: texts })

const properties = Schema.Array(
  Schema.Struct({ name: Schema.String, property_values: Schema.Array(Schema.String), source: optional(Schema.String) })
)

const stateFields = {
  /** Unique in the repository or organization. */
  name: Schema.String,
  /** `branch` by default. */
  target: optional(Schema.Literals(["branch", "tag", "push", "repository"])),
  /** `active` by default. */
  enforcement: optional(Schema.Literals(["disabled", "active", "evaluate"])),
  bypass_actors: optional(
    Schema.Array(
      Schema.Struct({
        actor_type: Schema.Literals([
          "Integration",
          "OrganizationAdmin",
          "RepositoryRole",
          "Team",
          "DeployKey",
          "User"
        ]),
        actor_id: optional(Schema.NullOr(natural)),
        bypass_mode: optional(Schema.Literals(["always", "pull_request", "exempt"]))
      })
    )
  ),
  /** Everything by default. */
  conditions: optional(
    Schema.NullOr(
      Schema.Struct({
        ref_name: optional(refs),
        repository_name: optional(Schema.Struct({ include: texts, exclude: texts, protected: flag })),
        repository_id: optional(Schema.Struct({ repository_ids: optional(Schema.Array(natural)) })),
        repository_property: optional(Schema.Struct({ include: optional(properties), exclude: optional(properties) }))
      })
    )
  ),
  /** Each has the `type` and the `parameters` of the service. */
  rules: optional(Schema.Array(Schema.Struct({ type: Schema.String, parameters: optional(Schema.JsonObject) }))),
  /** Login of the user who made this version; nobody by default. */
  actor: textOrNull,
  /** The id of this version. */
  version: whole
}

/** A ruleset. */
export interface RulesetSeed extends Schema.Struct.Type<typeof rulesetFields> {}

const rulesetFields = {
  ...stateFields,
  id: whole,
  created_at: moment,
  /** What it was before, the oldest first. */
  versions: optional(Schema.Array(Schema.Struct({ ...stateFields, updated_at: moment })))
}

/** The schema of a `RulesetSeed`. */
export const rulesetSeed: Schema.Decoder<RulesetSeed> = named("RulesetSeed", rulesetFields)

/** How a push was evaluated. */
export interface RuleSuiteSeed extends Schema.Struct.Type<typeof ruleSuiteFields> {}

const ruleSuiteFields = {
  id: whole,
  /** Login of who has pushed. */
  actor: Schema.NullOr(Schema.String),
  before: Schema.String,
  after: Schema.String,
  ref: Schema.String,
  pushed_at: instant,
  result: Schema.Literals(["pass", "fail", "bypass"]),
  evaluations: Schema.Array(
    Schema.Struct({
      ruleset: natural,
      name: Schema.String,
      rule_type: Schema.String,
      enforcement: Schema.Literals(["active", "evaluate"]),
      details: Schema.NullOr(Schema.String)
    })
  )
}

/** The schema of a `RuleSuiteSeed`. */
export const ruleSuiteSeed: Schema.Decoder<RuleSuiteSeed> = named("RuleSuiteSeed", ruleSuiteFields)
