/** The feed of events, as the service writes it: what has happened in repositories, worked out from their records. */
import { isoDate } from "../../exchange.ts"
import { type Issue, type Repository, userOf, type World } from "../state/model.ts"
import { isPull, type Pull } from "../state/pulls.ts"
import type { Push } from "../state/pushTypes.ts"
import { commitComment } from "./commits.ts"
import { type Context, repositoryUrl } from "./common.ts"
import * as Issues from "./issues.ts"
import * as Pulls from "./pulls.ts"
import { release } from "./releases.ts"
import { repository as writeRepository } from "./repository.ts"

/** An event of a repository. */
export interface FeedEvent {
  readonly id: string
  readonly type: string
  /** Login. */
  readonly actor: string
  readonly at: number
  readonly repository: Repository
  readonly payload: () => object
}

/** Kinds of records: their places here are in front of the ids, so that these are distinct. */
const families = [
  "push",
  "issue",
  "event",
  "comment",
  "review",
  "review comment",
  "release",
  "star",
  "fork",
  "commit comment"
] as const

const idOf = (family: (typeof families)[number], ...ids: ReadonlyArray<number>): string =>
  `${families.indexOf(family) + 1}${ids.map((id) => String(id).padStart(10, "0")).join("")}`

const part = (context: Context, repository: Repository | undefined, ref: string, sha: string) => ({
  ref,
  sha,
  repo: {
    id: repository?.id ?? 0,
    name: repository?.name ?? "",
    url: repository === undefined ? "" : repositoryUrl(context, repository)
  }
})

/** Of a pull request, the feed has little. */
const minimal = (context: Context, repository: Repository, { number, pull_request: self }: Pull) => ({
  id: self.id,
  number,
  url: `${repositoryUrl(context, repository)}/pulls/${number}`,
  head: part(context, context.world.repositories.get(self.head.repository ?? 0), self.head.ref, self.head.sha),
  base: part(context, repository, self.base.ref, self.base.sha)
})

const pushEvent = (repository: Repository, push: Push): FeedEvent => {
  const [, kind = "heads", name = push.ref] = /^refs\/(heads|tags)\/(.+)$/.exec(push.ref) ?? []
  const { actor, after, before, created_at: at, id, ref: full_ref } = push
  const common = { id: idOf("push", id), actor, at, repository }
  const ref_type = kind === "heads" ? "branch" : "tag"
  const named = { ref: name, ref_type, full_ref, pusher_type: "user" }
  if (after === null) return { ...common, type: "DeleteEvent", payload: () => named }
  if (before === null) {
    const { default_branch: master_branch, description } = repository
    return { ...common, type: "CreateEvent", payload: () => ({ ...named, master_branch, description }) }
  }
  const payload = { repository_id: repository.id, push_id: id, ref: full_ref, head: after, before }
  return { ...common, type: "PushEvent", payload: () => payload }
}

/** What has happened to an issue or a pull request, and what was said there. */
function* conversationEvents(context: Context, repository: Repository, self: Issue): Generator<FeedEvent> {
  const issue = () => Issues.issue(context, repository, self)
  const about = (action: string): Pick<FeedEvent, "type" | "payload"> =>
    isPull(self)
      ? {
          type: "PullRequestEvent",
          payload: () => ({ action, number: self.number, pull_request: minimal(context, repository, self) })
        }
      : { type: "IssuesEvent", payload: () => ({ action, issue: issue() }) }
  if (self.user !== null) {
    yield { ...about("opened"), id: idOf("issue", self.id), actor: self.user, at: self.created_at, repository }
  }
  for (const { actor, created_at: at, event, id } of self.events) {
    if (actor === null || (event !== "closed" && event !== "reopened")) continue
    yield { ...about(event), id: idOf("event", id), actor, at, repository }
  }
  for (const comment of self.comments) {
    if (comment.user === null) continue
    const payload = () => ({
      action: "created",
      issue: issue(),
      comment: Issues.comment(context, repository, self, comment)
    })
    const { created_at: at, id, user: actor } = comment
    yield { type: "IssueCommentEvent", id: idOf("comment", id), actor, at, repository, payload }
  }
  if (isPull(self)) yield* reviewEvents(context, repository, self)
}

function* reviewEvents(context: Context, repository: Repository, self: Pull): Generator<FeedEvent> {
  const pull_request = () => minimal(context, repository, self)
  const { review_comments, reviews } = self.pull_request
  for (const review of reviews) {
    const { id, submitted_at: at, user: actor } = review
    if (actor === null || at === null || review.state === "PENDING") continue
    const payload = () => {
      const written = Pulls.review(context, repository, self, review)
      const state = review.state.toLowerCase()
      return {
        action: "created",
        review: { ...written, state, updated_at: isoDate(at) },
        pull_request: pull_request()
      }
    }
    yield { type: "PullRequestReviewEvent", id: idOf("review", id), actor, at, repository, payload }
  }
  for (const comment of review_comments) {
    const { created_at: at, id, user: actor } = comment
    if (actor === null || Pulls.isPending(reviews, comment)) continue
    const payload = () => ({
      action: "created",
      comment: Pulls.reviewComment(context, repository, self, comment),
      pull_request: pull_request()
    })
    yield { type: "PullRequestReviewCommentEvent", id: idOf("review comment", id), actor, at, repository, payload }
  }
}

/** What has happened to a repository beside its issues. */
function* ownEvents(context: Context, repository: Repository): Generator<FeedEvent> {
  const { world } = context
  for (const push of repository.pushes) yield pushEvent(repository, push)
  for (const [login, at] of repository.stargazers) {
    const user = userOf(world, login)
    if (user === undefined) continue
    const id = idOf("star", repository.id, user.id)
    yield { type: "WatchEvent", id, actor: user.login, at, repository, payload: () => ({ action: "started" }) }
  }
  for (const forkId of repository.forks) {
    const fork = world.repositories.get(forkId)
    if (fork === undefined || !context.sees(fork)) continue
    const payload = () => ({
      action: "forked",
      forkee: { ...writeRepository(context, fork), public: !fork.private }
    })
    const { created_at: at, owner: actor } = fork
    yield { type: "ForkEvent", id: idOf("fork", fork.id), actor, at, repository, payload }
  }
  for (const each of repository.releases.values()) {
    if (each.published_at === null || each.draft) continue
    const payload = () => ({ action: "published", release: release(context, repository, each) })
    const { author: actor, id, published_at: at } = each
    yield { type: "ReleaseEvent", id: idOf("release", id), actor, at, repository, payload }
  }
  for (const comment of repository.commitComments.values()) {
    const { created_at: at, id, user: actor } = comment
    if (actor === null) continue
    const payload = () => ({ action: "created", comment: commitComment(context, repository, comment) })
    yield { type: "CommitCommentEvent", id: idOf("commit comment", id), actor, at, repository, payload }
  }
}

/** Lists the events of a repository since an instant. An issue that was not changed since has none. */
export function* eventsSince(context: Context, repository: Repository, since: number): Generator<FeedEvent> {
  for (const event of ownEvents(context, repository)) if (event.at >= since) yield event
  for (const issue of repository.issues.select([], "all", "updated").toReversed()) {
    if (issue.updated_at < since) break
    for (const event of conversationEvents(context, repository, issue)) if (event.at >= since) yield event
  }
}

const actor = (context: Context, login: string) => {
  const found = userOf(context.world, login)
  return {
    id: found?.id ?? 0,
    login: found?.login ?? login,
    display_login: (found?.login ?? login).replace("[bot]", ""),
    gravatar_id: "",
    url: `${context.urls.api}/${found?.type === "Organization" ? "orgs" : "users"}/${encodeURIComponent(login)}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${found?.id ?? 0}?`
  }
}

const isOrganization = (world: World, login: string): boolean => world.organizations.has(login.toLowerCase())

export const event = (context: Context, self: FeedEvent) => {
  const { repository } = self
  const { display_login: _, ...org } = actor(context, repository.owner)
  return {
    id: self.id,
    type: self.type,
    actor: actor(context, self.actor),
    repo: {
      id: repository.id,
      name: `${repository.owner}/${repository.name}`,
      url: repositoryUrl(context, repository)
    },
    payload: self.payload(),
    public: !repository.private,
    created_at: isoDate(self.at),
    ...(isOrganization(context.world, repository.owner) ? { org } : {})
  }
}
