/** What happens to a repository: to itself, its branches and tags, and to all of its records but issues. */
import type { Permission } from "../../../ForgeState.ts"
import { isoDate } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import { progressOf, runsOf, suiteNumbered } from "../state/checks.ts"
import { environmentNumbered } from "../state/environments.ts"
import type { Label, Milestone, Repository } from "../state/model.ts"
import type { Protection } from "../state/protection.ts"
import type * as Records from "../state/records.ts"
import { organization as writeOrganization } from "../wire/accounts.ts"
import { commitComment } from "../wire/commits.ts"
import { dateOrNull, user } from "../wire/common.ts"
import * as Events from "../wire/events.ts"
import { push } from "../wire/hooks.ts"
import * as Issues from "../wire/issues.ts"
import { release as writeRelease } from "../wire/releases.ts"
import { fullRepository, repository as writeRepository } from "../wire/repository.ts"
import { deployKey } from "../wire/sharing.ts"
import * as Workflows from "../wire/workflows.ts"
import { userOf } from "../state/model.ts"
import { edited, type Event, type Fields, happened, listChanges, type Scene, was } from "./happened.ts"
import { issueEvents } from "./issues.ts"

type Found = ReadonlyArray<Event>

/** What the events of a record are that is only created, edited and deleted. */
const simple =
  <A>(name: string, fields: (scene: Scene, self: A) => Fields, changed: (before: A, after: A) => Fields = () => ({})) =>
  (scene: Scene, before: A | undefined, after: A | undefined): Found => {
    const self = after ?? before
    if (self === undefined) return []
    const written = () => fields(scene, self)
    if (before === undefined) return [happened(name, "created", written)]
    return after === undefined ? [happened(name, "deleted", written)] : edited(name, changed(before, after), written)
  }

const refEvents = (scene: Scene, before: Sha | undefined, after: Sha | undefined, ref: string): Found => {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? []
  if (name === undefined) return []
  const { context, former, repository, sender } = scene
  const ref_type = kind === "heads" ? "branch" : "tag"
  const pushed = happened("push", null, () => push(context, repository, ref, sender, before, after))
  if (before !== undefined && after !== undefined) return [pushed]
  const one = { ref: name, ref_type, pusher_type: "user" }
  return [
    after === undefined
      ? happened("delete", null, () => one)
      : happened("create", null, () => ({
          ...one,
          master_branch: former.default_branch,
          description: repository.description
        })),
    pushed
  ]
}

const milestoneEvents = (scene: Scene, before: Milestone | undefined, after: Milestone | undefined): Found => {
  const { context, repository } = scene
  const fields = (self: Milestone) => ({ milestone: Issues.milestone(context, repository, self) })
  const changed = (a: Milestone, b: Milestone) => ({
    ...was(a, b, ["title", "description"]),
    ...(a.due_on === b.due_on ? {} : { due_on: { from: dateOrNull(a.due_on) } })
  })
  return [
    ...simple("milestone", (_, self: Milestone) => fields(self), changed)(scene, before, after),
    ...(before === undefined || after === undefined || before.state === after.state
      ? []
      : [happened("milestone", after.state === "open" ? "opened" : "closed", () => fields(after))])
  ]
}

const releaseEvents = (
  scene: Scene,
  before: Records.Release | undefined,
  after: Records.Release | undefined
): Found => {
  const self = after ?? before
  if (self === undefined) return []
  const fields = () => ({ release: writeRelease(scene.context, scene.repository, self) })
  const event = (action: string) => happened("release", action, fields)
  if (after === undefined) return [event("deleted")]
  const wasOut = before?.draft === false
  const isOut = !after.draft
  const kind = after.prerelease ? "prereleased" : "released"
  const isLatest = after.make_latest === true && before?.make_latest !== true
  return [
    ...(before === undefined ? [event("created")] : []),
    ...(isOut && !wasOut ? [event("published"), event(kind)] : []),
    ...(wasOut && !isOut ? [event("unpublished")] : []),
    ...(wasOut && isOut && before.prerelease !== after.prerelease ? [event(kind)] : []),
    ...(before === undefined
      ? []
      : edited(
          "release",
          { ...was(before, after, ["name", "body", "tag_name"]), ...(isLatest ? { make_latest: { to: true } } : {}) },
          fields
        ))
  ]
}

const statusEvents = (
  { context, repository }: Scene,
  before: ReadonlyArray<Records.CommitStatus> | undefined,
  after: ReadonlyArray<Records.CommitStatus> | undefined,
  sha: Sha
): Found =>
  listChanges(before, after).flatMap(([, , self]) =>
    self === undefined ? [] : [happened("status", null, () => Events.status(context, repository, sha, self))]
  )

const checkEvents = (
  { context, repository }: Scene,
  before: ReadonlyArray<Records.CheckRun> = [],
  after: ReadonlyArray<Records.CheckRun> = []
): Found => {
  const changed = listChanges(before, after)
  const runs = changed.flatMap(([, old, now]) => {
    if (now === undefined) return []
    const event = (action: string) =>
      happened("check_run", action, () => ({ check_run: Events.checkRun(context, repository, now) }))
    const isOver = now.status === "completed" && old?.status !== "completed"
    return [...(old === undefined ? [event("created")] : []), ...(isOver ? [event("completed")] : [])]
  })
  const ended = [...new Set(changed.map(([, old, now]) => (now ?? old)?.suite ?? 0))].flatMap((id) => {
    const suite = suiteNumbered(repository, id)
    if (suite === undefined) return []
    const former = before.filter((run) => run.suite === id)
    const wasOver = former.length > 0 && progressOf(former).status === "completed"
    const isOver = progressOf(runsOf(repository, suite)).status === "completed"
    const again = changed.some(([, old, now]) => now?.suite === id && now.conclusion !== (old?.conclusion ?? null))
    return isOver && (!wasOver || again)
      ? [happened("check_suite", "completed", () => ({ check_suite: Events.checkSuite(context, repository, suite) }))]
      : []
  })
  return [...runs, ...ended]
}

const suiteEvents = (
  { context, repository }: Scene,
  before: Records.CheckSuite | undefined,
  after: Records.CheckSuite | undefined
): Found =>
  before !== undefined || after === undefined
    ? []
    : [happened("check_suite", "requested", () => ({ check_suite: Events.checkSuite(context, repository, after) }))]

const runEvents = (scene: Scene, before: Records.Run | undefined, after: Records.Run | undefined): Found => {
  if (after === undefined) return []
  const { context, repository } = scene
  const attempt = [after.latest, after.earlier.length + 1] as const
  const workflow = repository.workflows.get(after.workflow)
  const workflowFields = () => ({
    workflow: workflow === undefined ? null : Workflows.workflow(context, repository, workflow)
  })
  const event = (action: string) =>
    happened("workflow_run", action, () => ({
      workflow_run: Workflows.run(context, repository, after, true),
      ...workflowFields()
    }))
  const isNew = before === undefined || before.earlier.length < after.earlier.length
  const was = isNew ? "requested" : before.latest.status
  const now = after.latest.status
  const jobs = listChanges(before?.latest.jobs, after.latest.jobs).flatMap(([, old, job]) =>
    job === undefined || old?.status === job.status
      ? []
      : [
          happened("workflow_job", job.status, () => ({
            workflow_job: Workflows.job(context, repository, after, attempt, job)
          }))
        ]
  )
  const ofEnvironment = (id: number, action: string, more: (name: string) => Fields): Found => {
    const environment = environmentNumbered(repository, id)
    return environment === undefined || environment.reviewers.length === 0
      ? []
      : [
          happened("deployment_review", action, () => ({
            ...Events.deploymentReview(context, repository, after, environment),
            ...more(environment.name)
          }))
        ]
  }
  const requestor = () => user(context, after.latest.triggering_actor)
  const asked = (isNew ? after.pending : []).flatMap((id) =>
    ofEnvironment(id, "requested", (environment) => ({ environment, requestor: requestor() }))
  )
  const reviews = after.reviews
    .slice(before?.reviews.length ?? 0)
    .flatMap(({ comment, environments, state, user: login }) =>
      environments.flatMap((id) => ofEnvironment(id, state, () => ({ comment, approver: user(context, login) })))
    )
  const moved = was !== now && (now === "in_progress" || now === "completed")
  return [...(isNew ? [event("requested")] : []), ...jobs, ...asked, ...reviews, ...(moved ? [event(now)] : [])]
}

/** Those of a deployment have no run: none of the simulated workflows deploys. */
const noRun = { workflow: null, workflow_run: null }

const deploymentEvents = (
  { context, repository }: Scene,
  before: Records.Deployment | undefined,
  after: Records.Deployment | undefined
): Found => {
  if (after === undefined) return []
  const deployment = () => Workflows.deployment(context, repository, after)
  const statuses = listChanges(before?.statuses, after.statuses).flatMap(([, , status]) =>
    status === undefined
      ? []
      : [
          happened("deployment_status", "created", () => ({
            deployment_status: Workflows.status(context, repository, after, status),
            deployment: deployment(),
            ...noRun
          }))
        ]
  )
  const isNew = before === undefined
  return [
    ...(isNew ? [happened("deployment", "created", () => ({ deployment: deployment(), ...noRun }))] : []),
    ...statuses
  ]
}

const starEvents = (_: Scene, before: number | undefined, after: number | undefined): Found =>
  after === undefined
    ? [happened("star", "deleted", () => ({ starred_at: null }))]
    : before === undefined
      ? [happened("star", "created", () => ({ starred_at: isoDate(after) })), happened("watch", "started")]
      : []

/** The permissions that there were before there were roles. */
const older = { read: "read", triage: "read", write: "write", maintain: "write", admin: "admin" } as const

const memberEvents = (
  { context }: Scene,
  before: Permission | undefined,
  after: Permission | undefined,
  login: string
): Found => {
  const member = () => ({ member: user(context, login) })
  if (after === undefined) return [happened("member", "removed", member)]
  if (before === undefined) {
    const changes = { permission: { to: older[after] }, role_name: { to: after } }
    return [happened("member", "added", () => ({ ...member(), changes }))]
  }
  const changes = { old_permission: { from: older[before] }, permission: { from: older[before], to: older[after] } }
  return [happened("member", "edited", () => ({ ...member(), changes }))]
}

const protectionEvents = (
  scene: Scene,
  before: Protection | undefined,
  after: Protection | undefined,
  branch: string
): Found =>
  simple(
    "branch_protection_rule",
    ({ repository }, self: Protection) => ({ rule: Events.rule(repository, branch, self) }),
    (a, b) => {
      const [old, now] = [Events.rule(scene.repository, branch, a), Events.rule(scene.repository, branch, b)]
      const names = Object.keys(now) as ReadonlyArray<keyof typeof now>
      return was(
        old,
        now,
        names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
      )
    }
  )(scene, before, after)

/** The events of a change in each of the maps that a repository has. */
export const eventsOfRecords = {
  refs: refEvents,
  issues: issueEvents,
  labels: simple(
    "label",
    ({ context, repository }, self: Label) => ({ label: Issues.label(context, repository, self) }),
    (a, b) => was(a, b, ["name", "color", "description"])
  ),
  milestones: milestoneEvents,
  releases: releaseEvents,
  statuses: statusEvents,
  suites: suiteEvents,
  checks: checkEvents,
  runs: runEvents,
  deployments: deploymentEvents,
  commitComments: (scene: Scene, before: Records.CommitComment | undefined, after: Records.CommitComment | undefined) =>
    before === undefined && after !== undefined
      ? [
          happened("commit_comment", "created", () => ({
            comment: commitComment(scene.context, scene.repository, after)
          }))
        ]
      : [],
  stargazers: starEvents,
  collaborators: memberEvents,
  protection: protectionEvents,
  deployKeys: simple("deploy_key", ({ context, repository }, self: Records.DeployKey) => ({
    key: deployKey(context, repository, self)
  }))
} as const

const isSecuredAs = ({ settings: a }: Repository, { settings: b }: Repository): boolean =>
  JSON.stringify(a.security_and_analysis) === JSON.stringify(b.security_and_analysis)

/** What happens to the repository itself. */
export const repositoryEvents = (scene: Scene, before: Repository, after: Repository): Found => {
  if (before === after) return []
  const { context, world } = scene
  const event = (action: string, changes?: Fields) =>
    happened("repository", action, () => (changes === undefined ? {} : { changes }))
  const owner = userOf(world, before.owner)
  const from =
    owner?.type === "Organization"
      ? { organization: writeOrganization(context, owner) }
      : { user: user(context, before.owner) }
  return [
    ...edited(
      "repository",
      {
        ...was(before, after, ["description", "homepage", "default_branch"]),
        ...(String(before.topics) === String(after.topics) ? {} : { topics: { from: before.topics } })
      },
      () => ({})
    ),
    ...(before.owner === after.owner ? [] : [event("transferred", { owner: { from } })]),
    ...(before.name === after.name || before.owner !== after.owner
      ? []
      : [event("renamed", { repository: { name: { from: before.name } } })]),
    ...(before.archived === after.archived ? [] : [event(after.archived ? "archived" : "unarchived")]),
    ...(before.private === after.private ? [] : [event(after.private ? "privatized" : "publicized")]),
    ...(before.private && !after.private ? [happened("public", null)] : []),
    ...(isSecuredAs(before, after)
      ? []
      : [
          happened("security_and_analysis", null, () => ({
            changes: { from: { security_and_analysis: before.settings.security_and_analysis } },
            repository: fullRepository(context, after)
          }))
        ])
  ]
}

/** A new fork, as an event of the repository that it comes from. */
export const forkEvent = ({ context }: Scene, forkee: Repository): Event =>
  happened("fork", null, () => ({ forkee: { ...writeRepository(context, forkee), public: !forkee.private } }))
