/** The scopes of classic tokens. A token without scopes and permissions in the seed has all scopes. */
import type { Requirement } from "../http/requirement.ts"
import type { Token } from "../state/accounts.ts"

const all: ReadonlyArray<string> = ["admin:org", "repo", "user", "workflow"]

const parents: Readonly<Record<string, ReadonlyArray<string>>> = {
  public_repo: ["repo"],
  repo_deployment: ["repo"],
  "repo:status": ["repo"],
  "read:user": ["user"],
  "user:email": ["user"],
  "read:org": ["write:org", "admin:org"],
  "write:org": ["admin:org"]
}

/** Returns the scopes of a token; null if it is not a classic one. */
export const scopesOf = (token: Token): ReadonlyArray<string> | null =>
  token.permissions !== null ? null : (token.scopes ?? all)

/** Whether a token has a scope, or one that includes it. Other tokens than classic ones have no scopes to lack. */
export const hasScope = (token: Token | null, scope: string): boolean => {
  const scopes = token === null ? null : scopesOf(token)
  return scopes === null || [scope, ...(parents[scope] ?? [])].some((one) => scopes.includes(one))
}

/** The scopes for one kind of records alone. */
const narrow: Readonly<Record<string, string>> = { deployments: "repo_deployment", statuses: "repo:status" }

/** Lists the scopes of which one is needed to use an endpoint in a repository. */
export const acceptedScopes = (access: Requirement, isPrivate: boolean): ReadonlyArray<string> => {
  if (typeof access !== "object") return []
  const reads = access.level === "read"
  const only = narrow[access.permission]
  return [...(isPrivate || reads ? [] : ["public_repo"]), "repo", ...(only === undefined ? [] : [only])]
}

/** Whether a token sees private repositories at all. */
export const seesPrivate = (token: Token | null, access: Requirement): boolean =>
  acceptedScopes(access, true).some((scope) => hasScope(token, scope)) || hasScope(token, "repo")

/** Whether a token may write to public repositories, as far as its user may. */
export const writesPublic = (token: Token | null, access: Requirement): boolean =>
  acceptedScopes(access, false).some((scope) => hasScope(token, scope))
