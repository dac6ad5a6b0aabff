/**
 * Ships pull requests, as a maintainer would write it: merges what is approved and checked, and puts right what is in
 * the way.
 *
 * This code requires `Forge` and nothing else, so it runs on the real and on the simulated service.
 */
import { Contents, PullRequests } from "forgecast/forge"
import { Await, Merge } from "forgecast/workflow"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { Repo } from "../triage.ts"

export interface Pull extends Repo {
  readonly pull_number: number
}

/** A change of one file that can be made again on another version of the file. */
export interface Change {
  readonly path: string
  readonly message: string
  readonly apply: (text: string) => string
}

/** What to do about a pull request if it conflicts, and if its reviewer asks for more. */
export interface Plan {
  readonly reviewer: string
  readonly change: Change
  readonly answer: (wish: string) => Change
}

/** The reviewer asks for another commit, in these words. */
export class ChangesRequested extends Data.TaggedError("ChangesRequested")<{ readonly message: string }> {}

/** Often at first, then less and less. */
const patiently = Schedule.exponential("50 millis", 1.3)

/** Merges a pull request. If it conflicts, its change is made again on top of the base, and reviewed again. */
export const land = (pull: Pull, plan: Plan) =>
  merge(pull).pipe(
    Effect.catchTag("Unmergeable", (refused) =>
      refused.reason === "conflict" ? Effect.andThen(rework(pull, plan), merge(pull)) : Effect.fail(refused)
    )
  )

const repositoryOf = ({ owner, repo }: Pull) => ({ owner, repo })

/** Merges the head of a pull request once its checks have passed. */
const merge = (pull: Pull) =>
  Effect.gen(function* () {
    const { head } = yield* PullRequests.get(pull)
    const { checks } = yield* Await.checks({ ...repositoryOf(pull), ref: head.sha }, { schedule: patiently })
    yield* Effect.log(
      `Checks of ${head.sha.slice(0, 7)}: ${checks.map(({ name, state }) => `${name} ${state}`).join()}`
    )
    const input = { ...pull, sha: head.sha, merge_method: "squash" as const }
    const { sha } = yield* Merge.whenGreen(input, { schedule: patiently })
    return sha
  })

/** Makes the change again on top of the base, until the reviewer approves. */
const rework = (pull: Pull, { answer, change, reviewer }: Plan) =>
  Effect.gen(function* () {
    yield* Effect.log(`#${pull.pull_number} Unmergeable: conflict`)
    const { base, head } = yield* PullRequests.get(pull)
    const redone = yield* commit(repositoryOf(pull), change, { from: base.ref, to: head.ref })
    yield* reviewed(pull, reviewer, redone).pipe(
      Effect.catchTag("ChangesRequested", ({ message }) =>
        Effect.gen(function* () {
          yield* Effect.log(`#${pull.pull_number} ChangesRequested by ${reviewer}: ${message}`)
          const answered = yield* commit(repositoryOf(pull), answer(message), { from: head.ref, to: head.ref })
          yield* reviewed(pull, reviewer, answered)
        })
      )
    )
  })

/** Commits a file to a branch: the one of another branch, or of the same one, with a change. Returns the commit. */
const commit = (
  repo: Repo,
  { apply, message, path }: Change,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.gen(function* () {
    const [source, target] = yield* Effect.forEach([from, to], (ref) => Contents.get({ ...repo, path, ref }))
    if (source?._tag !== "File" || source.text === null) return yield* Effect.die(new Error(`${path} is not text`))
    if (target?._tag !== "File") return yield* Effect.die(new Error(`${path} is not a file`))
    const input = { ...repo, path, message, branch: to, content: apply(source.text), sha: target.sha }
    const { commit } = yield* Contents.put(input)
    yield* Effect.log(`${commit.sha.slice(0, 7)} on ${to}: ${message}`)
    return commit.sha
  })

/** Asks for a review of a commit, and waits for it. */
const reviewed = (pull: Pull, reviewer: string, sha: string) =>
  PullRequests.requestReviewers({ ...pull, reviewers: [reviewer] }).pipe(
    Effect.andThen(
      Effect.repeat(verdict(pull, reviewer, sha), { schedule: patiently, until: (review) => review !== null })
    ),
    Effect.timeout("1 day"),
    Effect.flatMap((review) =>
      review?.state === "APPROVED" ? Effect.void : Effect.fail(new ChangesRequested({ message: review?.body ?? "" }))
    )
  )

/** The last word of a reviewer on a commit; null if there is none yet. */
const verdict = (pull: Pull, reviewer: string, sha: string) =>
  PullRequests.listReviews(pull).pipe(
    Stream.filter(({ commit_id, user }) => commit_id === sha && user?.login === reviewer),
    Stream.filter(({ state }) => state === "APPROVED" || state === "CHANGES_REQUESTED"),
    Stream.runLast,
    Effect.map(Option.getOrNull)
  )
