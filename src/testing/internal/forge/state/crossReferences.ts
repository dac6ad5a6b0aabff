/** What texts do to the issues and people that they name: events of the timelines of both. */
import { isAncestor } from "../../git/history.ts"
import { commitOf, type Sha } from "../../git/objects.ts"
import { loginOf } from "./identities.ts"
import { type Issue, nextId, type Repository, repositoryNamed, same, userOf, type World } from "./model.ts"
import type { Happening, IssueEvent } from "./records.ts"
import { issuesIn, lower, mentionsIn, type NamedIssue } from "./references.ts"
import { permissionOf } from "./roles.ts"

/** Who acts, and when. */
export interface Act {
  readonly by: string | null
  readonly now: number
}

/** A happening that somebody else than the one who acts is named for. */
export interface Told extends Happening {
  readonly actor?: string
}

export const newEvent = (world: World, { by, now }: Act, told: Told): IssueEvent => ({
  id: nextId(world, "event"),
  actor: by,
  created_at: now,
  ...told
})

type Text = readonly [key: string, text: string]

/** The texts of an issue that everybody reads. */
const textsOf = ({ body, comments, pull_request }: Issue): ReadonlyArray<Text> => {
  const { review_comments = [], reviews = [] } = pull_request ?? {}
  const submitted = new Map(reviews.filter(({ state }) => state !== "PENDING").map((review) => [review.id, review]))
  return [
    ...(body === null ? [] : [["body", body] as const]),
    ...comments.map((each) => [`comment ${each.id}`, each.body] as const),
    ...[...submitted.values()].map((each) => [`review ${each.id}`, each.body] as const),
    ...review_comments.flatMap((each) => (submitted.has(each.review) ? [[`line ${each.id}`, each.body] as const] : []))
  ]
}

/** A text as it is, and as it was. */
type Change = readonly [text: string, before: string | null]

/** The texts that were written or edited. */
const changedTexts = (before: Issue | undefined, after: Issue): ReadonlyArray<Change> => {
  if (
    before !== undefined &&
    before.body === after.body &&
    before.comments === after.comments &&
    before.pull_request?.reviews === after.pull_request?.reviews &&
    before.pull_request?.review_comments === after.pull_request?.review_comments
  ) {
    return []
  }
  const known = new Map(before === undefined ? [] : textsOf(before))
  return textsOf(after).flatMap(([key, text]) => {
    const was = known.get(key) ?? null
    return was === text ? [] : [[text, was] as const]
  })
}

/** Whether a user hears of an issue already. */
const isInvolved = (issue: Issue | undefined, login: string): boolean =>
  issue !== undefined &&
  [
    issue.user,
    ...issue.assignees,
    ...issue.comments.map(({ user }) => user),
    ...(issue.pull_request?.requested_reviewers ?? []),
    ...issue.events.flatMap(({ actor, event }) => (event === "subscribed" ? [actor] : []))
  ].some((each) => each !== null && same(each, login))

const sees = (world: World, repository: Repository, login: string): boolean =>
  !repository.private || permissionOf(world, repository, login) !== undefined

/** Those whom new texts mention, and who are subscribed by that. */
const mentionEvents = (
  world: World,
  repository: Repository,
  before: Issue | undefined,
  changes: ReadonlyArray<Change>,
  by: string | null
): ReadonlyArray<Told> => {
  const logins = changes.flatMap(([text, was]) => {
    const known = lower(mentionsIn(was))
    return lower(mentionsIn(text)).filter((login) => !known.includes(login))
  })
  return lower(logins).flatMap((key): ReadonlyArray<Told> => {
    const user = userOf(world, key)
    if (user?.type !== "User" || (by !== null && same(by, key)) || !sees(world, repository, key)) return []
    const mentioned = { event: "mentioned", actor: user.login }
    return isInvolved(before, key) ? [mentioned] : [mentioned, { event: "subscribed", actor: user.login }]
  })
}

/** The issues that a text names, without those that it named before. */
const namedIn = (
  world: World,
  repository: Repository,
  [text, was]: Change
): ReadonlyArray<readonly [target: Repository, issue: Issue]> => {
  const placeOf = (named: NamedIssue): readonly [target: Repository | undefined, number: number] => [
    named.repository === undefined ? repository : repositoryCalled(world, named.repository),
    named.number
  ]
  const known = new Set(issuesIn(was, world.pages).map((each) => placeOf(each).map(keyOf).join()))
  return issuesIn(text, world.pages).flatMap((each) => {
    const [target, number] = placeOf(each)
    const issue = target?.issues.get(number)
    const isKnown = known.has([target, number].map(keyOf).join())
    return target === undefined || issue === undefined || isKnown ? [] : [[target, issue] as const]
  })
}

const keyOf = (value: Repository | number | undefined): number => (typeof value === "object" ? value.id : (value ?? 0))

/** The repository with this name, or with this former name. */
const repositoryCalled = (world: World, name: string): Repository | undefined =>
  repositoryNamed(world, name) ?? world.repositories.get(world.formerNames.get(name.toLowerCase()) ?? 0)

/** Adds an event to an issue that a text of another one names. That is not activity of its own. */
const addEvent = (world: World, target: Repository, number: number, act: Act, told: Told): void => {
  const issue = target.issues.get(number)
  if (issue === undefined) return
  target.issues.set(number, { ...issue, events: [...issue.events, newEvent(world, act, told)] })
}

/**
 * Tells the issues that the new texts of an issue name, once of each that does. Who writes must see them. Returns what its
 * own timeline says of the texts: who is mentioned.
 */
export const referTo = (
  world: World,
  repository: Repository,
  before: Issue | undefined,
  after: Issue,
  act: Act
): ReadonlyArray<Told> => {
  const changes = changedTexts(before, after)
  if (changes.length === 0) return []
  for (const [target, issue] of changes.flatMap((change) => namedIn(world, repository, change))) {
    const current = target.issues.get(issue.number)
    const isTold = current?.events.some(({ source }) => source === after.id) !== false
    const isForeign = target.id !== repository.id && (act.by === null || !sees(world, target, act.by))
    if (issue.id === after.id || isTold || isForeign) continue
    addEvent(world, target, issue.number, act, { event: "cross-referenced", source: after.id })
  }
  return mentionEvents(world, repository, before, changes, act.by)
}

/** Whether a commit is what a pull request brings, or was merged as. */
const isOwn = ({ objects }: World, { pull_request }: Issue, sha: Sha): boolean =>
  pull_request !== null && (pull_request.merge_commit_sha === sha || isAncestor(objects, sha, pull_request.head.sha))

/** Tells the issues that the messages of pushed commits name, once of each commit. */
export const referByCommits = (world: World, repository: Repository, shas: ReadonlyArray<Sha>, act: Act): void => {
  for (const sha of shas) {
    const { author, message } = commitOf(world.objects, sha)
    for (const [target, issue] of namedIn(world, repository, [message, null])) {
      const current = target.issues.get(issue.number) ?? issue
      const isForeign = target.id !== repository.id
      if (current.events.some(({ commit_id, event }) => event === "referenced" && commit_id === sha)) continue
      if (isOwn(world, current, sha) || (isForeign && (act.by === null || !sees(world, target, act.by)))) continue
      addEvent(world, target, issue.number, act, {
        event: "referenced",
        actor: loginOf(world, author) ?? act.by ?? "",
        commit_id: sha,
        ...(isForeign ? { commit_repository: repository.id } : {})
      })
    }
  }
}
