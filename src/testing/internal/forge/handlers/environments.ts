/** Handlers of the `Environments` operations, and the reviews of deployments that wait for environments. */
import * as Result from "effect/Result"
import { json, noContent } from "../../exchange.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut } from "../http/paging.ts"
import { malformed, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { BranchPolicy, Environment, Reviewer } from "../state/automation.ts"
import { environmentNumbered, isReviewer, setEnvironment, teamOf } from "../state/environments.ts"
import { nextId, type Repository, same, userNumbered } from "../state/model.ts"
import type { Run } from "../state/records.ts"
import { permissionOf } from "../state/roles.ts"
import { deployFor } from "../state/deployments.ts"
import { review } from "../state/workflows.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/environments.ts"
import { deployment } from "../wire/workflows.ts"
import { runIn } from "./workflows.ts"

/** Returns the path's environment, or 404. */
export const environmentIn = (call: Call, repository: Repository): OrRefusal<Environment> => {
  const environment = repository.environments.get((call.params["environment_name"] ?? "").toLowerCase())
  return environment === undefined ? Result.fail(notFound(call)) : Result.succeed(environment)
}

const path = (repository: Repository, { name }: Environment): string =>
  `${stablePath(repository)}/environments/${encodeURIComponent(name)}`

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const all = [...repository.environments.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const { headers, items } = cut(call, `${stablePath(repository)}/environments`, all)
  const environments = items.map((each) => Wire.environment(call, repository, each))
  return json(200, { total_count: all.length, environments }, headers)
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.environment(call, repository, yield* environmentIn(call, repository)))
})

const types: ReadonlyArray<Reviewer["type"]> = ["User", "Team"]

/** The users and teams of the body, who must have access to the repository. */
const reviewersOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<ReadonlyArray<Reviewer>> =>
  Result.gen(function* () {
    const reviewers: Array<Reviewer> = []
    for (const item of (yield* Input.objects(call, fields, "reviewers")) ?? []) {
      const type = (yield* Input.oneOf(call, item, "type", types, "Environment")) ?? "User"
      const id = (yield* Input.integer(call, item, "id")) ?? 0
      const login = userNumbered(call.world, id)?.login ?? null
      const hasAccess =
        type === "User"
          ? login !== null && permissionOf(call.world, repository, login) !== undefined
          : teamOf(call.world, repository, id) !== undefined
      if (!hasAccess) return yield* Result.fail(unprocessable(call, `The reviewer ${id} has no access.`))
      reviewers.push({ type, id })
    }
    if (reviewers.length > 6) return yield* Result.fail(unprocessable(call, "There are at most 6 reviewers."))
    return reviewers
  })

const branchesOf = (call: Call, fields: Input.Fields): OrRefusal<Environment["branches"]> =>
  Result.gen(function* () {
    const policy = yield* Input.object(call, fields, "deployment_branch_policy")
    if (policy === undefined) return null
    const isProtected = yield* Input.flag(call, policy, "protected_branches")
    const isCustom = yield* Input.flag(call, policy, "custom_branch_policies")
    if (isProtected === isCustom) {
      const rule = "protected_branches and custom_branch_policies cannot have the same value."
      return yield* Result.fail(unprocessable(call, rule))
    }
    return isProtected === true ? "protected" : "custom"
  })

const put: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const fields = yield* Input.fieldsOf(call)
  const wait_timer = (yield* Input.integer(call, fields, "wait_timer")) ?? 0
  if (wait_timer < 0 || wait_timer > 43_200) {
    return yield* Result.fail(malformed(call, "For 'properties/wait_timer', it is not between 0 and 43200."))
  }
  const given = {
    wait_timer,
    prevent_self_review: (yield* Input.flag(call, fields, "prevent_self_review")) ?? false,
    reviewers: yield* reviewersOf(call, repository, fields),
    branches: yield* branchesOf(call, fields)
  }
  const name = call.params["environment_name"] ?? ""
  return json(200, Wire.environment(call, repository, setEnvironment(call.world, repository, name, given, call.now)))
})

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const { id, name } = yield* environmentIn(call, repository)
  for (const run of repository.runs.values()) {
    if (!run.pending.includes(id)) continue
    review(repository, run, { environments: [id], state: "rejected", comment: "", user: repository.owner }, call.now)
  }
  repository.environments.delete(name.toLowerCase())
  return noContent
})

const change = (call: Call, repository: Repository, { name }: Environment, given: Partial<Environment>): void => {
  setEnvironment(call.world, repository, name, given, call.now)
}

const listPolicies: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const environment = yield* environmentIn(call, repository)
  const { policies } = environment
  const { headers, items } = cut(call, `${path(repository, environment)}/deployment-branch-policies`, policies)
  return json(200, { total_count: policies.length, branch_policies: items.map(Wire.branchPolicy) }, headers)
})

const policyIn = (call: Call, { policies }: Environment): OrRefusal<BranchPolicy> => {
  const id = pathNumber(call, "branch_policy_id")
  const policy = policies.find((each) => each.id === id)
  return policy === undefined ? Result.fail(notFound(call)) : Result.succeed(policy)
}

const getPolicy: Handler = handler(function* (call) {
  const environment = yield* environmentIn(call, yield* readable(call))
  return json(200, Wire.branchPolicy(yield* policyIn(call, environment)))
})

const pattern = { resource: "DeploymentBranchPolicy", maximum: 255 }
const kinds: ReadonlyArray<BranchPolicy["type"]> = ["branch", "tag"]

const createPolicy: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const environment = yield* environmentIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const name = yield* Input.requiredText(call, fields, "name", pattern)
  const type = (yield* Input.oneOf(call, fields, "type", kinds, pattern.resource)) ?? "branch"
  if (environment.branches !== "custom") return yield* Result.fail(notFound(call))
  const known = environment.policies.find((each) => each.name === name && each.type === type)
  if (known !== undefined) return json(200, Wire.branchPolicy(known))
  const policy = { id: nextId(call.world, "branch policy"), name, type }
  change(call, repository, environment, { policies: [...environment.policies, policy] })
  return json(200, Wire.branchPolicy(policy))
})

const updatePolicy: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const environment = yield* environmentIn(call, repository)
  const before = yield* policyIn(call, environment)
  const name = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "name", pattern)
  const policy = { ...before, name }
  change(call, repository, environment, {
    policies: environment.policies.map((each) => (each.id === policy.id ? policy : each))
  })
  return json(200, Wire.branchPolicy(policy))
})

const removePolicy: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const environment = yield* environmentIn(call, repository)
  const { id } = yield* policyIn(call, environment)
  change(call, repository, environment, { policies: environment.policies.filter((each) => each.id !== id) })
  return noContent
})

const listRules: Handler = handler(function* (call) {
  const { rules } = yield* environmentIn(call, yield* readable(call))
  const custom_deployment_protection_rules = [...rules].map((each) => Wire.protectionRule(call, each))
  return json(200, { total_count: rules.size, custom_deployment_protection_rules })
})

const ruleIn = (call: Call, { rules }: Environment): OrRefusal<readonly [id: number, app: number]> => {
  const id = pathNumber(call, "protection_rule_id") ?? 0
  const app = rules.get(id)
  return app === undefined ? Result.fail(notFound(call)) : Result.succeed([id, app] as const)
}

const getRule: Handler = handler(function* (call) {
  const environment = yield* environmentIn(call, yield* readable(call))
  return json(200, Wire.protectionRule(call, yield* ruleIn(call, environment)))
})

/** The apps that are installed on the owner of a repository. */
const appsOf = (call: Call, { owner }: Repository): ReadonlyArray<number> =>
  [...call.world.apps.values()]
    .filter(({ installations }) => [...installations.values()].some(({ account }) => same(account, owner)))
    .map(({ id }) => id)

const listApps: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin", "archived")
  const environment = yield* environmentIn(call, repository)
  const taken = new Set(environment.rules.values())
  const all = appsOf(call, repository).filter((id) => !taken.has(id))
  const { headers, items } = cut(call, `${path(repository, environment)}/deployment_protection_rules/apps`, all)
  const apps = items.map((id) => Wire.protectionApp(call, id))
  return json(200, { total_count: all.length, available_custom_deployment_protection_rule_integrations: apps }, headers)
})

const createRule: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const environment = yield* environmentIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "integration_id")
  const app = (yield* Input.integer(call, fields, "integration_id")) ?? 0
  if (!appsOf(call, repository).includes(app) || [...environment.rules.values()].includes(app)) {
    return yield* Result.fail(unprocessable(call, `The App ${app} is not available for this environment.`))
  }
  const rule = [nextId(call.world, "protection rule"), app] as const
  change(call, repository, environment, { rules: new Map([...environment.rules, rule]) })
  return json(201, Wire.protectionRule(call, rule))
})

const disableRule: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const environment = yield* environmentIn(call, repository)
  const [id] = yield* ruleIn(call, environment)
  change(call, repository, environment, { rules: new Map([...environment.rules].filter(([each]) => each !== id)) })
  return noContent
})

/** Whether the sender can decide about a run that waits for an environment, and has not been approved yet. */
const mayReview = ({ viewer, world }: Call, repository: Repository, run: Run, environment: Environment): boolean =>
  run.pending.includes(environment.id) &&
  !run.approved.includes(environment.id) &&
  isReviewer(world, repository, environment, viewer) &&
  !(environment.prevent_self_review && run.latest.triggering_actor === viewer)

const listPending: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  return json(
    200,
    run.pending.flatMap((id) => {
      const environment = environmentNumbered(repository, id)
      if (environment === undefined) return []
      return [Wire.pending(call, repository, environment, run, mayReview(call, repository, run, environment))]
    })
  )
})

const decisions = ["approved", "rejected"] as const

const reviewPending: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call, "read")
  const run = yield* runIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  for (const name of ["environment_ids", "state", "comment"]) yield* Input.required(call, fields, name)
  const state = (yield* Input.oneOf(call, fields, "state", decisions, "DeploymentReview")) ?? "approved"
  const comment = (yield* Input.text(call, fields, "comment")) ?? ""
  const ids: ReadonlyArray<unknown> = Array.isArray(fields["environment_ids"]) ? fields["environment_ids"] : []
  const environments = ids.flatMap((id) => environmentNumbered(repository, Number(id)) ?? [])
  const may = environments.every((environment) => mayReview(call, repository, run, environment))
  if (environments.length !== ids.length || ids.length === 0 || !may) {
    return yield* Result.fail(unprocessable(call, "There are no pending deployment requests to approve or reject"))
  }
  const said = { environments: environments.map(({ id }) => id), state, comment, user: viewer }
  review(repository, run, said, call.now)
  return json(
    200,
    environments.map(({ name }) =>
      deployment(call, repository, deployFor(call.world, repository, run, name, state, call.now))
    )
  )
})

const listReviews: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { reviews } = yield* runIn(call, repository)
  return json(
    200,
    reviews.map((each) => Wire.review(call, repository, each))
  )
})

const repo = "/repos/{owner}/{repo}"
const environment = `${repo}/environments/{environment_name}`
const policies = `${environment}/deployment-branch-policies`
const policy = `${policies}/{branch_policy_id}`
const rules = `${environment}/deployment_protection_rules`
const rule = `${rules}/{protection_rule_id}`
const run = `${repo}/actions/runs/{run_id}`

const endpoint = endpointsOf("deployments/environments")
const ofPolicies = endpointsOf("deployments/branch-policies")
const ofRules = endpointsOf("deployments/protection-rules")
const ofRuns = endpointsOf("actions/workflow-runs")

/** Reviewers need not be able to write. */
const reading = { permission: "deployments", level: "read" } as const

export const routes: ReadonlyArray<Route> = [
  endpoint("Environments.list", `GET ${repo}/environments`, "list-environments", list),
  endpoint("Environments.get", `GET ${environment}`, "get-an-environment", get),
  endpoint("Environments.createOrUpdate", `PUT ${environment}`, "create-or-update-an-environment", put),
  endpoint("Environments.delete", `DELETE ${environment}`, "delete-an-environment", remove),
  ofPolicies("Environments.listBranchPolicies", `GET ${policies}`, "list-deployment-branch-policies", listPolicies),
  ofPolicies("Environments.getBranchPolicy", `GET ${policy}`, "get-a-deployment-branch-policy", getPolicy),
  ofPolicies("Environments.createBranchPolicy", `POST ${policies}`, "create-a-deployment-branch-policy", createPolicy),
  ofPolicies("Environments.updateBranchPolicy", `PUT ${policy}`, "update-a-deployment-branch-policy", updatePolicy),
  ofPolicies("Environments.deleteBranchPolicy", `DELETE ${policy}`, "delete-a-deployment-branch-policy", removePolicy),
  ofRules(
    "Environments.getProtectionRules",
    `GET ${rules}`,
    "get-all-deployment-protection-rules-for-an-environment",
    listRules
  ),
  ofRules(
    "Environments.listProtectionApps",
    `GET ${rules}/apps`,
    "list-custom-deployment-rule-integrations-available-for-an-environment",
    listApps
  ),
  ofRules("Environments.getProtectionRule", `GET ${rule}`, "get-a-custom-deployment-protection-rule", getRule),
  ofRules(
    "Environments.createProtectionRule",
    `POST ${rules}`,
    "create-a-custom-deployment-protection-rule-on-an-environment",
    createRule
  ),
  ofRules(
    "Environments.disableProtectionRule",
    `DELETE ${rule}`,
    "disable-a-custom-protection-rule-for-an-environment",
    disableRule
  ),
  ofRuns(
    "Deployments.getPendingForRun",
    `GET ${run}/pending_deployments`,
    "get-pending-deployments-for-a-workflow-run",
    listPending
  ),
  ofRuns(
    "Deployments.reviewPendingForRun",
    `POST ${run}/pending_deployments`,
    "review-pending-deployments-for-a-workflow-run",
    reviewPending,
    "core",
    reading
  ),
  ofRuns(
    "Deployments.getReviewsForRun",
    `GET ${run}/approvals`,
    "get-the-review-history-for-a-workflow-run",
    listReviews
  )
]
