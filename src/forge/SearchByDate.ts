/**
 * Searches of any length: all results, where `Search` gives the first 1,000.
 *
 * The time asked for is halved until each window holds no more than the service gives; the windows are then read one
 * after another, the oldest first. What is found comes in the order of its date, each item once.
 *
 * **Gotchas**
 *
 * Searches have a budget of 30 requests a minute: the stream waits where it must, and 30,000 results take some 12
 * minutes. Read the `slices` to be able to read on later. What the service has not indexed yet is not found: of the last
 * minute it may know little. Fails with `SearchTruncated` when a single second holds more than 1,000 results.
 *
 * **Example** (Reading on where the last run ended)
 *
 * ```ts
 * import { SearchByDate } from "forgecast/forge"
 * import * as DateTime from "effect/DateTime"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const from = DateTime.makeUnsafe("2024-01-01T00:00:00Z")
 *
 * const program = SearchByDate.issues.slices({ q: "repo:acme/web is:issue", from }).pipe(
 *   Stream.runForEach(({ items, next }) => Effect.log(`${items.length} issues; the next run begins with ${DateTime.formatIso(next)}`))
 * )
 * ```
 */
import type { ByDate } from "./ByDate.ts"
import { make } from "./internal/byDate.ts"
import type { Issue } from "./schema/Issue.ts"
import type { Repo } from "./schema/Repo.ts"
import type { SimpleUser } from "./schema/SimpleUser.ts"
import * as Search from "./Search.ts"

export type { ByDate, Failure, Input, Slice } from "./ByDate.ts"

/**
 * Searches repositories by the date on which they were `created` (default) or last `pushed` to.
 *
 * GET /search/repositories
 */
export const repositories: ByDate<"created" | "pushed", Repo> = /* @__PURE__ */ make(
  "SearchByDate.repositories",
  Search.repositories,
  "created",
  {
    created: { sort: "updated", of: (repo) => repo.created_at },
    pushed: { sort: "updated", of: (repo) => repo.pushed_at }
  }
)

/**
 * Searches issues and pull requests by the date on which they were `created` (default), last `updated`, `closed`, or
 * `merged`.
 *
 * GET /search/issues
 */
export const issues: ByDate<"created" | "updated" | "closed" | "merged", Issue> = /* @__PURE__ */ make(
  "SearchByDate.issues",
  Search.issues,
  "created",
  {
    created: { sort: "created", of: (issue) => issue.created_at },
    updated: { sort: "updated", of: (issue) => issue.updated_at },
    closed: { sort: "created", of: (issue) => issue.closed_at },
    merged: { sort: "created", of: (issue) => issue.pull_request?.merged_at ?? null }
  }
)

/**
 * Searches users and organizations by the date on which they joined (`created`).
 *
 * GET /search/users
 */
export const users: ByDate<"created", SimpleUser> = /* @__PURE__ */ make(
  "SearchByDate.users",
  Search.users,
  "created",
  // Their records don't tell the date; the service's order does.
  { created: { sort: "joined", of: () => null } }
)
