/** The steps of the demo. The steps that only read also run on the real service. */
import { Issues, Labels, Milestones } from "forgecast/forge"
import type { Issue } from "forgecast/forge/schema/Issue"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Screen } from "./screen.ts"
import { type Action, type Outcome, type Repo, triage } from "./triage.ts"

interface Tally {
  readonly pages: number
  readonly open: number
  readonly closed: number
  readonly pulls: number
  readonly first: Issue | null
}

const nothing: Tally = { pages: 0, open: 0, closed: 0, pulls: 0, first: null }

const sizeOf = (tally: Tally): number => tally.open + tally.closed

/** Reads the issues page by page and counts them. */
export const survey = Effect.fn("survey")(function* (
  input: Repo & { readonly direction: "asc" | "desc" },
  maxPages: number
) {
  const screen = yield* Screen
  const tally = yield* Issues.list.pages({ ...input, state: "all" }).pipe(
    Stream.take(maxPages),
    Stream.scan(
      () => nothing,
      (sum, { items }) => ({
        pages: sum.pages + 1,
        open: sum.open + items.filter((issue) => issue.state === "open").length,
        closed: sum.closed + items.filter((issue) => issue.state !== "open").length,
        pulls: sum.pulls + items.filter((issue) => issue.is_pull_request).length,
        first: sum.first ?? items[0] ?? null
      })
    ),
    Stream.tap((sum) => (sum.pages === 0 ? Effect.void : screen.progress(sizeOf(sum), null, "issues"))),
    Stream.runLast,
    Effect.map(Option.getOrElse(() => nothing))
  )
  yield* screen.line(
    `${sizeOf(tally)} issues on ${tally.pages} pages: ` +
      `${tally.open} open, ${tally.closed} closed; ${tally.pulls} are pull requests`
  )
  return tally
})

/** Reads an issue, then reads it again only if it has changed. */
export const askAgain = Effect.fn("askAgain")(function* (issue: Repo & { readonly issue_number: number }) {
  const screen = yield* Screen
  const { validators } = yield* Issues.get.withReply(issue)
  yield* Issues.get.ifChanged(issue, validators).pipe(
    Effect.flatMap(({ value }) => screen.line(`#${value.number} has changed in the meantime: ${value.title}`)),
    Effect.catchTag("NotModified", ({ status }) =>
      screen.note(`#${issue.issue_number} NotModified (${status}): unchanged, so nothing is decoded`)
    )
  )
  return validators
})

/** Ensures that the label exists, and creates a milestone. Returns the number of the milestone. */
const prepare = Effect.fn("prepare")(function* (repo: Repo) {
  const screen = yield* Screen
  yield* Labels.create({ ...repo, name: "needs triage", color: "fbca04" }).pipe(
    Effect.flatMap(({ name }) => screen.line(`Label "${name}" created`)),
    Effect.catchTag("ValidationFailed", (refused) =>
      refused.alreadyExists
        ? screen.note('ValidationFailed: label "needs triage" already exists, so it is used')
        : Effect.fail(refused)
    )
  )
  const now = yield* DateTime.now
  const milestone = yield* Milestones.create({ ...repo, title: "v2.0", due_on: DateTime.add(now, { days: 30 }) })
  yield* screen.line(`Milestone "${milestone.title}" created`)
  return milestone.number
})

const words: Record<Action["_tag"], string> = {
  Label: "labelled",
  Assign: "assigned",
  Plan: "planned",
  Comment: "commented on",
  Close: "closed",
  Lock: "locked"
}

/** Summarises the actions: `61 labelled, 40 assigned, …`. */
const inWords = (outcomes: ReadonlyArray<Outcome>): string =>
  Object.entries(words)
    .map(([tag, word]) => `${outcomes.flatMap(({ done }) => done).filter((each) => each === tag).length} ${word}`)
    .join(", ")

/** The whole workflow. Returns the number of typed failures that it recovered from. */
export const workflow = Effect.fn("workflow")(function* (repo: Repo) {
  const screen = yield* Screen

  yield* screen.step("Read every issue, page by page")
  const input = { ...repo, direction: "asc" as const }
  const tally = yield* survey(input, Infinity)
  yield* screen.step("Read them again: each page is a 304, served from the cache")
  yield* survey(input, Infinity)

  yield* screen.step("Prepare a label and a milestone")
  const milestone = yield* prepare(repo)

  yield* screen.step("Triage them, 8 at a time")
  const startedAt = yield* DateTime.now
  const rules = {
    maintainers: ["ada", "grace", "linus"],
    milestone,
    staleBefore: DateTime.subtract(startedAt, { days: 60 }),
    // Clocks differ, and the service's has whole seconds only.
    newSince: DateTime.subtract(startedAt, { minutes: 1 })
  }
  let done = 0
  const outcomes = yield* triage(repo, rules, 8).pipe(
    Stream.tap(({ number, recovered }) => (recovered === null ? Effect.void : screen.note(`#${number} ${recovered}`))),
    Stream.tap(() => screen.progress(++done, sizeOf(tally), "issues")),
    Stream.runCollect
  )
  yield* screen.line(inWords(outcomes))

  yield* screen.step("Read an issue again, only if it has changed")
  const issue = { ...repo, issue_number: tally.first?.number ?? 1 }
  const validators = yield* askAgain(issue)
  yield* Issues.update({ ...issue, title: "Radar layer stays blank offline" })
  const changed = yield* Issues.get.ifChanged(issue, validators)
  yield* screen.line(`After an edit, #${changed.value.number} has a new title: "${changed.value.title}"`)

  // The existing label, the 304, and the failures during the triage.
  return 2 + outcomes.filter(({ recovered }) => recovered !== null).length
})
