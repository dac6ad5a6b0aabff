/**
 * Merges a pull request once it may be merged.
 *
 * ```ts
 * Merge.whenGreen({ owner, repo, pull_number: 7, merge_method: "squash" }, { timeout: "30 minutes" })
 * ```
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Commits from "../forge/Commits.ts"
import type { Forge } from "../forge/Forge.ts"
import { NotAcceptable, Unmergeable, type UnmergeableReason } from "../forge/ForgeError.ts"
import * as Git from "../forge/Git.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import type { MergeResult } from "../forge/schema/MergeResult.ts"
import type { PullRequest } from "../forge/schema/PullRequest.ts"
import { type Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import type { Appearing, CheckStates, LookError, Waiting } from "./CheckStates.ts"
import * as Seen from "./internal/checks.ts"
import { demandedBy } from "./internal/demanded.ts"
import { failureOf } from "./internal/failures.ts"
import * as Given from "./internal/options.ts"
import { makeWork } from "./internal/queue.ts"
import { observed } from "./internal/observed.ts"
import { usualTimeout, watch } from "./internal/watch.ts"
import type { Failure as QueueFailure, Input as QueueInput, Options as QueueOptions, Report } from "./MergeQueue.ts"
import { ChecksFailed, ChecksTimedOut, HeadMoved, PullRequestClosed } from "./WorkflowError.ts"

export { enqueue, type Enqueued, EnqueueFailure, type EnqueueInput, type EnqueueOptions } from "./MergeLater.ts"

/** The pull request, and how to merge it. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the pull request. */
  readonly pull_number: number
  /** How to merge. Default: the repository's method. */
  readonly merge_method?: "merge" | "squash" | "rebase" | undefined
  /** First line of the merge commit. Default: the service writes it. */
  readonly commit_title?: string | undefined
  /** The rest of its message. Default: the service writes it. */
  readonly commit_message?: string | undefined
  /** The head that must be merged. Default: the one that the first look finds. */
  readonly sha?: string | undefined
}

/** What to wait for, and what to do when something happens in the meantime. */
export interface Options<out R = never> extends Appearing, Waiting<R> {
  /**
   * Which checks count: those of these names, which it waits for to appear, or with `protection` those that the
   * protection and the rulesets of the base require. Others then do not matter, whether they run or have failed.
   * Default: all checks of the head.
   */
  readonly required?: ReadonlyArray<string> | "protection" | undefined
  /**
   * When the base requires the head to be up to date with it, and it is not: `update` merges the base into the head, and
   * awaits the checks of that; `wait` waits until somebody else does; `fail` fails. Default: fail.
   */
  readonly onBehind?: "update" | "wait" | "fail" | undefined
  /** When the head has moved: `restart` awaits the checks of the new head, `fail` fails with `HeadMoved`. Default: restart, or fail if the input has a `sha`. */
  readonly onMoved?: "restart" | "fail" | undefined
  /** When a review is missing or asks for changes, or a conversation is open: `wait`, or `fail`. Default: fail. */
  readonly onReview?: "wait" | "fail" | undefined
  /** When it is a draft: `wait` until it is ready for review, or `fail`. Default: fail. */
  readonly onDraft?: "wait" | "fail" | undefined
}

/** What it can fail with. */
export const Failure = failureOf([
  NotFound,
  ValidationFailed,
  NotAcceptable,
  Unmergeable,
  ChecksFailed,
  ChecksTimedOut,
  HeadMoved,
  PullRequestClosed
])
export type Failure = typeof Failure.Type

/** A pull request at one time, with the checks of its head. */
interface Look {
  readonly pull: PullRequest
  readonly checks: CheckStates
}

/**
 * Waits until a pull request can be merged and the checks of its head have passed, and merges that head.
 *
 * **Details**
 *
 * Returns the merge, even if somebody else has merged it in the meantime. It never merges a head other than the one
 * whose checks have passed. If it fails or is interrupted, the pull request is as it was, with one exception: after an
 * interrupted merge, or a failure that leaves the write in doubt, it may be merged. Running it again finds out.
 *
 * | what stands in the way | what happens |
 * |---|---|
 * | `mergeable` is being worked out | waits |
 * | checks are running, or the service awaits some that are not `required` here | waits, then `ChecksTimedOut` or `Unmergeable` (`checks`) |
 * | a check has failed | `ChecksFailed` |
 * | conflicts | `Unmergeable` (`conflict`) |
 * | a draft | as `onDraft` says: waits, or `Unmergeable` (`draft`) |
 * | a missing review, an open conversation | as `onReview` says: waits, or `Unmergeable` (`review`, `unresolved_conversations`) |
 * | the head must be up to date with the base | as `onBehind` says: updates it, waits, or `Unmergeable` (`behind`) |
 * | the base has a merge queue | `Unmergeable` (`merge_queue`): use `enqueue` |
 * | commits without a signature | `Unmergeable` (`unsigned_commits`) |
 * | the head has moved | as `onMoved` says: starts again, or `HeadMoved` |
 * | the base has moved during the merge | tries again |
 * | an outage or a rate limit, even during the merge itself | continues, and checks whether it was merged; if it lasts until the timeout, fails with `ServiceUnavailable`, `TransportFailed` or `RateLimited`, not with `ChecksTimedOut` |
 * | a rate limit that would end after the timeout | `RateLimited`, at once |
 * | closed | `PullRequestClosed` |
 * | anything else that the service says | `Unmergeable` with its reason, or `unknown` |
 *
 * With `onBehind: "update"`, a head that merges the base into the awaited head counts as the awaited head, whoever made
 * it, also for an input with a `sha`. Its checks count.
 *
 * A `timeout` of 0 looks once: it merges, or fails with what stands in the way. What it would wait for is `ChecksTimedOut`, or
 * `Unmergeable` with its reason. That is often `unknown`: the service works out `mergeable` only after somebody has looked.
 * Look again then, or wait for some seconds.
 */
export const whenGreen: <R = never>(
  input: Input,
  options?: Options<R>
) => Effect.Effect<MergeResult, Failure, Forge | R> = Effect.fn("Merge.whenGreen")(function* <R = never>(
  input: Input,
  {
    appearance,
    onBehind = "fail",
    onDraft = "fail",
    onMoved = input.sha === undefined ? "restart" : "fail",
    onReview = "fail",
    required,
    schedule,
    timeout = usualTimeout
  }: Options<R> = {}
) {
  yield* Given.check("Merge.whenGreen", {
    required: Given.names(required),
    appearance: Given.duration(appearance),
    timeout: Given.duration(timeout)
  })
  const { owner, pull_number, repo } = input
  const place = { owner, repo }
  /** The head to merge, since when it is watched, and why the last look has not led to a merge. */
  let head = input.sha
  let since = 0
  let refusal: Unmergeable | undefined
  /** The head whose update the service has accepted. */
  let updated: string | undefined
  /** What the base demands, until a merge is refused: it may have changed. */
  let demanded: { readonly base: string; readonly checks: ReadonlyArray<Seen.Wanted> } | undefined

  const wantedFor = Effect.fnUntraced(function* (base: string) {
    if (required !== "protection") return Seen.named(required)
    if (demanded?.base !== base) demanded = { base, checks: yield* demandedBy(place, base) }
    return demanded.checks
  })

  const look: Effect.Effect<Look, LookError | NotAcceptable, Forge> = Effect.gen(function* () {
    const pull = yield* PullRequests.get({ owner, repo, pull_number })
    const wanted = yield* wantedFor(pull.base.ref)
    return { pull, checks: yield* Seen.look({ ...place, ref: pull.head.sha }, wanted) }
  })

  const decide = Effect.fnUntraced(function* (
    { checks, pull }: Look,
    elapsed: number
  ): Effect.fn.Return<Option.Option<MergeResult>, Failure, Forge> {
    const { sha } = pull.head
    head ??= sha
    refusal = undefined
    if (sha !== head && onMoved === "fail") {
      const isSame = onBehind === "update" && (yield* isUpdate(place, head, sha, pull.base.ref))
      if (!isSame) return yield* headMoved(input, head, sha)
    }
    if (pull.merged) return mergeOf(pull)
    if (pull.state === "closed") return yield* closed(input)
    if (sha !== head) {
      head = sha
      since = elapsed
    }
    if (pull.draft) {
      refusal = unmergeable(input, "draft", "The pull request is a draft")
      return onDraft === "wait" ? Option.none() : yield* refusal
    }
    if (pull.mergeable === false) return yield* unmergeable(input, "conflict", "The pull request has conflicts")
    if (pull.mergeable_state === "behind" && onBehind !== "fail") return yield* behind(sha)
    const isGreen = yield* Seen.isGreen({ owner, repo, ref: sha }, checks, elapsed - since, { appearance, required })
    if (!isGreen || pull.mergeable === null) return Option.none()
    return yield* merge(sha)
  })

  const merge = (sha: string): Effect.Effect<Option.Option<MergeResult>, Failure, Forge> =>
    Write.once(PullRequests.merge, { ...input, sha }, { key: `merge/${sha}` }).pipe(
      Effect.map(Option.some),
      Effect.catchTag("Unmergeable", (refused): Effect.Effect<Option.Option<never>, Failure, Forge> => {
        refusal = refused
        demanded = undefined
        if (refused.reason === "behind" && onBehind !== "fail") return behind(sha)
        return isAwaited[refused.reason] || (onReview === "wait" && isOfReviewers(refused.reason))
          ? Effect.succeedNone
          : Effect.fail(refused)
      })
    )

  /** The base demands another head. The service makes it in the background. */
  const behind = (sha: string): Effect.Effect<Option.Option<never>, LookError, Forge> => {
    refusal ??= unmergeable(input, "behind", "The head is not up to date with the base")
    if (onBehind === "wait" || updated === sha) return Effect.succeedNone
    const update = { ...place, pull_number, expected_head_sha: sha }
    return Write.once(PullRequests.updateBranch, update, { key: `update/${sha}` }).pipe(
      Effect.tap(() => Effect.sync(() => void (updated = sha))),
      // The head or the base has moved, or they conflict: the next look finds out.
      Effect.catchTag("ValidationFailed", () => Effect.void),
      Effect.as(Option.none())
    )
  }

  return yield* watch({
    place,
    read: look,
    decide,
    timedOut: (seen, after) =>
      refusal ?? whyNot(input, seen) ?? Seen.timedOut({ owner, repo, ref: head ?? "HEAD" }, seen?.checks, after),
    schedule,
    timeout
  })
}, observed)

/**
 * Processes a merge queue: tests pull requests together with their base, in order, and lands those that pass. Returns
 * when the queue is empty, or when the time is over.
 *
 * **Details**
 *
 * An open pull request is in the queue while it has the `label`. The first ones (`batch`) are merged into a branch that
 * starts at the base, the candidate, whose checks run on the service. If they pass, the candidate lands exactly as it
 * was tested. If a batch fails, its first half is tested, and so on; a pull request that fails alone leaves the queue,
 * with a comment that says why. So does one that conflicts with the base. When the base moves, or a pull request of the
 * candidate changes or leaves, a new candidate is made.
 *
 * Everything that the queue knows is in the service: labels, branches, and merge messages. A run can end at any
 * request, and another one continues. Two runs at the same time do no harm, except that they get in each other's way.
 *
 * The checks must run on pushes to the branch of candidates (`merge-queue/main`), and not on the second branch, on
 * which candidates are built (`merge-queue/main-build`). Both stay. Anyone who may push there decides what lands, so
 * protect them.
 *
 * **Gotchas**
 *
 * With `land: "fast-forward"`, the rules for pull requests, such as required reviews, do not apply: whoever sets the
 * label decides.
 */
export const queue: <R = never>(
  input: QueueInput,
  options?: QueueOptions<R>
) => Effect.Effect<Report, QueueFailure, Forge | R> = Effect.fn("Merge.queue")(function* <R = never>(
  input: QueueInput,
  options: QueueOptions<R> = {}
) {
  const { batch, branch, checkTimeout, label, pauseLabel, priorities, required, timeout } = options
  yield* Given.check("Merge.queue", {
    label: Given.name(label),
    priorities: Given.names(priorities),
    pauseLabel: Given.name(pauseLabel),
    batch: Given.count(batch, 1),
    required: Given.names(required),
    checkTimeout: Given.duration(checkTimeout),
    branch: Given.name(branch),
    timeout: Given.duration(timeout)
  })
  const { landed, line, removed, turn } = makeWork(input, options)
  const turns: Effect.Effect<Option.Option<ReadonlyArray<number>>, QueueFailure, Forge> = Effect.gen(function* () {
    let next = yield* turn
    while (next === "again") next = yield* turn
    return next === "empty" ? Option.some([]) : Option.none()
  })
  const waiting = yield* watch({
    place: input,
    read: Effect.void,
    decide: () => turns,
    timedOut: () => new TimeOver(),
    schedule: options.schedule,
    timeout: timeout ?? Duration.infinity
  }).pipe(Effect.catchTag("TimeOver", () => Effect.map(line, (entries) => entries.map(({ number }) => number))))
  return { landed, removed, waiting }
}, observed)

class TimeOver extends Data.TaggedError("TimeOver") {}

/** Whether the next look may find that the reason is gone, or what to do about it. */
const isAwaited: Readonly<Record<UnmergeableReason, boolean>> = {
  already_merged: true,
  base_moved: true,
  behind: false,
  checks: true,
  closed: false,
  conflict: false,
  draft: true,
  head_moved: true,
  in_progress: true,
  merge_queue: false,
  method_not_allowed: false,
  not_authorized: false,
  repository_rules: false,
  review: false,
  unknown: false,
  unresolved_conversations: false,
  unsigned_commits: false
}

const isOfReviewers = (reason: UnmergeableReason): boolean =>
  reason === "review" || reason === "unresolved_conversations"

/** How many times a branch can have been brought up to date meanwhile. */
const mostUpdates = 20

/** Whether a head is nothing but another one, brought up to date with the base. */
const isUpdate = Effect.fnUntraced(
  function* (
    place: { readonly owner: string; readonly repo: string },
    before: string,
    head: string,
    base: string
  ): Effect.fn.Return<boolean, LookError | Conflict, Forge> {
    let sha = head
    for (let i = 0; i < mostUpdates && sha !== before; i++) {
      const { parents } = yield* Git.getCommit({ ...place, commit_sha: sha })
      const [first, second] = parents
      if (first === undefined || second === undefined || parents.length > 2) return false
      const { ahead_by } = yield* Commits.compare({ ...place, base, head: second.sha })
      if (ahead_by > 0) return false
      sha = first.sha
    }
    return sha === before
    // There is no commit in an empty repository.
  },
  Effect.catchTag("Conflict", () => Effect.succeed(false))
)

/** The merge of a pull request; none while the service does not know its commit. */
const mergeOf = ({ merge_commit_sha: sha }: PullRequest): Option.Option<MergeResult> =>
  sha === null ? Option.none() : Option.some({ sha, merged: true, message: "Pull Request is already merged" })

/** What else has stood in the way when the time was over. */
const whyNot = (input: Input, seen: Look | undefined): Unmergeable | undefined =>
  seen?.checks.verdict === "passed" && seen.pull.mergeable === null
    ? unmergeable(input, "unknown", "The service has not worked out whether the pull request can be merged")
    : undefined

/** A refusal that needs no request. */
const unmergeable = ({ owner, pull_number, repo }: Input, reason: UnmergeableReason, message: string): Unmergeable =>
  new Unmergeable({
    operation: "PullRequests.merge",
    method: "PUT",
    url: `/repos/${owner}/${repo}/pulls/${pull_number}/merge`,
    status: null,
    requestId: null,
    serviceMessage: null,
    documentationUrl: null,
    message,
    reason
  })

const headMoved = ({ owner, pull_number, repo }: Input, expected: string, found: string): HeadMoved =>
  new HeadMoved({
    owner,
    repo,
    pull_number,
    expected,
    found,
    message: `The head of #${pull_number} has moved to ${found}`
  })

const closed = ({ owner, pull_number, repo }: Input): PullRequestClosed =>
  new PullRequestClosed({ owner, repo, pull_number, message: `#${pull_number} was closed without a merge` })
