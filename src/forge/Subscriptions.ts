/** Who watches which repository. `Repositories.listSubscribers` lists who watches one. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, RepoPath } from "./internal/fields.ts"
import { ListedRepo } from "./schema/Repo.ts"
import { RepoSubscription } from "./schema/RepoSubscription.ts"

/**
 * Gets how you watch a repository. Fails with `NotFound` if you do not.
 *
 * GET /repos/{owner}/{repo}/subscription
 */
export const get = Forge.operation("Subscriptions.get", "GET /repos/{owner}/{repo}/subscription", {
  path: RepoPath,
  success: RepoSubscription,
  errors: [NotFound]
})

/**
 * Watches a repository, or ignores it. `delete` stops either.
 *
 * PUT /repos/{owner}/{repo}/subscription
 */
export const set = Forge.operation("Subscriptions.set", "PUT /repos/{owner}/{repo}/subscription", {
  path: RepoPath,
  body: {
    /** Whether to be notified of everything. */
    subscribed: Flag,
    /** Whether to be notified of nothing. */
    ignored: Flag
  },
  success: RepoSubscription,
  errors: [NotFound],
  repeatable: true
})

/**
 * Stops watching a repository. You are still notified of conversations that you take part in.
 *
 * DELETE /repos/{owner}/{repo}/subscription
 */
const delete_ = Forge.operation("Subscriptions.delete", "DELETE /repos/{owner}/{repo}/subscription", {
  path: RepoPath,
  errors: [NotFound],
  repeatable: true
})

/**
 * Lists the repositories that the authenticated user watches.
 *
 * GET /user/subscriptions
 */
export const listForMe = Forge.listing("Subscriptions.listForMe", "GET /user/subscriptions", {
  item: ListedRepo
})

/**
 * Lists the public repositories that a user watches.
 *
 * GET /users/{username}/subscriptions
 */
export const listForUser = Forge.listing("Subscriptions.listForUser", "GET /users/{username}/subscriptions", {
  path: {
    /** Login of the user. */
    username: Schema.NonEmptyString
  },
  item: ListedRepo,
  errors: [NotFound]
})

export { delete_ as delete }
