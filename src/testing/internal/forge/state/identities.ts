/** Who is behind the names and e-mail addresses of commits. */
import { commitOf, identity, type Identity, type Sha } from "../../git/objects.ts"
import type { User } from "./accounts.ts"
import { ensureUser, loginWith, type Repository, userOf, type World } from "./model.ts"

/** The e-mail address that the service gives to a user's commits. */
export const noreply = ({ id, login }: User): string => `${id}+${login}@users.noreply.github.com`

/** Such an address, with the id, or an older one without. */
const noreplyPattern = /^(?:\d+\+)?([^+@]+)@users\.noreply\.github\.com$/i

/** The identity of a user in commits. */
export const identityOf = (world: World, login: string, date: number): Identity => {
  const user = ensureUser(world, login)
  return identity(user.name ?? user.login, user.email ?? noreply(user), date)
}

/** The committer of commits that the service itself makes. */
export const webFlow = (date: number): Identity => ({ name: "GitHub", email: "noreply@github.com", date })

/** Returns the login of the user with this address; undefined if nobody has it. */
export const loginOf = (world: World, { email }: Pick<Identity, "email">): string | undefined => {
  const known = loginWith(world, email)
  const login = known ?? noreplyPattern.exec(email)?.[1]
  return login === undefined ? undefined : userOf(world, login)?.login
}

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
  const tip = repository.refs.get(`refs/heads/${repository.default_branch}`)
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
  const own = [user.email ?? "", ...user.addresses.map(({ email }) => email)]
  const addresses = [...own, noreply(user), `${user.login}@users.noreply.github.com`]
  return addresses.some((address) => emails.has(address.toLowerCase()))
}
