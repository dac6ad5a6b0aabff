/** The roots of queries. */
import { repositoryNamed } from "../state/model.ts"
import { nodeOf } from "./ids.ts"
import {
  account,
  type Arguments,
  dateTime,
  type Fields,
  issueOrPull,
  notFound,
  reference,
  refusal,
  type View
} from "./nodes.ts"
import { found } from "./search.ts"

const named = (view: View, owner: string, name: string, followRenames: boolean) => {
  const { formerNames, repositories } = view.world
  const full = `${owner}/${name}`
  const former = followRenames ? repositories.get(formerNames.get(full.toLowerCase()) ?? 0) : undefined
  const repository = repositoryNamed(view.world, full) ?? former
  if (repository !== undefined && view.sees(repository)) return reference("Repository", { repository })
  throw notFound(`Could not resolve to a Repository with the name '${full}'.`)
}

/** What a page is about: an account, a repository, an issue, a pull request or a release. */
const resource = (view: View, url: string) => {
  const { html } = view.urls
  const path = url.startsWith(`${html}/`) ? url.slice(html.length + 1) : url.replace(/^\//, "")
  const [owner = "", name, kind, ...rest] = path.split(/[?#]/, 1)[0]?.split("/") ?? []
  if (name === undefined) return account(view, owner)
  const self = named(view, owner, name, true)
  const { repository } = self
  if (kind === undefined) return self
  const [first = ""] = rest
  const issue = kind === "issues" || kind === "pull" ? repository.issues.get(Number(first)) : undefined
  if (issue !== undefined) return issueOrPull(repository, issue)
  const tag = kind === "releases" && first === "tag" ? rest.slice(1).join("/") : undefined
  const release = [...repository.releases.values()].find((each) => !each.draft && each.tag_name === tag)
  return release === undefined ? null : reference("Release", { repository, release })
}

const rateLimit = (view: View) => {
  const status = view.limit("graphql")
  if (status === null) return null
  const { limit, resetAt, used } = status
  const spent = Math.min(limit, used + view.points)
  return {
    cost: view.points,
    limit,
    nodeCount: view.nodes,
    remaining: limit - spent,
    resetAt: dateTime(resetAt),
    used: spent
  }
}

const viewerOf = (view: View) => {
  const found = account(view, view.viewer)
  if (found?.__typename !== "Bot") return found
  // The service's own schema has users here: an app's bot is shown as one.
  return reference("User", { user: found.user })
}

const Query: Fields<"Query"> = (_, view) => ({
  id: "Query",
  node: ({ id = "" }: Arguments) => nodeOf(view, id),
  nodes: ({ ids = [] }: Arguments) => {
    if (ids.length > 100) {
      const message = `You may not provide more than 100 node ids; you provided ${ids.length}.`
      throw refusal("ARGUMENT_LIMIT", message)
    }
    // Each is resolved by itself, so that one that is missing is null, with an error.
    return ids.map((id) => {
      try {
        return nodeOf(view, id)
      } catch (cause) {
        return cause instanceof Error ? cause : null
      }
    })
  },
  organization: ({ login = "" }: Arguments) => {
    const found = account(view, login)
    if (found?.__typename === "Organization") return found
    throw notFound(`Could not resolve to an Organization with the login of '${login}'.`)
  },
  rateLimit: () => rateLimit(view),
  relay: {},
  repository: ({ followRenames, name = "", owner = "" }: Arguments) =>
    named(view, owner, name, followRenames !== false),
  repositoryOwner: ({ login = "" }: Arguments) => {
    const found = account(view, login)
    return found?.__typename === "Bot" ? null : found
  },
  resource: ({ url = "" }: Arguments) => resource(view, url),
  search: (args: Arguments) => found(view, args),
  user: ({ login = "" }: Arguments) => {
    const found = account(view, login)
    if (found?.__typename === "User") return found
    throw notFound(`Could not resolve to a User with the login of '${login}'.`)
  },
  viewer: () => viewerOf(view)
})

export const fields = { Query }
