/** What a pull request of a proposal has beside its text: labels, people, a milestone; and what it takes the place of. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../forge/Forge.ts"
import * as Issues from "../../forge/Issues.ts"
import * as Labels from "../../forge/Labels.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import * as Refs from "../../forge/Refs.ts"
import type { PullRequest } from "../../forge/schema/PullRequest.ts"
import * as Mark from "../../rest/Mark.ts"
import * as Write from "../../rest/Write.ts"
import type { Details, Failure } from "../ProposalTypes.ts"
import * as Upsert from "../Upsert.ts"
import type { Place } from "./place.ts"

/** Names that are wanted and not there. The service ignores case. */
const missing = (wanted: ReadonlyArray<string> | undefined, there: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Set(there.map((name) => name.toLowerCase()))
  return (wanted ?? []).filter((name) => !names.has(name.toLowerCase()))
}

/** Adds what the pull request does not have. What people have added stays. */
export const dressed = Effect.fnUntraced(function* (
  place: Place,
  pull: PullRequest,
  { assignees, labels, milestone, reviewers, team_reviewers }: Details
): Effect.fn.Return<{ readonly pull: PullRequest; readonly isNew: boolean }, Failure, Forge> {
  const issue = { ...place, issue_number: pull.number }
  const newLabels = missing(
    labels,
    pull.labels.map(({ name }) => name)
  )
  const newAssignees = missing(
    assignees,
    pull.assignees.map(({ login }) => login)
  )
  const isElsewhere = milestone !== undefined && (pull.milestone?.number ?? null) !== milestone
  const newTeams = missing(
    team_reviewers,
    pull.requested_teams.map(({ slug }) => slug)
  )
  // Nobody reviews what is their own.
  const asked = missing(reviewers, [pull.user.login, ...pull.requested_reviewers.map(({ login }) => login)])
  // Who has reviewed it is not asked again.
  const newReviewers =
    asked.length === 0
      ? []
      : missing(
          asked,
          (yield* Stream.runCollect(PullRequests.listReviews({ ...place, pull_number: pull.number }))).flatMap(
            ({ user }) => user?.login ?? []
          )
        )
  if (newLabels.length > 0) yield* Labels.addToIssue({ ...issue, labels: newLabels })
  if (newAssignees.length > 0) yield* Issues.addAssignees({ ...issue, assignees: newAssignees })
  if (isElsewhere) yield* Issues.update({ ...issue, milestone })
  if (newReviewers.length + newTeams.length > 0) {
    const people = { reviewers: newReviewers, team_reviewers: newTeams }
    yield* PullRequests.requestReviewers({ ...place, pull_number: pull.number, ...people })
  }
  const isNew = isElsewhere || [newLabels, newAssignees, newReviewers, newTeams].some((each) => each.length > 0)
  return isNew ? { pull: yield* PullRequests.get({ ...place, pull_number: pull.number }), isNew } : { pull, isNew }
})

/** Whether a pull request is one of the proposals that another one takes the place of. */
export const isReplaced = (
  { body, head }: Pick<PullRequest, "body" | "head">,
  supersedes: string | undefined
): boolean =>
  supersedes !== undefined && head.ref.startsWith(supersedes) && Mark.isIn(body, Mark.of(`propose/${head.ref}`))

/** Closes the proposals that this one takes the place of, and deletes their branches. Those of people stay. */
export const supersede = Effect.fnUntraced(function* (
  place: Place,
  { head, number }: PullRequest,
  { supersedes }: Details
): Effect.fn.Return<void, Failure, Forge> {
  if (supersedes === undefined) return
  const others = yield* PullRequests.list({ ...place, state: "open" }).pipe(
    Stream.filter(
      (pull) =>
        pull.number !== number &&
        isReplaced(pull, supersedes) &&
        pull.head.label.split(":")[0] === head.label.split(":")[0]
    ),
    Stream.runCollect
  )
  for (const other of others) {
    yield* Upsert.comment(
      { ...place, issue_number: other.number, body: `Superseded by #${number}.` },
      { key: "propose/superseded" }
    )
    const branch = { owner: other.head.user?.login ?? place.owner, repo: other.head.repo?.name ?? place.repo }
    // Before the pull request is closed, so that no run leaves the branch behind.
    yield* Write.once(Refs.delete, { ...branch, ref: `heads/${other.head.ref}` }, { key: `supersede/${other.number}` })
    yield* PullRequests.update({ ...place, pull_number: other.number, state: "closed" })
  }
})
