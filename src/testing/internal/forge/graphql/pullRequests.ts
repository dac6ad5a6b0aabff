/** Pull requests, with their reviews and threads. */
import { commitOf } from "../../git/objects.ts"
import { codeOwners } from "../state/codeOwners.ts"
import { bindingRules } from "../access/protection.ts"
import { may } from "../access/permissions.ts"
import { lookAt, reviewDecision, standingOf } from "../handlers/mergeability.ts"
import { type Repository, same, userOf } from "../state/model.ts"
import { anchorOf, baseSha, diffOf, type Pull, rangeOf } from "../state/pulls.ts"
import type { Review, ReviewComment } from "../state/records.ts"
import { branchRef } from "../state/refs.ts"
import { includes, permissionOf } from "../state/roles.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { isPending } from "../wire/pulls.ts"
import { pullCommit } from "./timeline.ts"
import { rollupOf } from "./checks.ts"
import { closingIssues, conversation, placedList, reactable, written } from "./issues.ts"
import { laterFields } from "./mergeQueues.ts"
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
  type View
} from "./nodes.ts"

/** Pending reviews are seen by their authors only. */
const isSeen = (view: View, { state, user }: Review): boolean =>
  state !== "PENDING" || (user !== null && view.viewer !== null && same(user, view.viewer))

const reviewList = (repository: Repository, pull: Pull, reviews: ReadonlyArray<Review>) =>
  new List(
    reviews,
    (review) => reference("PullRequestReview", { repository, pull, review }),
    ({ id }) => id
  )

/** The last review of each reviewer. */
const latest = (reviews: ReadonlyArray<Review>): ReadonlyArray<Review> => {
  const last = new Map<string, Review>()
  for (const review of reviews) {
    if (review.user === null || review.state === "PENDING") continue
    const key = review.user.toLowerCase()
    last.delete(key)
    last.set(key, review)
  }
  return [...last.values()]
}

const isOpinion = ({ state }: Review): boolean =>
  state === "APPROVED" || state === "CHANGES_REQUESTED" || state === "DISMISSED"

const mayWrite = ({ world }: View, repository: Repository, login: string | null): boolean => {
  const role = permissionOf(world, repository, login)
  return role !== undefined && includes(role, "write")
}

/** Whose review is asked for: users, and then teams. */
const requestList = (view: View, repository: Repository, pull: Pull) => {
  const { requested_reviewers, requested_teams } = pull.pull_request
  const owner = userOf(view.world, repository.owner)
  const teams = view.world.organizations.get(repository.owner.toLowerCase())?.teams
  const ownersOf = codeOwners(view.world, repository, pull.pull_request.base.ref)
  const files = () => diffOf(view.world.objects, baseSha(repository, pull), pull.pull_request.head.sha).files
  const owners = () => new Set(files().flatMap(({ path }) => ownersOf(path).map(({ name }) => name.toLowerCase())))
  const request = (name: string, databaseId: number, requestedReviewer: object | null) => ({
    asCodeOwner: () => owners().has(name.toLowerCase()),
    databaseId,
    id: nodeId("RR", `${pull.number}:${name}`, repository),
    pullRequest: reference("PullRequest", { repository, pull }),
    requestedReviewer
  })
  const all = [
    ...requested_reviewers.flatMap((login) => {
      const user = userOf(view.world, login)
      return user === undefined ? [] : [request(login, user.id, account(view, login))]
    }),
    ...requested_teams.flatMap((slug) => {
      const team = teams?.get(slug)
      return owner === undefined || team === undefined
        ? []
        : [request(`${repository.owner}/${slug}`, team.id, reference("Team", { owner, team }))]
    })
  ]
  return new List(
    all,
    (each) => each,
    ({ id }) => id
  )
}

const commentsOf = (view: View, { pull_request: { review_comments, reviews } }: Pull): ReadonlyArray<ReviewComment> =>
  review_comments.filter((comment) => {
    const review = reviews.find(({ id }) => id === comment.review)
    return !isPending(reviews, comment) || (review !== undefined && isSeen(view, review))
  })

const statuses = { added: "ADDED", removed: "DELETED", modified: "MODIFIED", renamed: "RENAMED", changed: "CHANGED" }

const mergeables = { clean: "MERGEABLE", dirty: "CONFLICTING", unknown: "UNKNOWN" } as const

const PullRequest: Fields<"PullRequest"> = ({ pull: given, repository }, view) => {
  // As fetching it does: the second look knows whether it can be merged.
  const standing = () => {
    const found = repository.issues.get(given.number)
    const pull =
      found === undefined || found.pull_request === null ? given : { ...found, pull_request: found.pull_request }
    return standingOf(view, repository, lookAt(view, repository, pull))
  }
  const pull = given
  const { pull_request: self } = pull
  const { objects, repositories } = view.world
  const base = () => baseSha(repository, pull)
  const range = () => rangeOf(objects, base(), self.head.sha)
  const diff = () => diffOf(objects, base(), self.head.sha)
  const origin = self.head.repository === null ? undefined : repositories.get(self.head.repository)
  const isOpen = pull.state === "open"
  const common = conversation(view, repository, pull)
  const mayMerge = may(view, repository, "write")
  const seen = self.reviews.filter((review) => isSeen(view, review))
  return {
    ...common,
    ...laterFields(view, repository, pull),
    additions: () => diff().additions,
    baseRef: repository.refs.has(branchRef(self.base.ref))
      ? reference("Ref", { repository, ref: branchRef(self.base.ref) })
      : null,
    baseRefName: self.base.ref,
    baseRefOid: base(),
    baseRepository: reference("Repository", { repository }),
    canBeRebased: () => standing().rebaseable === true,
    changedFiles: () => diff().files.length,
    checksResourcePath: `${common.resourcePath}/checks`,
    checksUrl: `${common.url}/checks`,
    closingIssuesReferences: () => placedList(view, closingIssues(view, repository, pull)),
    commits: () =>
      new List(
        range().ahead,
        (commit) => pullCommit(view, repository, pull, commit),
        ({ sha }) => sha
      ),
    databaseId: databaseId(self.id),
    deletions: () => diff().deletions,
    files: () =>
      new List(
        diff().files,
        (file) => ({
          additions: file.additions,
          changeType: statuses[file.status],
          deletions: file.deletions,
          path: file.path,
          viewerViewedState: "UNVIEWED"
        }),
        ({ path }) => path
      ),
    fullDatabaseId: String(self.id),
    headRef:
      origin?.refs.has(branchRef(self.head.ref)) === true
        ? reference("Ref", { repository: origin, ref: branchRef(self.head.ref) })
        : null,
    headRefName: self.head.ref,
    headRefOid: self.head.sha,
    headRepository: origin !== undefined && view.sees(origin) ? reference("Repository", { repository: origin }) : null,
    headRepositoryOwner: account(view, self.head.owner),
    isCrossRepository: self.head.repository !== repository.id,
    isDraft: self.draft,
    latestOpinionatedReviews: ({ writersOnly }: Arguments) => {
      const opinions = latest(seen.filter(isOpinion))
      return reviewList(
        repository,
        pull,
        writersOnly === true ? opinions.filter(({ user }) => mayWrite(view, repository, user)) : opinions
      )
    },
    latestReviews: () => reviewList(repository, pull, latest(seen)),
    maintainerCanModify: self.maintainer_can_modify,
    mergeCommit:
      self.merged_at === null || self.merge_commit_sha === null
        ? null
        : reference("Commit", { repository, commit: commitOf(objects, self.merge_commit_sha) }),
    mergeStateStatus: () => standing().mergeable_state.toUpperCase(),
    mergeable: () => {
      const { mergeable } = standing()
      return mergeables[mergeable === null ? "unknown" : mergeable ? "clean" : "dirty"]
    },
    merged: self.merged_at !== null,
    mergedAt: dateTimeOrNull(self.merged_at),
    mergedBy: account(view, self.merged_by),
    permalink: common.url,
    potentialMergeCommit: () => {
      const sha = isOpen ? self.merge_commit_sha : null
      return sha === null ? null : reference("Commit", { repository, commit: commitOf(objects, sha) })
    },
    revertResourcePath: `${common.resourcePath}/revert`,
    revertUrl: `${common.url}/revert`,
    reviewDecision: () => reviewDecision(view, repository, pull),
    reviewRequests: () => requestList(view, repository, pull),
    reviewThreads: () =>
      new List(
        commentsOf(view, pull).filter(({ in_reply_to }) => in_reply_to === null),
        (comment) => reference("PullRequestReviewThread", { repository, pull, comment }),
        ({ id }) => id
      ),
    reviews: ({ author, states }: Arguments) => {
      const wanted = seen.filter(
        ({ state, user }) =>
          (states?.includes(state) ?? true) && (typeof author !== "string" || (user !== null && same(user, author)))
      )
      return reviewList(repository, pull, wanted)
    },
    state: self.merged_at === null ? pull.state.toUpperCase() : "MERGED",
    statusCheckRollup: () => rollupOf(view, repository, commitOf(objects, self.head.sha)),
    suggestedReviewers: [],
    totalCommentsCount: pull.comments.length + commentsOf(view, pull).length,
    viewerCanApplySuggestion: mayMerge,
    viewerCanDeleteHeadRef: !isOpen && origin !== undefined && may(view, origin, "write"),
    viewerCanEditFiles: origin !== undefined && may(view, origin, "write"),
    viewerCanMergeAsAdmin: () =>
      isOpen && may(view, repository, "admin") && bindingRules(view, repository, self.base.ref) === undefined,
    viewerCanUpdateBranch: () => isOpen && origin !== undefined && may(view, origin, "write") && range().behind > 0,
    viewerLatestReview: () => {
      const own = seen.filter(({ user }) => user !== null && view.viewer !== null && same(user, view.viewer)).at(-1)
      return own === undefined ? null : reference("PullRequestReview", { repository, pull, review: own })
    },
    viewerMergeHeadlineText: `Merge pull request #${pull.number} from ${self.head.owner}/${self.head.ref}`,
    viewerMergeBodyText: pull.title
  }
}

const pageOf = ({ urls }: View, { name, owner }: Repository, { number }: Pull): string =>
  `${urls.html}/${owner}/${name}/pull/${number}`

const PullRequestReview: Fields<"PullRequestReview"> = ({ pull, repository, review }, view) => {
  const url = `${pageOf(view, repository, pull)}#pullrequestreview-${review.id}`
  const at = review.submitted_at ?? view.now
  const commit = view.world.objects.commits.get(review.commit_id)
  const own = commentsOf(view, pull).filter((comment) => comment.review === review.id)
  return {
    ...written(view, repository, { ...review, created_at: at, updated_at: at }),
    // The service's REST API has no reactions to reviews.
    ...reactable(reference("PullRequestReview", { repository, pull, review }), [], view),
    authorCanPushToRepository: mayWrite(view, repository, review.user),
    comments: () =>
      new List(
        own,
        (comment) => reference("PullRequestReviewComment", { repository, pull, comment }),
        ({ id }) => id
      ),
    commit: commit === undefined ? null : reference("Commit", { repository, commit }),
    id: nodeId("PRR", review.id, repository),
    isMinimized: review.minimized !== null,
    minimizedReason: review.minimized,
    onBehalfOf: nothing(),
    publishedAt: dateTimeOrNull(review.submitted_at),
    pullRequest: reference("PullRequest", { repository, pull }),
    resourcePath: pathOf(url),
    state: review.state,
    submittedAt: dateTimeOrNull(review.submitted_at),
    url,
    viewerCanMinimize: may(view, repository, "write")
  }
}

const anchored = (view: View, repository: Repository, pull: Pull, comment: ReviewComment) =>
  anchorOf(view.world.objects, baseSha(repository, pull), pull.pull_request.head.sha, comment)

const PullRequestReviewComment: Fields<"PullRequestReviewComment"> = ({ comment, pull, repository }, view) => {
  const url = `${pageOf(view, repository, pull)}#discussion_r${comment.id}`
  const { review_comments, reviews } = pull.pull_request
  const anchor = anchored(view, repository, pull, comment)
  const original = view.world.objects.commits.get(comment.commit_id)
  const first = review_comments.find(({ id }) => id === comment.in_reply_to)
  const review = reviews.find(({ id }) => id === comment.review)
  const node = original === undefined ? null : reference("Commit", { repository, commit: original })
  return {
    ...written(view, repository, comment),
    ...reactable(reference("PullRequestReviewComment", { repository, pull, comment }), comment.reactions, view),
    commit: node,
    diffHunk: comment.diff_hunk,
    draftedAt: dateTime(comment.created_at),
    id: nodeId("PRRC", comment.id, repository),
    isMinimized: comment.minimized !== null,
    line: anchor.line,
    minimizedReason: comment.minimized,
    originalCommit: node,
    originalLine: comment.line,
    originalPosition: comment.position,
    originalStartLine: comment.start_line,
    outdated: anchor.position === null,
    path: comment.path,
    position: anchor.position,
    pullRequest: reference("PullRequest", { repository, pull }),
    pullRequestReview: review === undefined ? null : reference("PullRequestReview", { repository, pull, review }),
    replyTo: first === undefined ? null : reference("PullRequestReviewComment", { repository, pull, comment: first }),
    resourcePath: pathOf(url),
    startLine: anchor.start_line,
    state: isPending(reviews, comment) ? "PENDING" : "SUBMITTED",
    subjectType: comment.line === null ? "FILE" : "LINE",
    url,
    viewerCanMinimize: may(view, repository, "write")
  }
}

/** A comment on lines with its replies. */
const PullRequestReviewThread: Fields<"PullRequestReviewThread"> = ({ comment, pull, repository }, view) => {
  const anchor = anchored(view, repository, pull, comment)
  const isResolved = comment.resolved_by !== null
  const isAuthor = pull.user !== null && view.viewer !== null && same(pull.user, view.viewer)
  const mayResolve = isAuthor || may(view, repository, "write")
  return {
    comments: () =>
      new List(
        commentsOf(view, pull).filter(({ id, in_reply_to }) => id === comment.id || in_reply_to === comment.id),
        (each) => reference("PullRequestReviewComment", { repository, pull, comment: each }),
        ({ id }) => id
      ),
    diffSide: comment.side,
    id: nodeId("PRRT", comment.id, repository),
    isCollapsed: isResolved,
    isOutdated: anchor.position === null,
    isResolved,
    line: anchor.line,
    originalLine: comment.line,
    originalStartLine: comment.start_line,
    path: comment.path,
    pullRequest: reference("PullRequest", { repository, pull }),
    repository: reference("Repository", { repository }),
    resolvedBy: account(view, comment.resolved_by),
    startDiffSide: comment.start_side,
    startLine: anchor.start_line,
    subjectType: comment.line === null ? "FILE" : "LINE",
    viewerCanReply: view.viewer !== null,
    viewerCanResolve: mayResolve && !isResolved,
    viewerCanUnresolve: mayResolve && isResolved
  }
}

export const fields = { PullRequest, PullRequestReview, PullRequestReviewComment, PullRequestReviewThread }
