/** What a simulated GitHub looks like. */
import * as Effect from "effect/Effect"
import type { Handle } from "forgecast/testing/ForgeSimulator"
import type { IssueSnapshot, PullSnapshot, RepositorySnapshot } from "forgecast/testing/ForgeState"
import type { IssueView, PullView, RepositoryView } from "../protocol.ts"

/** How much of it is shown. */
const mostRepositories = 20
const mostIssues = 100
const mostComments = 30
const mostFiles = 100
const longestFile = 20_000

const issueView = (issue: IssueSnapshot, colors: ReadonlyMap<string, string>): IssueView => ({
  number: issue.number,
  title: issue.title,
  state: issue.state,
  author: issue.user ?? "ghost",
  body: issue.body ?? "",
  labels: issue.labels.map((name) => ({ name, color: colors.get(name) ?? "ededed" })),
  assignees: issue.assignees,
  comments: issue.comments.slice(-mostComments).map(({ body, user }) => ({ author: user ?? "ghost", body }))
})

const pullView = (pull: PullSnapshot, issue: IssueView): PullView => ({
  ...issue,
  head: pull.head,
  base: pull.base,
  merged: pull.merged,
  comments: [
    ...issue.comments,
    ...pull.reviews.map(({ body, state, user }) => ({
      author: user ?? "ghost",
      body: body === "" ? state : `${state}: ${body}`
    }))
  ]
})

/** Undefined where there is no such thing, such as the tree of an empty repository. */
const asked = (handle: Handle, { full_name }: RepositorySnapshot, path: string): unknown => {
  const [owner = ""] = full_name.split("/")
  try {
    return Effect.runSync(handle.as(owner, `GET /repos/${full_name}${path}`))
  } catch {
    return undefined
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined

const strict = new TextDecoder("utf-8", { fatal: true })

const textOf = (bytes: Uint8Array | undefined): string | null => {
  if (bytes === undefined || bytes.length > longestFile) return null
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

const filesOf = (handle: Handle, repository: RepositorySnapshot): RepositoryView["files"] => {
  const branch = fieldOf(asked(handle, repository, ""), "default_branch")
  if (typeof branch !== "string" || repository.branches[branch] === undefined) return []
  const tree = fieldOf(asked(handle, repository, `/git/trees/${repository.branches[branch]}?recursive=1`), "tree")
  const paths = (Array.isArray(tree) ? tree : []).flatMap((entry: unknown) => {
    const path = fieldOf(entry, "path")
    return fieldOf(entry, "type") === "blob" && typeof path === "string" ? [path] : []
  })
  return paths
    .slice(0, mostFiles)
    .map((path) => ({ path, text: textOf(Effect.runSync(handle.file(repository.full_name, path))) }))
}

const repositoryView = (handle: Handle, repository: RepositorySnapshot): RepositoryView => {
  const colors = new Map(repository.labels.map(({ color, name }) => [name, color]))
  const views = new Map(repository.issues.map((issue) => [issue.number, issueView(issue, colors)]))
  const pulls = new Set(repository.pulls.map(({ number }) => number))
  return {
    name: repository.full_name,
    issues: [...views.values()].filter(({ number }) => !pulls.has(number)).slice(0, mostIssues),
    pulls: repository.pulls.slice(0, mostIssues).flatMap((pull) => {
      const issue = views.get(pull.number)
      return issue === undefined ? [] : [pullView(pull, issue)]
    }),
    releases: repository.releases.map(({ assets, body, name, tag_name }) => ({
      tag: tag_name,
      name: name ?? tag_name,
      body: body ?? "",
      assets: assets.map((asset) => asset.name)
    })),
    files: filesOf(handle, repository)
  }
}

export const repositoriesOf = (handles: ReadonlyArray<Handle>): ReadonlyArray<RepositoryView> =>
  handles
    .flatMap((handle) => Effect.runSync(handle.snapshot).map((repository) => repositoryView(handle, repository)))
    .slice(0, mostRepositories)
