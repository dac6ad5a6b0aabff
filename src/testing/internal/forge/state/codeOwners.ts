/** Who owns the files of a repository: what the file `CODEOWNERS` of a branch says. */
import { finderOf, parse, places, type Rule } from "../../../../forge/internal/codeowners.ts"
import { commitOf, type Objects, type Sha } from "../../git/objects.ts"
import { entryAt } from "../../git/tree.ts"
import { type Repository, same, userOf, type World } from "./model.ts"
import { baseSha, diffOf, type Pull } from "./pulls.ts"
import { includes, permissionOf } from "./roles.ts"

/** An owner who can approve. */
export interface CodeOwner {
  /** `octo`, or `acme/core` for a team. */
  readonly name: string
  readonly isIt: (login: string) => boolean
}

const ownerNamed = (world: World, repository: Repository, given: string): ReadonlyArray<CodeOwner> => {
  const [, organization, slug] = /^@([^/]+)\/(.+)$/.exec(given) ?? []
  if (slug !== undefined) {
    const team = world.organizations.get(organization?.toLowerCase() ?? "")?.teams.get(slug.toLowerCase())
    const permission = team?.repositories.get(repository.id)
    return team === undefined || permission === undefined || !includes(permission, "write")
      ? []
      : [{ name: `${organization}/${team.slug}`, isIt: (login) => team.members.has(login.toLowerCase()) }]
  }
  const login = given.startsWith("@") ? given.slice(1) : world.emails.get(given.toLowerCase())
  const user = login === undefined ? undefined : userOf(world, login)
  const permission = user === undefined ? undefined : permissionOf(world, repository, user.login)
  return user === undefined || permission === undefined || !includes(permission, "write")
    ? []
    : [{ name: user.login, isIt: (other) => same(other, user.login) }]
}

/** The rules of the file of a branch; none without a file. */
const rulesOf = ({ objects }: World, { refs }: Repository, branch: string): ReadonlyArray<Rule> => {
  const tip = refs.get(`refs/heads/${branch}`)
  const file = tip === undefined ? undefined : places.map((place) => fileAt(objects, tip, place)).find(isThere)
  return file === undefined ? [] : parse(new TextDecoder().decode(file)).rules
}

const isThere = (file: Uint8Array | undefined): boolean => file !== undefined

const fileAt = (objects: Objects, commit: Sha, path: string): Uint8Array | undefined => {
  const entry = entryAt(objects, commitOf(objects, commit).tree, path)
  return entry === undefined ? undefined : objects.blobs.get(entry.sha)
}

/** Finds the owners of a file: the last rule counts that is about it, and of its owners those who may write. */
export const codeOwners = (
  world: World,
  repository: Repository,
  branch: string
): ((path: string) => ReadonlyArray<CodeOwner>) => {
  const ruleFor = finderOf(rulesOf(world, repository, branch))
  return (path) => (ruleFor(path)?.owners ?? []).flatMap((each) => ownerNamed(world, repository, each))
}

/** Whose reviews a pull request asks for. */
interface Asked {
  readonly requested_reviewers: ReadonlyArray<string>
  readonly requested_teams: ReadonlyArray<string>
}

/** Whom a pull request asks for reviews by itself: the owners of its files, but for its author. */
export const askedOwners = (world: World, repository: Repository, pull: Pull): Asked => {
  const { base, head } = pull.pull_request
  // Without the file, no files have to be compared.
  if (rulesOf(world, repository, base.ref).length === 0) return { requested_reviewers: [], requested_teams: [] }
  const ownersOf = codeOwners(world, repository, base.ref)
  const { files } = diffOf(world.objects, baseSha(repository, pull), head.sha)
  const names = [...new Set(files.flatMap(({ path }) => ownersOf(path).map(({ name }) => name)))]
  return {
    requested_reviewers: names.filter((name) => !name.includes("/") && !same(name, pull.user ?? "")),
    requested_teams: names.flatMap((name) => name.split("/")[1] ?? [])
  }
}

/** Whom a pull request asks in addition, once its commits change files of others. Drafts ask nobody. */
export const withNewOwners = (world: World, repository: Repository, before: Pull, after: Pull): Asked => {
  const { draft, requested_reviewers, requested_teams } = after.pull_request
  if (draft) return { requested_reviewers, requested_teams }
  const known = askedOwners(world, repository, before)
  const asked = askedOwners(world, repository, after)
  const added = (all: ReadonlyArray<string>, old: ReadonlyArray<string>) => all.filter((each) => !old.includes(each))
  return {
    requested_reviewers: [
      ...new Set([...requested_reviewers, ...added(asked.requested_reviewers, known.requested_reviewers)])
    ],
    requested_teams: [...new Set([...requested_teams, ...added(asked.requested_teams, known.requested_teams)])]
  }
}
