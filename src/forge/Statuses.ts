/** Statuses of commits, which external services set. For the check runs of GitHub Apps, see `Checks`. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { FullSha, inRepo, Name, PartOfAnswer } from "./internal/fields.ts"
import { CombinedStatus } from "./schema/CombinedStatus.ts"
import { CommitStatus } from "./schema/CommitStatus.ts"

/**
 * Gets the combined state of a commit's statuses, and the newest status of each context. `ref` is a sha, a branch or a
 * tag. The state is `pending` if there are no statuses.
 *
 * The state covers all contexts, and `total_count` is their number. The statuses are returned 30 per page, or
 * `per_page` if given.
 *
 * Check runs, such as those of GitHub Actions, do not count: if there are only check runs, the state is `pending`
 * forever. `Await.checkStates(commit).pipe(Stream.runHead)` of `forgecast/workflow` looks at both once, and has a
 * `verdict`.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/status
 */
export const getCombined = Forge.operation("Statuses.getCombined", "GET /repos/{owner}/{repo}/commits/{ref}/status", {
  path: inRepo({
    /** A sha, a branch or a tag. */
    ref: Schema.NonEmptyString
  }),
  query: PartOfAnswer,
  success: CombinedStatus,
  errors: [NotFound]
})

/**
 * Lists all statuses of a commit, newest first, including those that a newer status of their context has replaced. `ref`
 * is a sha, a branch or a tag.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/statuses
 */
export const list = Forge.listing("Statuses.list", "GET /repos/{owner}/{repo}/commits/{ref}/statuses", {
  path: inRepo({
    /** A sha, a branch or a tag. */
    ref: Schema.NonEmptyString
  }),
  item: CommitStatus,
  errors: [NotFound]
})

/** What the service takes a status without a context for. */
const isInContext = (status: CommitStatus, context: string = "default"): boolean =>
  status.context.toLowerCase() === context.toLowerCase()

/**
 * Sets the status of a commit for a context, in place of the current one. `sha` is a full sha. `context` tells the
 * statuses of a commit apart, ignoring case (default: `default`). `target_url` links to the details. Fails with
 * `ValidationFailed` for a commit that does not exist, and after 1,000 statuses of a context.
 *
 * POST /repos/{owner}/{repo}/statuses/{sha} · needs write access · not retried when the service may have acted
 */
export const create = Forge.operation("Statuses.create", "POST /repos/{owner}/{repo}/statuses/{sha}", {
  path: inRepo({
    /** The full sha of the commit. */
    sha: FullSha
  }),
  body: {
    /** The result; `error` is about the service that checks, `failure` about the commit. */
    state: Schema.Literals(["success", "pending", "failure", "error"]),
    /** Tells the statuses of a commit apart. Case does not matter. Default: `default`. */
    context: Name,
    /** A short description, at most 140 characters. */
    description: Schema.optional(
      Schema.NullOr(Schema.String.check(Schema.isMaxLength(140, { expected: "at most 140 characters" })))
    ),
    /** Where the details are. */
    target_url: Schema.optional(Schema.NullOr(Schema.String))
  },
  success: CommitStatus,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "context",
    find: (input, look) => {
      const isSame = (status: CommitStatus): boolean =>
        isInContext(status, input.context) &&
        status.state === input.state &&
        (status.description ?? "") === (input.description ?? "") &&
        (status.target_url ?? "") === (input.target_url ?? "")
      return look.first("/repos/{owner}/{repo}/commits/{ref}/statuses", CommitStatus, isSame, {
        input: { ...input, ref: input.sha },
        // The newest comes first. Another one of the context has replaced it.
        until: (status) => look.isEarlier(status.created_at) || (isInContext(status, input.context) && !isSame(status))
      })
    }
  }
})

/**
 * Combines statuses by the service's rules, for example only those that matter to the caller. Pass the newest status of
 * each context.
 *
 * Returns `failure` if one is `failure` or `error`; else `pending` if one is pending or has an unknown state, or if
 * there are none; else `success`.
 */
export const combine = (statuses: Iterable<Pick<CommitStatus, "state">>): "success" | "pending" | "failure" => {
  const states = Array.from(statuses, ({ state }) => state)
  if (states.some((state) => state === "failure" || state === "error")) return "failure"
  return states.length > 0 && states.every((state) => state === "success") ? "success" : "pending"
}
