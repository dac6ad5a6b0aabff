/** Rulesets, their versions, and how pushes were evaluated by them. */
import type { RulesetSeed } from "../../../ForgeRulesetSeed.ts"

/** A rule, with the parameters that its kind has. */
export type Rule = NonNullable<RulesetSeed["rules"]>[number]
export type BypassActor = NonNullable<RulesetSeed["bypass_actors"]>[number]
export type Conditions = NonNullable<RulesetSeed["conditions"]>

/** What a ruleset says. */
export interface RulesetState {
  readonly name: string
  readonly target: NonNullable<RulesetSeed["target"]>
  readonly enforcement: NonNullable<RulesetSeed["enforcement"]>
  readonly bypass_actors: ReadonlyArray<BypassActor>
  readonly conditions: Conditions | null
  readonly rules: ReadonlyArray<Rule>
}

export interface RulesetVersion {
  readonly id: number
  readonly actor: string | null
  readonly updated_at: number
  readonly state: RulesetState
}

export interface Ruleset extends RulesetState {
  readonly id: number
  readonly created_at: number
  readonly updated_at: number
  /** The oldest first; the last one is the ruleset itself. */
  readonly versions: ReadonlyArray<RulesetVersion>
}

export interface RuleEvaluation {
  readonly ruleset: number
  readonly name: string
  readonly rule_type: string
  readonly enforcement: "active" | "evaluate"
  /** Why it failed; null if it did not. */
  readonly details: string | null
}

export interface RuleSuite {
  readonly id: number
  readonly actor: string | null
  readonly before: string
  readonly after: string
  readonly ref: string
  readonly pushed_at: number
  readonly result: "pass" | "fail" | "bypass"
  readonly evaluations: ReadonlyArray<RuleEvaluation>
}
