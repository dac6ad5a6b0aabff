/** The look-ups that handlers start with. Each of them checks access, too. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import type { Permission } from "../../../ForgeState.ts"
import type { Commit } from "../../git/objects.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import {
  conflict,
  forbidden,
  gone,
  moved as movedPermanently,
  notFound,
  requiresAuthentication,
  unprocessable
} from "../http/refusals.ts"
import type { Issue, Repository } from "../state/model.ts"
import { conversationWith } from "../state/issueLinks.ts"
import { isEmpty, resolveCommit } from "../state/refs.ts"
import { acceptedPermissions, repositoryOf } from "./gate.ts"
import { isVisible, may } from "./permissions.ts"

/** Returns the path's repository, or 404 if the viewer may not see it. */
export const readable = (call: Call): OrRefusal<Repository> => {
  const repository = repositoryOf(call)
  return repository !== undefined && isVisible(call, repository)
    ? Result.succeed(repository)
    : Result.fail(notFound(call))
}

/** Returns the viewer, or 401 if nobody is signed in. */
export const requireViewer = (call: Call): OrRefusal<string> =>
  call.viewer === null ? Result.fail(requiresAuthentication(call)) : Result.succeed(call.viewer)

export const archivedRefusal = (call: Call): Response => forbidden(call, "Repository was archived so is read-only.")

/** Which repositories an endpoint writes to: only a few write to archived ones. */
type Writes = "current" | "archived"

/**
 * Returns the path's repository and the viewer, who is about to write. Refuses with 401 if nobody is signed in, and with
 * 403 if the repository is archived.
 */
export const signedIn = (
  call: Call,
  writes: Writes = "current"
): OrRefusal<readonly [repository: Repository, viewer: string]> =>
  Result.gen(function* () {
    const repository = yield* readable(call)
    const viewer = yield* requireViewer(call)
    return repository.archived && writes === "current"
      ? yield* Result.fail(archivedRefusal(call))
      : ([repository, viewer] as const)
  })

export const mustBeAdmin = (call: Call): Response =>
  forbidden(call, "Must have admin rights to Repository.", {
    "x-accepted-github-permissions": acceptedPermissions(call)
  })

/** Returns the path's repository and the viewer, or 403 without the permission. */
export const writable = (
  call: Call,
  least: Permission = "write",
  writes: Writes = "current"
): OrRefusal<readonly [repository: Repository, viewer: string]> =>
  Result.flatMap(signedIn(call, writes), ([repository, viewer]) =>
    may(call, repository, least) ? Result.succeed([repository, viewer] as const) : Result.fail(mustBeAdmin(call))
  )

/** Parses a variable of the path as a number; undefined if it is not one. */
export const pathNumber = (call: Call, name: string): number | undefined => {
  const text = call.params[name] ?? ""
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Refuses with 410 if the repository's issues are switched off. */
export const withIssues = (call: Call, repository: Repository): OrRefusal<void> =>
  repository.has_issues ? Result.void : Result.fail(gone(call, "Issues has been disabled in this repository."))

/** Redirects to where an issue is now, or 404 to those who do not see it there. */
const movedTo = (call: Call, number: number, id: number): OrRefusal<never> => {
  const { method, url } = call.request
  const found = conversationWith(call.world, id)
  if (found === undefined || !call.sees(found.repository)) return Result.fail(notFound(call))
  const [, rest = ""] = new RegExp(`/issues/${number}(/.*)?$`).exec(url.pathname) ?? []
  const target = `${call.urls.api}/repositories/${found.repository.id}/issues/${found.issue.number}${rest}${url.search}`
  return Result.fail(movedPermanently(method === "GET" || method === "HEAD" ? 301 : 307, target))
}

/** Returns the path's issue, or 410 if it was deleted. One that was transferred is redirected to. */
export const issueOf = (call: Call, repository: Repository): OrRefusal<Issue> => {
  const number = pathNumber(call, "issue_number")
  if (number === undefined) return Result.fail(notFound(call))
  const moved = repository.movedIssues.get(number)
  if (moved !== undefined) return movedTo(call, number, moved)
  if (repository.deletedIssues.has(number)) return Result.fail(gone(call, "This issue was deleted"))
  const issue = repository.issues.get(number)
  // Pull requests remain when issues are switched off.
  if (!repository.has_issues && (issue === undefined || issue.pull_request === null)) {
    return Result.fail(gone(call, "Issues has been disabled in this repository."))
  }
  return issue === undefined ? Result.fail(notFound(call)) : Result.succeed(issue)
}

/** Refuses with 409 if the repository has no commit yet. */
export const notEmpty = (call: Call, repository: Repository): OrRefusal<void> =>
  isEmpty(repository) ? Result.fail(conflict(call, "Git Repository is empty.")) : Result.void

/** Returns the commit that a name stands for, or 404. */
export const commitNamed = (call: Call, repository: Repository, name: string): OrRefusal<Commit> => {
  const commit = resolveCommit(call.world, repository, name)
  return commit === undefined ? Result.fail(notFound(call)) : Result.succeed(commit)
}

/** Returns the commit that a variable of the path stands for, or 422 in the words that the service has for commits. */
export const commitOrUnknown = (call: Call, repository: Repository, variable = "ref"): OrRefusal<Commit> => {
  const name = call.params[variable] ?? ""
  const commit = resolveCommit(call.world, repository, name)
  return commit === undefined
    ? Result.fail(unprocessable(call, `No commit found for SHA: ${name}`))
    : Result.succeed(commit)
}
