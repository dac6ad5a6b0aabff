import { Rulesets } from "forgecast/forge"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Protects all release branches: nobody deletes them, or rewrites their history. */
export const create = Rulesets.create({
  ...repo,
  name: "Releases",
  enforcement: "active",
  conditions: { ref_name: { include: ["refs/heads/release/*"], exclude: [] } },
  rules: [{ type: "deletion" }, { type: "non_fast_forward" }]
}).pipe(Effect.map(({ name, rules }) => ({ name, rules: rules.map(({ type }) => type) })))

/** Requires a pull request in all repositories of an organization. */
export const createForOrg = Rulesets.createForOrg({
  org: "acme",
  name: "Main",
  enforcement: "active",
  conditions: {
    repository_name: { include: ["~ALL"], exclude: [] },
    ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] }
  },
  rules: [{ type: "required_linear_history" }]
}).pipe(Effect.map(({ source, source_type }) => ({ source, source_type })))

/** Deletes a ruleset. */
const delete_ = Rulesets.delete({ ...repo, ruleset_id: 90 })

/** Deletes a ruleset of an organization. */
export const deleteForOrg = Rulesets.deleteForOrg({ org: "acme", ruleset_id: 91 })

/** Reads which checks a ruleset requires. The `_tag` of a rule tells its kind. */
export const get = Rulesets.get({ ...repo, ruleset_id: 90 }).pipe(
  Effect.map(({ rules }) =>
    rules.flatMap((rule) =>
      rule._tag === "StatusChecksRule" ? rule.parameters.required_status_checks.map(({ context }) => context) : []
    )
  )
)

/** Reads a ruleset of an organization. */
export const getForOrg = Rulesets.getForOrg({ org: "acme", ruleset_id: 91 }).pipe(
  Effect.map(({ name, target }) => ({ name, target }))
)

/** Reads why a push was refused. */
export const getSuite = Rulesets.getSuite({ ...repo, rule_suite_id: 92 }).pipe(
  Effect.map(({ result, rule_evaluations }) => ({
    result,
    why: rule_evaluations.flatMap(({ details }) => details ?? [])
  }))
)

/** Reads what a ruleset was called before. */
export const getVersion = Rulesets.getVersion({ ...repo, ruleset_id: 90, version_id: 93 }).pipe(
  Effect.map(({ state }) => state["name"] ?? null)
)

/** Lists the rulesets of a repository and its organization. */
export const list = Rulesets.list(repo).pipe(
  Stream.map(({ enforcement, name, source_type }) => ({ name, enforcement, source_type })),
  Stream.runCollect
)

/** Lists what a branch requires, whichever ruleset says so. */
export const listForBranch = Rulesets.listForBranch({ ...repo, branch: "stable" }).pipe(
  Stream.map(({ ruleset_source_type, type }) => ({ type, ruleset_source_type })),
  Stream.runCollect
)

/** Lists the rulesets of an organization. */
export const listForOrg = Rulesets.listForOrg({ org: "acme" }).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Tells who pushed to which repository of an organization, and how the rules judged it. */
export const getSuiteForOrg = Rulesets.getSuiteForOrg({ org: "acme", rule_suite_id: 92 }).pipe(
  Effect.map(({ actor_name, repository_name, result }) => ({ actor_name, repository_name, result }))
)

/** Tells whether a version of a ruleset of an organization was only tried out. */
export const getVersionForOrg = Rulesets.getVersionForOrg({ org: "acme", ruleset_id: 91, version_id: 94 }).pipe(
  Effect.map(({ state }) => state["enforcement"] === "evaluate")
)

/** Lists the pushes of the last month that rules refused, in all repositories of an organization. */
export const listSuitesForOrg = Rulesets.listSuitesForOrg({
  org: "acme",
  time_period: "month",
  rule_suite_result: "fail"
}).pipe(
  Stream.map(({ ref, repository_name }) => ({ repository_name, ref })),
  Stream.runCollect
)

/** Lists when a ruleset of an organization was changed. */
export const listVersionsForOrg = Rulesets.listVersionsForOrg({ org: "acme", ruleset_id: 91 }).pipe(
  Stream.map(({ updated_at }) => DateTime.formatIso(updated_at)),
  Stream.runCollect
)

/** Lists the pushes of the last month that rules refused. */
export const listSuites = Rulesets.listSuites({ ...repo, time_period: "month", rule_suite_result: "fail" }).pipe(
  Stream.map(({ actor_name, ref }) => ({ actor_name, ref })),
  Stream.runCollect
)

/** Counts how often a ruleset was changed. */
export const listVersions = Rulesets.listVersions({ ...repo, ruleset_id: 90 }).pipe(Stream.runCount)

/** Adds a rule to those that a ruleset has. */
export const update = Rulesets.get({ ...repo, ruleset_id: 90 }).pipe(
  Effect.flatMap(({ rules }) =>
    Rulesets.update({ ...repo, ruleset_id: 90, rules: [...rules, { type: "required_signatures" }] })
  ),
  Effect.map(({ rules }) => rules.map(({ type }) => type))
)

/** Switches a ruleset of an organization off. */
export const updateForOrg = Rulesets.updateForOrg({ org: "acme", ruleset_id: 91, enforcement: "disabled" }).pipe(
  Effect.map(({ enforcement }) => enforcement)
)

export { delete_ as delete }
