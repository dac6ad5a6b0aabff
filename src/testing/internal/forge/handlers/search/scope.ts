/** The repositories that a query searches: those that it names and the viewer may see, or all that the viewer may see. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { isVisible } from "../../access/permissions.ts"
import type { Call } from "../../http/call.ts"
import { type Repository, repositoryNamed } from "../../state/model.ts"
import { repositoriesOf } from "../../state/repositories.ts"
import { loginIn } from "./match.ts"
import { type Query, refusedQuery, valuesNamed } from "./query.ts"

const nothingThere =
  "The listed users and repositories cannot be searched either because the resources do not exist or you do not have " +
  "permission to view them."

const owners = ["user", "org"] as const

/** Lists the repositories that a query names, or excludes with a minus. */
const named = (call: Call, query: Query, negated: boolean): ReadonlyArray<Repository> => [
  ...valuesNamed(query, "repo", negated).flatMap((name) => repositoryNamed(call.world, name) ?? []),
  ...owners
    .flatMap((owner) => valuesNamed(query, owner, negated))
    .flatMap((login) => repositoriesOf(call.world, loginIn(call, login)))
]

const isNarrowed = (query: Query): boolean => ["repo", ...owners].some((name) => valuesNamed(query, name).length > 0)

/** Owners who have nothing to be seen can be searched; a repository that is not there cannot. */
const isKnown = (call: Call, query: Query): boolean =>
  owners.flatMap((owner) => valuesNamed(query, owner)).some((login) => call.world.users.has(loginIn(call, login)))

export const scopeOf = (call: Call, query: Query): Result.Result<ReadonlyArray<Repository>, Answer> => {
  const excluded = new Set(named(call, query, true))
  const all = isNarrowed(query) ? new Set(named(call, query, false)) : call.world.repositories.values()
  const found = [...all].filter((repository) => !excluded.has(repository) && isVisible(call, repository))
  return found.length === 0 && isNarrowed(query) && !isKnown(call, query)
    ? Result.fail(refusedQuery(call, nothingThere))
    : Result.succeed(found)
}
