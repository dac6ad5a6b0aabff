/** Who stands in a merge queue, and in which order. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../forge/Forge.ts"
import * as Issues from "../../forge/Issues.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import type { ListedPullRequest } from "../../forge/schema/PullRequest.ts"
import type { Failure, Input } from "../MergeQueue.ts"

/** A pull request in the queue. */
export interface Entry {
  readonly number: number
  readonly title: string
  /** The sha of its head. */
  readonly head: string
}

/** What puts a pull request into the queue, and where. */
export interface Labels {
  readonly label: string
  readonly priorities: ReadonlyArray<string>
}

const isNamed =
  (name: string) =>
  (label: { readonly name: string }): boolean =>
    label.name.toLowerCase() === name.toLowerCase()

/** How urgent a pull request is: 0 is the most urgent. */
const rankOf = ({ labels }: ListedPullRequest, priorities: ReadonlyArray<string>): number => {
  const rank = priorities.findIndex((name) => labels.some(isNamed(name)))
  return rank < 0 ? priorities.length : rank
}

/**
 * Reads the queue: the most urgent first, then who has got the label first. Keeps the times while a pull request stays, so
 * that they are read once.
 */
export const makeLine = (
  { base, owner, repo }: Input,
  { label, priorities }: Labels
): Effect.Effect<ReadonlyArray<Entry>, Failure, Forge> => {
  const place = { owner, repo }
  const times = new Map<number, number>()

  /** When a pull request has got the label. One that was opened with it has had it ever since. */
  const timeOf = (pull: ListedPullRequest) =>
    Issues.listEvents({ ...place, issue_number: pull.number }).pipe(
      Stream.runFold(
        () => DateTime.toEpochMillis(pull.created_at),
        (last, event) =>
          event._tag === "LabelEvent" && event.event === "labeled" && isNamed(label)(event.label)
            ? DateTime.toEpochMillis(event.created_at)
            : last
      )
    )

  return Effect.gen(function* () {
    const open = yield* Stream.runCollect(PullRequests.list({ ...place, base, state: "open" }))
    const queued = open.filter(({ draft, labels }) => !draft && labels.some(isNamed(label)))
    const numbers = new Set(queued.map(({ number }) => number))
    for (const number of times.keys()) if (!numbers.has(number)) times.delete(number)
    for (const pull of queued) if (!times.has(pull.number)) times.set(pull.number, yield* timeOf(pull))
    const keyOf = (pull: ListedPullRequest) => [
      rankOf(pull, priorities),
      times.get(pull.number) ?? Infinity,
      pull.number
    ]
    return queued
      .map((pull) => ({ pull, key: keyOf(pull) }))
      .toSorted((a, b) => compare(a.key, b.key))
      .map(({ pull: { head, number, title } }): Entry => ({ number, title, head: head.sha }))
  })
}

/** Compares by the first number that differs. */
const compare = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
