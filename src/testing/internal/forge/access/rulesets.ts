/** What rulesets demand of those who move a ref, and what comes of it: a refusal, or a pass that is recorded. */
import * as Schema from "effect/Schema"
import { isAncestor } from "../../git/history.ts"
import { changesBetween } from "../../git/changes.ts"
import { commitOf, type Commit, type Sha } from "../../git/objects.ts"
import type { Call } from "../http/call.ts"
import { nextId, type Repository, userOf } from "../state/model.ts"
import type { MergeMethod } from "../state/mergeTypes.ts"
import { rangeOf } from "../state/pulls.ts"
import { expressionOf, matches, rulesetsFor } from "../state/refRules.ts"
import type { BypassActor, Rule, RuleEvaluation, Ruleset } from "../state/ruleTypes.ts"
import { includes, permissionOf } from "../state/roles.ts"
import {
  areSigned,
  awaitedChecks,
  isLinear,
  isSignedBy,
  missingDeployment,
  unlinear,
  unsigned,
  viaPull
} from "./conditions.ts"

/** Where a ref goes. */
export interface Push {
  readonly ref: string
  /** Undefined for a new ref, and for one that is deleted. */
  readonly from: Sha | undefined
  readonly to: Sha | undefined
  /** Set when a pull request is merged: why its reviews and conversations do not suffice. */
  readonly merge?: {
    readonly method: MergeMethod
    readonly head: Sha
    readonly unmet: (rule: Rule) => string | undefined
  }
}

const roles: Readonly<Record<number, "maintain" | "write" | "admin">> = { 2: "maintain", 4: "write", 5: "admin" }

const isActor = ({ token, viewer, world }: Call, repository: Repository, actor: BypassActor): boolean => {
  const id = actor.actor_id ?? 0
  const organization = world.organizations.get(repository.owner.toLowerCase())
  const login = viewer?.toLowerCase() ?? ""
  switch (actor.actor_type) {
    case "RepositoryRole": {
      const role = permissionOf(world, repository, viewer)
      return role !== undefined && includes(role, roles[id] ?? "admin")
    }
    case "OrganizationAdmin":
      return organization?.members.get(login)?.role === "admin"
    case "Team":
      return [...(organization?.teams.values() ?? [])].some((team) => team.id === id && team.members.has(login))
    case "Integration":
      return (
        (token?.installation ?? null) !== null &&
        world.apps.get(id)?.installations.has(token?.installation ?? 0) === true
      )
    case "User":
      return viewer !== null && userOf(world, viewer)?.id === id
    case "DeployKey":
      return false
  }
}

/** How the sender can bypass a ruleset: in the way that goes furthest. */
export const bypassOf = (call: Call, repository: Repository, { bypass_actors }: Ruleset) => {
  const modes = bypass_actors
    .filter((actor) => isActor(call, repository, actor))
    .map(({ bypass_mode = "always" }) => bypass_mode)
  if (modes.includes("exempt")) return "exempt"
  if (modes.includes("always")) return "always"
  return modes.length > 0 ? "pull_requests_only" : "never"
}

export type Parameters = Readonly<Record<string, unknown>>

const listIn = (parameters: Parameters, name: string): ReadonlyArray<unknown> => {
  const value = parameters[name]
  return Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
}

const textsIn = (parameters: Parameters, name: string): ReadonlyArray<string> =>
  listIn(parameters, name).filter((each) => typeof each === "string")

/** Whether a text has the pattern of a rule. */
const fits = ({ negate, operator, pattern }: Parameters, text: string): boolean => {
  const wanted = String(pattern)
  const found =
    operator === "starts_with"
      ? text.startsWith(wanted)
      : operator === "ends_with"
        ? text.endsWith(wanted)
        : operator === "contains"
          ? text.includes(wanted)
          : expressionOf(wanted)?.test(text) === true
  return found !== (negate === true)
}

const unfit = (what: string, { negate, operator, pattern }: Parameters): string =>
  `${what} must ${negate === true ? "not " : ""}${
    operator === "regex"
      ? "match a given regex pattern"
      : String(operator)
          .replace("_", " ")
          .replace(/s( |$)/, "$1")
  }: ${String(pattern)}`

/** Says what of a push breaks a rule; undefined if nothing does. Kinds that the simulator does not know hold always. */
export const brokenBy = (
  call: Call,
  repository: Repository,
  { parameters = {}, type }: Rule,
  push: Push
): string | undefined => {
  const { objects } = call.world
  const { from, merge, ref, to } = push
  const start = from ?? repository.refs.get(`refs/heads/${repository.default_branch}`)
  const added: ReadonlyArray<Commit> =
    to === undefined || start === undefined ? [] : rangeOf(objects, start, merge?.head ?? to).ahead
  const texts = (what: string, of: (commit: Commit) => string) =>
    added.every((commit) => fits(parameters, of(commit))) ? undefined : unfit(what, parameters)
  const files = () =>
    to === undefined
      ? []
      : changesBetween(
          objects,
          start === undefined ? undefined : commitOf(objects, start).tree,
          commitOf(objects, to).tree
        ).filter(({ status }) => status !== "removed")
  const name = ref.replace(/^refs\/(?:heads|tags)\//, "")
  switch (type) {
    case "creation":
      return from === undefined && to !== undefined ? "Cannot create ref due to creations being restricted." : undefined
    case "update":
      return from !== undefined && to !== undefined ? "Cannot update this protected ref." : undefined
    case "deletion":
      return to === undefined ? "Cannot delete this protected ref." : undefined
    case "non_fast_forward":
      return from !== undefined && to !== undefined && !isAncestor(objects, from, to)
        ? "Cannot force-push to this branch"
        : undefined
    case "merge_queue":
      return to === undefined || from === undefined ? undefined : "Changes must be made through the merge queue"
    case "pull_request":
      if (to === undefined || from === undefined) return undefined
      return merge === undefined ? viaPull : merge.unmet({ type, parameters })
    case "required_status_checks": {
      if (to === undefined || (from === undefined && parameters["do_not_enforce_on_create"] === true)) return undefined
      if (merge !== undefined) return merge.unmet({ type, parameters })
      return awaitedChecks(repository, to, checksOf(parameters))
    }
    case "required_signatures":
      return start === undefined ||
        to === undefined ||
        (merge === undefined ? areSigned(objects, start, to) : isSignedBy(objects, merge.method, start, merge.head))
        ? undefined
        : unsigned
    case "required_linear_history":
      return merge?.method === "merge" ||
        (merge === undefined && start !== undefined && to !== undefined && !isLinear(objects, start, to))
        ? unlinear
        : undefined
    case "required_deployments":
      return to === undefined
        ? undefined
        : missingDeployment(repository, merge?.head ?? to, textsIn(parameters, "required_deployment_environments"))
    case "commit_message_pattern":
      return texts("Commit message", ({ message }) => message.trim())
    case "commit_author_email_pattern":
      return texts("Author email", ({ author }) => author.email)
    case "committer_email_pattern":
      return texts("Committer email", ({ committer }) => committer.email)
    case "branch_name_pattern":
    case "tag_name_pattern": {
      const what = type === "branch_name_pattern" ? "Branch name" : "Tag name"
      return from !== undefined || to === undefined || fits(parameters, name) ? undefined : unfit(what, parameters)
    }
    case "file_path_restriction": {
      const patterns = textsIn(parameters, "restricted_file_paths")
      const found = files().find(({ path }) => patterns.some((pattern) => matches(pattern, path)))
      return found && `File path ${found.path} is restricted.`
    }
    case "file_extension_restriction": {
      const extensions = textsIn(parameters, "restricted_file_extensions").map((each) => each.replace(/^[*.]+/, "."))
      const found = files().find(({ path }) =>
        extensions.some((each) => path.endsWith(each.startsWith(".") ? each : `.${each}`))
      )
      return found && `The extension of ${found.path} is restricted.`
    }
    case "max_file_path_length": {
      const most = Number(parameters["max_file_path_length"])
      const found = files().find(({ path }) => path.length > most)
      return found && `The path ${found.path} is longer than ${most} characters.`
    }
    case "max_file_size": {
      const most = Number(parameters["max_file_size"])
      const found = files().find(({ after }) => (objects.blobs.get(after?.sha ?? "")?.length ?? 0) > most * 1024 * 1024)
      return found && `${found.path} is larger than ${most} MB.`
    }
    default:
      return undefined
  }
}

/** The checks of a rule. */
export const checksOf = (parameters: Parameters) =>
  listIn(parameters, "required_status_checks").map((each) => {
    const { context, integration_id } = each as { readonly context: string; readonly integration_id?: number }
    return { context, app_id: integration_id ?? null }
  })

const isRequiredTeam = Schema.is(
  Schema.Struct({
    file_patterns: Schema.Array(Schema.String),
    minimum_approvals: Schema.Int,
    reviewer: Schema.Struct({ id: Schema.Int })
  })
)

/** The teams of a rule, with the files that they must approve. */
export const requiredTeams = (parameters: Parameters) =>
  listIn(parameters, "required_reviewers").filter((each) => isRequiredTeam(each))

const zeros = "0".repeat(40)

/**
 * Evaluates a push by all rulesets, and records it if there are any. Returns why it is refused, in the words of the
 * service; undefined if it is not.
 */
export const ruleRefusal = (call: Call, repository: Repository, push: Push): string | undefined => {
  const found = rulesetsFor(call.world, repository, push.ref)
  const evaluations: Array<RuleEvaluation> = []
  const reasons: Array<string> = []
  let isBypassed = false
  for (const { ruleset } of found) {
    const bypass = bypassOf(call, repository, ruleset)
    if (bypass === "exempt") continue
    for (const rule of ruleset.rules) {
      const details = brokenBy(call, repository, rule, push) ?? null
      const enforcement = ruleset.enforcement === "evaluate" ? "evaluate" : "active"
      evaluations.push({ ruleset: ruleset.id, name: ruleset.name, rule_type: rule.type, enforcement, details })
      if (details === null || enforcement === "evaluate") continue
      if (bypass === "always" || (bypass === "pull_requests_only" && push.merge !== undefined)) isBypassed = true
      else reasons.push(details)
    }
  }
  if (evaluations.length > 0) {
    repository.ruleSuites.push({
      id: nextId(call.world, "rule suite"),
      actor: call.viewer,
      before: push.from ?? zeros,
      after: push.to ?? zeros,
      ref: push.ref,
      pushed_at: call.now,
      result: reasons.length > 0 ? "fail" : isBypassed ? "bypass" : "pass",
      evaluations
    })
  }
  return reasons.length === 0
    ? undefined
    : `Repository rule violations found\n\n${[...new Set(reasons)].join("\n\n")}\n\n`
}
