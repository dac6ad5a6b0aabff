/**
 * Searches. The query language is that of the service's web pages.
 *
 * The service returns the first 1,000 results of a search. If there are more, a stream fails with `SearchTruncated`
 * after those, with the `total_count`. So does a `.page` beyond them. `SearchByDate` reads all results.
 *
 * If the service timed out, results may be missing. A stream of items then fails with `SearchTruncated`, too, after the last
 * one: its `incomplete_results` is true. `.page` and `.pages` do not fail: they return `incomplete_results` and `total_count`
 * with each page. Searches have a budget of their own: 30 requests a minute, or 10 without a token. Searches for code have
 * another: 10 a minute, and they need a token.
 *
 * For any of these searches, `MediaTypes.withTextMatches`, as in `MediaTypes.withTextMatches(Search.code)`, also
 * returns where the words were found.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { SearchTruncated } from "./ForgeError.ts"
import { both, Flag } from "./internal/fields.ts"
import { declared, most, query, QueryText } from "./internal/search.ts"
import { FoundCommit } from "./schema/Commit.ts"
import { FoundCode } from "./schema/FoundCode.ts"
import { FoundTopic } from "./schema/FoundTopic.ts"
import { FoundIssue } from "./schema/Issue.ts"
import { FoundLabel } from "./schema/Label.ts"
import { FoundRepo } from "./schema/Repo.ts"
import { FoundUser } from "./schema/FoundUser.ts"

/**
 * Searches repositories, such as `topic:effect language:typescript stars:>100`.
 *
 * Sorted by the best match (default), `stars`, `forks`, `help-wanted-issues` or `updated`; `order` (default desc)
 * only applies with `sort`. `q` has at most 256 characters, not counting qualifiers and operators.
 *
 * GET /search/repositories
 */
export const repositories = Forge.listing(
  "Search.repositories",
  "GET /search/repositories",
  declared({
    path: {},
    query: both(query, {
      /** What to sort by. Default: the best match. */
      sort: Schema.optional(Schema.Literals(["stars", "forks", "help-wanted-issues", "updated"]))
    }),
    item: FoundRepo,
    errors: [SearchTruncated, ValidationFailed]
  })
)

/**
 * Searches issues and pull requests, such as `repo:acme/web is:issue is:open label:bug`. Without `is:issue` or `is:pr`
 * it finds both.
 *
 * Sorted by the best match (default), `comments`, `created`, `updated`, `interactions`, `reactions` or one reaction;
 * `order` (default desc) only applies with `sort`. `q` has at most 256 characters, not counting qualifiers and
 * operators.
 *
 * `advanced_search` selects the query language with parentheses. `search_type` searches by meaning (`semantic`), or by
 * words and meaning (`hybrid`); both need a token, and allow 10 requests a minute.
 *
 * GET /search/issues
 */
export const issues = Forge.listing(
  "Search.issues",
  "GET /search/issues",
  declared({
    path: {},
    query: both(query, {
      /** What to sort by. Default: the best match. */
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
      ),
      /** Whether the query is in the language with parentheses. */
      advanced_search: Flag,
      /** Searches by meaning, or by words and meaning. Needs a token, and allows 10 requests a minute. */
      search_type: Schema.optional(Schema.Literals(["semantic", "hybrid"]))
    }),
    item: FoundIssue,
    errors: [SearchTruncated, ValidationFailed]
  })
)

/**
 * Searches users and organizations, such as `location:Lisbon type:user`. The results are short records; `Users.get`
 * returns the whole profile.
 *
 * Sorted by the best match (default), `followers`, `repositories` or `joined`; `order` (default desc) only applies with
 * `sort`. `q` has at most 256 characters, not counting qualifiers and operators.
 *
 * GET /search/users
 */
export const users = Forge.listing(
  "Search.users",
  "GET /search/users",
  declared({
    path: {},
    query: both(query, {
      /** What to sort by. Default: the best match. */
      sort: Schema.optional(Schema.Literals(["followers", "repositories", "joined"]))
    }),
    item: FoundUser,
    errors: [SearchTruncated, ValidationFailed]
  })
)

/**
 * Searches code, such as `addClass repo:acme/web language:js path:src`. At least one word must be searched for, and a token
 * is needed.
 *
 * It searches the default branches, in files of less than 384 KB, and the content unless `in:path` says otherwise. Forks are
 * searched only if they have more stars than their parent. `q` has at most 256 characters, not counting qualifiers and
 * operators.
 *
 * GET /search/code
 */
export const code = Forge.listing("Search.code", "GET /search/code", {
  query: QueryText,
  item: FoundCode,
  envelope: "items",
  most,
  errors: [SearchTruncated, ValidationFailed],
  resource: "code_search"
})

/**
 * Searches the commits of default branches, such as `repo:acme/web css author:octo merge:false`. Words are looked for in the
 * message.
 *
 * Sorted by the best match (default), `author-date` or `committer-date`; `order` (default desc) only applies with `sort`. `q`
 * has at most 256 characters, not counting qualifiers and operators.
 *
 * GET /search/commits
 */
export const commits = Forge.listing(
  "Search.commits",
  "GET /search/commits",
  declared({
    path: {},
    query: both(query, {
      /** What to sort by. Default: the best match. */
      sort: Schema.optional(Schema.Literals(["author-date", "committer-date"]))
    }),
    item: FoundCommit,
    errors: [SearchTruncated, ValidationFailed]
  })
)

/**
 * Searches the labels of a repository by their names and descriptions. The query has no qualifiers.
 *
 * Sorted by the best match (default), `created` or `updated`; `order` (default desc) only applies with `sort`.
 *
 * GET /search/labels
 */
export const labels = Forge.listing(
  "Search.labels",
  "GET /search/labels",
  declared({
    path: {},
    query: both(query, {
      /** The `id` of the repository. */
      repository_id: Schema.Int,
      /** What to sort by. Default: the best match. */
      sort: Schema.optional(Schema.Literals(["created", "updated"]))
    }),
    item: FoundLabel,
    errors: [SearchTruncated, NotFound, ValidationFailed]
  })
)

/**
 * Searches topics, such as `ruby is:featured`. Sorted by the best match. `q` has at most 256 characters, not counting
 * qualifiers and operators.
 *
 * GET /search/topics
 */
export const topics = Forge.listing("Search.topics", "GET /search/topics", {
  query: QueryText,
  item: FoundTopic,
  envelope: "items",
  most,
  errors: [SearchTruncated, ValidationFailed],
  resource: "search"
})
