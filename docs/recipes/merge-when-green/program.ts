/** Merges every pull request with the label `automerge` once its checks have passed, and tells the others what is wrong. */
import { PullRequests } from "forgecast/forge"
import { Merge, Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export interface Repository {
  readonly owner: string
  readonly repo: string
}

export interface Result {
  readonly number: number
  /** The commit of the merge; null if it was not merged. */
  readonly merged: string | null
}

/** Waits for one pull request and merges it. What its author can fix becomes a comment, which each run updates. */
const mergeOne = Effect.fn("mergeOne")(function* (repository: Repository, number: number) {
  const explain = (body: string) =>
    Upsert.comment({ ...repository, issue_number: number, body }, { key: "automerge" }).pipe(
      Effect.as<Result>({ number, merged: null })
    )
  return yield* Merge.whenGreen(
    { ...repository, pull_number: number, merge_method: "squash" },
    { timeout: "1 hour", onReview: "wait" }
  ).pipe(
    Effect.map(({ sha }): Result => ({ number, merged: sha })),
    Effect.catchTags({
      ChecksFailed: ({ failed }) =>
        explain(
          ["Not merged, as checks have failed:", ...failed.map(({ name, url }) => `- [${name}](${url})`)].join("\n")
        ),
      ChecksTimedOut: ({ missing, pending }) =>
        explain(`Not merged, still without a result: ${[...pending.map(({ name }) => name), ...missing].join(", ")}`),
      Unmergeable: ({ reason }) => explain(`Not merged: ${reason}`),
      // Somebody has closed it in the meantime: that needs no comment.
      PullRequestClosed: () => Effect.succeed<Result>({ number, merged: null })
    })
  )
})

export const mergeWhenGreen = Effect.fn("mergeWhenGreen")(function* (repository: Repository, label = "automerge") {
  const wanted = yield* PullRequests.list({ ...repository, state: "open", sort: "created", direction: "asc" }).pipe(
    Stream.filter(({ draft, labels }) => !draft && labels.some(({ name }) => name === label)),
    Stream.map(({ number }) => number),
    // Merging changes the list, so it is read to its end first.
    Stream.runCollect
  )
  return yield* Effect.forEach(wanted, (number) => mergeOne(repository, number), { concurrency: 4 })
})

export default mergeWhenGreen({ owner: "acme", repo: "web" })
