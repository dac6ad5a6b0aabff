/**
 * Stars of repositories. Listings have the time of each star.
 *
 * `Subscriptions` has the people who watch a repository, which is something else.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Direction, RepoPath } from "./internal/fields.ts"
import { Stargazer, StarredRepo } from "./schema/Star.ts"

const accept = "application/vnd.github.star+json"

/**
 * Lists who has starred a repository, and when, the earliest star first.
 *
 * GET /repos/{owner}/{repo}/stargazers
 */
export const listStargazers = Forge.listing("Stars.listStargazers", "GET /repos/{owner}/{repo}/stargazers", {
  path: RepoPath,
  item: Stargazer,
  accept,
  errors: [NotFound, ValidationFailed]
})

/**
 * Lists the repositories that the authenticated user has starred, and when.
 *
 * GET /user/starred
 */
export const listForMe = Forge.listing("Stars.listForMe", "GET /user/starred", {
  query: {
    /** When it was starred (`created`), or when it was last pushed to (`updated`). Default: created. */
    sort: Schema.optional(Schema.Literals(["created", "updated"])),
    /** The order. Default: desc. */
    direction: Direction
  },
  item: StarredRepo,
  accept
})

/**
 * Lists the repositories that a user has starred, and when.
 *
 * GET /users/{username}/starred
 */
export const listForUser = Forge.listing("Stars.listForUser", "GET /users/{username}/starred", {
  path: {
    /** Login of the user. */
    username: Schema.NonEmptyString
  },
  query: {
    /** When it was starred (`created`), or when it was last pushed to (`updated`). Default: created. */
    sort: Schema.optional(Schema.Literals(["created", "updated"])),
    /** The order. Default: desc. */
    direction: Direction
  },
  item: StarredRepo,
  accept,
  errors: [NotFound]
})

/**
 * Whether the authenticated user has starred a repository. It is also false for a repository that the credential cannot
 * see.
 *
 * GET /user/starred/{owner}/{repo}
 */
export const isStarred = Forge.question("Stars.isStarred", "GET /user/starred/{owner}/{repo}", {
  path: RepoPath
})

/**
 * Stars a repository. Nothing happens if it is starred already.
 *
 * PUT /user/starred/{owner}/{repo}
 */
export const star = Forge.operation("Stars.star", "PUT /user/starred/{owner}/{repo}", {
  path: RepoPath,
  errors: [NotFound],
  repeatable: true
})

/**
 * Removes the star from a repository. Nothing happens if it is not starred.
 *
 * DELETE /user/starred/{owner}/{repo}
 */
export const unstar = Forge.operation("Stars.unstar", "DELETE /user/starred/{owner}/{repo}", {
  path: RepoPath,
  errors: [NotFound],
  repeatable: true
})
