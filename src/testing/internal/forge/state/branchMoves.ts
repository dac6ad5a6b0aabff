/** What happens to pull requests when a branch moves. */
import { isAncestor } from "../../git/history.ts"
import { commitOf, type Objects, type Sha } from "../../git/objects.ts"
import { closeBy, closedBy, closedByPull } from "./closing.ts"
import { withNewOwners } from "./codeOwners.ts"
import { referByCommits } from "./crossReferences.ts"
import { type Closer, withEvents } from "./issues.ts"
import type { Issue, Repository, World } from "./model.ts"
import { addCommit, baseSha, openPullsInto, type Pull, pullsFrom, pullsOf, rangeOf, register } from "./pulls.ts"
import type { Happening, Review } from "./records.ts"
import { rulesOn } from "./refRules.ts"
import { pushes } from "./roles.ts"

/** Who moved a branch, and when. */
interface Move {
  readonly by: string | null
  readonly now: number
}

/** Replaces a pull request by a changed one. */
const replace = (
  world: World,
  repository: Repository,
  [before, after]: readonly [before: Pull, after: Pull],
  { by, now }: Move,
  more: ReadonlyArray<Happening> = [],
  isAutomatic = false
): void => {
  // In a seed, nobody is known to have moved the branch: its author has.
  const context = { by: by ?? before.user, now, more, isAutomatic }
  repository.issues.set(after.number, withEvents(world, repository, before, { ...after, updated_at: now }, context))
}

/** Adds events to a pull request that stays as it is. */
const note = (
  world: World,
  repository: Repository,
  pull: Pull,
  { by, now }: Move,
  more: ReadonlyArray<Happening>
): void => {
  repository.issues.set(pull.number, withEvents(world, repository, pull, pull, { by: by ?? pull.user, now, more }))
}

/** Whether the head of a closed pull request was deleted, and not made again. */
const isDeleted = ({ events }: Pull): boolean =>
  events.findLast(({ event }) => event === "head_ref_deleted" || event === "head_ref_restored")?.event ===
  "head_ref_deleted"

/** The fields of a pull request that is closed now. Its base stays at the commit of this time. */
export const closed = (repository: Repository, pull: Pull, by: string | null, now: number) =>
  ({
    state: "closed",
    closed_at: now,
    closed_by: by,
    pull_request: {
      ...pull.pull_request,
      base: { ...pull.pull_request.base, sha: baseSha(repository, pull) },
      auto_merge: null,
      queue: null
    }
  }) satisfies Partial<Issue>

const closing = (repository: Repository, pull: Pull, { now }: Move): Pull => ({
  ...pull,
  ...closed(repository, pull, null, now)
})

/** The approvals of a pull request that go stale when it gets further commits, by the protection or a rule of its base. */
const staleApprovals = (
  world: World,
  repository: Repository,
  { pull_request: { base, reviews } }: Pull
): ReadonlyArray<Review> =>
  repository.protection.get(base.ref)?.required_pull_request_reviews?.dismiss_stale_reviews === true ||
  rulesOn(world, repository, `refs/heads/${base.ref}`, "pull_request").some(
    ({ parameters = {} }) => parameters["dismiss_stale_reviews_on_push"] === true
  )
    ? reviews.filter(({ state }) => state === "APPROVED")
    : []

/** An event, if a branch of a pull request was moved to a commit that does not follow its former one. */
const forced = (objects: Objects, which: "head" | "base", from: Sha, to: Sha): ReadonlyArray<Happening> =>
  isAncestor(objects, from, to) ? [] : [{ event: `${which}_ref_force_pushed`, commit_id: to, before_commit_id: from }]

/** Open pull requests from the branch follow it. Those without a commit of their own are closed then. */
const followHead = (world: World, repository: Repository, branch: string, sha: Sha, move: Move): void => {
  for (const [target, pull] of pullsFrom(world, repository, branch)) {
    if (pull.state === "closed" || pull.pull_request.head.sha === sha) continue
    const head = { ...pull.pull_request.head, sha }
    const { auto_merge, reviews } = pull.pull_request
    const stale = staleApprovals(world, target, pull)
    const pushed: Pull = {
      ...pull,
      pull_request: {
        ...pull.pull_request,
        head,
        pusher: move.by,
        reviews: reviews.map((review) => (stale.includes(review) ? { ...review, state: "DISMISSED" } : review)),
        auto_merge: move.by === null || pushes(world, target, move.by) ? auto_merge : null,
        queue: null
      }
    }
    // A seed says itself who is asked.
    const asked = move.by === null ? {} : withNewOwners(world, target, pull, pushed)
    const moved: Pull = { ...pushed, pull_request: { ...pushed.pull_request, ...asked } }
    addCommit(world, target, pull.number, sha)
    const more = [
      ...forced(world.objects, "head", pull.pull_request.head.sha, sha),
      ...stale.map(({ id }) => ({
        event: "review_dismissed",
        dismissed_review: {
          state: "approved",
          review_id: id,
          dismissal_message: null,
          dismissal_commit_id: sha
        }
      }))
    ]
    const isEmpty = rangeOf(world.objects, baseSha(target, pull), sha).ahead.length === 0
    replace(world, target, [pull, isEmpty ? closing(target, moved, move) : moved], move, more)
  }
}

/** Issues, with what closes them. */
type Closing = readonly [issues: ReturnType<typeof closedBy>, closer: Closer]

/** Lists the commits that a move adds to a branch. The usual moves, by a commit or a merge, cost no walk over history. */
const added = (objects: Objects, from: Sha, to: Sha): ReadonlyArray<Sha> => {
  const [first, ...others] = commitOf(objects, to).parents
  if (first !== from) return rangeOf(objects, from, to).ahead.map(({ sha }) => sha)
  return [to, ...others.flatMap((other) => rangeOf(objects, from, other).ahead.map(({ sha }) => sha))]
}

/**
 * Pull requests count as merged when their base gets their commits by other ways. On the default branch, they and the new
 * commits close the issues that they name.
 */
const followBase = (
  world: World,
  repository: Repository,
  branch: string,
  [from, to]: readonly [from: Sha, to: Sha],
  shas: ReadonlyArray<Sha>,
  move: Move
): void => {
  const all = shas.map((sha): Closing => [
    closedBy(world, repository, commitOf(world.objects, sha).message),
    { commit_id: sha }
  ])
  for (const sha of shas) {
    for (const [target, pull] of pullsOf(world, sha)) {
      const { base, head } = pull.pull_request
      if (target.id !== repository.id || pull.state === "closed" || base.ref !== branch || head.sha !== sha) continue
      const pull_request = {
        ...pull.pull_request,
        base: { ...base, sha: from },
        merged_at: move.now,
        merge_commit_sha: to,
        queue: null
      }
      const merged: Pull = { ...pull, state: "closed", closed_at: move.now, pull_request }
      replace(world, target, [pull, merged], move)
      all.push([closedByPull(world, repository, pull), { closer: pull.id }])
    }
  }
  const more = forced(world.objects, "base", from, to)
  if (more.length > 0) for (const pull of openPullsInto(repository, branch)) note(world, repository, pull, move, more)
  // A seed says itself what is closed.
  if (branch !== repository.default_branch || move.by === null) return
  for (const [issues, closer] of all) closeBy(world, repository, issues, closer, { by: move.by, now: move.now })
}

/**
 * A deleted branch closes the pull requests from it. Those into it move to the branch that it was merged into, if it
 * was, and are closed otherwise.
 */
const followDeletion = (world: World, repository: Repository, branch: string, from: Sha, move: Move): void => {
  const all = pullsFrom(world, repository, branch)
  const deleted = [{ event: "head_ref_deleted" }]
  for (const [target, pull] of all) {
    if (pull.state === "open") replace(world, target, [pull, closing(target, pull, move)], move, deleted)
    else if (!isDeleted(pull)) note(world, target, pull, move, deleted)
  }
  const merged = all.findLast(
    ([target, pull]) =>
      target.id === repository.id &&
      pull.pull_request.merged_at !== null &&
      repository.refs.has(`refs/heads/${pull.pull_request.base.ref}`)
  )
  for (const pull of openPullsInto(repository, branch)) {
    const was = { ...pull.pull_request, base: { ref: branch, sha: from } }
    if (merged === undefined) {
      const after = closing(repository, { ...pull, pull_request: was }, move)
      replace(world, repository, [pull, after], move, [{ event: "base_ref_deleted" }])
    } else {
      const after = { ...pull, pull_request: { ...was, base: merged[1].pull_request.base, queue: null } }
      replace(world, repository, [pull, after], move, [], true)
    }
  }
}

/** The commits that are new on a branch: for a new branch, those that the default branch lacks. */
const addedTo = (
  { objects }: World,
  repository: Repository,
  branch: string,
  from: Sha | undefined,
  to: Sha,
  move: Move
): ReadonlyArray<Sha> => {
  if (from !== undefined) return added(objects, from, to)
  const main = repository.refs.get(`refs/heads/${repository.default_branch}`)
  // Nobody refers to anything in a seed.
  if (move.by === null || main === undefined || branch === repository.default_branch) return []
  return rangeOf(objects, main, to).ahead.map(({ sha }) => sha)
}

/** Closed pull requests are told that their branch is there again. */
const restore = (world: World, repository: Repository, branch: string, sha: Sha, move: Move): void => {
  for (const [target, pull] of pullsFrom(world, repository, branch)) {
    if (pull.state === "closed" && isDeleted(pull) && pull.pull_request.head.sha === sha) {
      note(world, target, pull, move, [{ event: "head_ref_restored" }])
    }
  }
}

/** Lets pull requests follow a branch that was moved, made or (`to` undefined) deleted. */
export const branchMoved = (
  world: World,
  repository: Repository,
  branch: string,
  from: Sha | undefined,
  to: Sha | undefined,
  move: Move
): void => {
  if (to !== undefined) {
    const shas = from === to ? [] : addedTo(world, repository, branch, from, to, move)
    if (from === undefined) restore(world, repository, branch, to, move)
    followHead(world, repository, branch, to, move)
    if (move.by !== null) referByCommits(world, repository, shas, move)
    if (from !== undefined && from !== to) followBase(world, repository, branch, [from, to], shas, move)
  } else if (from !== undefined) followDeletion(world, repository, branch, from, move)
}

/** Lets the open pull requests from and into a branch follow its new name. */
export const pullsFollow = (world: World, repository: Repository, from: string, to: string, now: number): void => {
  for (const pull of openPullsInto(repository, from)) {
    const pull_request = { ...pull.pull_request, base: { ...pull.pull_request.base, ref: to } }
    repository.issues.set(pull.number, { ...pull, updated_at: now, pull_request })
  }
  for (const [target, pull] of pullsFrom(world, repository, from)) {
    if (pull.state === "closed") continue
    const head = { ...pull.pull_request.head, ref: to }
    target.issues.set(pull.number, { ...pull, updated_at: now, pull_request: { ...pull.pull_request, head } })
    register(world, target, pull.number, head)
  }
}

/** Why it cannot, in the service's words, or the pull request as it is then. */
type Reopened = { readonly _tag: "Refused"; readonly message: string } | { readonly _tag: "Open"; readonly pull: Pull }

const refused = (why: string): Reopened => ({ _tag: "Refused", message: `state cannot be changed. ${why}` })

export const reopened = (world: World, repository: Repository, pull: Pull): Reopened => {
  const { base, head, merged_at } = pull.pull_request
  if (merged_at !== null) return refused("The pull request cannot be reopened.")
  const origin = head.repository === null ? undefined : world.repositories.get(head.repository)
  if (origin === undefined) return refused("The repository that submitted this pull request has been deleted.")
  const sha = origin.refs.get(`refs/heads/${head.ref}`)
  if (sha === undefined) return refused(`The ${head.ref} branch has been deleted.`)
  if (!repository.refs.has(`refs/heads/${base.ref}`)) return refused(`The ${base.ref} branch has been deleted.`)
  if (!isAncestor(world.objects, head.sha, sha)) {
    return refused(`The ${head.ref} branch was force-pushed or recreated.`)
  }
  if (openBetween(world, repository, origin, head.ref, base.ref) !== undefined) {
    return refused(`There is already an open pull request from ${head.owner}:${head.ref} to ${base.ref}.`)
  }
  const open: Pull = { ...pull, state: "open", pull_request: { ...pull.pull_request, head: { ...head, sha } } }
  if (rangeOf(world.objects, baseSha(repository, open), sha).ahead.length === 0) {
    return refused(`There are no new commits on the ${head.owner}:${head.ref} branch.`)
  }
  addCommit(world, repository, pull.number, sha)
  return { _tag: "Open", pull: open }
}

/** The open pull request between two branches, if there is one. There cannot be two. */
export const openBetween = (
  world: World,
  repository: Repository,
  origin: Repository,
  head: string,
  base: string
): Pull | undefined =>
  pullsFrom(world, origin, head).find(
    ([target, { pull_request, state }]) =>
      target.id === repository.id && state === "open" && pull_request.base.ref === base
  )?.[1]
