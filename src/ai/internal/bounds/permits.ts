/** Where and by which operations a session may read and write. Which requests that are, is all in the options. */
import * as Result from "effect/Result"
import type { Bound, Options } from "../../BoundsTypes.ts"
import { needsName } from "./named.ts"
import { isAnyNamed, isAnyOperation, isWholeOwner, isWithin } from "./patterns.ts"
import { mentionsOf, type Place, show } from "./places.ts"
import { isScopeWithin, type Scope, scopesOf, showScope } from "./queries.ts"

/** A request. */
export interface Asked {
  /** The operation that sends it. */
  readonly operation: string
  /** The workflow that it is part of; undefined for none. */
  readonly workflow: string | undefined
  readonly method: string
  readonly isWrite: boolean
  readonly place: Place
}

export interface Refusal {
  readonly bound: Bound
  readonly reason: string
}

/** What may be read of what belongs to no repository and no organization, by default. */
const usualElsewhere: ReadonlyArray<string> = ["RateLimits.get", "Users.get"]

const list = (names: ReadonlyArray<string>): string => (names.length === 0 ? "nothing" : names.join(", "))

/** Why a request is refused by where it goes and by what sends it; undefined if it is not. */
export const refusalOf = (options: Options, asked: Asked): Refusal | undefined =>
  asked.isWrite ? writeRefusal(options, asked) : readRefusal(options, asked)

const writeRefusal = ({ writes = {} }: Options, { method, operation, place, workflow }: Asked) => {
  const refused = (reason: string): Refusal => ({ bound: "writes", reason })
  if (place._tag === "Elsewhere" || place._tag === "Search" || place._tag === "ById") {
    const { elsewhere = [] } = writes
    if (elsewhere.includes(operation)) return undefined
    return refused(`it is about no repository within the bounds, and only ${list(elsewhere)} may write elsewhere`)
  }
  const { in: places = [], operations = ["*"] } = writes
  if (!isWithin(places, place)) return refused(`${list(places)} may be written`)
  if (workflow !== undefined && operations.includes(workflow)) return undefined
  if (needsName(place, method)) {
    return operations.includes(operation) ? undefined : refused(`the bounds must name ${operation} itself`)
  }
  return isAnyOperation(operations, operation) ? undefined : refused(`${list(operations)} may write`)
}

const readRefusal = (options: Options, asked: Asked): Refusal | undefined => {
  const { operation, place, workflow } = asked
  const { elsewhere = usualElsewhere, in: places = [], operations = ["*"] } = options.reads ?? {}
  const refused = (reason: string): Refusal => ({ bound: "reads", reason })
  // A write may be looked for, which its own operation does.
  const named = [...operations, ...(options.writes?.operations ?? [])]
  if (!isAnyOperation(named, operation) && (workflow === undefined || !named.includes(workflow))) {
    return refused(`${list(operations)} may read`)
  }
  switch (place._tag) {
    case "Repository":
    case "Organization": {
      if (!isWithin(places, place)) return refused(`${list(places)} may be read`)
      const other = mentionsOf(place).find(({ owner, repo }) => {
        if (place._tag === "Repository" && repo === undefined && owner.toLowerCase() === place.owner.toLowerCase())
          return false
        return repo === undefined ? !isWholeOwner(places, owner) : !isAnyNamed(places, { owner, repo })
      })
      return other === undefined
        ? undefined
        : refused(`it also reads of ${other.owner}, and ${list(places)} may be read`)
    }
    case "Search": {
      if (isAnyOperation(elsewhere, operation)) return undefined
      const scopes = scopeOf(options, place)
      return Result.isFailure(scopes) ? refused(scopes.failure) : undefined
    }
    case "ById":
    case "Elsewhere":
      if (isAnyOperation(elsewhere, operation)) return undefined
      return refused(`it is about no repository within the bounds, and only ${list(elsewhere)} may read elsewhere`)
  }
}

/** What a search within the bounds is limited to, or why it is not. */
export const scopeOf = (
  { reads = {} }: Options,
  place: Extract<Place, { _tag: "Search" }>
): Result.Result<ReadonlyArray<Scope>, string> => {
  const { in: places = [] } = reads
  const advice = `limit it by repo:, org: or user: to what may be read, ${list(places)}`
  if (!["code", "commits", "issues", "repositories"].includes(place.what)) {
    return Result.fail(`${show(place)} cannot be limited to repositories, so that the bounds must name it`)
  }
  // A query that is given twice could be read in two ways.
  const [query = "", ...more] = place.query.getAll("q")
  const scopes = more.length > 0 ? Result.fail("is given twice") : scopesOf(query)
  if (Result.isFailure(scopes)) return Result.fail(`its query ${scopes.failure}: ${advice}`)
  const other = scopes.success.find((scope) => !isScopeWithin(places, scope))
  return other === undefined ? scopes : Result.fail(`it searches ${showScope(other)}: ${advice}`)
}

/** Whether everybody may read what is there. Of what is not known here, nobody may. */
export const isPublicElsewhere = (place: Place): boolean => {
  if (place._tag === "Search") return place.what === "users" || place.what === "topics"
  if (place._tag !== "Elsewhere") return false
  const [kind, second] = place.path
  return kind === "rate_limit" || kind === "users" || kind === "apps" || (kind === "gists" && second === "public")
}

/** What everybody may read of a public repository, by the first segments of a path. */
const publicParts =
  /^(?:$|(?:issues|pulls|commits|contents|readme|git|tags|releases|labels|milestones|languages|topics|contributors|stargazers|subscribers|forks|compare|comments|events|assignees|statuses|check-runs|check-suites|deployments|license|zipball|tarball)(?:\/|$)|actions\/(?:runs|jobs|workflows|artifacts)(?:\/|$)|branches(?:\/[^/]+)?$)/

/** Whether everybody may read a part of a public repository: not its hooks, variables and collaborators. */
export const isPublicPart = ({ path }: Extract<Place, { _tag: "Repository" }>): boolean =>
  publicParts.test(path.join("/"))
