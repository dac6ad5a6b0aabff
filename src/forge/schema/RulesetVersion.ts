import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Who has made a version of a ruleset. */
export class VersionActor extends Schema.Opaque<VersionActor>()(
  Schema.Struct({
    /** Null where the service does not return it. */
    id: Wire.nullable(Schema.Int),
    /** Such as `User`; null where the service does not return it. */
    type: Wire.nullable(Schema.String)
  })
) {}

/** A version of a ruleset, as listings have it. */
export class ListedRulesetVersion extends Schema.Opaque<ListedRulesetVersion>()(
  Schema.Struct({
    /** Unique identifier. */
    version_id: Schema.Int,
    /** Who has made it. */
    actor: VersionActor,
    updated_at: Wire.Timestamp
  })
) {}

/** The fields of every version. */
export type ListedRulesetVersionFields = {
  readonly [K in keyof typeof ListedRulesetVersion.fields]: (typeof ListedRulesetVersion.fields)[K]
}

/** Adds the fields of every version. A call like `inRepo`, whose named type keeps the docstrings. */
const withListed = <const F extends Schema.Struct.Fields>(fields: F): ListedRulesetVersionFields & F => ({
  ...ListedRulesetVersion.fields,
  ...fields
})

/** A version of a ruleset, with the ruleset as it was. */
export class RulesetVersion extends Schema.Opaque<RulesetVersion>()(
  Schema.Struct(
    withListed({
      /** The ruleset as it was, in the service's own form. */
      state: Schema.JsonObject
    })
  )
) {}
