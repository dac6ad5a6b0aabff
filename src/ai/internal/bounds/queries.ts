/** Where a search looks: found in its query, which says so by qualifiers. */
import * as Result from "effect/Result"
import { isAnyNamed, isWholeOwner } from "./patterns.ts"

/** What a search is limited to. */
export type Scope =
  | { readonly _tag: "Repository"; readonly owner: string; readonly repo: string }
  | { readonly _tag: "Owner"; readonly owner: string }

const part = /(-?)(?:([A-Za-z-]+):("[^"]*"|[^\s"]+)|"[^"]*"|[^\s"]+)/g

/**
 * The scopes of a query. Several of them are alternatives, and everything else in a query limits it further.
 *
 * Fails with what makes that uncertain: `OR`, parentheses and backslashes; a scope that is not a plain name; or no scope.
 */
export const scopesOf = (query: string): Result.Result<ReadonlyArray<Scope>, string> => {
  const quotes = query.split('"').length - 1
  if (quotes % 2 !== 0) return Result.fail("has an open quote")
  const outside = query.split('"').filter((_, index) => index % 2 === 0)
  // In quotes, a backslash may be read as one that hides the quote.
  if (query.includes("\\") || outside.some((text) => /[()]/.test(text))) {
    return Result.fail("has parentheses or backslashes")
  }
  const scopes: Array<Scope> = []
  let isNegated = false
  for (const [whole, minus, qualifier = "", value = ""] of query.matchAll(part)) {
    if (/^(?:OR|\|+)$/i.test(whole)) return Result.fail("has OR")
    const isOut = minus === "-" || isNegated
    isNegated = /^NOT$/i.test(whole)
    const kind = qualifier.toLowerCase()
    if (kind === "enterprise") return Result.fail("has a scope that is not a repository, user or organization")
    if (isOut || !(kind === "repo" || kind === "org" || kind === "user")) continue
    const scope = scopeOf(kind, value.replaceAll('"', ""))
    if (scope === undefined) return Result.fail(`has ${qualifier}:${value}, which is not a name`)
    scopes.push(scope)
  }
  return scopes.length === 0 ? Result.fail("has no repo:, org: or user:") : Result.succeed(scopes)
}

const scopeOf = (kind: "repo" | "org" | "user", value: string): Scope | undefined => {
  if (kind !== "repo") return /^[\w.-]+$/.test(value) ? { _tag: "Owner", owner: value } : undefined
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(value) ?? []
  return owner === undefined || repo === undefined ? undefined : { _tag: "Repository", owner, repo }
}

/** Whether all of a scope is within patterns. */
export const isScopeWithin = (patterns: ReadonlyArray<string>, scope: Scope): boolean =>
  scope._tag === "Repository" ? isAnyNamed(patterns, scope) : isWholeOwner(patterns, scope.owner)

export const showScope = (scope: Scope): string =>
  scope._tag === "Repository" ? `${scope.owner}/${scope.repo}` : `${scope.owner}/*`

/** The repositories that the results of a search belong to. Undefined for a result that names none. */
export const foundIn = (value: unknown): ReadonlyArray<string | undefined> =>
  isRecord(value) && Array.isArray(value["items"]) ? value["items"].map(repositoryOf) : [undefined]

const repositoryOf = (item: unknown): string | undefined => {
  if (!isRecord(item)) return undefined
  const { full_name, repository, repository_url } = item
  if (typeof repository_url === "string") return repository_url.split("/").slice(-2).join("/")
  if (isRecord(repository) && typeof repository["full_name"] === "string") return repository["full_name"]
  return typeof full_name === "string" ? full_name : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
