/** Fields that the inputs of rulesets share, their rules in words, and how a new one is found again. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Rule } from "../../rest/Declaration.ts"
import type { Look } from "../../rest/FoundBy.ts"
import type { RequestError } from "../../rest/RestError.ts"
import { GivenOrgRule, GivenRule } from "../schema/RuleInput.ts"
import { ListedRuleset, Ruleset } from "../schema/Ruleset.ts"
import { GivenBypassActor, GivenConditions, GivenOrgConditions } from "../schema/RulesetInput.ts"
import { both, inRepo, Name, Ordinal } from "./fields.ts"

export const RulesetPath = inRepo({
  /** The `id` of the ruleset. */
  ruleset_id: Ordinal
})

export const OrgPath = {
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString
}

export const OrgRulesetPath = both(OrgPath, {
  /** The `id` of the ruleset. */
  ruleset_id: Ordinal
})

const Enforcement = Schema.Literals(["disabled", "active", "evaluate"])

const Bypass = Schema.optional(Schema.Array(GivenBypassActor))

const Target = Schema.optional(Schema.Literals(["branch", "tag", "push"]))

const OrgTarget = Schema.optional(Schema.Literals(["branch", "tag", "push", "repository"]))

/** Of a repository. */
export const newRuleset = {
  /** The name, which is unique in the repository. */
  name: Schema.NonEmptyString,
  /** What it is for. Default: branch. */
  target: Target,
  /** Whether its rules hold. `evaluate` only records what they would refuse, and needs an enterprise. */
  enforcement: Enforcement,
  /** Who can bypass the rules. Default: nobody. */
  bypass_actors: Bypass,
  /** Which branches or tags it is for. */
  conditions: Schema.optional(GivenConditions),
  /** What it demands. Default: nothing. */
  rules: Schema.optional(Schema.Array(GivenRule))
}

/** Of a repository. What is left out stays as it is. */
export const changedRuleset = {
  /** The name, which is unique in the repository. */
  name: Name,
  /** What it is for. */
  target: Target,
  /** Whether its rules hold. */
  enforcement: Schema.optional(Enforcement),
  /** Who can bypass the rules: all of them. */
  bypass_actors: Bypass,
  /** Which branches or tags it is for. */
  conditions: Schema.optional(GivenConditions),
  /** What it demands: all rules. */
  rules: Schema.optional(Schema.Array(GivenRule))
}

/** Of an organization. */
export const newOrgRuleset = {
  /** The name, which is unique in the organization. */
  name: Schema.NonEmptyString,
  /** What it is for. Default: branch. */
  target: OrgTarget,
  /** Whether its rules hold. `evaluate` only records what they would refuse, and needs an enterprise. */
  enforcement: Enforcement,
  /** Who can bypass the rules. Default: nobody. */
  bypass_actors: Bypass,
  /** Which repositories, and which branches or tags in them, it is for. */
  conditions: Schema.optional(GivenOrgConditions),
  /** What it demands. Default: nothing. */
  rules: Schema.optional(Schema.Array(GivenOrgRule))
}

/** Of an organization. What is left out stays as it is. */
export const changedOrgRuleset = {
  /** The name, which is unique in the organization. */
  name: Name,
  /** What it is for. */
  target: OrgTarget,
  /** Whether its rules hold. */
  enforcement: Schema.optional(Enforcement),
  /** Who can bypass the rules: all of them. */
  bypass_actors: Bypass,
  /** Which repositories, and which branches or tags in them, it is for. */
  conditions: Schema.optional(GivenOrgConditions),
  /** What it demands: all rules. */
  rules: Schema.optional(Schema.Array(GivenOrgRule))
}

/** Filters of the pushes that were evaluated. */
export const SuiteFilters = {
  /** Only pushes to this ref: the name of a branch or tag, or a full name. */
  ref: Name,
  /** Only pushes of the last hour, day, week or month. Default: day. */
  time_period: Schema.optional(Schema.Literals(["hour", "day", "week", "month"])),
  /** Only pushes of this login. */
  actor_name: Name,
  /** Only those that passed, failed, or were let through. Default: all. */
  rule_suite_result: Schema.optional(Schema.Literals(["pass", "fail", "bypass", "all"])),
  /** Only those of rules that hold, or of rules that only record. Default: all. */
  evaluate_status: Schema.optional(Schema.Literals(["all", "active", "evaluate"]))
}

/** Filters of the pushes to the repositories of an organization. */
export const OrgSuiteFilters = both(SuiteFilters, {
  /** Only pushes to the repository with this name. */
  repository_name: Name
})

/** Whether some of the actors of an input are such. */
const someActor =
  (isSuch: (actor: Partial<GivenBypassActor>) => boolean): Rule["isBroken"] =>
  ({ bypass_actors }) =>
    Array.isArray(bypass_actors) && bypass_actors.some(isSuch)

/** What the documentation says in words. */
export const actorRules: ReadonlyArray<Rule> = [
  {
    path: "bypass_actors",
    reason: "needs an `actor_id` for each App, role, team and user",
    isBroken: someActor(
      ({ actor_id, actor_type }) =>
        (actor_id ?? null) === null && actor_type !== "DeployKey" && actor_type !== "OrganizationAdmin"
    )
  },
  {
    path: "bypass_actors",
    reason: "cannot let deploy keys bypass the rules of pull requests only",
    isBroken: someActor(({ actor_type, bypass_mode }) => actor_type === "DeployKey" && bypass_mode === "pull_request")
  }
]

/** Finds a new ruleset by its name, which is unique. */
export const rulesetNamed = (
  list: "/repos/{owner}/{repo}/rulesets" | "/orgs/{org}/rulesets",
  input: { readonly name: string; readonly enforcement: string },
  look: Look
): Effect.Effect<Option.Option<Ruleset>, RequestError> => {
  const found = look.first(
    list,
    ListedRuleset,
    ({ created_at, enforcement, name }) =>
      name === input.name &&
      enforcement === input.enforcement &&
      // Else it was there before.
      (created_at === null || !look.isEarlier(created_at)),
    {
      input,
      ...(list.startsWith("/repos") ? { query: { includes_parents: "false" } } : {})
    }
  )
  return Effect.flatMap(found, (ruleset) =>
    Option.isNone(ruleset)
      ? Effect.succeedNone
      : look.get(`${list}/{ruleset_id}`, Ruleset, { input: { ...input, ruleset_id: ruleset.value.id } })
  )
}
