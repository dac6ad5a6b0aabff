/** Statuses and check runs, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import { commitOf, type Identity, type Sha } from "../../git/objects.ts"
import { actions, combined, latestRuns, progressOf, runsOf } from "../state/checks.ts"
import type { Repository } from "../state/model.ts"
import { pullsOf } from "../state/pulls.ts"
import type { Annotation, CheckRun, CheckSuite, CommitStatus } from "../state/records.ts"
import { branchTip, refNames } from "../state/refs.ts"
import { app } from "./accounts.ts"
import { type Context, dateOrNull, pageUrl, pathInUrl, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"
import * as Wire from "./repository.ts"

/** A status as part of the combined one. */
const simpleStatus = (context: Context, repository: Repository, sha: Sha, self: CommitStatus) => ({
  url: `${repositoryUrl(context, repository)}/statuses/${sha}`,
  avatar_url: user(context, self.creator)?.avatar_url ?? null,
  id: self.id,
  node_id: nodeId("SC", self.id, repository),
  state: self.state,
  description: self.description,
  target_url: self.target_url,
  context: self.context,
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.created_at)
})

export const status = (context: Context, repository: Repository, sha: Sha, self: CommitStatus) => ({
  ...simpleStatus(context, repository, sha, self),
  creator: user(context, self.creator)
})

/** All statuses of a commit in one, with a page of them. */
export const combinedStatus = (
  context: Context,
  repository: Repository,
  sha: Sha,
  statuses: ReadonlyArray<CommitStatus>,
  page: ReadonlyArray<CommitStatus>
) => {
  const commit_url = `${repositoryUrl(context, repository)}/commits/${sha}`
  return {
    state: combined(statuses),
    statuses: page.map((each) => simpleStatus(context, repository, sha, each)),
    sha,
    total_count: statuses.length,
    repository: Wire.repository(context, repository),
    commit_url,
    url: `${commit_url}/status`
  }
}

/** The app that made a run. Those of a seed were made by the service's own. */
const appOf = (context: Context, id: number) => app(context, context.world.apps.get(id) ?? actions)

const pullSide = (context: Context, repository: Repository, ref: string, sha: Sha) => ({
  ref,
  sha,
  repo: { id: repository.id, url: repositoryUrl(context, repository), name: repository.name }
})

/** The open pull requests of the repository's own branches that end with a commit. */
export const pullsAt = (context: Context, repository: Repository, sha: Sha) =>
  pullsOf(context.world, sha).flatMap(([target, { number, pull_request: pull, state }]) => {
    const isOwn = target.id === repository.id && pull.head.repository === repository.id
    if (!isOwn || state === "closed" || pull.head.sha !== sha) return []
    return {
      url: `${repositoryUrl(context, target)}/pulls/${number}`,
      id: pull.id,
      number,
      head: pullSide(context, repository, pull.head.ref, pull.head.sha),
      base: pullSide(context, repository, pull.base.ref, pull.base.sha)
    }
  })

export const checkRun = (context: Context, repository: Repository, self: CheckRun) => {
  const url = `${repositoryUrl(context, repository)}/check-runs/${self.id}`
  const html_url = `${pageUrl(context, repository)}/runs/${self.id}`
  return {
    id: self.id,
    name: self.name,
    node_id: nodeId("CR", self.id, repository),
    head_sha: self.head_sha,
    external_id: self.external_id,
    url,
    html_url,
    details_url: self.details_url ?? html_url,
    status: self.status,
    conclusion: self.conclusion,
    started_at: isoDate(self.started_at),
    completed_at: dateOrNull(self.completed_at),
    output: { ...self.output, annotations_count: self.annotations.length, annotations_url: `${url}/annotations` },
    check_suite: { id: self.suite },
    app: appOf(context, self.app),
    pull_requests: pullsAt(context, repository, self.head_sha)
  }
}

export const annotation = (context: Context, repository: Repository, { head_sha }: CheckRun, self: Annotation) => ({
  ...self,
  blob_href: `${pageUrl(context, repository)}/blob/${head_sha}/${pathInUrl(self.path)}`
})

const simpleIdentity = ({ email, name }: Identity) => ({ name, email })

/** All check runs of an app for a commit. */
export const checkSuite = (context: Context, repository: Repository, self: CheckSuite) => {
  const { app, before, created_at, head_sha, id } = self
  const runs = runsOf(repository, self)
  const url = `${repositoryUrl(context, repository)}/check-suites/${id}`
  const head = commitOf(context.world.objects, head_sha)
  const latest = latestRuns(runs)
  const { conclusion, status } = progressOf(latest)
  const branch = refNames(repository, "heads").find((name) => branchTip(repository, name) === head_sha)
  return {
    id,
    node_id: nodeId("CS", id, repository),
    head_branch: branch ?? null,
    head_sha,
    status,
    conclusion,
    url,
    before,
    after: before === null ? null : head_sha,
    pull_requests: pullsAt(context, repository, head_sha),
    app: appOf(context, app),
    repository: Wire.repository(context, repository),
    created_at: isoDate(created_at),
    updated_at: isoDate(
      Math.max(created_at, ...runs.map(({ completed_at, started_at }) => completed_at ?? started_at))
    ),
    head_commit: {
      id: head_sha,
      tree_id: head.tree,
      message: head.message,
      timestamp: isoDate(head.committer.date),
      author: simpleIdentity(head.author),
      committer: simpleIdentity(head.committer)
    },
    latest_check_runs_count: latest.length,
    check_runs_url: `${url}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true
  }
}

/** For which apps pushes create suites. */
export const suitePreferences = (context: Context, repository: Repository) => ({
  preferences: {
    auto_trigger_checks: [...repository.autoTriggers].map(([app_id, setting]) => ({ app_id, setting }))
  },
  repository: Wire.repository(context, repository)
})
