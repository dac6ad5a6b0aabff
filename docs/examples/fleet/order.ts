/** What it means that a repository is in order, and how to get there: three effects that need `Forge` and nothing else. */
import { Branches, Contents, Issues, PullRequests, Refs } from "forgecast/forge"
import { Edit, Merge, Sync } from "forgecast/workflow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"

export interface Repo {
  readonly owner: string
  readonly repo: string
}

const wanted: ReadonlyArray<Sync.WantedLabel> = [
  { name: "bug", color: "d73a4a" },
  { name: "feature", color: "a2eeef", formerly: ["enhancement"] },
  { name: "stale", color: "ededed" }
]

/** Makes the labels as they are wanted. Returns how many were changed. */
export const syncLabels = (repo: Repo) =>
  Effect.map(Sync.labels({ ...repo, labels: wanted }), ({ created, updated }) => created.length + updated.length)

/** Closes the issues that nobody has touched since, each with a comment. Returns how many. */
export const closeStale = Effect.fnUntraced(function* (repo: Repo, since: DateTime.Utc) {
  const stale = yield* Issues.list({ ...repo, state: "open", sort: "updated", direction: "asc" }).pipe(
    Stream.takeWhile(({ updated_at }) => DateTime.isLessThan(updated_at, since)),
    Stream.filter(({ is_pull_request }) => !is_pull_request),
    Stream.runCollect
  )
  for (const { number } of stale) {
    const issue = { ...repo, issue_number: number }
    yield* Issues.createComment({ ...issue, body: "Nothing has happened here for a year, so I close this." })
    yield* Issues.update({ ...issue, state: "closed", state_reason: "not_planned", labels: ["stale"] })
  }
  return stale.length
})

const path = "package.json"

/** The file with the dependency raised; the same file if there is nothing to raise. */
const raise = (text: string): string => text.replace(/"effect": "[^"]*"/, '"effect": "^4.1.0"')

/** The check that must pass. */
const required = ["test"]

/** Raises a dependency by pull request, and merges it when its checks have passed. Returns how many were merged. */
export const raiseDependency = Effect.fnUntraced(function* (repo: Repo, base: string) {
  const file = yield* Contents.get({ ...repo, path })
  if (file._tag !== "File" || file.text === null || raise(file.text) === file.text) return 0
  const title = "Raise effect to ^4.1.0"
  const branch = "raise-effect-4.1.0"
  const { commit } = yield* Branches.get({ ...repo, branch: base })
  yield* Refs.create({ ...repo, ref: `refs/heads/${branch}`, sha: commit.sha }).pipe(
    // Left over by an earlier run.
    Effect.catchTag("ValidationFailed", (error) => (error.alreadyExists ? Effect.void : Effect.fail(error)))
  )
  yield* Edit.file({ ...repo, path, branch, message: title }, ({ text }) => (text === null ? null : raise(text)))
  const open = PullRequests.list({ ...repo, state: "open", head: `${repo.owner}:${branch}` })
  const pull = Option.getOrElse(yield* Stream.runHead(open), () => null)
  const { number } = pull ?? (yield* PullRequests.create({ ...repo, title, head: branch, base }))
  yield* Merge.whenGreen(
    { ...repo, pull_number: number, merge_method: "squash" },
    { required, timeout: "6 hours", schedule: Schedule.spaced("5 seconds") }
  )
  return 1
})
