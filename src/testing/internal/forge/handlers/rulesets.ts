/** Handlers of the `Rulesets` operations. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { rulesetSeed } from "../../../ForgeRulesetSeed.ts"
import { isoDate, json, noContent } from "../../exchange.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { may, organizationOf } from "../access/permissions.ts"
import { bypassOf } from "../access/rulesets.ts"
import { expressionOf, rulesetsFor, rulesetsOf, type Sourced } from "../state/refRules.ts"
import { was } from "../events/happened.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, malformed, notFound, refusal } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { fullName, type Repository, same, userOf } from "../state/model.ts"
import type { Rule, Ruleset, RulesetState, RuleSuite } from "../state/ruleTypes.ts"
import { newState, withVersion } from "../state/rulesets.ts"
import { stablePath } from "../wire/common.ts"
import { nodeId } from "../wire/nodeIds.ts"

/** A set of rulesets, and what has it. */
interface Holder {
  readonly rulesets: Map<number, Ruleset>
  readonly source_type: Sourced["source"]
  readonly source: string
  /** Its path in the API, and that of its pages. */
  readonly path: string
  readonly page: string
  /** Its path by its id, which the links of listings have. */
  readonly stable: string
  readonly repository: Repository | undefined
}

const ofRepository = (repository: Repository): Holder => ({
  rulesets: repository.rulesets,
  source_type: "Repository",
  source: fullName(repository),
  path: `/repos/${fullName(repository)}`,
  page: `/${fullName(repository)}/rules`,
  stable: stablePath(repository),
  repository
})

/** The path's organization, for its owners. Others are told that it is not there. */
const ownedOrg = (call: Call): OrRefusal<Holder> =>
  Result.gen(function* () {
    const [{ id, login }, { members, rulesets }] = yield* organizationOf(call)
    const role = members.get(call.viewer?.toLowerCase() ?? "")?.role
    if (role !== "admin") return yield* Result.fail(notFound(call))
    return {
      rulesets,
      source_type: "Organization",
      source: login,
      path: `/orgs/${login}`,
      page: `/organizations/${login}/settings/rules`,
      stable: `/organizations/${id}`,
      repository: undefined
    } satisfies Holder
  })

/** Where a ruleset that a repository has, or gets from its organization, is kept. */
const sourceOf = (repository: Repository, { source }: Sourced): Holder =>
  source === "Repository"
    ? ofRepository(repository)
    : { ...ofRepository(repository), source_type: source, source: repository.owner, path: `/orgs/${repository.owner}` }

const listed = ({ urls }: Call, holder: Holder, self: Ruleset) => ({
  id: self.id,
  name: self.name,
  target: self.target,
  source_type: holder.source_type,
  source: holder.source,
  enforcement: self.enforcement,
  node_id: nodeId("RRS", self.id),
  _links: {
    self: { href: `${urls.api}${holder.path}/rulesets/${self.id}` },
    html: { href: `${urls.html}${holder.page}/${self.id}` }
  },
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.updated_at)
})

const whole = (call: Call, holder: Holder, self: Ruleset, seesActors: boolean) => ({
  ...listed(call, holder, self),
  conditions: self.conditions ?? {},
  rules: self.rules,
  ...(seesActors
    ? {
        bypass_actors: self.bypass_actors.map(({ actor_id = null, actor_type, bypass_mode = "always" }) => ({
          actor_id,
          actor_type,
          bypass_mode
        }))
      }
    : {}),
  ...(holder.repository === undefined ? {} : { current_user_can_bypass: bypassOf(call, holder.repository, self) })
})

const withParents = (call: Call): boolean => call.query.get("includes_parents") !== "false"

/** The rulesets of a repository that the query asks for. */
const visible = (call: Call, repository: Repository): ReadonlyArray<Sourced> =>
  rulesetsOf(call.world, repository).filter(({ source }) => source === "Repository" || withParents(call))

const targeted = (call: Call) => {
  const targets = (call.query.get("targets") ?? "").split(",").filter((each) => each !== "")
  return ({ target }: Ruleset) => targets.length === 0 || targets.includes(target)
}

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const isMeant = targeted(call)
  const found = visible(call, repository).filter(({ ruleset }) => isMeant(ruleset))
  return pageOf(call, `${stablePath(repository)}/rulesets`, found, (each) =>
    listed(call, sourceOf(repository, each), each.ruleset)
  )
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const id = pathNumber(call, "ruleset_id")
  const found = visible(call, repository).find(({ ruleset }) => ruleset.id === id)
  if (found === undefined) return yield* Result.fail(notFound(call))
  return json(200, whole(call, sourceOf(repository, found), found.ruleset, may(call, repository, "admin")))
})

const listForOrg: Handler = handler(function* (call) {
  const holder = yield* ownedOrg(call)
  const found = [...holder.rulesets.values()].filter(targeted(call))
  return pageOf(call, `${holder.stable}/rulesets`, found, (each) => listed(call, holder, each))
})

const existing = (call: Call, { rulesets }: Holder): OrRefusal<Ruleset> => {
  const found = rulesets.get(pathNumber(call, "ruleset_id") ?? 0)
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
}

const getForOrg: Handler = handler(function* (call) {
  const holder = yield* ownedOrg(call)
  return json(200, whole(call, holder, yield* existing(call, holder), true))
})

const writableHolder = (call: Call): OrRefusal<Holder> =>
  call.params["org"] === undefined
    ? Result.map(writable(call, "admin"), ([repository]) => ofRepository(repository))
    : ownedOrg(call)

const refused = (call: Call, error: string): OrRefusal<never> =>
  Result.fail(refusal(422, "Validation Failed", call.documentation, { errors: [error] }))

/** The kinds of rules that only some targets have. */
const ofPushes = ["file_path_restriction", "max_file_path_length", "file_extension_restriction", "max_file_size"]

const isFor = ({ type }: Rule, target: RulesetState["target"]): boolean =>
  target === "push" ? ofPushes.includes(type) : !ofPushes.includes(type)

const isReadable = ({ pattern }: Readonly<Record<string, unknown>>): boolean =>
  expressionOf(String(pattern)) !== undefined

/** A seed says the same as a request, and more. */
const decode = Schema.decodeUnknownResult(rulesetSeed)

/** Reads what a ruleset is to say. What is not sent stays as it is. */
const stateIn = (call: Call, holder: Holder, before: Ruleset | undefined): OrRefusal<RulesetState> =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOf(call)
    if (before === undefined) {
      yield* Input.required(call, fields, "name")
      yield* Input.required(call, fields, "enforcement")
    }
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    const decoded = decode({ name: before?.name ?? "", ...given })
    if (Result.isFailure(decoded)) return yield* Result.fail(malformed(call, String(decoded.failure)))
    const { bypass_actors, conditions, enforcement, name, rules, target } = decoded.success
    const state: RulesetState = {
      name,
      target: target ?? before?.target ?? newState.target,
      enforcement: enforcement ?? before?.enforcement ?? newState.enforcement,
      bypass_actors: bypass_actors ?? before?.bypass_actors ?? [],
      conditions: conditions === undefined ? (before?.conditions ?? null) : conditions,
      rules: rules ?? before?.rules ?? []
    }
    const isTaken = [...holder.rulesets.values()].some((each) => each.id !== before?.id && same(each.name, state.name))
    if (isTaken) return yield* refused(call, "Name must be unique")
    const stray = state.rules.find((rule) => !isFor(rule, state.target))
    if (stray !== undefined) {
      return yield* refused(call, `Invalid rule '${stray.type}': it is not for the target '${state.target}'`)
    }
    const unreadable = state.rules.find(
      ({ parameters }) => parameters?.["operator"] === "regex" && !isReadable(parameters)
    )
    return unreadable === undefined
      ? state
      : yield* refused(call, `Invalid rule '${unreadable.type}': the pattern is not a regular expression`)
  })

/** Tells the hooks of a repository of a change of its own rulesets. */
const tell = (call: Call, holder: Holder, action: "created" | "edited" | "deleted", self: Ruleset, before = self) => {
  if (holder.repository === undefined) return
  const changes = was(before, self, ["name", "enforcement"])
  call.world.said.push({
    repository: holder.repository,
    event: "repository_ruleset",
    action,
    fields: () => ({
      repository_ruleset: whole(call, holder, self, true),
      ...(action === "edited" ? { changes } : {})
    })
  })
}

const create: Handler = handler(function* (call) {
  const holder = yield* writableHolder(call)
  const state = yield* stateIn(call, holder, undefined)
  const made = withVersion(call.world, undefined, state, call.viewer, call.now)
  holder.rulesets.set(made.id, made)
  tell(call, holder, "created", made)
  return json(201, whole(call, holder, made, true))
})

const update: Handler = handler(function* (call) {
  const holder = yield* writableHolder(call)
  const before = yield* existing(call, holder)
  const state = yield* stateIn(call, holder, before)
  const after = withVersion(call.world, before, state, call.viewer, call.now)
  holder.rulesets.set(after.id, after)
  tell(call, holder, "edited", after, before)
  return json(200, whole(call, holder, after, true))
})

const remove: Handler = handler(function* (call) {
  const holder = yield* writableHolder(call)
  const self = yield* existing(call, holder)
  holder.rulesets.delete(self.id)
  tell(call, holder, "deleted", self)
  return noContent
})

const listForBranch: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const branch = call.params["branch"] ?? ""
  const found = rulesetsFor(call.world, repository, `refs/heads/${branch}`)
    .filter(({ ruleset }) => ruleset.enforcement === "active" && ruleset.target === "branch")
    .flatMap((each) => each.ruleset.rules.map((rule) => [each, rule] as const))
  return pageOf(
    call,
    `${stablePath(repository)}/rules/branches/${encodeURIComponent(branch)}`,
    found,
    ([each, rule]) => ({
      ...rule,
      ruleset_source_type: each.source,
      ruleset_source: sourceOf(repository, each).source,
      ruleset_id: each.ruleset.id
    })
  )
})

/** Whose rulesets are meant, for those who may change them. */
const administered = (call: Call): OrRefusal<Holder> =>
  call.params["org"] === undefined
    ? Result.flatMap(readable(call), (repository) =>
        may(call, repository, "admin") ? Result.succeed(ofRepository(repository)) : Result.fail(notFound(call))
      )
    : ownedOrg(call)

const version = ({ world }: Call, { actor, id, updated_at }: Ruleset["versions"][number]) => ({
  version_id: id,
  actor: actor === null ? {} : { id: userOf(world, actor)?.id ?? 0, type: "User" },
  updated_at: isoDate(updated_at)
})

const listVersions: Handler = handler(function* (call) {
  const holder = yield* administered(call)
  const { id, versions } = yield* existing(call, holder)
  return pageOf(call, `${holder.stable}/rulesets/${id}/history`, versions.toReversed(), (each) => version(call, each))
})

const getVersion: Handler = handler(function* (call) {
  const holder = yield* administered(call)
  const ruleset = yield* existing(call, holder)
  const found = ruleset.versions.find(({ id }) => id === pathNumber(call, "version_id"))
  if (found === undefined) return yield* Result.fail(notFound(call))
  const then = { ...ruleset, ...found.state, updated_at: found.updated_at }
  return json(200, { ...version(call, found), state: whole(call, holder, then, true) })
})

/** The repositories whose pushes are meant: one, for those who may push to it, or all of an organization, for its owners. */
const evaluatedIn = (call: Call): OrRefusal<readonly [Pick<Holder, "stable">, ReadonlyArray<Repository>]> =>
  call.params["org"] === undefined
    ? Result.flatMap(readable(call), (repository) =>
        may(call, repository, "write")
          ? Result.succeed([ofRepository(repository), [repository]] as const)
          : Result.fail(forbidden(call, "Must have push access to view rule suites."))
      )
    : Result.map(ownedOrg(call), (holder) => {
        const all = [...call.world.repositories.values()].filter(({ owner }) => same(owner, holder.source))
        return [holder, all] as const
      })

const periods = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 }

const isBroken = (suite: RuleSuite): boolean => suite.evaluations.some(({ details }) => details !== null)

const suite = ({ world }: Call, repository: Repository, self: RuleSuite) => ({
  id: self.id,
  actor_id: userOf(world, self.actor ?? "")?.id ?? null,
  actor_name: self.actor,
  before_sha: self.before,
  after_sha: self.after,
  ref: self.ref,
  repository_id: repository.id,
  repository_name: repository.name,
  pushed_at: isoDate(self.pushed_at),
  result: self.result,
  ...(self.evaluations.some(({ enforcement }) => enforcement === "evaluate")
    ? { evaluation_result: isBroken(self) ? "fail" : "pass" }
    : {})
})

const listSuites: Handler = handler(function* (call) {
  const [{ stable }, repositories] = yield* evaluatedIn(call)
  const period = yield* Input.choice(call, "time_period", ["day", "hour", "week", "month"], "RuleSuite")
  const result = yield* Input.choice(call, "rule_suite_result", ["all", "pass", "fail", "bypass"], "RuleSuite")
  const status = yield* Input.choice(call, "evaluate_status", ["all", "active", "evaluate"], "RuleSuite")
  const actor = call.query.get("actor_name")
  const ref = call.query.get("ref")
  const name = call.query.get("repository_name")
  const found = repositories
    .filter((repository) => name === null || same(name, repository.name))
    .flatMap((repository) => repository.ruleSuites.map((each) => [repository, each] as const))
    .toSorted(([, one], [, other]) => other.id - one.id)
    .filter(
      ([, each]) =>
        each.pushed_at >= call.now - periods[period] &&
        (result === "all" || each.result === result) &&
        (status === "all" || each.evaluations.some(({ enforcement }) => enforcement === status)) &&
        (actor === null || same(actor, each.actor ?? "")) &&
        (ref === null || [ref, `refs/heads/${ref}`, `refs/tags/${ref}`].includes(each.ref))
    )
  return pageOf(call, `${stable}/rulesets/rule-suites`, found, ([repository, each]) => suite(call, repository, each))
})

const getSuite: Handler = handler(function* (call) {
  const [, repositories] = yield* evaluatedIn(call)
  const isIt = ({ id }: RuleSuite) => id === pathNumber(call, "rule_suite_id")
  const repository = repositories.find(({ ruleSuites }) => ruleSuites.some(isIt))
  const found = repository?.ruleSuites.find(isIt)
  if (repository === undefined || found === undefined) return yield* Result.fail(notFound(call))
  return json(200, {
    evaluation_result: null,
    ...suite(call, repository, found),
    rule_evaluations: found.evaluations.map(({ details, enforcement, name, rule_type, ruleset }) => ({
      rule_source: { type: "ruleset", id: ruleset, name },
      enforcement,
      result: details === null ? "pass" : "fail",
      rule_type,
      details
    }))
  })
})

const repo = "/repos/{owner}/{repo}"
const rulesets = `${repo}/rulesets`
const one = `${rulesets}/{ruleset_id}`
const ofOrg = "/orgs/{org}/rulesets"

const endpoint = endpointsOf("repos/rules")
const suites = endpointsOf("repos/rule-suites")
const org = endpointsOf("orgs/rules")
const orgSuites = endpointsOf("orgs/rule-suites")

export const routes: ReadonlyArray<Route> = [
  endpoint("Rulesets.list", `GET ${rulesets}`, "get-all-repository-rulesets", list),
  endpoint("Rulesets.create", `POST ${rulesets}`, "create-a-repository-ruleset", create),
  suites("Rulesets.listSuites", `GET ${rulesets}/rule-suites`, "list-repository-rule-suites", listSuites),
  suites("Rulesets.getSuite", `GET ${rulesets}/rule-suites/{rule_suite_id}`, "get-a-repository-rule-suite", getSuite),
  endpoint("Rulesets.get", `GET ${one}`, "get-a-repository-ruleset", get),
  endpoint("Rulesets.update", `PUT ${one}`, "update-a-repository-ruleset", update),
  endpoint("Rulesets.delete", `DELETE ${one}`, "delete-a-repository-ruleset", remove),
  endpoint("Rulesets.listVersions", `GET ${one}/history`, "get-repository-ruleset-history", listVersions),
  endpoint("Rulesets.getVersion", `GET ${one}/history/{version_id}`, "get-repository-ruleset-version", getVersion),
  endpoint("Rulesets.listForBranch", `GET ${repo}/rules/branches/{branch*}`, "get-rules-for-a-branch", listForBranch),
  org("Rulesets.listForOrg", `GET ${ofOrg}`, "get-all-organization-repository-rulesets", listForOrg),
  orgSuites("Rulesets.listSuitesForOrg", `GET ${ofOrg}/rule-suites`, "list-organization-rule-suites", listSuites),
  orgSuites(
    "Rulesets.getSuiteForOrg",
    `GET ${ofOrg}/rule-suites/{rule_suite_id}`,
    "get-an-organization-rule-suite",
    getSuite
  ),
  org("Rulesets.createForOrg", `POST ${ofOrg}`, "create-an-organization-repository-ruleset", create),
  org("Rulesets.getForOrg", `GET ${ofOrg}/{ruleset_id}`, "get-an-organization-repository-ruleset", getForOrg),
  org(
    "Rulesets.listVersionsForOrg",
    `GET ${ofOrg}/{ruleset_id}/history`,
    "get-organization-ruleset-history",
    listVersions
  ),
  org(
    "Rulesets.getVersionForOrg",
    `GET ${ofOrg}/{ruleset_id}/history/{version_id}`,
    "get-organization-ruleset-version",
    getVersion
  ),
  org("Rulesets.updateForOrg", `PUT ${ofOrg}/{ruleset_id}`, "update-an-organization-repository-ruleset", update),
  org("Rulesets.deleteForOrg", `DELETE ${ofOrg}/{ruleset_id}`, "delete-an-organization-repository-ruleset", remove)
]
