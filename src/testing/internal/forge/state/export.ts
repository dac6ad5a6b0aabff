/** Writes the whole state as a seed that makes the same state again. */
import type { AnnotationSeed, AssetSeed, CheckSeed, ReleaseSeed, StatusSeed } from "../../../ForgeContentSeed.ts"
import type {
  CommentSeed,
  EventSeed,
  IssueFieldSeed,
  IssueSeed,
  IssueTypeSeed,
  MilestoneSeed,
  PullSeed
} from "../../../ForgeIssueSeed.ts"
import type { ContentSeed, OrganizationSeed, RepositorySeed, TeamSeed, UserSeed } from "../../../ForgeSeed.ts"
import type {
  ArtifactSeed,
  AttemptSeed,
  DeploymentSeed,
  JobSeed,
  RunSeed,
  WorkflowSeed
} from "../../../ForgeWorkflowSeed.ts"
import { encodeOnce } from "../../base64.ts"
import { isoDate } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import type { Organization, Team, User } from "./accounts.ts"
import { contentByName, typeOf } from "./issues.ts"
import { type Comment, fullName, type Issue, type Milestone, type Repository, userOf, type World } from "./model.ts"
import { laterSeed } from "./seed/later.ts"
import { baseSha, isPull, type Pull } from "./pulls.ts"
import type {
  Annotation,
  Artifact,
  Asset,
  RunAttempt,
  CheckRun,
  CommitStatus,
  Deployment,
  IssueEvent,
  IssueType,
  Job,
  Release,
  Run,
  Workflow
} from "./records.ts"
import type { IssueField } from "./issueFields.ts"
import { accessSeeds } from "./exportApps.ts"
import { reviewCommentSeed, reviewSeed } from "./exportReviews.ts"
import { commitCommentSeed } from "./seed/commitComments.ts"
import { notificationSeeds } from "./seed/notifications.ts"
import { gistSeed } from "./seed/gists.ts"
import { environmentNumbered } from "./environments.ts"
import { cacheSeed, environmentSeed, vaultSeed } from "./exportSettings.ts"
import { moment, namesOf, present, some } from "./exporting.ts"
import { pushSeeds } from "./pushes.ts"
import { rulesetSeeds, suiteSeeds } from "./rulesets.ts"
import { gitSeed } from "./seed/git.ts"
import { reactionSeeds } from "./seed/reactions.ts"
import { hookSeed } from "./seed/hooks.ts"
import { protectionSeedOf } from "./protection.ts"
import { sharingSeed } from "./sharing.ts"

const userSeed = (user: User): UserSeed => {
  const { addresses, created_at, followed_by: _, follows, keys, login, ...rest } = user
  return {
    login,
    created_at: isoDate(created_at),
    ...present({ ...rest, follows: some(follows), addresses: some(addresses) }),
    ...present({ keys: some(keys.map((key) => ({ ...key, created_at: isoDate(key.created_at) }))) })
  }
}

const teamSeed = (world: World, team: Team): TeamSeed => ({
  name: team.name,
  id: team.id,
  slug: team.slug,
  privacy: team.privacy,
  created_at: isoDate(team.created_at),
  updated_at: isoDate(team.updated_at),
  ...present({
    description: team.description,
    members: some([...team.members]),
    maintainers: some([...team.maintainers])
  }),
  repositories: Object.fromEntries(
    [...team.repositories].flatMap(([id, permission]) => namesOf(world, [id]).map((name) => [name, permission]))
  )
})

const organizationSeed = (world: World, login: string, organization: Organization): OrganizationSeed => ({
  login: userOf(world, login)?.login ?? login,
  base_permission: organization.base_permission,
  members: Object.fromEntries(organization.members),
  invitations: Object.fromEntries(
    [...organization.invitations].map(([invitee, each]) => [invitee, { ...each, created_at: isoDate(each.created_at) }])
  ),
  // None at all are not the usual ones.
  issue_types: [...organization.issue_types.values()].map(typeSeed),
  ...present({
    rulesets: some(rulesetSeeds(organization.rulesets)),
    issue_fields: some([...organization.issue_fields.values()].map(fieldSeed)),
    hooks: some([...organization.hooks.values()].map(hookSeed)),
    ...vaultSeed(world, organization.vault),
    teams: some([...organization.teams.values()].map((team) => teamSeed(world, team)))
  })
})

const typeSeed = ({ color, description, id, is_enabled, name }: IssueType): IssueTypeSeed => ({
  name,
  id,
  ...present({ description, color }),
  is_enabled
})

const fieldSeed = ({ data_type, description, id, name, options }: IssueField): IssueFieldSeed => ({
  name,
  id,
  data_type,
  ...present({ description, options: some(options) })
})

const milestoneSeed = (milestone: Milestone): MilestoneSeed => ({
  title: milestone.title,
  number: milestone.number,
  id: milestone.id,
  state: milestone.state,
  creator: milestone.creator,
  created_at: isoDate(milestone.created_at),
  updated_at: isoDate(milestone.updated_at),
  ...present({
    description: milestone.description,
    due_on: moment(milestone.due_on),
    closed_at: moment(milestone.closed_at)
  })
})

const eventSeed = ({ created_at, ...event }: IssueEvent): EventSeed => ({ ...event, created_at: isoDate(created_at) })

const commentSeed = ({ body, created_at, id, minimized, reactions, updated_at, user }: Comment): CommentSeed => ({
  body,
  id,
  user,
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at),
  ...present({ minimized, reactions: reactionSeeds(reactions) })
})

/** The fields that issues and pull requests share. */
const sharedSeed = (repository: Repository, issue: Issue) => ({
  title: issue.title,
  number: issue.number,
  id: issue.id,
  user: issue.user,
  state: issue.state,
  state_reason: issue.state_reason,
  created_at: isoDate(issue.created_at),
  updated_at: isoDate(issue.updated_at),
  ...(issue.state === "open" ? {} : { closed_by: issue.closed_by }),
  ...present({
    body: issue.body,
    labels: some(issue.labels.flatMap((id) => repository.labels.get(id)?.name ?? [])),
    assignees: some(issue.assignees),
    milestone: issue.milestone,
    locked: issue.locked ? (issue.lock_reason ?? true) : null,
    comments: some(issue.comments.map(commentSeed)),
    reactions: reactionSeeds(issue.reactions),
    events: some(issue.events.map(eventSeed)),
    closed_at: moment(issue.closed_at)
  })
})

const issueSeed = (world: World, repository: Repository, issue: Issue): IssueSeed => ({
  ...sharedSeed(repository, issue),
  ...present({
    type: typeOf(world, repository, issue)?.name,
    issue_field_values: issue.field_values.length === 0 ? null : contentByName(world, repository, issue),
    duplicate_issue_id: issue.duplicate_of,
    sub_issues: world.subIssues.get(issue.id),
    blocked_by: world.blockers.get(issue.id),
    linked_branches: world.linkedBranches.get(issue.id)
  })
})

const pullSeed = (world: World, repository: Repository, issue: Pull): PullSeed => {
  const { base, head, ...pull } = issue.pull_request
  const origin = head.repository === null ? undefined : world.repositories.get(head.repository)
  return {
    ...sharedSeed(repository, issue),
    pull_id: pull.id,
    head: `${head.owner}:${head.ref}`,
    head_sha: head.sha,
    head_repository: origin === undefined ? null : fullName(origin),
    base: base.ref,
    base_sha: base.sha,
    ...(pull.merged_at === null ? {} : { merged: isoDate(pull.merged_at), merged_by: pull.merged_by }),
    ...present({
      draft: pull.draft ? true : null,
      pusher: pull.pusher,
      merge_commit_sha: pull.merge_commit_sha,
      requested_reviewers: some(pull.requested_reviewers),
      requested_teams: some(pull.requested_teams),
      maintainer_can_modify: pull.maintainer_can_modify ? true : null,
      reviews: some(pull.reviews.map(reviewSeed)),
      review_comments: some(pull.review_comments.map(reviewCommentSeed)),
      ...laterSeed(issue.pull_request),
      mergeable_known: pull.mergeable_for === `${baseSha(repository, issue)} ${head.sha}` ? true : null
    })
  }
}

const assetSeed = (asset: Asset): AssetSeed => {
  const { content, created_at, digest: _, label, updated_at, ...fields } = asset
  return {
    ...fields,
    content: { base64: encodeOnce(content, () => content) },
    ...present({ label }),
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at)
  }
}

const releaseSeed = (release: Release): ReleaseSeed => {
  const { assets, body, created_at, published_at, reactions, updated_at, ...rest } = release
  return {
    ...rest,
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at),
    ...present({ body, published_at: moment(published_at), assets: some(assets.map(assetSeed)) }),
    ...present({ reactions: reactionSeeds(reactions) })
  }
}

const statusSeed = (ref: Sha, status: CommitStatus): StatusSeed => {
  const { context, created_at, creator, description, id, state, target_url } = status
  return { context, state, ref, id, creator, created_at: isoDate(created_at), ...present({ description, target_url }) }
}

const annotationSeed = ({ end_line, message, path, start_line, ...rest }: Annotation): AnnotationSeed => ({
  path,
  start_line,
  end_line,
  message,
  ...present(rest)
})

const checkSeed = (run: CheckRun): CheckSeed => ({
  name: run.name,
  ref: run.head_sha,
  status: run.status,
  id: run.id,
  suite: run.suite,
  app: run.app,
  external_id: run.external_id,
  ...present({
    conclusion: run.conclusion,
    details_url: run.details_url,
    ...run.output,
    annotations: some(run.annotations.map(annotationSeed))
  }),
  ...(run.rerequested ? { rerequested: true } : {}),
  started_at: isoDate(run.started_at),
  ...present({ completed_at: moment(run.completed_at) })
})

const workflowSeed = ({ environment, inputs, run_name, ...workflow }: Workflow): WorkflowSeed => ({
  ...workflow,
  ...present({ environment, inputs, run_name })
})

const bytes = (content: Uint8Array) => ({ base64: encodeOnce(content, () => content) })

const jobSeed = (job: Job): JobSeed => ({
  id: job.id,
  name: job.name,
  labels: job.labels,
  status: job.status,
  ...present({ conclusion: job.conclusion, log: job.log, completed_at: moment(job.completed_at) }),
  steps: job.steps.map(({ completed_at, conclusion, name, started_at, status }) => ({
    name,
    status,
    ...present({ conclusion, started_at: moment(started_at), completed_at: moment(completed_at) })
  })),
  created_at: isoDate(job.created_at),
  started_at: isoDate(job.started_at)
})

const attemptSeed = ({ conclusion, jobs, logs, started_at, status, triggering_actor }: RunAttempt): AttemptSeed => ({
  status,
  ...present({ conclusion }),
  triggering_actor,
  started_at: isoDate(started_at),
  jobs: jobs.map(jobSeed),
  ...(logs === "jobs" ? {} : { logs: logs === null ? null : bytes(logs) })
})

const artifactSeed = ({ content, created_at, expires_at, id, name }: Artifact): ArtifactSeed => ({
  name,
  id,
  content: bytes(content),
  created_at: isoDate(created_at),
  expires_at: isoDate(expires_at)
})

const namesIn = (repository: Repository, ids: ReadonlyArray<number>): ReadonlyArray<string> =>
  ids.flatMap((id) => environmentNumbered(repository, id)?.name ?? [])

const runSeed = (repository: Repository, run: Run): RunSeed => ({
  workflow: repository.workflows.get(run.workflow)?.file ?? "",
  id: run.id,
  number: run.number,
  event: run.event,
  ref: run.head_sha,
  head_branch: run.head_branch,
  title: run.title,
  actor: run.actor,
  suite: run.suite,
  ...attemptSeed(run.latest),
  earlier: run.earlier.map(attemptSeed),
  ...(run.logs_deleted ? { logs_deleted: true } : {}),
  ...present({
    pending: some(namesIn(repository, run.pending)),
    approved: some(namesIn(repository, run.approved))
  }),
  ...present({
    reviews: some(run.reviews.map((review) => ({ ...review, environments: namesIn(repository, review.environments) })))
  }),
  artifacts: run.artifacts.map(artifactSeed),
  created_at: isoDate(run.created_at),
  updated_at: isoDate(run.updated_at)
})

const deploymentSeed = (deployment: Deployment): DeploymentSeed => {
  const { created_at, description, statuses, updated_at, ...fields } = deployment
  return {
    ...fields,
    ...present({ description }),
    statuses: statuses.map((status) => ({ ...status, created_at: isoDate(status.created_at) })),
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at)
  }
}

/** The names that redirect to each repository. */
const formerNames = (world: World): ReadonlyMap<number, ReadonlyArray<string>> => {
  const names = new Map<number, Array<string>>()
  for (const [name, id] of [...world.formerNames].sort(([a], [b]) => (a < b ? -1 : 1)))
    names.set(id, [...(names.get(id) ?? []), name])
  return names
}

/** Who has starred a repository, and who watches it. */
const interestSeed = ({ stargazers, subscriptions }: Repository) => ({
  stargazers:
    stargazers.size === 0 ? null : Object.fromEntries([...stargazers].map(([login, at]) => [login, isoDate(at)])),
  subscriptions:
    subscriptions.size === 0
      ? null
      : Object.fromEntries(
          [...subscriptions].map(([login, own]) => [login, own && { ...own, created_at: isoDate(own.created_at) }])
        )
})

const contentOf = (world: World, repository: Repository) => {
  const all = [...repository.issues.values()]
  return present({
    labels: some([...repository.labels.values()].map((label) => ({ name: label.name, ...present(label) }))),
    milestones: some([...repository.milestones.values()].map(milestoneSeed)),
    issues: some(all.filter((issue) => !isPull(issue)).map((issue) => issueSeed(world, repository, issue))),
    deleted_issues: some([...repository.deletedIssues]),
    ...(repository.movedIssues.size === 0 ? {} : { moved_issues: Object.fromEntries(repository.movedIssues) }),
    pulls: some(all.filter(isPull).map((pull) => pullSeed(world, repository, pull))),
    releases: some([...repository.releases.values()].map(releaseSeed)),
    statuses: some([...repository.statuses].flatMap(([sha, list]) => list.map((status) => statusSeed(sha, status)))),
    checks: some([...repository.checks.values()].flat().map(checkSeed)),
    check_suites: some(
      [...repository.suites.values()].map(({ created_at, head_sha: ref, ...suite }) => ({
        ...suite,
        ref,
        created_at: isoDate(created_at)
      }))
    ),
    auto_trigger_checks: repository.autoTriggers.size === 0 ? null : Object.fromEntries(repository.autoTriggers),
    commit_comments: some([...repository.commitComments.values()].map(commitCommentSeed)),
    workflows: some([...repository.workflows.values()].map(workflowSeed)),
    runs: some([...repository.runs.values()].map((run) => runSeed(repository, run))),
    deployments: some([...repository.deployments.values()].map(deploymentSeed)),
    hooks: some([...repository.hooks.values()].map(hookSeed)),
    environments: some([...repository.environments.values()].map((each) => environmentSeed(world, each))),
    caches: some([...repository.caches.values()].map(cacheSeed)),
    ...vaultSeed(world, repository.vault),
    ...interestSeed(repository)
  })
}

const repositorySeed = (
  world: World,
  repository: Repository,
  formerly: ReadonlyArray<string>,
  seen: Set<Sha>
): RepositorySeed => {
  const nameOf = (id: number | null) => namesOf(world, id === null ? [] : [id])[0] ?? null
  return {
    owner: repository.owner,
    name: repository.name,
    id: repository.id,
    complete: true,
    ...present({
      fork_of: nameOf(repository.parent),
      made_from: nameOf(repository.template),
      formerly: some(formerly)
    }),
    ...(repository.renamedBranches.size === 0
      ? {}
      : { renamed_branches: Object.fromEntries(repository.renamedBranches) }),
    private: repository.private,
    description: repository.description,
    ...present({ homepage: repository.homepage, topics: some(repository.topics) }),
    archived: repository.archived,
    stars: repository.stars,
    has_issues: repository.has_issues,
    default_branch: repository.default_branch,
    created_at: isoDate(repository.created_at),
    updated_at: isoDate(repository.updated_at),
    pushed_at: isoDate(repository.pushed_at),
    merges: repository.merges,
    settings: repository.settings,
    collaborators: Object.fromEntries(repository.collaborators),
    ...sharingSeed(repository),
    protection: Object.fromEntries(
      [...repository.protection].map(([branch, rules]) => [branch, protectionSeedOf(rules)])
    ),
    ...present({ rulesets: some(rulesetSeeds(repository.rulesets)), rule_suites: some(suiteSeeds(repository)) }),
    ...present({ pushes: some(pushSeeds(repository)) }),
    git: gitSeed(world, repository, seen),
    ...contentOf(world, repository)
  }
}

/** Planted in an empty world, the seed makes the same state: ids, dates and numbers to come included. */
export const seedOf = (world: World): ContentSeed => {
  const formerly = formerNames(world)
  const seen = new Set<Sha>()
  return {
    users: [...world.users.values()].map(userSeed),
    organizations: [...world.organizations].map(([login, each]) => organizationSeed(world, login, each)),
    ...accessSeeds(world),
    repositories: [...world.repositories.values()].map((repository) =>
      repositorySeed(world, repository, formerly.get(repository.id) ?? [], seen)
    ),
    gists: [...world.gists.values()].map((gist) => gistSeed(world, gist)),
    notifications: [...world.threads.values()].flatMap((thread) => notificationSeeds(world, thread)),
    counters: Object.fromEntries([...world.ids].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
