import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Rule } from "./Rule.ts"

/** Who can bypass the rules of a ruleset. */
export class BypassActor extends Schema.Opaque<BypassActor>()(
  Schema.Struct({
    actor_type: Wire.openEnum(["Integration", "OrganizationAdmin", "RepositoryRole", "Team", "DeployKey", "User"]),
    /** The App, the role, the team or the user; null for deploy keys and owners of the organization. */
    actor_id: Wire.nullable(Schema.Int),
    /** Whether the rules are bypassed always, when a pull request is merged, or without a trace (`exempt`). */
    bypass_mode: Wire.withDefault(Wire.openEnum(["always", "pull_request", "exempt"]), "always")
  })
) {}

const Texts = Wire.withDefault(Schema.Array(Schema.String), [])

/** A property of repositories, with its values. */
export class RulesetProperty extends Schema.Opaque<RulesetProperty>()(
  Schema.Struct({
    name: Schema.String,
    property_values: Schema.Array(Schema.String),
    /** Whether the organization has defined it, or the service. */
    source: Wire.withDefault(Wire.openEnum(["custom", "system"]), "custom")
  })
) {}

/** What a ruleset is for. A condition that it does not have is null. */
export class RulesetConditions extends Schema.Opaque<RulesetConditions>()(
  Schema.Struct({
    /** Patterns of refs, such as `refs/heads/release/*`, or `~DEFAULT_BRANCH` and `~ALL`. */
    ref_name: Wire.nullable(Schema.Struct({ include: Texts, exclude: Texts })),
    /** Patterns of names of repositories, or `~ALL`. `protected` prevents renaming them. */
    repository_name: Wire.nullable(
      Schema.Struct({ include: Texts, exclude: Texts, protected: Wire.withDefault(Schema.Boolean, false) })
    ),
    /** Ids of repositories. */
    repository_id: Wire.nullable(Schema.Struct({ repository_ids: Wire.withDefault(Schema.Array(Schema.Int), []) })),
    /** Properties of repositories: all of those that are included, and none of the others. */
    repository_property: Wire.nullable(
      Schema.Struct({
        include: Wire.withDefault(Schema.Array(RulesetProperty), []),
        exclude: Wire.withDefault(Schema.Array(RulesetProperty), [])
      })
    )
  })
) {}

/** A ruleset, as listings have it: without its rules. */
export class ListedRuleset extends Schema.Opaque<ListedRuleset>()(
  Schema.Struct({
    /** Unique identifier. */
    id: Schema.Int,
    /** The id in the service's GraphQL API; null where the service does not return it. */
    node_id: Wire.nullable(Schema.String),
    name: Schema.String,
    /** What it is for; null where the service does not return it. */
    target: Wire.nullable(Wire.openEnum(["branch", "tag", "push", "repository"])),
    /** What has it; null where the service does not return it. */
    source_type: Wire.nullable(Wire.openEnum(["Repository", "Organization", "Enterprise"])),
    /** `owner/name` of the repository, or the login of the organization, that has it. */
    source: Schema.String,
    /** Whether its rules are in force. `evaluate` only records what they would refuse. */
    enforcement: Wire.openEnum(["disabled", "active", "evaluate"]),
    /** Null where the service does not return it. */
    created_at: Wire.nullable(Wire.Timestamp),
    /** Null where the service does not return it. */
    updated_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** The fields of every ruleset. */
export type ListedRulesetFields = {
  readonly [K in keyof typeof ListedRuleset.fields]: (typeof ListedRuleset.fields)[K]
}

/** Adds the fields of every ruleset. A call like `inRepo`, whose named type keeps the docstrings. */
const withListed = <const F extends Schema.Struct.Fields>(fields: F): ListedRulesetFields & F => ({
  ...ListedRuleset.fields,
  ...fields
})

/** A ruleset: rules for many branches, tags or pushes at once. */
export class Ruleset extends Schema.Opaque<Ruleset>()(
  Schema.Struct(
    withListed({
      /** Who can bypass its rules; null for those who may not change it. */
      bypass_actors: Wire.nullable(Schema.Array(BypassActor)),
      /** Whether the caller can bypass it; null for the ruleset of an organization, read there. */
      current_user_can_bypass: Wire.nullable(Wire.openEnum(["always", "pull_requests_only", "never", "exempt"])),
      /** What it is for; null for everything. */
      conditions: Wire.nullable(RulesetConditions),
      /** What it demands. */
      rules: Wire.withDefault(Schema.Array(Rule), [])
    })
  )
) {}
