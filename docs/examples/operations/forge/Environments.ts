import { Environments, Users } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }
const production = { ...repo, environment_name: "production" }

/** Makes deployments wait for somebody's approval. */
export const createOrUpdate = Effect.gen(function* () {
  const { id } = yield* Users.get({ username: "grace" })
  const reviewers = [{ type: "User", id }] as const
  const { protection_rules } = yield* Environments.createOrUpdate({ ...repo, environment_name: "docs", reviewers })
  return protection_rules.map(({ type }) => type)
})

/** Reads what deployments to an environment wait for. */
export const get = Environments.get(production).pipe(
  Effect.map(({ name, protection_rules }) => ({ name, rules: protection_rules.map(({ type }) => type) }))
)

/** Lists the environments of a repository. */
export const list = Environments.list(repo).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Deletes an environment with its secrets and variables. */
const delete_ = Environments.delete({ ...repo, environment_name: "staging" })

/** Lets the branches of releases deploy. */
export const createBranchPolicy = Environments.createBranchPolicy({ ...production, name: "release/*" }).pipe(
  Effect.map(({ name, type }) => ({ name, type }))
)

/** Reads a pattern of branches that may deploy. */
export const getBranchPolicy = Environments.getBranchPolicy({ ...production, branch_policy_id: 1301 }).pipe(
  Effect.map(({ name, type }) => ({ name, type }))
)

/** Lists the patterns of branches that may deploy. */
export const listBranchPolicies = Environments.listBranchPolicies(production).pipe(
  Stream.map(({ name, type }) => ({ name, type })),
  Stream.runCollect
)

/** Changes a pattern of branches that may deploy. */
export const updateBranchPolicy = Environments.updateBranchPolicy({
  ...production,
  branch_policy_id: 1301,
  name: "stable"
}).pipe(Effect.map(({ name }) => name))

/** Keeps branches from deploying. */
export const deleteBranchPolicy = Environments.deleteBranchPolicy({ ...production, branch_policy_id: 1301 })

/** Reads which Apps decide about deployments. */
export const getProtectionRules = Environments.getProtectionRules(production).pipe(
  Effect.map(({ custom_deployment_protection_rules }) =>
    custom_deployment_protection_rules.map(({ app, id }) => ({ id, app: app.slug }))
  )
)

/** Lists the Apps that could decide about deployments. */
export const listProtectionApps = Environments.listProtectionApps({ ...repo, environment_name: "staging" }).pipe(
  Stream.map(({ id, slug }) => ({ id, slug })),
  Stream.runCollect
)

/** Reads which App a rule belongs to. */
export const getProtectionRule = Environments.getProtectionRule({ ...production, protection_rule_id: 1302 }).pipe(
  Effect.map(({ app }) => app.slug)
)

/** Lets an App decide about deployments. */
export const createProtectionRule = Environments.createProtectionRule({
  ...repo,
  environment_name: "staging",
  integration_id: 7
}).pipe(Effect.map(({ enabled }) => enabled))

/** Lets an App no longer decide about deployments. */
export const disableProtectionRule = Environments.disableProtectionRule({ ...production, protection_rule_id: 1302 })

export { delete_ as delete }
