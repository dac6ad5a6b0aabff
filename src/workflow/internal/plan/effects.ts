/** Which reads may see what a write has changed. */

/** What a request is about. */
export interface Target {
  readonly method: string
  /** The segments of the path, decoded. Issues and pull requests have the same. */
  readonly path: ReadonlyArray<string>
  readonly query: URLSearchParams
  /** The body, parsed; undefined for none. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** What is known of the repository and its pull requests. */
export interface Knowledge {
  /** The default branch of the repository at a path; undefined if nobody has read it. */
  readonly defaultBranch: (repository: string) => string | undefined
  /** The branches of a pull request, by its path; undefined if nobody has read it. */
  readonly branches: (pull: string) => ReadonlyArray<string> | undefined
}

export const targetOf = (method: string, url: string, root: string, body?: unknown): Target => {
  const { pathname, searchParams } = new URL(url.startsWith("/") ? root + url : url)
  const rootPath = new URL(root).pathname
  const path = (pathname.startsWith(rootPath) && rootPath !== "/" ? pathname.slice(rootPath.length) : pathname)
    .split("/")
    .filter((segment) => segment !== "")
    .map(decoded)
  if (path[0] === "repos") for (const at of [1, 2]) path[at] = (path[at] ?? "").toLowerCase()
  const isObject = typeof body === "object" && body !== null
  return { method, path, query: searchParams, body: isObject ? (body as Target["body"]) : undefined }
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const keyOf = ({ path }: Pick<Target, "path">): string => path.join("/")

/** The branch that a write moves; `any` if it is not known, undefined if it moves none. */
export const movedBy = ({ body = {}, method, path }: Target, knowledge: Knowledge): string | undefined => {
  const [, , , kind, ...rest] = path
  const repository = path.slice(0, 3).join("/")
  const usual = (name: unknown) => (typeof name === "string" ? name : (knowledge.defaultBranch(repository) ?? "any"))
  if (kind === "git" && rest[0] === "refs") {
    const name = rest.length > 1 ? rest.slice(1).join("/") : String(body["ref"]).replace(/^refs\//, "")
    return name.startsWith("heads/") ? name.slice("heads/".length) : `tag ${name}`
  }
  if (kind === "contents") return usual(body["branch"])
  if (kind === "merges") return usual(body["base"])
  if (kind === "merge-upstream") return usual(body["branch"])
  if (kind === "branches" && method !== "GET" && rest.at(-1) === "rename") return "any"
  if (kind === "pulls" && (rest[1] === "merge" || rest[1] === "update-branch")) {
    const [head, base] = knowledge.branches(keyOf({ path: path.slice(0, 5) })) ?? []
    return (rest[1] === "merge" ? base : head) ?? "any"
  }
  return undefined
}

/** Whether a read of code shows a branch. */
const showsBranch = (branch: string, isNew: boolean, { path, query }: Target, knowledge: Knowledge): boolean => {
  const [, , , kind, ...rest] = path
  const repository = path.slice(0, 3).join("/")
  const name = rest.join("/")
  const isUsual = () => {
    const usual = knowledge.defaultBranch(repository)
    // A branch that is made is not the default branch.
    return usual === undefined ? !isNew : usual === branch
  }
  const isNamed = (given: string | null | undefined) => given === branch || given === `heads/${branch}`
  const any = branch === "any"
  switch (kind) {
    case "git":
      if (rest[0] === "ref")
        return any || isNamed(rest.slice(1).join("/")) || name === `ref/${branch.replace("tag ", "")}`
      if (rest[0] === "matching-refs") return any || `heads/${branch}`.startsWith(rest.slice(1).join("/"))
      // Other objects never change.
      return rest[0] === "trees" && (any || isNamed(rest.slice(1).join("/")))
    case "branches":
      return any || rest.length === 0 || name === branch || name.startsWith(`${branch}/`)
    case "commits":
      if (rest.length > 0) return any || name === branch || name.startsWith(`${branch}/`)
      return any || (query.has("sha") ? isNamed(query.get("sha")) : isUsual())
    case "contents":
    case "readme":
    case "zipball":
    case "tarball":
      return any || (query.has("ref") ? isNamed(query.get("ref")) : isUsual())
    case "compare":
      return any || name.split("...").some((side) => isNamed(side) || isNamed(side.split(":").at(-1)))
    case "pulls": {
      if (rest.length !== 1) return false
      // Its base is moved by each merge, which would end all plans of several merges.
      const [head] = knowledge.branches(keyOf({ path })) ?? []
      return head === undefined ? any : head === branch
    }
    default:
      return false
  }
}

/** Git's objects are seen by their shas alone. */
const isObjectWrite = ({ path }: Target): boolean =>
  path[3] === "git" && ["blobs", "trees", "commits", "tags"].includes(path[4] ?? "") && path.length === 5

/** The path with one name for issues and pull requests, which share their numbers. */
export const threadOf = (path: ReadonlyArray<string>): string =>
  (path[3] === "pulls" ? [...path.slice(0, 3), "issues", ...path.slice(4)] : path).join("/")

/** Whether a read lists the pull requests of one branch, and a write is about that of another one. */
const isOfOtherHead = (write: Target, read: Target, knowledge: Knowledge): boolean => {
  const wanted = read.path[3] === "pulls" && read.path.length === 4 ? read.query.get("head") : null
  if (wanted === null || !/^(?:pulls|issues)$/.test(write.path[3] ?? "")) return false
  const [, , , , number] = write.path
  const [head] =
    number === undefined
      ? [write.body?.["head"]]
      : (knowledge.branches([...write.path.slice(0, 3), "pulls", number].join("/")) ?? [])
  return typeof head === "string" && head.split(":").at(-1) !== wanted.split(":").at(-1)
}

const escaped = (text: string): string => text.replace(/[^\w]/g, "\\$&")

const parentOf = (path: ReadonlyArray<string>): ReadonlyArray<string> => path.slice(0, -1)

/** Whether the answer to a read may be another one after a write. */
export const isSeenBy = (write: Target, read: Target, knowledge: Knowledge): boolean => {
  if (isObjectWrite(write)) return false
  const isSameRepository = keyOf({ path: write.path.slice(0, 3) }) === keyOf({ path: read.path.slice(0, 3) })
  if (write.path[0] === "repos" && isSameRepository) {
    const moved = movedBy(write, knowledge)
    // They begin where the last release was, and have what was merged since.
    if (read.path[4] === "generate-notes" && (moved !== undefined || write.path[3] === "releases")) return true
    const isNew = write.method === "POST" && write.path[3] === "git"
    if (moved !== undefined && showsBranch(moved, isNew, read, knowledge)) return true
  }
  const there = threadOf(read.path)
  if (there === threadOf(write.path)) return !isOfOtherHead(write, read, knowledge)
  const isLater = Number(read.query.get("page") ?? 1) > 1 || read.query.has("after") || read.query.has("before")
  // Whatever happens to an issue is one of its events.
  const thread = /^repos\/[^/]+\/[^/]+\/issues\/\d+(?=\/|$)/.exec(threadOf(write.path))?.[0]
  if (thread !== undefined && (there === `${thread}/events` || there === `${thread}/timeline`)) return true
  if (isOfOtherHead(write, read, knowledge)) return false
  // A comment is below its issue in the listing, and not in its own path.
  const comment = /^(repos\/[^/]+\/[^/]+\/)(?:issues|pulls)\/comments\/\d+(?=\/|$)/.exec(keyOf(write))?.[1]
  if (comment !== undefined && !isLater && new RegExp(`^${escaped(comment)}issues/\\d+/comments$`).test(there))
    return true
  const above = parentOf(write.path)
  // What is in a repository is not a field of it, and a listing that has begun goes on as the service has it.
  const isListed = (path: ReadonlyArray<string>) =>
    path.length > 3 && !isLater && (threadOf(path) === there || keyOf({ path }) === keyOf(read))
  if (isListed(above)) return true
  if (/^\d+$/.test(above.at(-1) ?? "") && isListed(parentOf(above))) return true
  return write.method === "DELETE" && there.startsWith(`${threadOf(write.path)}/`)
}
