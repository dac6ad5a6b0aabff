/**
 * Searches: their query language is that of the service's web pages.
 *
 * Of each search the service gives the first 1,000 results. A stream of one that has more fails with `SearchTruncated`
 * after these, with the `total_count`; so does a `.page` beyond. `SearchByDate` reads them all.
 *
 * `.page` and `.pages` tell `total_count`, and `incomplete_results` when the service ran out of time and there may be
 * more. Searches have a budget of their own, 30 requests a minute (10 without a token).
 */
import * as Schema from "effect/Schema"
import { ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { SearchTruncated } from "./ForgeError.ts"
import { declared, query } from "./internal/search.ts"
import { Issue } from "./schema/Issue.ts"
import { Repo } from "./schema/Repo.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"

/**
 * Searches repositories, such as `topic:effect language:typescript stars:>100`.
 *
 * Sorted by the best match (default), `stars`, `forks`, `help-wanted-issues` or `updated`; `order` (default desc)
 * counts only with `sort`. `q` is at most 256 characters, qualifiers and operators not counted.
 *
 * GET /search/repositories
 */
export const repositories = /* @__PURE__ */ Forge.listing("Search.repositories", "GET /search/repositories", {
  ...declared,
  path: {},
  query: {
    ...query,
    sort: Schema.optional(Schema.Literals(["stars", "forks", "help-wanted-issues", "updated"]))
  },
  item: Repo,
  errors: [SearchTruncated, ValidationFailed]
})

/**
 * Searches issues and pull requests, such as `repo:acme/web is:issue is:open label:bug`. Without `is:issue` or `is:pr`
 * it finds both.
 *
 * Sorted by the best match (default), `comments`, `created`, `updated`, `interactions`, `reactions` or one reaction;
 * `order` (default desc) counts only with `sort`. `q` is at most 256 characters, qualifiers and operators not counted.
 *
 * GET /search/issues
 */
export const issues = /* @__PURE__ */ Forge.listing("Search.issues", "GET /search/issues", {
  ...declared,
  path: {},
  query: {
    ...query,
    sort: Schema.optional(
      Schema.Literals([
        "comments",
        "created",
        "updated",
        "interactions",
        "reactions",
        "reactions-+1",
        "reactions--1",
        "reactions-smile",
        "reactions-thinking_face",
        "reactions-heart",
        "reactions-tada"
      ])
    )
  },
  item: Issue,
  errors: [SearchTruncated, ValidationFailed]
})

/**
 * Searches users and organizations, such as `location:Lisbon type:user`. It answers what stands of a user inside other
 * records: `Users.get` has the profile.
 *
 * Sorted by the best match (default), `followers`, `repositories` or `joined`; `order` (default desc) counts only with
 * `sort`. `q` is at most 256 characters, qualifiers and operators not counted.
 *
 * GET /search/users
 */
export const users = /* @__PURE__ */ Forge.listing("Search.users", "GET /search/users", {
  ...declared,
  path: {},
  query: {
    ...query,
    sort: Schema.optional(Schema.Literals(["followers", "repositories", "joined"]))
  },
  item: SimpleUser,
  errors: [SearchTruncated, ValidationFailed]
})
