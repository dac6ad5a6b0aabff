/**
 * Triage, as a maintainer would write it: decides what each issue needs, and does it.
 *
 * This code requires `Forge` and nothing else, so it runs on the real and on the simulated service.
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
  /** Logins that bugs are assigned to, in turn. */
  readonly maintainers: ReadonlyArray<string>
  /** Number of the milestone that bugs are planned for. */
  readonly milestone: number
  /** An enhancement without activity since then is closed. An issue that was closed before then is locked. */
  readonly staleBefore: DateTime.Utc
  /** Comments since then may be our own. */
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

/** The actions that the rules require for an issue. */
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

/** The result for one issue. */
export interface Outcome {
  readonly number: number
  readonly done: ReadonlyArray<Action["_tag"]>
  /** How a typed failure was handled, if there was one. */
  readonly recovered: string | null
}

/** Triages every issue, up to `concurrency` at a time. In ascending order, closing an issue does not move the others. */
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
    // Somebody deleted the issue after it was listed: there is nothing left to triage.
    Effect.catchTag("Gone", () => Effect.succeed<Outcome>({ number, done: [], recovered: "Gone: it was deleted" }))
  )
}

/** Performs an action. Returns how a typed failure was handled, or null. */
const perform = (issue: Repo & { readonly issue_number: number }, action: Action, rules: Rules) =>
  Action.$match(action, {
    Label: ({ name }) => Effect.as(Labels.addToIssue({ ...issue, labels: [name] }), null),
    Assign: ({ login }) => Effect.as(Issues.addAssignees({ ...issue, assignees: [login] }), null),
    Plan: ({ milestone }) => Effect.as(Issues.update({ ...issue, milestone }), null),
    Comment: ({ body }) =>
      Issues.createComment({ ...issue, body }).pipe(
        Effect.as(null),
        // A comment is not retried automatically. If its response is lost, check whether the comment exists.
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
            "TransportFailed: a comment was lost, and was written again"
          )
      })
    )
  )
