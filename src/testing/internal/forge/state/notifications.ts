/** Notifications: who gets one, and why, of what happens in issues, pull requests and to commits. */
import type { Sha } from "../../git/objects.ts"
import type { Reason, Subject, Thread } from "./accountRecords.ts"
import { type Issue, nextId, type Repository, same, userOf, type World } from "./model.ts"
import type { Review } from "./records.ts"
import { lower, mentionsIn } from "./references.ts"
import { permissionOf, subscribersOf } from "./roles.ts"

/** The key of a thread in the state. */
export const threadKey = ({ repository, subject, user }: Pick<Thread, "user" | "repository" | "subject">): string => {
  const about =
    subject.type === "Commit" ? subject.sha : subject.type === "Release" ? `release ${subject.id}` : subject.number
  return `${user} ${repository} ${about}`
}

/** The threads of a user, most recently updated first. */
export const threadsOf = (world: World, login: string): ReadonlyArray<Thread> =>
  [...world.threads.values()]
    .filter(({ done, user }) => !done && same(user, login))
    .toSorted((a, b) => b.updated_at - a.updated_at || b.id - a.id)

/** Why somebody is told, and whether it is meant for them. */
interface Told {
  readonly reason: Reason
  readonly isAddressed: boolean
}

interface Happening {
  readonly by: string | null
  readonly now: number
}

/** Tells people of something. Who is addressed is told although they muted the thread. */
const tell = (
  world: World,
  repository: Repository,
  subject: Subject,
  { by, now }: Happening,
  told: ReadonlyMap<string, Told>
): void => {
  for (const [login, { isAddressed, reason }] of told) {
    const user = userOf(world, login)
    const sees = !repository.private || permissionOf(world, repository, login) !== undefined
    if (user?.type !== "User" || !sees || (by !== null && same(login, by))) continue
    const key = threadKey({ user: login, repository: repository.id, subject })
    const known = world.threads.get(key)
    const silenced = known?.subscription?.kind
    if (silenced === "ignored" || (silenced === "muted" && !isAddressed)) continue
    world.threads.set(key, {
      id: known?.id ?? nextId(world, "thread"),
      user: login,
      repository: repository.id,
      subject,
      reason: isAddressed ? reason : (known?.reason ?? reason),
      unread: true,
      done: false,
      updated_at: now,
      last_read_at: known?.last_read_at ?? null,
      subscription: silenced === "muted" ? null : (known?.subscription ?? null)
    })
  }
}

/** A comment ends the silence that its author has asked for. */
const unmute = (world: World, repository: Repository, subject: Subject, by: string | null): void => {
  const key = threadKey({ user: by?.toLowerCase() ?? "", repository: repository.id, subject })
  const known = world.threads.get(key)
  if (known?.subscription?.kind === "muted") world.threads.set(key, { ...known, subscription: null })
}

const submitted = ({ pull_request }: Issue): ReadonlyArray<Review> =>
  pull_request?.reviews.filter(({ state }) => state !== "PENDING") ?? []

/** Who is mentioned in an issue, its comments and its reviews. */
const mentioned = (issue: Issue): ReadonlyArray<string> =>
  lower(
    [
      issue.body,
      ...issue.comments.map(({ body }) => body),
      ...submitted(issue).map(({ body }) => body),
      ...(issue.pull_request?.review_comments ?? []).map(({ body }) => body)
    ].flatMap(mentionsIn)
  )

const subjectOf = ({ number, pull_request }: Issue): Subject => ({
  type: pull_request === null ? "Issue" : "PullRequest",
  number
})

/** Who takes part in an issue, and how. */
const participants = (issue: Issue): ReadonlyMap<string, Reason> => {
  const groups: ReadonlyArray<readonly [reason: Reason, logins: ReadonlyArray<string | null>]> = [
    ["state_change", [issue.closed_by]],
    ["comment", [...issue.comments.map(({ user }) => user), ...submitted(issue).map(({ user }) => user)]],
    ["mention", mentioned(issue)],
    ["review_requested", issue.pull_request?.requested_reviewers ?? []],
    ["assign", issue.assignees],
    ["author", [issue.user]]
  ]
  // The last reason counts.
  return new Map(groups.flatMap(([reason, logins]) => lower(logins).map((login) => [login, reason] as const)))
}

/** Everybody who hears of what happens in an issue. */
const audience = (world: World, repository: Repository, issue: Issue): ReadonlyMap<string, Told> =>
  new Map(
    [
      ...subscribersOf(world, repository).map((login) => [login.toLowerCase(), "subscribed"] as const),
      ...participants(issue)
    ].map(([login, reason]) => [login, { reason, isAddressed: false }] as const)
  )

/** The members of a team of the repository's organization. */
const membersOf = (world: World, { owner }: Repository, slug: string): ReadonlyArray<string> => {
  const teams = world.organizations.get(owner.toLowerCase())?.teams.values() ?? []
  return [...teams].flatMap((team) => (same(team.slug, slug) ? [...team.members] : []))
}

/** Those who are addressed after a change and were not before. */
const addressed = (
  world: World,
  repository: Repository,
  before: Issue | undefined,
  after: Issue
): ReadonlyArray<readonly [login: string, told: Told]> => {
  const added = (of: (issue: Issue) => ReadonlyArray<string>): ReadonlyArray<string> => {
    const known = before === undefined ? [] : lower(of(before))
    return lower(of(after)).filter((login) => !known.includes(login))
  }
  const reviewers = ({ pull_request }: Issue): ReadonlyArray<string> => [
    ...(pull_request?.requested_reviewers ?? []),
    ...(pull_request?.requested_teams ?? []).flatMap((slug) => membersOf(world, repository, slug))
  ]
  return [
    ...added(mentioned).map((login) => [login, { reason: "mention", isAddressed: true }] as const),
    ...added(reviewers).map((login) => [login, { reason: "review_requested", isAddressed: true }] as const),
    ...added(({ assignees }) => assignees).map((login) => [login, { reason: "assign", isAddressed: true }] as const)
  ]
}

/** Whether somebody has written something. */
const hasSpoken = (before: Issue, after: Issue): boolean =>
  after.comments.length > before.comments.length ||
  submitted(after).length > submitted(before).length ||
  (after.pull_request?.review_comments.length ?? 0) > (before.pull_request?.review_comments.length ?? 0)

/** Notifies of a new issue or pull request. */
export const notifyOfOpening = (world: World, repository: Repository, issue: Issue, now: number): void =>
  tell(
    world,
    repository,
    subjectOf(issue),
    { by: issue.user, now },
    new Map<string, Told>([...audience(world, repository, issue), ...addressed(world, repository, undefined, issue)])
  )

/** Notifies of a change: everybody of what was written and of a new state, and those whom it addresses. */
export const notifyOfChange = (
  world: World,
  repository: Repository,
  before: Issue,
  after: Issue,
  happening: Happening
): void => {
  const spoken = hasSpoken(before, after)
  const subject = subjectOf(after)
  if (spoken) unmute(world, repository, subject, happening.by)
  const everybody = spoken || before.state !== after.state ? audience(world, repository, after) : []
  const told = new Map<string, Told>([...everybody, ...addressed(world, repository, before, after)])
  tell(world, repository, subject, happening, told)
}

/** Notifies of a comment on a commit: its author, and those who have commented on it before. */
export const notifyOfCommitComment = (
  world: World,
  repository: Repository,
  sha: Sha,
  people: { readonly author: string | undefined; readonly commenters: ReadonlyArray<string | null> },
  text: string,
  happening: Happening
): void => {
  const subject: Subject = { type: "Commit", sha }
  unmute(world, repository, subject, happening.by)
  const groups: ReadonlyArray<readonly [reason: Reason, logins: ReadonlyArray<string | null>, isAddressed: boolean]> = [
    ["subscribed", subscribersOf(world, repository), false],
    ["comment", people.commenters, false],
    ["author", [people.author ?? null], false],
    ["mention", mentionsIn(text), true]
  ]
  const told = groups.flatMap(([reason, logins, isAddressed]) =>
    lower(logins).map((login) => [login, { reason, isAddressed }] as const)
  )
  tell(world, repository, subject, happening, new Map(told))
}

/** Notifies the watchers of a repository of a release that was published. */
export const notifyOfRelease = (world: World, repository: Repository, id: number, happening: Happening): void => {
  const told = { reason: "subscribed", isAddressed: false } as const
  const watchers = subscribersOf(world, repository).map((login) => [login.toLowerCase(), told] as const)
  tell(world, repository, { type: "Release", id }, happening, new Map(watchers))
}
