/**
 * The events of issues and pull requests, and their timelines with comments, commits and reviews, as the service writes
 * them.
 */
import { isoDate } from "../../exchange.ts"
import { conversationWith, type Placed } from "../state/issueLinks.ts"
import { type Issue, type Repository, userOf } from "../state/model.ts"
import { baseSha, isPull, type Pull, rangeOf } from "../state/pulls.ts"
import type { IssueEvent } from "../state/records.ts"
import { team } from "./accounts.ts"
import { commit } from "./commits.ts"
import { type Context, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"
import { comment, issue as writeIssue } from "./issues.ts"
import { isPending, review, reviewComment } from "./pulls.ts"
import { repository as writeRepository } from "./repository.ts"

const requested = (context: Context, { owner }: Repository, { actor, event, ...self }: IssueEvent) => {
  if (!event.startsWith("review_request")) return {}
  const whom = user(context, self.requested_reviewer ?? null)
  const profile = userOf(context.world, owner)
  const found = context.world.organizations.get(owner.toLowerCase())?.teams.get(self.requested_team ?? "")
  return {
    review_requester: user(context, actor),
    ...(whom === null ? {} : { requested_reviewer: whom }),
    ...(found === undefined || profile === undefined ? {} : { requested_team: team(context, profile, found) })
  }
}

/** The fields that only some events have. */
const details = (context: Context, repository: Repository, self: IssueEvent) => ({
  ...(self.label === undefined ? {} : { label: self.label }),
  ...(self.assignee === undefined
    ? {}
    : { assignee: user(context, self.assignee), assigner: user(context, self.actor) }),
  ...(self.milestone === undefined ? {} : { milestone: { title: self.milestone } }),
  ...(self.rename === undefined ? {} : { rename: self.rename }),
  ...(self.lock_reason === undefined ? {} : { lock_reason: self.lock_reason }),
  ...(self.state_reason === undefined ? {} : { state_reason: self.state_reason }),
  ...(self.dismissed_review === undefined ? {} : { dismissed_review: self.dismissed_review }),
  ...(self.issue_type === undefined ? {} : { issue_type: self.issue_type }),
  ...(self.prev_issue_type === undefined ? {} : { prev_issue_type: self.prev_issue_type }),
  ...requested(context, repository, self)
})

/** The repository that the commit of an event is in. */
export const commitRepository = ({ world }: Context, repository: Repository, self: IssueEvent): Repository =>
  (self.commit_repository === undefined ? undefined : world.repositories.get(self.commit_repository)) ?? repository

/** What mentions an issue; undefined for another event, and for what was deleted since. */
export const sourceOf = ({ world }: Context, { event, source }: IssueEvent): Placed | undefined =>
  event !== "cross-referenced" || source === undefined ? undefined : conversationWith(world, source)

/** The events of an issue that the viewer sees: those of mentions and commits only where it sees what has them. */
export const visibleEvents = (
  context: Context,
  repository: Repository,
  { events }: Pick<Issue, "events">
): ReadonlyArray<IssueEvent> =>
  events.filter((self) => {
    const isForeign = self.commit_repository !== undefined && self.commit_repository !== repository.id
    if (isForeign) {
      const found = context.world.repositories.get(self.commit_repository ?? 0)
      return found !== undefined && context.sees(found)
    }
    if (self.event !== "cross-referenced") return true
    const source = sourceOf(context, self)
    return source !== undefined && context.sees(source.repository)
  })

/** What an issue's events are without those that only its timeline has. */
export const listedEvents = (
  context: Context,
  repository: Repository,
  issue: Pick<Issue, "events">
): ReadonlyArray<IssueEvent> =>
  visibleEvents(context, repository, issue).filter(({ event }) => event !== "cross-referenced")

/** An issue or a pull request mentions another one. The service gives that no id. */
const crossReference = (context: Context, self: IssueEvent, source: Placed) => ({
  event: self.event,
  actor: user(context, self.actor),
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.created_at),
  source: {
    type: "issue",
    issue: {
      ...writeIssue(context, source.repository, source.issue),
      repository: writeRepository(context, source.repository, context.viewer)
    }
  }
})

export const issueEvent = (context: Context, repository: Repository, self: IssueEvent) => {
  const root = repositoryUrl(context, repository)
  const pushed = repositoryUrl(context, commitRepository(context, repository, self))
  return {
    id: self.id,
    node_id: nodeId("IE", self.id, repository),
    url: `${root}/issues/events/${self.id}`,
    actor: user(context, self.actor),
    event: self.event,
    commit_id: self.commit_id ?? null,
    commit_url: self.commit_id === undefined ? null : `${pushed}/commits/${self.commit_id}`,
    created_at: isoDate(self.created_at),
    ...details(context, repository, self),
    performed_via_github_app: null
  }
}

/** An entry, which is only written for the page that has it. */
interface TimelineEntry {
  readonly at: number
  readonly write: () => unknown
}

const committed = (context: Context, repository: Repository, pull: Pull): ReadonlyArray<TimelineEntry> =>
  rangeOf(context.world.objects, baseSha(repository, pull), pull.pull_request.head.sha).ahead.map((self) => ({
    at: self.committer.date,
    write: () => {
      const { commit: git, html_url, node_id, parents, sha } = commit(context, repository, self)
      const { author, committer, message, tree, verification } = git
      const url = `${repositoryUrl(context, repository)}/git/commits/${sha}`
      return {
        event: "committed",
        sha,
        node_id,
        url,
        html_url,
        author,
        committer,
        tree,
        message,
        parents,
        verification
      }
    }
  }))

const reviewed = (context: Context, repository: Repository, pull: Pull): ReadonlyArray<TimelineEntry> =>
  pull.pull_request.reviews.flatMap((self) =>
    self.submitted_at === null
      ? []
      : [
          {
            at: self.submitted_at,
            write: () => {
              const wire = review(context, repository, pull, self)
              return { event: "reviewed", ...wire, state: wire.state.toLowerCase() }
            }
          }
        ]
  )

/** A comment on lines, with its replies. */
const threads = (context: Context, repository: Repository, pull: Pull): ReadonlyArray<TimelineEntry> => {
  const { review_comments, reviews } = pull.pull_request
  const shown = review_comments.filter((each) => !isPending(reviews, each))
  return shown.flatMap((first) =>
    first.in_reply_to === null
      ? [
          {
            at: first.created_at,
            write: () => ({
              event: "line-commented",
              node_id: nodeId("PRRT", first.id, repository),
              comments: shown
                .filter(({ id, in_reply_to }) => id === first.id || in_reply_to === first.id)
                .map((each) => reviewComment(context, repository, pull, each))
            })
          }
        ]
      : []
  )
}

export const timeline = (context: Context, repository: Repository, issue: Issue): ReadonlyArray<TimelineEntry> => {
  const ofPull = isPull(issue)
    ? [
        ...committed(context, repository, issue),
        ...reviewed(context, repository, issue),
        ...threads(context, repository, issue)
      ]
    : []
  const commented = issue.comments.map((self) => ({
    at: self.created_at,
    write: () => ({
      event: "commented",
      actor: user(context, self.user),
      ...comment(context, repository, issue, self)
    })
  }))
  const events = visibleEvents(context, repository, issue).map((self) => {
    const source = sourceOf(context, self)
    return {
      at: self.created_at,
      write: () =>
        source === undefined ? issueEvent(context, repository, self) : crossReference(context, self, source)
    }
  })
  return [...ofPull, ...commented, ...events].sort((a, b) => a.at - b.at)
}
