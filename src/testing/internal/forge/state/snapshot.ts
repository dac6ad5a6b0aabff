/** The state as plain values, for comparisons in tests. */
import type {
  HookSnapshot,
  IssueSnapshot,
  PullSnapshot,
  ReleaseSnapshot,
  RepositorySnapshot
} from "../../../ForgeState.ts"
import { isoDate } from "../../exchange.ts"
import { type Hook, masked } from "./hooks.ts"
import { contentByName, typeOf } from "./issues.ts"
import { fullName, type Issue, type Repository, type World } from "./model.ts"
import { baseSha, isPull, type Pull } from "./pulls.ts"
import type { Release } from "./records.ts"
import { refNames } from "./refs.ts"
import { byRecency } from "./releases.ts"

const issueSnapshot = (world: World, repository: Repository, issue: Issue): IssueSnapshot => ({
  number: issue.number,
  title: issue.title,
  body: issue.body,
  user: issue.user,
  state: issue.state,
  state_reason: issue.state_reason,
  labels: issue.labels.flatMap((id) => repository.labels.get(id)?.name ?? []),
  assignees: issue.assignees,
  milestone: repository.milestones.get(issue.milestone ?? 0)?.title ?? null,
  type: typeOf(world, repository, issue)?.name ?? null,
  issue_field_values: contentByName(world, repository, issue),
  duplicate_issue_id: issue.duplicate_of,
  locked: issue.locked,
  lock_reason: issue.lock_reason,
  comments: issue.comments.map(({ body, id, user }) => ({ id, user, body })),
  is_pull_request: issue.pull_request !== null,
  created_at: isoDate(issue.created_at),
  updated_at: isoDate(issue.updated_at),
  closed_at: issue.closed_at === null ? null : isoDate(issue.closed_at)
})

const pullSnapshot = (repository: Repository, pull: Pull): PullSnapshot => {
  const { base, head, ...self } = pull.pull_request
  return {
    number: pull.number,
    title: pull.title,
    state: pull.state,
    draft: self.draft,
    merged: self.merged_at !== null,
    merged_by: self.merged_by,
    merged_at: self.merged_at === null ? null : isoDate(self.merged_at),
    merge_commit_sha: self.merge_commit_sha,
    head: `${head.owner}:${head.ref}`,
    head_sha: head.sha,
    base: base.ref,
    base_sha: baseSha(repository, pull),
    requested_reviewers: self.requested_reviewers,
    requested_teams: self.requested_teams,
    reviews: self.reviews.map(({ body, id, state, user }) => ({ id, user, state, body })),
    review_comments: self.review_comments.map(({ body, id, line, path, user }) => ({ id, user, path, line, body }))
  }
}

const releaseSnapshot = (release: Release): ReleaseSnapshot => ({
  id: release.id,
  tag_name: release.tag_name,
  name: release.name,
  body: release.body,
  draft: release.draft,
  prerelease: release.prerelease,
  author: release.author,
  published_at: release.published_at === null ? null : isoDate(release.published_at),
  assets: release.assets.map(({ content, digest, download_count, label, name }) => ({
    name,
    label,
    size: content.length,
    digest,
    download_count
  }))
})

const hookSnapshot = ({ active, config, deliveries, events, id }: Hook): HookSnapshot => ({
  id,
  active,
  events,
  url: config.url,
  content_type: config.content_type,
  secret: masked(config.secret),
  deliveries: deliveries.map(({ action, event, guid, id, redelivery, status, status_code }) => ({
    id,
    guid,
    event,
    action,
    redelivery,
    status,
    status_code
  }))
})

/** The commits of all branches or tags, by name. */
const refsOf = (repository: Repository, kind: "heads" | "tags"): Readonly<Record<string, string>> =>
  Object.fromEntries(
    refNames(repository, kind).map((name) => [name, repository.refs.get(`refs/${kind}/${name}`) ?? ""])
  )

export const repositorySnapshot = (world: World, repository: Repository): RepositorySnapshot => ({
  id: repository.id,
  full_name: fullName(repository),
  labels: [...repository.labels.values()].map(({ color, description, name }) => ({ name, color, description })),
  milestones: [...repository.milestones.values()].map(({ description, due_on, number, state, title }) => ({
    number,
    title,
    state,
    description,
    due_on: due_on === null ? null : isoDate(due_on)
  })),
  issues: [...repository.issues.values()]
    .sort((a, b) => a.number - b.number)
    .map((issue) => issueSnapshot(world, repository, issue)),
  pulls: [...repository.issues.group("kind", "pull", "created").all]
    .filter(isPull)
    .sort((a, b) => a.number - b.number)
    .map((pull) => pullSnapshot(repository, pull)),
  branches: refsOf(repository, "heads"),
  tags: refsOf(repository, "tags"),
  releases: byRecency(repository).map(releaseSnapshot),
  hooks: [...repository.hooks.values()].map(hookSnapshot),
  secrets: [...repository.vault.secrets.keys()],
  variables: Object.fromEntries(
    [...repository.vault.variables.values()].map(({ content, name }) => [name, content ?? ""])
  ),
  environments: [...repository.environments.values()].map(({ name }) => name)
})
