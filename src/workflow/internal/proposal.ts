/** Opens the pull request of a proposal, or brings the open one up to date, whatever its commits are made of. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as Branches from "../../forge/Branches.ts"
import * as Commits from "../../forge/Commits.ts"
import type { Forge } from "../../forge/Forge.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import * as Refs from "../../forge/Refs.ts"
import * as Repositories from "../../forge/Repositories.ts"
import type { Comparison } from "../../forge/schema/Comparison.ts"
import type { PullRequest } from "../../forge/schema/PullRequest.ts"
import * as Write from "../../rest/Write.ts"
import type { Committed } from "../Commit.ts"
import type { Details, Failure, Proposed, Options } from "../ProposalTypes.ts"
import { ProposalsLimited } from "../WorkflowError.ts"
import type { Place } from "./place.ts"
import { autoMerged, dressed, isReplaced, supersede, superseded } from "./proposalDetails.ts"
import * as Given from "./options.ts"
import { newText, titleRefused, updated } from "./proposalText.ts"

/** Where a proposal is, and what it should be like. */
export interface Proposal extends Details, Place {
  readonly branch: string
  readonly base?: string | undefined
}

/** Where the commits go. */
export interface Target extends Place {
  readonly branch: string
  readonly base: string
}

/** Makes the commits of a branch: on top of it, or of its base. */
export type Commit<E, R> = (
  target: Target,
  options: { readonly from?: "branch" | "base" | undefined } & Options<R>
) => Effect.Effect<Committed, E, Forge | R>

/** How a proposal is made. */
interface Ways<E, R> {
  readonly commit: Commit<E, R>
  /** Called as soon as it is known which pull request it is. */
  readonly onPull?: (pull: PullRequest) => Effect.Effect<void>
  readonly schedule: Options<R>["schedule"]
}

/** What the parts of it share. */
interface Shared<E, R> {
  readonly proposal: Proposal & { readonly base: string }
  readonly commit: (target: Target, from: "branch" | "base") => Effect.Effect<Committed, E, Forge | R>
  readonly schedule: Options<R>["schedule"]
  /** The repository that has the branch. */
  readonly target: Target
  /** How comparisons and listings name the branch. */
  readonly head: string
}

export const propose = Effect.fnUntraced(function* <E, R>(
  input: Proposal,
  { commit: commitOf, onPull = () => Effect.void, schedule }: Ways<E, R>
): Effect.fn.Return<Proposed | null, E | Failure, Forge | R> {
  const { body, branch, draft, from, limit, owner, repo, title } = input
  yield* Given.check("Propose.pullRequest", { title: titleRefused(title), "limit.open": Given.count(limit?.open, 0) })
  const place = { owner, repo }
  const fork = from?.fork
  const headOwner = fork?.owner ?? owner
  const head = `${headOwner}:${branch}`
  const base = input.base ?? (yield* baseOf(place, head))
  const target = { owner: headOwner, repo: fork?.repo ?? repo, branch, base }
  const commit: Shared<E, R>["commit"] = (target, from) => commitOf(target, { from, schedule })
  const shared = { proposal: { ...input, base }, commit, schedule, target, head }
  const [open] = yield* Stream.runCollect(PullRequests.list({ ...place, head, base, state: "open" }))
  if (open === undefined) yield* limited(input)
  const others = yield* superseded(place, { ...input, owner: headOwner })
  // The base of the fork is where its new branches start.
  if (fork !== undefined) yield* Branches.mergeUpstream({ owner: target.owner, repo: target.repo, branch: base })
  const key = `propose/${branch}`
  if (open !== undefined) {
    const before = yield* compared(shared)
    const committed = yield* commit(target, "branch")
    const { isNew, pull } = yield* refreshed(shared, open.number, committed, before)
    const texts = updated(key, pull, { title, body })
    const isSame = texts.title === pull.title && texts.body === (pull.body ?? "").replaceAll("\r\n", "\n")
    const now = isSame ? pull : yield* PullRequests.update({ ...place, pull_number: pull.number, ...texts })
    const done = yield* dressed(place, now, input, false)
    yield* onPull(done.pull)
    yield* supersede(place, done.pull.number, others)
    const merging = yield* autoMerged(place, done.pull, input)
    const isUnchanged = committed.action === "unchanged" && !isNew && isSame && !done.isNew && !merging.isNew
    return { action: isUnchanged ? "unchanged" : "updated", pull: merging.pull }
  }
  const state = yield* stateOf(shared)
  // Only a branch that was there can conflict with the base, or be behind it.
  const before = state === "begun" ? yield* compared(shared) : undefined
  const committed = yield* commit(target, state === "over" ? "base" : "branch")
  if (committed.action === "unchanged" && (state === "over" || (yield* isMerged(shared, committed.sha)))) return null
  const created = yield* Write.once(
    PullRequests.create,
    { ...place, title, body: newText(key, title, body), head: fork === undefined ? branch : head, base, draft },
    { key }
  )
  const pull = before === undefined ? created : (yield* refreshed(shared, created.number, committed, before)).pull
  const done = yield* dressed(place, pull, input, true)
  yield* onPull(done.pull)
  yield* supersede(place, done.pull.number, others)
  return { action: "created", pull: (yield* autoMerged(place, done.pull, input)).pull }
})

/** The base of the open pull request, which people may have changed, or the default branch. */
const baseOf = Effect.fnUntraced(function* (place: Place, head: string): Effect.fn.Return<string, Failure, Forge> {
  const { default_branch: usual } = yield* Repositories.get(place)
  const open = yield* Stream.runCollect(PullRequests.list({ ...place, state: "open", head }))
  const bases = open.map(({ base }) => base.ref)
  return bases.includes(usual) ? usual : (bases[0] ?? usual)
})

/** Fails if as many proposals are open as there may be. */
const limited = Effect.fnUntraced(function* ({
  branch,
  limit,
  owner,
  repo,
  supersedes
}: Proposal): Effect.fn.Return<void, Failure, Forge> {
  if (limit === undefined) return
  // Those that it takes the place of are closed as soon as it is open.
  const open = yield* PullRequests.list({ owner, repo, state: "open" }).pipe(
    Stream.filter((pull) => pull.head.ref.startsWith(limit.prefix) && pull.head.ref !== branch),
    Stream.filter((pull) => !isReplaced(pull, supersedes)),
    Stream.map(({ number }) => number),
    Stream.runCollect
  )
  if (open.length < limit.open) return
  return yield* new ProposalsLimited({
    owner,
    repo,
    open,
    limit: limit.open,
    message: `${open.length} pull requests from ${limit.prefix}… are open, and there may be ${limit.open}`
  })
})

/** Whether the base has the commit: there is nothing to propose. */
const isMerged = <E, R>({ proposal: { base, owner, repo } }: Shared<E, R>, sha: string) =>
  Effect.map(Commits.compare({ owner, repo, base, head: sha }), ({ ahead_by }) => ahead_by === 0)

/**
 * What a branch without an open pull request is: `over` where an earlier one has left it, which was merged or closed, and
 * `begun` by an earlier run, or by somebody else.
 */
const stateOf = <E, R>({
  head,
  proposal: { base, owner, repo },
  target
}: Shared<E, R>): Effect.Effect<"new" | "over" | "begun", Failure, Forge> =>
  Refs.get({ owner: target.owner, repo: target.repo, ref: `heads/${target.branch}` }).pipe(
    Effect.flatMap(({ object }) =>
      PullRequests.list({ owner, repo, head, base, state: "closed" }).pipe(
        // The newest ones.
        Stream.take(100),
        Stream.filter((pull) => pull.head.sha === object.sha),
        Stream.runHead
      )
    ),
    Effect.map((closed) => (Option.isSome(closed) ? "over" : "begun")),
    Effect.catchTag("NotFound", () => Effect.succeed("new" as const))
  )

/** How the branch differs from its base. */
const compared = <E, R>({
  head,
  proposal: { base, owner, repo },
  target
}: Shared<E, R>): Effect.Effect<Comparison, Failure, Forge> =>
  Commits.compare({ owner, repo, base, head: target.owner === owner ? target.branch : head })

/**
 * Brings the branch of an open pull request up to date with a base that has moved, as `refresh` says, and starts it again if
 * it conflicts. Returns what is open then.
 */
const refreshed = Effect.fnUntraced(function* <E, R>(
  shared: Shared<E, R>,
  pull_number: number,
  { action, sha }: Committed,
  /** What was so before the commit, which follows the branch and does not bring it nearer to its base. */
  before: Comparison
): Effect.fn.Return<{ readonly pull: PullRequest; readonly isNew: boolean }, E | Failure, Forge | R> {
  const { commit, proposal, schedule, target } = shared
  const { base, owner, refresh, repo } = proposal
  const place = { owner, repo }
  const { behind_by, commits, total_commits } =
    before.behind_by === 0 || action === "unchanged" ? before : yield* compared(shared)
  /** The service shows a commit, and works out what it conflicts with, some seconds after it. */
  const look = (head: string, isReady: (pull: PullRequest) => boolean) =>
    Effect.repeat(PullRequests.get({ ...place, pull_number }), {
      schedule: schedule ?? Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 4 })),
      until: (pull) => pull.head.sha === head && isReady(pull)
    })
  const pull = yield* look(sha, (pull) => behind_by === 0 || pull.mergeable !== null)
  if (behind_by === 0) return { pull, isNew: false }
  const authors = new Set(commits.map(({ commit }) => commit.author?.email))
  // Somebody else works on it.
  const isShared = authors.size > 1 || commits.length < total_commits
  let isConflicting = pull.mergeable === false
  if (refresh === "merge" && !isConflicting) {
    const into = { owner: target.owner, repo: target.repo, base: target.branch, head: base }
    const merged = yield* Effect.catchTag(Branches.merge(into), "Conflict", () => Effect.undefined)
    if (merged === null) return { pull, isNew: false }
    if (merged !== undefined) return { pull: yield* look(merged.sha, () => true), isNew: true }
    isConflicting = true
  }
  if (isShared || !(isConflicting || refresh === "rebuild")) return { pull, isNew: false }
  const again = yield* commit(target, "base")
  return again.action === "unchanged"
    ? { pull, isNew: false }
    : { pull: yield* look(again.sha, () => true), isNew: true }
})
