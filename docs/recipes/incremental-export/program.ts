/**
 * Exports all issues of a repository as lines of JSON, and afterwards what has changed.
 *
 * `files.ts` writes files, also for Apache Arrow and DuckDB. This part also runs in a browser.
 */
import { Issues } from "forgecast/forge"
import * as Issue from "forgecast/forge/schema/Issue"
import { Export } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export interface Repository {
  readonly owner: string
  readonly repo: string
}

/**
 * The first run writes everything. The next ones ask for what has changed since, and append it. A run that was cut short
 * continues after its last whole page.
 */
export const exportIssues = <E, R>(repository: Repository, store: Export.Store<E, R>) =>
  // All states, as an issue that leaves the listing while it is read could hide another one.
  Export.ndjson(Issues.list, { ...repository, state: "all" }, store, {
    onProgress: ({ items }) => Effect.logDebug(`${items} issues`)
  })

const decode = Schema.decodeEffect(Schema.fromJsonString(Schema.toCodecJson(Issue.Issue)))

/** The issues as they are now: of an issue that has several lines, the last one counts. */
export const newest = Effect.fn("newest")(function* (lines: string) {
  const issues = yield* Effect.forEach(lines.split("\n").slice(0, -1), (line) => decode(line))
  return [...new Map(issues.map((issue) => [issue.id, issue])).values()]
})

/** Exports, closes an issue, and exports again: the second run has one issue. */
export default Effect.gen(function* () {
  const repository = { owner: "acme", repo: "web" }
  const store = yield* Export.memory
  const first = yield* exportIssues(repository, store)
  yield* Issues.update({ ...repository, issue_number: 1, state: "closed" })
  const second = yield* exportIssues(repository, store)
  const issues = yield* newest(yield* store.text)
  return { first, second, open: issues.filter(({ state }) => state === "open").length }
})
