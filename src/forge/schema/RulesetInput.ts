/** What the inputs of rulesets contain besides their rules. The parts of a `Ruleset` that was read fit. */
import * as Schema from "effect/Schema"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import { maybe } from "../internal/fields.ts"
import { BypassActor, RulesetConditions } from "./Ruleset.ts"

/** Who can bypass the rules of a ruleset. */
export class GivenBypassActor extends Schema.Opaque<GivenBypassActor>()(
  Schema.Struct({
    /** The kind of actor. */
    actor_type: Schema.Literals(["Integration", "OrganizationAdmin", "RepositoryRole", "Team", "DeployKey", "User"]),
    /**
     * The App, the role (2 is maintain, 4 is write, 5 is admin), the team or the user. Needed for all but deploy keys and
     * owners of the organization.
     */
    actor_id: Schema.optional(Schema.NullOr(Schema.Int)),
    /**
     * Whether the rules are bypassed always, only when a pull request is merged, or without a trace (`exempt`). Deploy keys
     * merge no pull requests. Default: always.
     */
    bypass_mode: Schema.optional(Schema.Literals(["always", "pull_request", "exempt"]))
  }).annotate(UnknownFields.fits(BypassActor))
) {}

const Texts = Schema.Array(Schema.NonEmptyString)

/** What to include and what to exclude. Default: nothing for both. */
const selection = <const S extends Schema.Constraint>(items: S) => ({
  include: Schema.optional(items),
  exclude: Schema.optional(items)
})

/** Patterns of refs: `refs/heads/release/*`, or `~DEFAULT_BRANCH` and `~ALL`. */
const RefName = maybe(Schema.Struct(selection(Texts)))

/** What a ruleset of a repository is for. */
export class GivenConditions extends Schema.Opaque<GivenConditions>()(
  Schema.Struct({
    /** Patterns of refs, such as `refs/heads/release/*`, or `~DEFAULT_BRANCH` and `~ALL`. */
    ref_name: RefName
  }).annotate(UnknownFields.fits(RulesetConditions))
) {}

/** A property of repositories, and its values that are meant. */
export class GivenProperty extends Schema.Opaque<GivenProperty>()(
  Schema.Struct({
    name: Schema.NonEmptyString,
    property_values: Texts,
    /** Whether the organization has defined it, or the service. Default: custom. */
    source: Schema.optional(Schema.Literals(["custom", "system"]))
  })
) {}

/** What a ruleset of an organization is for: repositories by name, by id or by their properties, and refs in them. */
export class GivenOrgConditions extends Schema.Opaque<GivenOrgConditions>()(
  Schema.Struct({
    /** Patterns of refs, such as `refs/heads/release/*`, or `~DEFAULT_BRANCH` and `~ALL`. */
    ref_name: RefName,
    /** Patterns of names of repositories, or `~ALL`. `protected` prevents renaming them. Default: not protected. */
    repository_name: maybe(Schema.Struct({ ...selection(Texts), protected: Schema.optional(Schema.Boolean) })),
    /** Ids of repositories. */
    repository_id: maybe(Schema.Struct({ repository_ids: Schema.optional(Schema.Array(Schema.Int)) })),
    /** Properties of repositories: all of those that are included, and none of the others. */
    repository_property: maybe(Schema.Struct(selection(Schema.Array(GivenProperty))))
  }).check(
    Schema.makeFilter(
      ({ repository_id, repository_name, repository_property }) =>
        [repository_id, repository_name, repository_property].filter((each) => (each ?? null) !== null).length === 1,
      { expected: "one of repository_name, repository_id and repository_property" }
    )
  )
) {}
