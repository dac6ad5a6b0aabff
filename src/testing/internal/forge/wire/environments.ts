/** Environments, their rules, and deployments that wait for them, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import type { BranchPolicy, Environment, Reviewer } from "../state/automation.ts"
import { environmentNumbered, teamOf } from "../state/environments.ts"
import { type Repository, userNumbered } from "../state/model.ts"
import type { DeploymentReview, Run } from "../state/records.ts"
import { team } from "./accounts.ts"
import { type Context, pageUrl, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

/** What records of other resources have of it. */
const link = (context: Context, repository: Repository, { id, name }: Environment) => ({
  id,
  node_id: nodeId("EN", id),
  name,
  url: `${repositoryUrl(context, repository)}/environments/${encodeURIComponent(name)}`,
  html_url: `${pageUrl(context, repository)}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`
})

/** Reviewers who were deleted are left out. */
export const reviewers = (context: Context, repository: Repository, all: ReadonlyArray<Reviewer>) =>
  all.flatMap(({ id, type }): ReadonlyArray<{ readonly type: Reviewer["type"]; readonly reviewer: unknown }> => {
    if (type === "User") {
      const reviewer = user(context, userNumbered(context.world, id)?.login ?? null)
      return reviewer === null ? [] : [{ type, reviewer }]
    }
    const found = teamOf(context.world, repository, id)
    return found === undefined ? [] : [{ type, reviewer: team(context, found.owner, found.team) }]
  })

/** A rule has the id of its environment, and that of its kind. */
const rule = (environment: Environment, type: string, more: object) => {
  const id = environment.id * 10 + ["wait_timer", "required_reviewers", "branch_policy"].indexOf(type)
  return { id, node_id: nodeId("GA", id), type, ...more }
}

export const environment = (context: Context, repository: Repository, self: Environment) => ({
  ...link(context, repository, self),
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.updated_at),
  protection_rules: [
    ...(self.wait_timer === 0 ? [] : [rule(self, "wait_timer", { wait_timer: self.wait_timer })]),
    ...(self.reviewers.length === 0
      ? []
      : [
          rule(self, "required_reviewers", {
            prevent_self_review: self.prevent_self_review,
            reviewers: reviewers(context, repository, self.reviewers)
          })
        ]),
    ...(self.branches === null ? [] : [rule(self, "branch_policy", {})])
  ],
  deployment_branch_policy:
    self.branches === null
      ? null
      : { protected_branches: self.branches === "protected", custom_branch_policies: self.branches === "custom" }
})

export const branchPolicy = ({ id, name, type }: BranchPolicy) => ({ id, node_id: nodeId("DBP", id), name, type })

/** The app of a rule. */
export const protectionApp = ({ urls, world }: Context, id: number) => {
  const slug = world.apps.get(id)?.slug ?? ""
  return { id, node_id: nodeId("A", id), slug, integration_url: `${urls.api}/apps/${slug}` }
}

export const protectionRule = (context: Context, [id, app]: readonly [id: number, app: number]) => ({
  id,
  node_id: nodeId("DPR", id),
  enabled: true,
  app: protectionApp(context, app)
})

export const pending = (
  context: Context,
  repository: Repository,
  self: Environment,
  run: Run,
  current_user_can_approve: boolean
) => ({
  environment: link(context, repository, self),
  wait_timer: self.wait_timer,
  wait_timer_started_at: self.wait_timer === 0 ? null : isoDate(run.latest.started_at),
  current_user_can_approve,
  reviewers: reviewers(context, repository, self.reviewers)
})

export const review = (context: Context, repository: Repository, self: DeploymentReview) => ({
  environments: self.environments.flatMap((id) => {
    const found = environmentNumbered(repository, id)
    if (found === undefined) return []
    const { created_at, updated_at } = environment(context, repository, found)
    return [{ ...link(context, repository, found), created_at, updated_at }]
  }),
  state: self.state,
  user: user(context, self.user),
  comment: self.comment
})
