/**
 * Closes issues and pull requests that have been quiet for long, after a notice. Activity after the notice undoes it.
 *
 * ```ts
 * Stale.issues({ owner, repo }, { markAfter: "60 days", closeAfter: "14 days", exempt: { labels: ["security"] } })
 * ```
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import * as Labels from "../forge/Labels.ts"
import type { Issue } from "../forge/schema/Issue.ts"
import type { CommentEvent, TimelineEvent } from "../forge/schema/TimelineEvent.ts"
import * as Mark from "../rest/Mark.ts"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { type Exemptions, isExempt } from "./Exemptions.ts"
import { failureOf } from "./internal/failures.ts"
import { isAmong } from "./internal/names.ts"
import { ownBy } from "./internal/ownBy.ts"
import { isByPerson, timeOf } from "./internal/timeline.ts"

export type { Exemptions } from "./Exemptions.ts"

/** A repository. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
}

/** When to mark and to close, and what to say. */
export interface Options {
  /** How long nothing may happen before it is marked. Default: 60 days. */
  readonly markAfter?: Duration.Input | undefined
  /** How long after the notice it is closed; null for never. Default: 7 days. */
  readonly closeAfter?: Duration.Input | null | undefined
  /** The label that marks it. Default: `stale`. */
  readonly label?: string | undefined
  /** The notice, as Markdown. Default: how long nothing has happened, and when it will be closed. */
  readonly notice?: string | ((issue: Issue) => string) | undefined
  /** A comment before it is closed, as Markdown. Default: none. */
  readonly closing?: string | ((issue: Issue) => string) | undefined
  /** What is left alone, and loses its mark. Default: nothing. */
  readonly exempt?: Exemptions | undefined
  /**
   * Login of the user whose notices count; that of an App ends in `[bot]`. Default: the authenticated user. Installations of
   * an App cannot ask who they are: for them, the notices of all Apps count by default.
   */
  readonly creator?: string | undefined
}

/** What was done about an issue or a pull request. */
export interface Handled {
  /** Its number. */
  readonly number: number
  /** Its title. */
  readonly title: string
  /**
   * `marked`: it got the label and the notice; `warned`: it had the label, and got the notice; `waiting`: its time is
   * not over; `withdrawn`: something has happened, or it is exempt now, so the label and the notice are gone; `closed`.
   */
  readonly action: "marked" | "warned" | "waiting" | "withdrawn" | "closed"
}

/** What it can fail with. */
export const Failure = failureOf([NotFound, Gone, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Marks open issues that have been quiet, gives notice that they will be closed, and closes them when their time is
 * over. Removes the label and the notice if something has happened since. Returns what was done about each, including
 * marked ones that wait; others have no entry.
 *
 * **Details**
 *
 * An issue is quiet if it has not changed for `markAfter`, as its `updated_at` says. The time until it is closed runs
 * from the notice. Every mark gets a notice, including a label that somebody has set by hand. What people do after the
 * mark counts: comments, commits, reviews, events such as a new title. What Apps do does not count.
 *
 * If it fails or is interrupted, only some are done, but none is closed without a notice: running it again does the
 * rest. It reads the quiet issues, and the timeline of those that are marked.
 *
 * **Gotchas**
 *
 * Comments of a bot with the token of a person count as those of a person. Commits count by the time at which they were made,
 * not pushed. Activity at the very moment of closing does not stop it.
 */
export const issues: (input: Input, options?: Options) => Effect.Effect<ReadonlyArray<Handled>, Failure, Forge> =
  Effect.fn("Stale.issues")((input: Input, options?: Options) => sweep("Stale.issues", input, options), observed)

/** Does for open pull requests what `issues` does for issues. */
export const pullRequests: (input: Input, options?: Options) => Effect.Effect<ReadonlyArray<Handled>, Failure, Forge> =
  Effect.fn("Stale.pullRequests")(
    (input: Input, options?: Options) => sweep("Stale.pullRequests", input, options),
    observed
  )

const sweep = Effect.fnUntraced(function* (
  name: "Stale.issues" | "Stale.pullRequests",
  { owner, repo }: Input,
  {
    closeAfter = "7 days",
    closing,
    creator,
    exempt = {},
    label = "stale",
    markAfter = "60 days",
    notice = usualNotice(markAfter, closeAfter)
  }: Options = {}
): Effect.fn.Return<ReadonlyArray<Handled>, Failure, Forge> {
  yield* Given.check(name, {
    markAfter: Given.duration(markAfter),
    closeAfter: closeAfter === null ? undefined : Given.duration(closeAfter),
    label: Given.name(label)
  })
  const ofPulls = name === "Stale.pullRequests"
  const place = { owner, repo }
  const now = yield* DateTime.now
  const quiet = DateTime.subtractDuration(now, markAfter)
  const key = `stale/${label}`
  const isOwn = yield* ownBy(creator)
  const isMarked = ({ labels }: Issue) =>
    isAmong(
      label,
      labels.map(({ name }) => name)
    )

  const comment = (issue: Issue, key: string, text: string | ((issue: Issue) => string)) => {
    const body = typeof text === "string" ? text : text(issue)
    return Write.once(Issues.createComment, { ...place, issue_number: issue.number, body }, { key })
  }
  const warn = (issue: Issue) => comment(issue, key, notice)

  const mark = Effect.fnUntraced(function* (issue: Issue): Effect.fn.Return<Handled["action"], Failure, Forge> {
    // A run that ends between both finds the label, and gives the notice.
    yield* Labels.addToIssue({ ...place, issue_number: issue.number, labels: [label] })
    yield* warn(issue)
    return "marked"
  })

  const follow = Effect.fnUntraced(function* (issue: Issue): Effect.fn.Return<Handled["action"], Failure, Forge> {
    const { number: issue_number } = issue
    const timeline = yield* Stream.runCollect(Issues.listTimeline({ ...place, issue_number }))
    const marking = timeline.findLast((event) => isMarking(event, label))
    const ours = (key: string) =>
      Effect.filter(
        timeline.filter((event) => event._tag === "CommentEvent").filter(({ body }) => Mark.isIn(body, Mark.of(key))),
        isOwn
      )
    const notices = yield* ours(key)
    const closings = closing === undefined ? [] : yield* ours(`${key}/closing`)
    const isSince = (event: CommentEvent) => marking === undefined || timeOf(event) >= timeOf(marking)
    const current = notices.findLast(isSince)
    // A label of which no event tells: what counts is what came after the notice.
    const start = marking ?? current
    const isOurs = (event: TimelineEvent) =>
      event._tag === "CommentEvent"
        ? notices.includes(event) || closings.includes(event)
        : event._tag === "LabelEvent" && isAmong(label, [event.label.name])
    const isActive =
      start !== undefined &&
      timeline.some((event) => timeOf(event) > timeOf(start) && isByPerson(event) && !isOurs(event))
    if (isActive || isExempt(issue, exempt)) {
      // The label comes last, so that a run that is cut short goes on here.
      for (const { id } of notices) {
        yield* Write.once(Issues.deleteComment, { ...place, comment_id: id }, { key: `${key}/${id}` }).pipe(
          Effect.catchTag("NotFound", () => Effect.void)
        )
      }
      yield* Write.once(Labels.removeFromIssue, { ...place, issue_number, name: label }, { key: `${key}/label` }).pipe(
        // Somebody else has taken it off.
        Effect.catchTag("NotFound", () => Effect.void)
      )
      return "withdrawn"
    }
    if (current === undefined) return yield* Effect.as(warn(issue), "warned" as const)
    if (closeAfter === null || DateTime.isGreaterThan(DateTime.addDuration(current.created_at, closeAfter), now)) {
      return "waiting"
    }
    if (closing !== undefined && !closings.some(isSince)) yield* comment(issue, `${key}/closing`, closing)
    yield* Issues.update({
      ...place,
      issue_number,
      state: "closed",
      state_reason: ofPulls ? undefined : "not_planned"
    })
    return "closed"
  })

  const isOfKind = (issue: Issue) => issue.is_pull_request === ofPulls
  const marked = yield* Issues.list({
    ...place,
    state: "open",
    labels: [label],
    sort: "created",
    direction: "asc"
  }).pipe(Stream.filter(isOfKind), Stream.runCollect)
  // What it writes changes the lists, so both are read to their ends first.
  const unmarked = yield* Issues.list({ ...place, state: "open", sort: "updated", direction: "asc" }).pipe(
    Stream.takeWhile(({ updated_at }) => DateTime.isLessThanOrEqualTo(updated_at, quiet)),
    Stream.filter((issue) => isOfKind(issue) && !isMarked(issue) && !isExempt(issue, exempt)),
    Stream.runCollect
  )
  const handled = (issue: Issue, action: Effect.Effect<Handled["action"], Failure, Forge>) =>
    Effect.map(action, (action): Handled => ({ number: issue.number, title: issue.title, action }))
  const followed = yield* Effect.forEach(marked, (issue) => handled(issue, follow(issue)))
  return [...followed, ...(yield* Effect.forEach(unmarked, (issue) => handled(issue, mark(issue))))]
})

const isMarking = (event: TimelineEvent, label: string): boolean =>
  event._tag === "LabelEvent" && event.event === "labeled" && isAmong(label, [event.label.name])

const written = (duration: Duration.Input): string => {
  const days = Duration.toDays(duration)
  return Number.isInteger(days)
    ? `${days} day${days === 1 ? "" : "s"}`
    : Duration.format(Duration.fromInputUnsafe(duration))
}

const usualNotice =
  (markAfter: Duration.Input, closeAfter: Duration.Input | null) =>
  ({ is_pull_request }: Issue): string =>
    closeAfter === null
      ? `Nothing has happened here for ${written(markAfter)}.`
      : `Nothing has happened here for ${written(markAfter)}. This ${is_pull_request ? "pull request" : "issue"} will be closed in ${written(closeAfter)}, unless somebody answers.`
