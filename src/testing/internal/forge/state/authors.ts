/** Who has commits in a repository. */
import { commitOf, type Sha } from "../../git/objects.ts"
import { type Repository, userOf, type World } from "./model.ts"
import { branchTip } from "./refs.ts"
import { noreply } from "./seed/commits.ts"

interface Authors {
  readonly seen: Set<Sha>
  /** E-mail addresses in lower case. */
  readonly emails: Set<string>
}

/** What was seen of each repository, so that a new commit costs one step. */
const known = new WeakMap<Repository["refs"], Authors>()

const authorsOf = (world: World, repository: Repository): Authors => {
  const authors = known.get(repository.refs) ?? { seen: new Set(), emails: new Set() }
  known.set(repository.refs, authors)
  const tip = branchTip(repository, repository.default_branch)
  const pending = tip === undefined ? [] : [tip]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (authors.seen.has(sha)) continue
    const { author, parents } = commitOf(world.objects, sha)
    authors.seen.add(sha)
    authors.emails.add(author.email.toLowerCase())
    pending.push(...parents)
  }
  return authors
}

/** Whether a user has commits on the default branch, or had some. */
export const hasContributed = (world: World, repository: Repository, login: string): boolean => {
  const user = userOf(world, login)
  if (user === undefined) return false
  const { emails } = authorsOf(world, repository)
  const { email, id, login: name } = user
  const addresses = [email ?? "", noreply(id, name), `${name}@users.noreply.github.com`]
  return addresses.some((address) => emails.has(address.toLowerCase()))
}
