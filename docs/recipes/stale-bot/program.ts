/**
 * Marks issues that nobody has touched for 60 days as stale, closes them two weeks later, and takes the mark off where
 * somebody has answered.
 */
import { Write } from "forgecast"
import { Issues, Labels } from "forgecast/forge"
import type { Issue } from "forgecast/forge/schema/Issue"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export interface Options {
  readonly owner: string
  readonly repo: string
  readonly markAfter: Duration.Input
  readonly closeAfter: Duration.Input
  /** Issues with one of these labels, or with a milestone, are left alone. */
  readonly exempt: ReadonlyArray<string>
}

const stale = "stale"

const has = ({ labels }: Issue, names: ReadonlyArray<string>) => labels.some(({ name }) => names.includes(name))

const done = (number: number, action: "marked" | "answered" | "waiting" | "closed") => ({ number, action })

export const staleBot = Effect.fn("staleBot")(function* ({ closeAfter, exempt, markAfter, owner, repo }: Options) {
  const now = yield* DateTime.now

  /** Gives notice of a marked issue once, whoever has marked it, and looks what came after that. */
  const follow = Effect.fnUntraced(function* ({ id, number, updated_at }: Issue, resume: boolean) {
    const issue = { owner, repo, issue_number: number }
    const events = yield* Stream.runCollect(Issues.listEvents(issue))
    const marked = events.findLast((event) => event._tag === "LabelEvent" && event.label.name === stale)
    const notice = yield* Write.once(
      Issues.createComment,
      { ...issue, body: `Will be closed in ${Duration.toDays(closeAfter)} days, unless somebody answers.` },
      // The key names this mark, so a run that goes on where another one was cut short finds its notice.
      { key: `stale/${marked?.id ?? id}`, resume: resume && (marked?.created_at ?? updated_at) }
    )
    const since = notice.created_at
    const comments = yield* Stream.runCollect(Issues.listComments({ ...issue, since }))
    if (comments.some(({ created_at }) => DateTime.isGreaterThan(created_at, since))) {
      yield* Labels.removeFromIssue({ ...issue, name: stale })
      return done(number, "answered")
    }
    if (DateTime.isGreaterThan(DateTime.addDuration(since, closeAfter), now)) return done(number, "waiting")
    yield* Issues.update({ ...issue, state: "closed", state_reason: "not_planned" })
    return done(number, "closed")
  })

  const mark = Effect.fnUntraced(function* (issue: Issue) {
    yield* Labels.addToIssue({ owner, repo, issue_number: issue.number, labels: [stale] })
    yield* follow(issue, false)
    return done(issue.number, "marked")
  })

  const quiet = DateTime.subtractDuration(now, markAfter)
  const open = yield* Issues.list({ owner, repo, state: "open", sort: "updated", direction: "asc" }).pipe(
    Stream.filter((issue) => !issue.is_pull_request && issue.milestone === null && !has(issue, exempt)),
    Stream.filter((issue) => has(issue, [stale]) || DateTime.isLessThan(issue.updated_at, quiet)),
    // What it writes changes the list, so the list is read to its end first.
    Stream.runCollect
  )
  return yield* Effect.forEach(open, (issue) => (has(issue, [stale]) ? follow(issue, true) : mark(issue)))
})

export default staleBot({
  owner: "acme",
  repo: "web",
  markAfter: "60 days",
  closeAfter: "14 days",
  exempt: ["security", "pinned"]
})
