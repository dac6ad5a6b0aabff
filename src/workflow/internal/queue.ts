/**
 * A merge queue, turn by turn. Each turn reads from the service what is there, and does the next thing, so that any other
 * process can go on with the next turn.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Forge } from "../../forge/Forge.ts"
import * as Commits from "../../forge/Commits.ts"
import * as Issues from "../../forge/Issues.ts"
import * as Labels from "../../forge/Labels.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import * as Refs from "../../forge/Refs.ts"
import * as Write from "../../rest/Write.ts"
import type { CheckStates } from "../CheckStates.ts"
import type { Failure, Input, Landed, Options, Removed } from "../MergeQueue.ts"
import * as Upsert from "../Upsert.ts"
import * as Seen from "./checks.ts"
import { demandedBy } from "./demanded.ts"
import { type Candidate, candidateAt, make, point, tipOf } from "./queueCandidate.ts"
import { type Entry, makeLine } from "./queueLine.ts"

/** What to do after a turn. */
export type Next = "again" | "wait" | "empty"

/** A queue at work. */
export interface Work {
  readonly turn: Effect.Effect<Next, Failure, Forge>
  readonly line: Effect.Effect<ReadonlyArray<Entry>, Failure, Forge>
  readonly landed: ReadonlyArray<Landed>
  readonly removed: ReadonlyArray<Removed>
}

/** How long the service may take to close a pull request whose commits the base has got. */
const closing = Duration.toMillis("1 minute")

/** How often the service may contradict itself about a conflict. */
const mostDoubts = 3

export const makeWork = <R>(
  input: Input,
  {
    batch = 1,
    branch = `merge-queue/${input.base}`,
    checkTimeout = "1 hour",
    label = "merge-queue",
    land = "fast-forward",
    merge_method,
    pauseLabel = "merge-queue-paused",
    priorities = [],
    required
  }: Options<R>
): Work => {
  const { base, owner, repo } = input
  const place = { owner, repo }
  const building = `${branch}-build`
  const landed: Array<Landed> = []
  const removed: Array<Removed> = []
  /** Since when the base has all of a head. */
  const containedSince = new Map<string, number>()
  const doubts = new Map<string, number>()
  const line = makeLine(input, { label, priorities })

  const isPaused = Effect.map(
    Issues.list.page({ ...place, labels: [pauseLabel], state: "open", per_page: 1 }),
    ({ items }) => items.length > 0
  )

  /** Takes a pull request out. The label goes last: until then, another run does it again. */
  const remove = Effect.fnUntraced(function* (
    { head, number }: Pick<Entry, "head" | "number">,
    reason: Removed["reason"],
    why: string
  ): Effect.fn.Return<"again", Failure, Forge> {
    const body = `This pull request has left the merge queue: ${why}`
    yield* Upsert.comment({ ...place, issue_number: number, body }, { key: `${branch}/${head}` })
    yield* Labels.removeFromIssue({ ...place, issue_number: number, name: label }).pipe(
      Effect.catchTag("NotFound", () => Effect.void)
    )
    removed.push({ number, head, reason })
    return "again"
  })

  /** Makes a candidate, and lets its checks run. */
  const prepare = Effect.fnUntraced(function* (
    from: string,
    entries: ReadonlyArray<Entry>
  ): Effect.fn.Return<Next, Failure, Forge> {
    const { conflicting, contained, sha } = yield* make(place, { branch: building, from, name: base }, entries)
    let next: Next = "wait"
    for (const entry of conflicting) if (yield* isConflict(entry)) next = yield* remove(entry, "conflict", conflict)
    const now = yield* Clock.currentTimeMillis
    for (const entry of contained) {
      const since = containedSince.get(entry.head) ?? now
      containedSince.set(entry.head, since)
      if (now - since >= closing) next = yield* remove(entry, "empty", `\`${base}\` has all of its commits.`)
    }
    if (sha === null) return next
    yield* point(place, branch, sha)
    return "wait"
  })

  const conflict = `it conflicts with \`${base}\`.`

  /** Whether the service also says so when it is asked about the pull request itself. */
  const isConflict = Effect.fnUntraced(function* ({ head, number }: Entry): Effect.fn.Return<boolean, Failure, Forge> {
    const { mergeable } = yield* PullRequests.get({ ...place, pull_number: number })
    if (mergeable !== true) return mergeable === false
    const count = (doubts.get(head) ?? 0) + 1
    doubts.set(head, count)
    return count >= mostDoubts
  })

  const landing = ({ base: from, entries, sha }: Candidate): Effect.Effect<Next, Failure, Forge> =>
    land === "merge" ? landByMerges(entries) : landAtOnce(from, entries, sha)

  /** Moves the base to the tested commit. The service refuses that if the base has moved on. */
  const landAtOnce = Effect.fnUntraced(function* (
    from: string,
    entries: Candidate["entries"],
    sha: string
  ): Effect.fn.Return<Next, Failure, Forge> {
    const isThere = yield* Refs.update({ ...place, ref: `heads/${base}`, sha }).pipe(
      Effect.as(true),
      Effect.catchTag(["ValidationFailed", "Conflict"], (refused) =>
        Effect.flatMap(tipOf(place, base), (tip): Effect.Effect<boolean, Failure, Forge> => {
          // It was not the base that stood in the way.
          if (tip === undefined || tip === from) return Effect.fail(refused)
          // An earlier attempt may have landed it.
          return Effect.map(Commits.compare({ ...place, base: tip, head: sha }), ({ ahead_by }) => ahead_by === 0)
        })
      )
    )
    if (isThere) landed.push(...entries.map(({ head, number }) => ({ number, head, sha })))
    return "again"
  })

  /** Lets the service merge one after the other. If it refuses one, the others are tested again without it. */
  const landByMerges = Effect.fnUntraced(function* (
    entries: Candidate["entries"]
  ): Effect.fn.Return<Next, Failure, Forge> {
    for (const entry of entries) {
      const { head, number } = entry
      const merge = { ...place, pull_number: number, sha: head, merge_method }
      const merged = yield* Write.once(PullRequests.merge, merge, { key: `${branch}/${head}` }).pipe(
        Effect.catchTag("Unmergeable", Effect.succeed)
      )
      if (!("_tag" in merged)) landed.push({ number, head, sha: merged.sha })
      else if (passing.has(merged.reason)) return "wait"
      else return yield* remove(entry, "refused", merged.serviceMessage ?? merged.message)
    }
    return "again"
  })

  /** Tests the first half of what has failed. What has failed alone leaves the queue. */
  const bisect = (
    { base: from, entries }: Candidate,
    queue: ReadonlyArray<Entry>,
    reason: "checks" | "late",
    why: string
  ): Effect.Effect<Next, Failure, Forge> => {
    const [first, ...others] = entries
    if (first !== undefined && others.length === 0) return remove(first, reason, why)
    const half = entries.slice(0, Math.ceil(entries.length / 2))
    return prepare(
      from,
      queue.filter(({ number }) => half.some((each) => each.number === number))
    )
  }

  const judge = Effect.fnUntraced(function* (
    candidate: Candidate,
    queue: ReadonlyArray<Entry>
  ): Effect.fn.Return<Next, Failure, Forge> {
    const wanted = required === "protection" ? yield* demandedBy(place, base) : Seen.named(required)
    const states = yield* Seen.look(
      { ...place, ref: candidate.sha },
      wanted === undefined || wanted.length === 0 ? undefined : wanted
    )
    if (states.verdict === "failed") return yield* bisect(candidate, queue, "checks", failing(states))
    const has = states.checks.length > 0
    if (states.verdict === "passed" && has) return yield* landing(candidate)
    return (yield* Clock.currentTimeMillis) - candidate.at < Duration.toMillis(checkTimeout)
      ? "wait"
      : yield* bisect(candidate, queue, "late", has ? "its checks took too long." : "no check has appeared.")
  })

  let last: Candidate | undefined
  const candidate = Effect.fnUntraced(function* (): Effect.fn.Return<Candidate | undefined, Failure, Forge> {
    const sha = yield* tipOf(place, branch)
    if (sha !== undefined && sha !== last?.sha) last = yield* candidateAt(place, sha)
    return sha === undefined ? undefined : last
  })

  const turn = Effect.gen(function* (): Effect.fn.Return<Next, Failure, Forge> {
    const queue = yield* line
    if (queue.length === 0) return "empty"
    if (yield* isPaused) return "wait"
    const { object } = yield* Refs.get({ ...place, ref: `heads/${base}` })
    const current = yield* candidate()
    const isCurrent =
      current?.base === object.sha &&
      current.entries.every(({ head, number }) => queue.some((one) => one.number === number && one.head === head))
    return yield* isCurrent ? judge(current, queue) : prepare(object.sha, queue.slice(0, batch))
  })

  return { turn, line, landed, removed }
}

/** What the next turn finds out about. */
const passing = new Set(["head_moved", "base_moved", "already_merged", "in_progress", "closed"])

const failing = ({ checks }: CheckStates): string =>
  [
    "checks have failed on the branch with its base.",
    "",
    ...checks
      .filter(({ verdict }) => verdict === "failed")
      .map(({ name, url }) => (url === null ? `- ${name}` : `- [${name}](${url})`))
  ].join("\n")
