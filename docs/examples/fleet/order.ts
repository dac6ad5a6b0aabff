/** What it means that a repository is in order, and how to get there: three effects that need `Forge` and nothing else. */
import { Contents, Issues } from "forgecast/forge"
import { Merge, Propose, Sync } from "forgecast/workflow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
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
  const files = { [path]: raise(file.text) }
  const proposed = yield* Propose.pullRequest({ ...repo, base, branch: "raise-effect", title, message: title, files })
  if (proposed === null) return 0
  yield* Merge.whenGreen(
    { ...repo, pull_number: proposed.pull.number, merge_method: "squash" },
    { required, timeout: "6 hours" }
  )
  return 1
})
