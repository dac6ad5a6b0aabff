/** Which place a request is about: found in its URL, which is all that the service goes by. */

/** What a request is about. `path` has the segments behind the name. */
export type Place =
  | {
      readonly _tag: "Repository"
      readonly owner: string
      readonly repo: string
      readonly number: number | undefined
      readonly path: ReadonlyArray<string>
      /** Whether the query says which ref is read. */
      readonly hasRef: boolean
    }
  /** A repository, an organization or a user by its id, as the pages of a listing name it. */
  | {
      readonly _tag: "ById"
      readonly key: string
      readonly path: ReadonlyArray<string>
      readonly query: URLSearchParams
    }
  | { readonly _tag: "Organization"; readonly org: string; readonly path: ReadonlyArray<string> }
  | { readonly _tag: "Search"; readonly what: string; readonly query: URLSearchParams }
  /** What belongs to neither: users, gists, notifications, apps, GraphQL. */
  | { readonly _tag: "Elsewhere"; readonly path: ReadonlyArray<string> }

/** Something that a request names besides its place. */
export interface Mention {
  readonly owner: string
  /** Undefined for a fork, whose name is not in the request. */
  readonly repo: string | undefined
}

const name = /^[\w.-]+$/

const elsewhere = (path: ReadonlyArray<string>): Place => ({ _tag: "Elsewhere", path })

/** Paths of a repository that lead out of it: a fork, a transfer, a repository made from it. */
const leadsOut: ReadonlySet<string> = new Set(["forks", "transfer", "generate"])

/**
 * The place of a request. `url` is a path below the root of its host, or an absolute URL below one of the roots. What is not
 * surely in a repository or an organization is elsewhere, which is refused unless it is named.
 */
export const placeOf = (url: string, roots: ReadonlyArray<string>, isWrite: boolean): Place => {
  const parsed = parse(url, roots)
  if (parsed === undefined) return elsewhere([url])
  const { query, segments } = parsed
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return elsewhere(segments)
  const [kind, first = "", second = "", ...rest] = segments
  const behind = segments.slice(2)
  if (kind === "repos" && name.test(first) && name.test(second)) {
    return inRepository({ owner: first, repo: second }, rest, query, isWrite)
  }
  if (kind === "orgs" && name.test(first)) return { _tag: "Organization", org: first, path: behind }
  if (kind === "search" && first !== "" && segments.length === 2) return { _tag: "Search", what: first, query }
  const isId = /^\d+$/.test(first)
  if ((kind === "repositories" || kind === "organizations" || kind === "user") && isId) {
    return { _tag: "ById", key: `${kind}/${first}`, path: behind, query }
  }
  return elsewhere(segments)
}

/** A place in a repository. */
export const inRepository = (
  { owner, repo }: { readonly owner: string; readonly repo: string },
  path: ReadonlyArray<string>,
  query?: URLSearchParams,
  isWrite = false
): Place =>
  isWrite && leadsOut.has(path[0] ?? "")
    ? elsewhere(["repos", owner, repo, ...path])
    : { _tag: "Repository", owner, repo, number: numberIn(path), path, hasRef: query?.has("ref") === true }

/** The number of the issue or pull request that a path is about. */
const numberIn = ([kind, number = ""]: ReadonlyArray<string>): number | undefined =>
  (kind === "issues" || kind === "pulls") && /^[1-9]\d*$/.test(number) ? Number(number) : undefined

const parse = (url: string, roots: ReadonlyArray<string>) => {
  const root = url.startsWith("/") ? "" : roots.find((one) => url === one || url.startsWith(`${one}/`))
  if (root === undefined) return undefined
  const below = url.slice(root.length)
  // As the client sends it: `..` and its encoded forms are resolved.
  const full = `https://service.invalid${below}`
  if (!URL.canParse(full)) return undefined
  const { pathname, searchParams } = new URL(full)
  const segments = pathname.slice(1).split("/").map(decoded)
  return { segments, query: searchParams }
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ""
  }
}

/** The other repositories that the path of a comparison names, as in `main...somebody:main`. */
export const mentionsOf = (place: Place): ReadonlyArray<Mention> => {
  if (place._tag !== "Repository" || place.path[0] !== "compare") return []
  const range = place.path.slice(1).join("/")
  return range.split("...").flatMap((side) => {
    const [owner = "", ...more] = side.split(":")
    if (more.length === 0) return []
    return [{ owner, repo: more.length > 1 ? more[0] : undefined }]
  })
}

/** The name of a repository in lower case, by which it is known. */
export const idOf = ({ owner, repo }: { readonly owner: string; readonly repo: string }): string =>
  `${owner}/${repo}`.toLowerCase()

/** A place for people. */
export const show = (place: Place): string => {
  switch (place._tag) {
    case "Repository":
      return `${place.owner}/${place.repo}${place.number === undefined ? "" : `#${place.number}`}`
    case "Organization":
      return place.org
    case "Search":
      return `search/${place.what}`
    case "ById":
      return place.key
    case "Elsewhere":
      return place.path.join("/")
  }
}
