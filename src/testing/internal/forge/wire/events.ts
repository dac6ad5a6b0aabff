/** Records as only events have them. */
import { isoDate } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import { runOf, suiteNumbered } from "../state/checks.ts"
import type { App, Installation } from "../state/accounts.ts"
import type { Environment } from "../state/automation.ts"
import { fullName, type Repository } from "../state/model.ts"
import { anyReview, type Protection } from "../state/protection.ts"
import type { MergeGroup } from "../state/mergeTypes.ts"
import type { CheckRun, CheckSuite, CommitStatus, Run } from "../state/records.ts"
import { branchRef, branchTip, refNames } from "../state/refs.ts"
import { repositoriesOf } from "../state/repositories.ts"
import * as Accounts from "./accounts.ts"
import * as Checks from "./checks.ts"
import { type Context, repositoryUrl } from "./common.ts"
import { nodeId } from "./nodeIds.ts"
import { commit as writeCommit } from "./commits.ts"
import { reviewers } from "./environments.ts"
import * as Workflows from "./workflows.ts"
import { commitOf } from "../../git/objects.ts"

/** Which installation of an app gets an event. */
export const installationLink = ({ id }: Installation) => ({
  id,
  node_id: nodeId("MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9u", id)
})

/** An installation, with the events that its app gets. */
export const installation = (context: Context, app: App, self: Installation) => ({
  ...Accounts.installation(context, app, self),
  events: app.hook.events
})

/** A repository of an installation. */
export const installed = (self: Repository) => ({
  id: self.id,
  node_id: nodeId("R", self.id),
  name: self.name,
  full_name: fullName(self),
  private: self.private
})

/** The repositories that an installation covers. */
export const covered = ({ world }: Context, { account, repositories }: Installation) =>
  repositoriesOf(world, account).filter(({ id }) => repositories === null || repositories.has(id))

/** A suite without its repository, which the event has. */
export const checkSuite = (context: Context, repository: Repository, self: CheckSuite) => {
  const { repository: _, ...written } = Checks.checkSuite(context, repository, self)
  return written
}

/** A run with its suite. */
export const checkRun = (context: Context, repository: Repository, self: CheckRun) => {
  const suite = suiteNumbered(repository, self.suite)
  const written = Checks.checkRun(context, repository, runOf(repository, self.id) ?? self)
  if (suite === undefined) return written
  const {
    head_commit: _,
    latest_check_runs_count: __,
    check_runs_url: ___,
    ...shown
  } = checkSuite(context, repository, suite)
  return { ...written, check_suite: shown }
}

/** The most branches that a status tells of. */
const mostBranches = 10

const branchesWith = (context: Context, repository: Repository, sha: Sha) =>
  refNames(repository, "heads")
    .filter((name) => branchTip(repository, name) === sha)
    .slice(0, mostBranches)
    .map((name) => ({
      name,
      commit: { sha, url: `${repositoryUrl(context, repository)}/commits/${sha}` },
      protected: repository.protection.has(name)
    }))

export const status = (context: Context, repository: Repository, sha: Sha, self: CommitStatus) => ({
  id: self.id,
  sha,
  name: fullName(repository),
  target_url: self.target_url,
  avatar_url: Checks.status(context, repository, sha, self).avatar_url,
  context: self.context,
  description: self.description,
  state: self.state,
  commit: writeCommit(context, repository, commitOf(context.world.objects, sha)),
  branches: branchesWith(context, repository, sha),
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.created_at)
})

/** The id of a rule: that of its repository and the place of its branch there. */
const ruleId = (repository: Repository, branch: string): number =>
  repository.id * 100 + Math.max(0, [...repository.protection.keys()].indexOf(branch))

/** The rule that protects a branch. */
export const rule = (repository: Repository, branch: string, self: Protection) => {
  const level = (isOn: boolean) => (!isOn ? "off" : self.enforce_admins ? "everyone" : "non_admins")
  const { required_pull_request_reviews: required, required_status_checks: checks, restrictions } = self
  const reviews = required ?? anyReview
  const at = isoDate(repository.updated_at)
  return {
    id: ruleId(repository, branch),
    repository_id: repository.id,
    name: branch,
    created_at: at,
    updated_at: at,
    pull_request_reviews_enforcement_level: level(required !== null),
    required_approving_review_count: reviews.required_approving_review_count,
    dismiss_stale_reviews_on_push: reviews.dismiss_stale_reviews,
    require_code_owner_review: reviews.require_code_owner_reviews,
    authorized_dismissal_actors_only: reviews.dismissal_restrictions !== null,
    ignore_approvals_from_contributors: false,
    required_status_checks: checks?.checks.map((check) => check.context) ?? [],
    required_status_checks_enforcement_level: level(checks !== null),
    strict_required_status_checks_policy: checks?.strict ?? false,
    signature_requirement_enforcement_level: level(self.required_signatures),
    linear_history_requirement_enforcement_level: level(self.required_linear_history),
    lock_branch_enforcement_level: level(self.lock_branch),
    lock_allows_fork_sync: self.allow_fork_syncing,
    admin_enforced: self.enforce_admins,
    create_protected: self.block_creations,
    allow_force_pushes_enforcement_level: level(self.allow_force_pushes),
    allow_deletions_enforcement_level: level(self.allow_deletions),
    merge_queue_enforcement_level: "off",
    required_deployments_enforcement_level: level(self.required_deployments.length > 0),
    required_conversation_resolution_level: level(self.required_conversation_resolution),
    authorized_actors_only: restrictions !== null,
    authorized_actor_names:
      restrictions === null ? [] : [...restrictions.users, ...restrictions.teams, ...restrictions.apps],
    require_last_push_approval: reviews.require_last_push_approval
  }
}

/** A run that waits for an environment, as its reviewers are told of it. */
export const deploymentReview = (context: Context, repository: Repository, run: Run, environment: Environment) => {
  const attempt = [run.latest, run.earlier.length + 1] as const
  const runs = run.latest.jobs.map((each) => {
    const { created_at, html_url, id, name, status } = Workflows.job(context, repository, run, attempt, each)
    const updated_at = isoDate(run.updated_at)
    return { id, name, status, conclusion: null, html_url, created_at, updated_at, environment: environment.name }
  })
  return {
    workflow_run: Workflows.run(context, repository, run, true),
    since: isoDate(run.updated_at),
    workflow_job_run: runs[0] ?? null,
    workflow_job_runs: runs,
    reviewers: reviewers(context, repository, environment.reviewers)
  }
}

/** The commit of a merge group, and what it was made on. */
export const mergeGroup = (
  { world }: Context,
  base: string,
  ref: string,
  { base_sha, head_sha }: Pick<MergeGroup, "base_sha" | "head_sha">
) => {
  const { author, committer, message, tree } = commitOf(world.objects, head_sha)
  const person = ({ email, name }: typeof author) => ({ name, email })
  return {
    head_sha,
    head_ref: ref,
    base_sha,
    base_ref: branchRef(base),
    head_commit: {
      id: head_sha,
      tree_id: tree,
      message: message.replace(/\n+$/, ""),
      timestamp: isoDate(author.date),
      author: person(author),
      committer: person(committer)
    }
  }
}
