/**
 * Triage, as a maintainer would write it: which issue needs what, and doing it.
 *
 * Nothing here knows whether the service is real: everything needs `Forge` and no more.
 */
import { Issues, Labels } from "forgecast/forge"
import type { Issue } from "forgecast/forge/schema/Issue"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

export interface Repo {
  readonly owner: string
  readonly repo: string
}

export interface Rules {
  /** Those who take bugs, in turn. */
  readonly maintainers: ReadonlyArray<string>
  /** Number of the milestone that bugs are planned for. */
  readonly milestone: number
  /** A wish without activity since then is closed, and an issue closed before it is locked. */
  readonly staleBefore: DateTime.Utc
  /** Comments since then may be ours. */
  readonly newSince: DateTime.Utc
}

export type Action = Data.TaggedEnum<{
  Label: { readonly name: string }
  Assign: { readonly login: string }
  Plan: { readonly milestone: number }
  Comment: { readonly body: string }
  Close: {}
  Lock: {}
}>
export const Action = Data.taggedEnum<Action>()

const farewell = "Nobody has come back to this for a while, so I am closing it. Please comment if it still matters."

/** What the rules say about an issue. */
const actionsFor = (issue: Issue, rules: Rules): ReadonlyArray<Action> => {
  const has = (name: string) => issue.labels.some((label) => label.name === name)
  const isBefore = (time: DateTime.Utc | null) => time !== null && DateTime.isLessThan(time, rules.staleBefore)
  if (issue.is_pull_request) return []
  if (issue.state === "closed") return isBefore(issue.closed_at) && !issue.locked ? [Action.Lock()] : []
  if (has("enhancement") && isBefore(issue.updated_at)) return [Action.Comment({ body: farewell }), Action.Close()]
  const actions: Array<Action> = []
  if (issue.labels.length === 0) actions.push(Action.Label({ name: "needs triage" }))
  if (has("bug") && issue.assignees.length === 0) {
    const login = rules.maintainers[issue.number % rules.maintainers.length]
    if (login !== undefined) actions.push(Action.Assign({ login }))
  }
  if (has("bug") && issue.milestone === null) actions.push(Action.Plan({ milestone: rules.milestone }))
  return actions
}

/** What became of an issue. */
export interface Outcome {
  readonly number: number
  readonly done: ReadonlyArray<Action["_tag"]>
  /** How a typed failure was dealt with, if there was one. */
  readonly recovered: string | null
}

/** Triages every issue, so many at a time, in the order in which they were opened: closing one moves none of them. */
export const triage = (repo: Repo, rules: Rules, concurrency: number) =>
  Issues.list({ ...repo, state: "all", direction: "asc" }).pipe(
    Stream.mapEffect((issue) => triageIssue(repo, rules, issue), { concurrency, unordered: true })
  )

const triageIssue = (repo: Repo, rules: Rules, issue: Issue) => {
  const { number } = issue
  const actions = actionsFor(issue, rules)
  return Effect.forEach(actions, (action) => perform({ ...repo, issue_number: number }, action, rules)).pipe(
    Effect.map((results): Outcome => ({
      number,
      done: actions.map((action) => action._tag),
      recovered: results.find((recovered) => recovered !== null) ?? null
    })),
    // Somebody deleted it after it was listed: there is nothing left to triage.
    Effect.catchTag("Gone", () => Effect.succeed<Outcome>({ number, done: [], recovered: "Gone: deleted meanwhile" }))
  )
}

/** Does it, and says how a typed failure was dealt with, if there was one. */
const perform = (issue: Repo & { readonly issue_number: number }, action: Action, rules: Rules) =>
  Action.$match(action, {
    Label: ({ name }) => Effect.as(Labels.addToIssue({ ...issue, labels: [name] }), null),
    Assign: ({ login }) => Effect.as(Issues.addAssignees({ ...issue, assignees: [login] }), null),
    Plan: ({ milestone }) => Effect.as(Issues.update({ ...issue, milestone }), null),
    Comment: ({ body }) =>
      Issues.createComment({ ...issue, body }).pipe(
        Effect.as(null),
        // A comment is never sent twice by itself: when its answer is lost, look whether it is there.
        Effect.catchTag("TransportFailed", (lost) =>
          lost.mayHaveArrived ? lookFor(issue, body, rules) : Effect.fail(lost)
        )
      ),
    Close: () => Effect.as(Issues.update({ ...issue, state: "closed", state_reason: "not_planned" }), null),
    Lock: () => Effect.as(Issues.lock({ ...issue, lock_reason: "resolved" }), null)
  })

const lookFor = (issue: Repo & { readonly issue_number: number }, body: string, rules: Rules) =>
  Issues.listComments({ ...issue, since: rules.newSince }).pipe(
    Stream.filter((comment) => comment.body === body),
    Stream.runHead,
    Effect.flatMap(
      Option.match({
        onSome: () => Effect.succeed("TransportFailed: an answer was lost, but the comment is there"),
        onNone: () =>
          Effect.as(
            Issues.createComment({ ...issue, body }),
            "TransportFailed: a comment was lost, and is written again"
          )
      })
    )
  )
