/** Who wrote the commits of a repository. */
import { ancestorsOf } from "../../../git/history.ts"
import { commitOf } from "../../../git/objects.ts"
import { loginOf } from "../identities.ts"
import type { Repository, World } from "../model.ts"
import { branchTip } from "../refs.ts"

export interface Contributor {
  /** Null for an address that is no user's. */
  readonly login: string | null
  readonly name: string
  readonly email: string
  readonly contributions: number
}

/** Lists the authors of the default branch's commits, those of most commits first. */
export const contributorsOf = (world: World, repository: Repository): ReadonlyArray<Contributor> => {
  const { objects } = world
  const tip = branchTip(repository, repository.default_branch)
  const authors = new Map<string, Contributor>()
  for (const sha of tip === undefined ? [] : ancestorsOf(objects, tip)) {
    const { author } = commitOf(objects, sha)
    const login = loginOf(world, author) ?? null
    const key = login ?? author.email.toLowerCase()
    const contributions = (authors.get(key)?.contributions ?? 0) + 1
    authors.set(key, { login, name: author.name, email: author.email, contributions })
  }
  return [...authors.values()].sort(
    (a, b) => b.contributions - a.contributions || ((a.login ?? a.email) < (b.login ?? b.email) ? -1 : 1)
  )
}
