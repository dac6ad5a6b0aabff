/** Handlers that list repositories. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { readable, requireViewer } from "../access/lookups.ts"
import { isVisible, organizationOf, roleOf } from "../access/permissions.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { fullName, type Repository, same, userOf } from "../state/model.ts"
import { repositoriesOf } from "../state/repositories.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/repository.ts"

type Sort = "created" | "updated" | "pushed" | "full_name"

const sorts: ReadonlyArray<Sort> = ["created", "updated", "pushed", "full_name"]

const orders: Readonly<Record<Sort, (a: Repository, b: Repository) => number>> = {
  created: (a, b) => a.created_at - b.created_at || a.id - b.id,
  updated: (a, b) => a.updated_at - b.updated_at || a.id - b.id,
  pushed: (a, b) => a.pushed_at - b.pushed_at || a.id - b.id,
  full_name: (a, b) => (fullName(a).toLowerCase() < fullName(b).toLowerCase() ? -1 : 1)
}

/** Sorts as the query asks. Names ascend, and dates descend, unless it says otherwise. */
const sorted = (call: Call, found: ReadonlyArray<Repository>, usual: Sort): ReadonlyArray<Repository> => {
  const sort = Input.known(call, "sort", sorts) ?? usual
  const direction = Input.known(call, "direction", ["asc", "desc"]) ?? (sort === "full_name" ? "asc" : "desc")
  const sign = direction === "asc" ? 1 : -1
  return found.toSorted((a, b) => sign * orders[sort](a, b))
}

const pageOfRepositories = (call: Call, target: string, found: ReadonlyArray<Repository>): Response =>
  pageOf(call, target, found, (repository) => Wire.repository(call, repository, call.viewer))

const visible = (call: Call, all: Iterable<Repository>): ReadonlyArray<Repository> =>
  [...all].filter((repository) => isVisible(call, repository))

const forOrg: Handler = handler(function* (call) {
  const [organization] = yield* organizationOf(call)
  const type = Input.known(call, "type", ["all", "public", "private", "forks", "sources", "member"]) ?? "all"
  const tests: Readonly<Record<typeof type, (repository: Repository) => boolean>> = {
    all: () => true,
    public: (repository) => !repository.private,
    private: (repository) => repository.private,
    forks: ({ parent }) => parent !== null,
    sources: ({ parent }) => parent === null,
    member: (repository) => roleOf(call, repository) !== undefined
  }
  const found = visible(call, repositoriesOf(call.world, organization.login)).filter(tests[type])
  return pageOfRepositories(call, `/orgs/${organization.login}/repos`, sorted(call, found, "created"))
})

/** Lists the repositories where somebody else's login is a collaborator. */
const sharedWith = (call: Call, login: string): ReadonlyArray<Repository> => {
  const key = login.toLowerCase()
  return visible(call, call.world.repositories.values()).filter(
    (repository) => repository.collaborators.has(key) && !same(repository.owner, login)
  )
}

const forUser: Handler = handler(function* (call) {
  const user = userOf(call.world, call.params["username"] ?? "")
  if (user === undefined) return yield* Result.fail(notFound(call))
  const type = Input.known(call, "type", ["owner", "member", "all"]) ?? "owner"
  const own = type === "member" ? [] : visible(call, repositoriesOf(call.world, user.login))
  const shared = type === "owner" ? [] : sharedWith(call, user.login)
  return pageOfRepositories(call, `/users/${user.login}/repos`, sorted(call, [...own, ...shared], "full_name"))
})

const affiliations = ["owner", "collaborator", "organization_member"] as const

type Affiliation = (typeof affiliations)[number]

/** How the viewer has to do with a repository. */
const affiliationOf = (repository: Repository, viewer: string): Affiliation =>
  same(repository.owner, viewer)
    ? "owner"
    : repository.collaborators.has(viewer.toLowerCase())
      ? "collaborator"
      : "organization_member"

/** The affiliations of each `type`, the older parameter. */
const ofType: Readonly<Record<string, ReadonlyArray<Affiliation>>> = {
  owner: ["owner"],
  member: ["collaborator", "organization_member"]
}

const mine: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const visibility = yield* Input.choice(call, "visibility", ["all", "public", "private"], "Repository")
  const type = yield* Input.choice(call, "type", ["all", "owner", "public", "private", "member"], "Repository")
  const asked = call.query.get("affiliation")?.split(",")
  if (call.query.has("type") && (asked !== undefined || call.query.has("visibility"))) {
    const message = "If you specify visibility or affiliation, you cannot specify type."
    return yield* Result.fail(invalid(call, { resource: "Search", code: "invalid", field: "type", message }))
  }
  const wanted: ReadonlyArray<string> = asked ?? ofType[type] ?? affiliations
  const shown = type === "public" || type === "private" ? type : visibility
  const found = [...call.world.repositories.values()].filter(
    (repository) =>
      roleOf(call, repository) !== undefined &&
      isVisible(call, repository) &&
      wanted.includes(affiliationOf(repository, viewer)) &&
      (shown === "all" || repository.private === (shown === "private"))
  )
  return pageOfRepositories(call, "/user/repos", sorted(call, found, "full_name"))
})

const forks: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const sort = Input.known(call, "sort", ["newest", "oldest", "stargazers", "watchers"]) ?? "newest"
  const found = visible(
    call,
    [...repository.forks].flatMap((id) => call.world.repositories.get(id) ?? [])
  )
  const newest = (a: Repository, b: Repository) => orders.created(b, a)
  const order =
    sort === "oldest"
      ? orders.created
      : sort === "newest"
        ? newest
        : (a: Repository, b: Repository) => b.stars - a.stars || newest(a, b)
  return pageOfRepositories(call, `${stablePath(repository)}/forks`, found.toSorted(order))
})

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("repos/repos")

export const routes: ReadonlyArray<Route> = [
  endpoint("Repositories.listForOrg", "GET /orgs/{org}/repos", "list-organization-repositories", forOrg),
  endpoint("Repositories.listForUser", "GET /users/{username}/repos", "list-repositories-for-a-user", forUser),
  endpoint("Repositories.listForMe", "GET /user/repos", "list-repositories-for-the-authenticated-user", mine),
  endpoint("Repositories.listForks", `GET ${repo}/forks`, "repos/forks#list-forks", forks)
]
