/**
 * Searches of any length: they return all results, where `Search` returns the first 1,000.
 *
 * The time range is halved until each window has no more results than the service returns. The windows are read one
 * after another, oldest first. The results are in the order of their date, each item once.
 *
 * **Gotchas**
 *
 * Searches have a budget of 30 requests a minute. The stream waits when it is spent: 30,000 results take about 12
 * minutes. Use `slices` to be able to continue later. Items that the service has not indexed yet are not found, which
 * may concern the last minute. Fails with `SearchTruncated` if a single second has more than 1,000 results.
 *
 * **Example** (Continuing where the last run ended)
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
import type { FoundIssue } from "./schema/Issue.ts"
import type { FoundRepo } from "./schema/Repo.ts"
import type { FoundUser } from "./schema/FoundUser.ts"
import * as Search from "./Search.ts"

export type { ByDate, Failure, Input, Slice } from "./ByDate.ts"

/**
 * Searches repositories by the date on which they were `created` (default) or last `pushed` to.
 *
 * GET /search/repositories
 */
export const repositories: ByDate<"created" | "pushed", FoundRepo> = make(
  "SearchByDate.repositories",
  Search.repositories,
  "created",
  {
    created: { sort: "updated", of: (repo) => repo.created_at },
    pushed: { sort: "updated", of: (repo) => repo.pushed_at }
  }
)

/**
 * Searches issues and pull requests by the date on which they were `created` (default), last `updated`, `closed` or
 * `merged`.
 *
 * GET /search/issues
 */
export const issues: ByDate<"created" | "updated" | "closed" | "merged", FoundIssue> = make(
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
export const users: ByDate<"created", FoundUser> = make(
  "SearchByDate.users",
  Search.users,
  "created",
  // The records do not contain the date, so the service's order is kept.
  { created: { sort: "joined", of: () => null } }
)
