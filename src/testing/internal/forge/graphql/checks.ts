/** Statuses and check runs of commits, what they come to, and the workflows behind them. */
import type { Commit } from "../../git/objects.ts"
import { isRequiredCheck } from "../handlers/mergeability.ts"
import { actions, contextsOf, latestRuns, latestStatuses, progressOf, runsOf, suitesOf } from "../state/checks.ts"
import type { App } from "../state/accounts.ts"
import { type Repository, userOf } from "../state/model.ts"
import { isPull, pullsOf } from "../state/pulls.ts"
import type { CheckRun as CheckRunRecord, CheckSuite as CheckSuiteRecord, CommitStatus } from "../state/records.ts"
import { branchTip, refNames } from "../state/refs.ts"
import { nodeId } from "../wire/nodeIds.ts"
import {
  account,
  type Arguments,
  databaseId,
  dateTime,
  dateTimeOrNull,
  type Fields,
  List,
  nothing,
  pathOf,
  reference,
  resourcePath,
  type View
} from "./nodes.ts"

const upper = (text: string | null): string | null => text?.toUpperCase() ?? null

type Context = { readonly run: CheckRunRecord } | { readonly status: CommitStatus }

/** What reports on a commit: the newest status of each context, and the newest run of each check. */
const contexts = (repository: Repository, sha: string) => {
  const runs = latestRuns(repository.checks.get(sha) ?? [])
  const statuses = latestStatuses(repository, sha)
  const all: ReadonlyArray<Context> = [...runs.map((run) => ({ run })), ...statuses.map((status) => ({ status }))]
  const counted = (states: ReadonlyArray<string | null>) =>
    [...new Set(states)].map((state) => ({ state, count: states.filter((each) => each === state).length }))
  return new List(
    all,
    (each) =>
      "run" in each
        ? reference("CheckRun", { repository, run: each.run })
        : reference("StatusContext", { repository, sha, status: each.status }),
    (each) => ("run" in each ? each.run.id : each.status.id),
    {
      checkRunCount: runs.length,
      checkRunCountsByState: counted(runs.map(({ conclusion, status }) => upper(conclusion ?? status))),
      statusContextCount: statuses.length,
      statusContextCountsByState: counted(statuses.map(({ state }) => upper(state)))
    }
  )
}

/** What all checks of a commit come to; null without any. */
export const rollupOf = (_: View, repository: Repository, commit: Commit) =>
  contextsOf(repository, commit.sha).size === 0 ? null : reference("StatusCheckRollup", { repository, commit })

const StatusCheckRollup: Fields<"StatusCheckRollup"> = ({ commit, repository }) => {
  const verdicts = [...contextsOf(repository, commit.sha).values()]
  const state = verdicts.includes("failure") ? "FAILURE" : verdicts.includes("pending") ? "PENDING" : "SUCCESS"
  return {
    commit: reference("Commit", { repository, commit }),
    contexts: () => contexts(repository, commit.sha),
    id: nodeId("SCR", commit.sha, repository),
    state
  }
}

/** What the statuses of a commit come to; null without any. */
export const statusOf = (_: View, repository: Repository, commit: Commit) => {
  const statuses = latestStatuses(repository, commit.sha)
  if (statuses.length === 0) return null
  const node = (status: CommitStatus) => reference("StatusContext", { repository, sha: commit.sha, status })
  const states = statuses.map(({ state }) => state)
  const worst = (["error", "failure", "pending"] as const).find((state) => states.includes(state))
  return {
    combinedContexts: () => contexts(repository, commit.sha),
    commit: reference("Commit", { repository, commit }),
    context: ({ name }: Arguments) => {
      const found = statuses.find(({ context }) => context === name)
      return found === undefined ? null : node(found)
    },
    contexts: statuses.map(node),
    id: nodeId("ST", commit.sha, repository),
    state: worst === "error" ? "FAILURE" : (upper(worst ?? null) ?? "SUCCESS")
  }
}

/** Whether the base of a pull request demands a check. */
const isRequired =
  (view: View, repository: Repository, check: { readonly name: string; readonly app: number | null }) =>
  ({ pullRequestId, pullRequestNumber }: Arguments): boolean => {
    for (const issue of repository.issues.values()) {
      if (!isPull(issue)) continue
      const isMeant =
        issue.number === pullRequestNumber || nodeId("PR", issue.pull_request.id, repository) === pullRequestId
      if (isMeant) return isRequiredCheck(view, repository, issue, check)
    }
    return false
  }

const StatusContext: Fields<"StatusContext"> = ({ repository, sha, status }, view) => {
  const commit = view.world.objects.commits.get(sha)
  const creator = status.creator === null ? undefined : userOf(view.world, status.creator)
  return {
    avatarUrl: creator === undefined ? null : `https://avatars.githubusercontent.com/u/${creator.id}?v=4`,
    commit: commit === undefined ? null : reference("Commit", { repository, commit }),
    context: status.context,
    createdAt: dateTime(status.created_at),
    creator: () => account(view, status.creator),
    description: status.description,
    id: nodeId("SC", status.id, repository),
    isRequired: isRequired(view, repository, { name: status.context, app: null }),
    state: upper(status.state),
    targetUrl: status.target_url
  }
}

const CheckRun: Fields<"CheckRun"> = ({ repository, run }, view) => {
  const url = `${view.urls.html}${resourcePath(repository)}/runs/${run.id}`
  const suite = suitesOf(repository, run.head_sha).find(({ id }) => id === run.suite)
  return {
    annotations: () =>
      new List(
        run.annotations,
        (each) => ({
          annotationLevel: upper(each.annotation_level),
          message: each.message,
          path: each.path,
          rawDetails: each.raw_details,
          title: each.title
        }),
        ({ path, start_line }) => `${path}:${start_line}`
      ),
    checkSuite: suite === undefined ? null : reference("CheckSuite", { repository, suite }),
    completedAt: dateTimeOrNull(run.completed_at),
    conclusion: upper(run.conclusion),
    databaseId: databaseId(run.id),
    deployment: null,
    detailsUrl: run.details_url ?? url,
    externalId: run.external_id,
    id: nodeId("CR", run.id, repository),
    isRequired: isRequired(view, repository, { name: run.name, app: run.app }),
    name: run.name,
    permalink: url,
    repository: reference("Repository", { repository }),
    resourcePath: pathOf(url),
    startedAt: dateTime(run.started_at),
    status: upper(run.status),
    steps: nothing(),
    summary: run.output.summary,
    text: run.output.text,
    title: run.output.title,
    url
  }
}

const appNode = (view: View, self: App) => ({
  clientId: self.client_id,
  createdAt: dateTime(userOf(view.world, `${self.slug}[bot]`)?.created_at ?? 0),
  databaseId: self.id,
  description: null,
  id: nodeId("A", self.id),
  logoBackgroundColor: "ffffff",
  logoUrl: `https://avatars.githubusercontent.com/in/${self.id}?v=4`,
  name: self.name,
  slug: self.slug,
  updatedAt: dateTime(userOf(view.world, `${self.slug}[bot]`)?.created_at ?? 0),
  url: `${view.urls.html}/apps/${self.slug}`
})

const CheckSuite: Fields<"CheckSuite"> = ({ repository, suite }, view) => {
  const runs = latestRuns(runsOf(repository, suite))
  const { conclusion, status } = progressOf(runs)
  const commit = view.world.objects.commits.get(suite.head_sha)
  const branch = () => refNames(repository, "heads").find((name) => branchTip(repository, name) === suite.head_sha)
  const workflowRun = [...repository.runs.values()].find((run) => run.suite === suite.id)
  const path = `${resourcePath(repository)}/commit/${suite.head_sha}/checks?check_suite_id=${suite.id}`
  return {
    app: () => appNode(view, view.world.apps.get(suite.app) ?? actions),
    branch: () => {
      const name = branch()
      return name === undefined ? null : reference("Ref", { repository, ref: `refs/heads/${name}` })
    },
    checkRuns: () =>
      new List(
        runs,
        (run) => reference("CheckRun", { repository, run }),
        ({ id }) => id
      ),
    commit: commit === undefined ? null : reference("Commit", { repository, commit }),
    conclusion: upper(conclusion),
    createdAt: dateTime(suite.created_at),
    creator: null,
    databaseId: databaseId(suite.id),
    id: nodeId("CS", suite.id, repository),
    matchingPullRequests: () =>
      new List(
        pullsOf(view.world, suite.head_sha).filter(([target]) => target.id === repository.id),
        ([, pull]) => reference("PullRequest", { repository, pull }),
        ([, { number }]) => number
      ),
    push: null,
    repository: reference("Repository", { repository }),
    resourcePath: path,
    status: upper(status),
    updatedAt: dateTime(lastChange(suite, runs)),
    url: `${view.urls.html}${path}`,
    workflowRun: workflowRun === undefined ? null : reference("WorkflowRun", { repository, run: workflowRun })
  }
}

const lastChange = ({ created_at }: CheckSuiteRecord, runs: ReadonlyArray<CheckRunRecord>): number =>
  Math.max(created_at, ...runs.map(({ completed_at, started_at }) => completed_at ?? started_at))

const Workflow: Fields<"Workflow"> = ({ repository, workflow }, view) => {
  const path = `${resourcePath(repository)}/actions/workflows/${workflow.file}`
  return {
    createdAt: dateTime(repository.created_at),
    databaseId: databaseId(workflow.id),
    id: nodeId("W", workflow.id, repository),
    name: workflow.name,
    resourcePath: path,
    runs: ({ orderBy }: Arguments) => {
      const found = [...repository.runs.values()].filter((run) => run.workflow === workflow.id)
      if (orderBy?.direction !== "ASC") found.reverse()
      return new List(
        found,
        (run) => reference("WorkflowRun", { repository, run }),
        ({ id }) => id
      )
    },
    state: upper(workflow.state),
    updatedAt: dateTime(repository.created_at),
    url: `${view.urls.html}${path}`
  }
}

const WorkflowRun: Fields<"WorkflowRun"> = ({ repository, run }, view) => {
  const path = `${resourcePath(repository)}/actions/runs/${run.id}`
  const workflow = repository.workflows.get(run.workflow)
  const { created_at, head_sha, suite: id } = run
  // The jobs of a run are not check runs here, so its suite may have none.
  const suite = suitesOf(repository, head_sha).find((each) => each.id === id)
  const own = suite ?? { id, app: actions.id, head_sha, before: null, created_at }
  return {
    checkSuite: reference("CheckSuite", { repository, suite: own }),
    createdAt: dateTime(run.created_at),
    databaseId: databaseId(run.id),
    event: run.event,
    id: nodeId("WFR", run.id, repository),
    resourcePath: path,
    runNumber: run.number,
    updatedAt: dateTime(run.updated_at),
    url: `${view.urls.html}${path}`,
    workflow: workflow === undefined ? null : reference("Workflow", { repository, workflow })
  }
}

export const fields = { CheckRun, CheckSuite, StatusCheckRollup, StatusContext, Workflow, WorkflowRun }
