import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** What has a rule. */
export class RuleSource extends Schema.Opaque<RuleSource>()(
  Schema.Struct({
    /** Such as `ruleset`, or `protected_branch`. */
    type: Schema.String,
    id: Wire.nullable(Schema.Int),
    name: Wire.nullable(Schema.String)
  })
) {}

/** The evaluation of one rule. */
export class RuleEvaluation extends Schema.Opaque<RuleEvaluation>()(
  Schema.Struct({
    /** What has the rule. */
    rule_source: RuleSource,
    /** Whether the rule held then. */
    enforcement: Wire.openEnum(["active", "evaluate", "deleted ruleset"]),
    result: Wire.openEnum(["pass", "fail"]),
    /** The kind of the rule, such as `pull_request`. */
    rule_type: Schema.String,
    /** Why it failed; null if it did not. */
    details: Wire.nullable(Schema.String)
  })
) {}

/** How a push was evaluated, as listings have it. */
export class ListedRuleSuite extends Schema.Opaque<ListedRuleSuite>()(
  Schema.Struct({
    /** Unique identifier. */
    id: Schema.Int,
    /** Who has pushed; null for an account that is not known. */
    actor_id: Wire.nullable(Schema.Int),
    /** The login; null as above. */
    actor_name: Wire.nullable(Schema.String),
    /** The commit of the ref before: zeros for a new one. */
    before_sha: Schema.String,
    /** The commit of the ref afterwards: zeros for one that is deleted. */
    after_sha: Schema.String,
    /** The full name of the ref. */
    ref: Schema.String,
    repository_id: Schema.Int,
    /** The name without the owner. */
    repository_name: Schema.String,
    pushed_at: Wire.Timestamp,
    /** What the rules that are `active` said. */
    result: Wire.openEnum(["pass", "fail", "bypass"]),
    /** The result of the rulesets that are `active` or `evaluate`; null if none is `evaluate`. */
    evaluation_result: Wire.nullable(Wire.openEnum(["pass", "fail", "bypass"]))
  })
) {}

/** The fields of every suite. */
export type ListedRuleSuiteFields = {
  readonly [K in keyof typeof ListedRuleSuite.fields]: (typeof ListedRuleSuite.fields)[K]
}

/** Adds the fields of every suite. A call like `inRepo`, whose named type keeps the docstrings. */
const withListed = <const F extends Schema.Struct.Fields>(fields: F): ListedRuleSuiteFields & F => ({
  ...ListedRuleSuite.fields,
  ...fields
})

/** How a push was evaluated, rule by rule. */
export class RuleSuite extends Schema.Opaque<RuleSuite>()(
  Schema.Struct(
    withListed({
      rule_evaluations: Wire.withDefault(Schema.Array(RuleEvaluation), [])
    })
  )
) {}
