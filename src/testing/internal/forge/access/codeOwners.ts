/** Who owns the files of a repository: what the file `CODEOWNERS` of a branch says. */
import { type Repository, same, userOf, type World } from "../state/model.ts"
import { diffOf, type Pull } from "../state/pulls.ts"
import { fileOf } from "../state/refs.ts"
import { includes, permissionOf } from "../state/roles.ts"

/** Where the file may be: the first one counts. */
const places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]

interface Line {
  readonly matches: (path: string) => boolean
  readonly owners: ReadonlyArray<string>
}

const wild: Readonly<Record<string, string>> = { "*": "[^/]*", "?": "[^/]", "**": ".*", "**/": "(?:.*/)?" }

/** A pattern as in `.gitignore`, but that `docs/*` is only about what is in the folder itself. */
const expressionOf = (pattern: string): RegExp => {
  const isAnchored = pattern.slice(0, -1).includes("/")
  const body = pattern
    .replace(/^\//, "")
    .replace(/\\(.)|\*\*\/?|[*?]|[.+^${}()|[\]]/g, (found, escaped: string | undefined) =>
      escaped === undefined ? (wild[found] ?? `\\${found}`) : escaped.replace(/\W/, String.raw`\$&`)
    )
  const end = pattern.endsWith("/") ? ".+" : pattern.endsWith("/*") ? "" : "(?:/.*)?"
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${body}${end}$`)
}

/** The lines that the service reads. It skips those with `!` and `[ ]`. */
const linesOf = (text: string): ReadonlyArray<Line> =>
  text.split("\n").flatMap((line) => {
    const [pattern, ...owners] = line.replace(/(^|\s)#.*$/, "").match(/(?:\\.|[^\s\\])+/g) ?? []
    if (pattern === undefined || /^!|[[\]]/.test(pattern)) return []
    const expression = expressionOf(pattern)
    return [{ matches: (path) => expression.test(path), owners }]
  })

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

/** Finds the owners of a file: the last line counts that is about it, and of its owners those who may write. */
export const codeOwners = (
  world: World,
  repository: Repository,
  branch: string
): ((path: string) => ReadonlyArray<CodeOwner>) => {
  const file = places.map((place) => fileOf(world, repository, place, branch)).find((each) => each !== undefined)
  const lines = file === undefined ? [] : linesOf(new TextDecoder().decode(file))
  return (path) =>
    (lines.findLast(({ matches }) => matches(path))?.owners ?? []).flatMap((each) =>
      ownerNamed(world, repository, each)
    )
}

/** Whom a new pull request asks for reviews: the owners of its files, but for its author. */
export const askedOwners = (world: World, repository: Repository, { pull_request: { base, head }, user }: Pull) => {
  const ownersOf = codeOwners(world, repository, base.ref)
  const files = diffOf(world.objects, base.sha, head.sha).files
  const names = [...new Set(files.flatMap(({ path }) => ownersOf(path).map(({ name }) => name)))]
  return {
    requested_reviewers: names.filter((name) => !name.includes("/") && !same(name, user ?? "")),
    requested_teams: names.flatMap((name) => name.split("/")[1] ?? [])
  }
}
