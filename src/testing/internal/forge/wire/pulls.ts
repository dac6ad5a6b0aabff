/** Pull requests and their reviews, as the service writes them, with all fields. */
import { isoDate, spliced } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import { proposedMessage } from "../state/merging.ts"
import { type Issue, type Repository, userOf } from "../state/model.ts"
import { anchorOf, baseSha, diffOf, type Pull, rangeOf } from "../state/pulls.ts"
import type { Review, ReviewComment } from "../state/records.ts"
import { team } from "./accounts.ts"
import {
  authorAssociation,
  bodyFields,
  type Context,
  dateOrNull,
  pageUrl,
  reactions,
  repositoryUrl,
  user
} from "./common.ts"
import { nodeId } from "./nodeIds.ts"
import { issueLabels, milestoneOf } from "./issues.ts"
import { repository as repositoryWire } from "./repository.ts"

const href = (url: string) => ({ href: url })

/** The API's URL of a pull request. */
const pullUrl = (context: Context, repository: Repository, self: Issue): string =>
  `${repositoryUrl(context, repository)}/pulls/${self.number}`

const pullPage = (context: Context, repository: Repository, self: Issue): string =>
  `${pageUrl(context, repository)}/pull/${self.number}`

/** A branch of a pull request. */
interface Side {
  readonly repository: Repository | undefined
  readonly owner: string
  readonly ref: string
  readonly sha: Sha
}

const sideFields = (context: Context, { owner, ref, sha }: Side) => ({
  label: `${owner}:${ref}`,
  ref,
  sha,
  user: user(context, owner)
})

const side = (context: Context, self: Side) => ({
  ...sideFields(context, self),
  repo: self.repository === undefined ? null : repositoryWire(context, self.repository, context.viewer)
})

/** The repositories of a response as JSON, by id: a page repeats them in each record. */
const written = new WeakMap<Context, Map<number, string>>()

const repositoryText = (context: Context, repository: Repository): string => {
  const texts = written.get(context) ?? new Map<number, string>()
  written.set(context, texts)
  const text = texts.get(repository.id) ?? JSON.stringify(repositoryWire(context, repository, context.viewer))
  texts.set(repository.id, text)
  return text
}

const sideText = (context: Context, self: Side): string =>
  spliced(sideFields(context, self), {
    repo: self.repository === undefined ? "null" : repositoryText(context, self.repository)
  })

const headOf = (context: Context, { pull_request: { head } }: Pull): Side => ({
  ...head,
  repository: head.repository === null ? undefined : context.world.repositories.get(head.repository)
})

const baseOf = (repository: Repository, pull: Pull): Side => ({
  repository,
  owner: repository.owner,
  ref: pull.pull_request.base.ref,
  sha: baseSha(repository, pull)
})

/** The team of the repository's organization with this slug; none in a list if it is gone. */
const teamOf = (context: Context, repository: Repository, slug: string) => {
  const owner = userOf(context.world, repository.owner)
  const found = context.world.organizations.get(repository.owner.toLowerCase())?.teams.get(slug)
  return owner === undefined || found === undefined
    ? []
    : [team(context, owner, found, found.repositories.get(repository.id))]
}

/** Whose reviews were asked for. */
export const requested = (context: Context, repository: Repository, { pull_request }: Pull) => ({
  requested_reviewers: pull_request.requested_reviewers.flatMap((login) => user(context, login) ?? []),
  requested_teams: pull_request.requested_teams.flatMap((slug) => teamOf(context, repository, slug))
})

/** Auto-merge, with the texts that the merge is to have. */
const autoMerge = (context: Context, repository: Repository, pull: Pull) => {
  const { auto_merge } = pull.pull_request
  if (auto_merge === null) return null
  const { enabled_by, message, method, title } = auto_merge
  const proposed =
    title !== null && message !== null ? [title, message] : proposedMessage(context.world, repository, pull, method)
  return {
    enabled_by: user(context, enabled_by),
    merge_method: method,
    commit_title: title ?? proposed[0] ?? "",
    commit_message: message ?? proposed[1] ?? ""
  }
}

/** What a pull request has in listings, except its branches. */
const pullFields = (context: Context, repository: Repository, issue: Pull) => {
  const { head, ...self } = issue.pull_request
  const url = pullUrl(context, repository, issue)
  const page = pullPage(context, repository, issue)
  const issueUrl = `${repositoryUrl(context, repository)}/issues/${issue.number}`
  const statuses = `${repositoryUrl(context, repository)}/statuses/${head.sha}`
  const assignees = issue.assignees.flatMap((login) => user(context, login) ?? [])
  return {
    url,
    id: self.id,
    node_id: nodeId("PR", self.id, repository),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issueUrl,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: user(context, issue.user),
    ...bodyFields(context, issue.body, repository),
    created_at: isoDate(issue.created_at),
    updated_at: isoDate(issue.updated_at),
    closed_at: dateOrNull(issue.closed_at),
    merged_at: dateOrNull(self.merged_at),
    merge_commit_sha: self.merge_commit_sha,
    assignee: assignees[0] ?? null,
    assignees,
    ...requested(context, repository, issue),
    labels: issueLabels(context, repository, issue),
    milestone: milestoneOf(context, repository, issue.milestone),
    draft: self.draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repositoryUrl(context, repository)}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    _links: {
      self: href(url),
      html: href(page),
      issue: href(issueUrl),
      comments: href(`${issueUrl}/comments`),
      review_comments: href(`${url}/comments`),
      review_comment: href(`${repositoryUrl(context, repository)}/pulls/comments{/number}`),
      commits: href(`${url}/commits`),
      statuses: href(statuses)
    },
    author_association: authorAssociation(context, repository, issue.user),
    auto_merge: autoMerge(context, repository, issue),
    active_lock_reason: issue.lock_reason
  }
}

/** A pull request as in listings. */
export const pull = (context: Context, repository: Repository, self: Pull) => ({
  ...pullFields(context, repository, self),
  head: side(context, headOf(context, self)),
  base: side(context, baseOf(repository, self))
})

/** The same as JSON, which is far faster for a page of them: two thirds of it are the repositories. */
export const pullText = (context: Context, repository: Repository, self: Pull): string =>
  spliced(pullFields(context, repository, self), {
    head: sideText(context, headOf(context, self)),
    base: sideText(context, baseOf(repository, self))
  })

/** Whether a pull request can be merged. */
export interface Standing {
  /** Null while it is worked out, and once it is closed. */
  readonly mergeable: boolean | null
  readonly rebaseable: boolean | null
  readonly mergeable_state: "clean" | "dirty" | "behind" | "blocked" | "draft" | "unknown" | "unstable"
}

/** A pull request as when it is fetched alone. */
export const singlePull = (context: Context, repository: Repository, issue: Pull, standing: Standing) => {
  const self = issue.pull_request
  const { objects } = context.world
  const base = baseSha(repository, issue)
  const { additions, deletions, files } = diffOf(objects, base, self.head.sha)
  return {
    ...pull(context, repository, issue),
    merged: self.merged_at !== null,
    ...standing,
    merged_by: user(context, self.merged_by),
    comments: issue.comments.length,
    review_comments: self.review_comments.filter((comment) => !isPending(self.reviews, comment)).length,
    maintainer_can_modify: self.maintainer_can_modify,
    commits: rangeOf(objects, base, self.head.sha).ahead.length,
    additions,
    deletions,
    changed_files: files.length
  }
}

/** Whether a comment belongs to a review that was not submitted yet: only its author sees it. */
export const isPending = (reviews: ReadonlyArray<Review>, comment: ReviewComment): boolean =>
  reviews.some(({ id, state }) => id === comment.review && state === "PENDING")

export const review = (context: Context, repository: Repository, under: Pull, self: Review) => {
  const url = pullUrl(context, repository, under)
  const page = `${pullPage(context, repository, under)}#pullrequestreview-${self.id}`
  return {
    id: self.id,
    node_id: nodeId("PRR", self.id, repository),
    user: user(context, self.user),
    ...bodyFields(context, self.body, repository),
    state: self.state,
    html_url: page,
    pull_request_url: url,
    author_association: authorAssociation(context, repository, self.user),
    _links: { html: href(page), pull_request: href(url) },
    ...(self.submitted_at === null ? {} : { submitted_at: isoDate(self.submitted_at) }),
    commit_id: self.commit_id
  }
}

export const reviewComment = (context: Context, repository: Repository, under: Pull, self: ReviewComment) => {
  const url = `${repositoryUrl(context, repository)}/pulls/comments/${self.id}`
  const page = `${pullPage(context, repository, under)}#discussion_r${self.id}`
  const { head } = under.pull_request
  const anchor = anchorOf(context.world.objects, baseSha(repository, under), head.sha, self)
  return {
    url,
    pull_request_review_id: self.review,
    id: self.id,
    node_id: nodeId("PRRC", self.id, repository),
    diff_hunk: self.diff_hunk,
    path: self.path,
    commit_id: anchor.position === null ? self.commit_id : head.sha,
    original_commit_id: self.commit_id,
    user: user(context, self.user),
    ...bodyFields(context, self.body, repository),
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    html_url: page,
    pull_request_url: pullUrl(context, repository, under),
    author_association: authorAssociation(context, repository, self.user),
    _links: { self: href(url), html: href(page), pull_request: href(pullUrl(context, repository, under)) },
    reactions: reactions(url, self.reactions),
    start_line: anchor.start_line,
    original_start_line: self.start_line,
    start_side: self.start_side,
    ...(self.line === null ? {} : { line: anchor.line, original_line: self.line }),
    side: self.side,
    position: anchor.position,
    original_position: self.position,
    subject_type: self.line === null ? "file" : "line",
    ...(self.in_reply_to === null ? {} : { in_reply_to_id: self.in_reply_to })
  }
}
