/**
 * Refuses what the sender's credential does not allow at an endpoint, before the handler runs. What the sender's role
 * allows is the handler's business.
 */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { forbidden, notFound, suspended, unauthorized } from "../http/refusals.ts"
import { type Access, guarded } from "../http/requirement.ts"
import type { Token } from "../state/accounts.ts"
import { type Repository, repositoryNamed } from "../state/model.ts"
import { coveringOf } from "./clients.ts"
import { acceptedScopes, installationOf, isVisible, reaches, scopesOf, writesPublic } from "./permissions.ts"

export const repositoryOf = (call: Call): Repository | undefined =>
  call.params["owner"] === undefined || call.params["repo"] === undefined
    ? undefined
    : repositoryNamed(call.world, `${call.params["owner"]}/${call.params["repo"]}`)

/** The conversation that the path names: endpoints of issues serve pull requests, too. */
const isAboutPull = (call: Call, repository: Repository): boolean => {
  const { comment_id, issue_number } = call.params
  const number = issue_number === undefined ? repository.commentIssue.get(Number(comment_id)) : Number(issue_number)
  return (repository.issues.get(number ?? 0)?.pull_request ?? null) !== null
}

/** Lists the permissions of which one is needed. */
const accepted = (call: Call, access: Access): ReadonlyArray<Access> => {
  const repository = access.permission === "issues" ? repositoryOf(call) : undefined
  return repository !== undefined && isAboutPull(call, repository)
    ? [access, { ...access, permission: "pull_requests" }]
    : [access]
}

/** What `X-Accepted-GitHub-Permissions` says: one of these would do. */
export const acceptedPermissions = (call: Call): string =>
  typeof call.access === "object"
    ? accepted(call, call.access)
        .map(({ level, permission }) => `${permission}=${level}`)
        .join("; ")
    : ""

const grants = ({ permissions }: Pick<Token, "permissions">, { level, permission }: Access): boolean => {
  const granted = permissions?.[permission]
  return granted === "write" || (level === "read" && (granted === "read" || permission === "metadata"))
}

/** Whether a token is of an app: an installation's, or one that a user has granted. */
const isOfApp = ({ grant, installation }: Token): boolean => installation !== null || grant !== null

/** The permissions of a token do not allow it. */
export const notAccessible = (call: Call, token: Token): Response =>
  forbidden(call, `Resource not accessible by ${isOfApp(token) ? "integration" : "personal access token"}`)

const refusalOf = (call: Call): Response | undefined => {
  const { access, token, world } = call
  if (token !== null && (installationOf(world, token.installation)?.suspended_at ?? null) !== null)
    return suspended(call)
  if (access === "nothing") return undefined
  if (access === "app") return call.app === null ? unauthorized("A JSON web token could not be decoded") : undefined
  if (call.app !== null) return forbidden(call, "Resource not accessible by integration")
  if (token === null) return undefined
  const repository = repositoryOf(call)
  // The handler answers 404.
  const isHidden = repository === undefined ? call.params["repo"] !== undefined : !isVisible(call, repository)
  const isOpen = access.level === "read" && repository?.private !== true && !guarded.has(access.permission)
  if (isHidden || isOpen) return undefined
  if (token.permissions === null) return writesPublic(token, access) ? undefined : notFound(call)
  // What an app may do for a user, its installation has to allow, too.
  const covering = repository === undefined ? undefined : coveringOf(world, token, repository)
  const isGranted = accepted(call, access).some((one) => grants(token, one) && (!covering || grants(covering, one)))
  const isReached = repository === undefined || reaches(world, token, repository)
  return isGranted && isReached ? undefined : notAccessible(call, token)
}

export const allowed = (call: Call): OrRefusal<void> => {
  const refusal = refusalOf(call)
  return refusal === undefined ? Result.void : Result.fail(refusal)
}

/** What every response tells the owner of a token about it. */
export const tokenHeaders = (call: Call): Readonly<Record<string, string>> => {
  const { token } = call
  if (token === null) return {}
  const scopes = scopesOf(token)
  const repository = repositoryOf(call)
  const headers: Record<string, string> =
    scopes === null
      ? { "x-accepted-github-permissions": acceptedPermissions(call) }
      : {
          "x-oauth-scopes": scopes.join(", "),
          "x-accepted-oauth-scopes":
            repository === undefined ? "" : acceptedScopes(call.access, repository.private).join(", ")
        }
  if (token.grant !== null) headers["x-oauth-client-id"] = token.grant.client_id
  if (token.expires_at === null || token.installation !== null) return headers
  const expiry = new Date(token.expires_at).toISOString()
  return { ...headers, "github-authentication-token-expiration": `${expiry.slice(0, 10)} ${expiry.slice(11, 19)} UTC` }
}
