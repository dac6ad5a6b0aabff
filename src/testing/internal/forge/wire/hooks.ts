/** Hooks, their deliveries, and the events that a hook can ask for, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import { changesBetween, type FileChange } from "../../git/changes.ts"
import { commitsBetween, isAncestor, log } from "../../git/history.ts"
import { type Commit, commitOf, type Sha } from "../../git/objects.ts"
import { type Delivery, type Hook, type HookConfig, masked, statusOf } from "../state/hooks.ts"
import { identityOf, loginOf } from "../state/identities.ts"
import { type Repository, userOf } from "../state/model.ts"
import { branchRef, branchTip } from "../state/refs.ts"
import { organization } from "./accounts.ts"
import { type Context, dateOrNull, pageUrl, pathInUrl, repositoryUrl, user } from "./common.ts"
import { repository as writeRepository } from "./repository.ts"

export const config = ({ content_type, insecure_ssl, secret, url }: HookConfig) => ({
  content_type,
  insecure_ssl,
  ...(secret === null ? {} : { secret: masked(secret) }),
  ...(url === null ? {} : { url })
})

/** What the last delivery tells of a hook. */
const lastResponse = ({ deliveries }: Hook) => {
  const last = deliveries.at(-1)
  if (last === undefined) return { code: null, status: "unused", message: null }
  const isFine = statusOf(last.status_code) === "OK"
  return { code: last.status_code, status: isFine ? "active" : "misconfigured", message: last.status }
}

const hook = (url: string, type: "Repository" | "Organization" | "App", self: Hook) => ({
  type,
  id: self.id,
  name: "web",
  active: self.active,
  events: self.events,
  config: config(self.config),
  updated_at: isoDate(self.updated_at),
  created_at: isoDate(self.created_at),
  url,
  ping_url: `${url}/pings`,
  deliveries_url: `${url}/deliveries`
})

export const repositoryHook = (context: Context, repository: Repository, self: Hook) => {
  const url = `${repositoryUrl(context, repository)}/hooks/${self.id}`
  return { ...hook(url, "Repository", self), test_url: `${url}/test`, last_response: lastResponse(self) }
}

export const organizationHook = ({ urls }: Context, login: string, self: Hook) =>
  hook(`${urls.api}/orgs/${login}/hooks/${self.id}`, "Organization", self)

/** A delivery as listings have it. */
export const listedDelivery = (self: Delivery) => ({
  id: self.id,
  guid: self.guid,
  delivered_at: isoDate(self.delivered_at),
  redelivery: self.redelivery,
  duration: self.duration,
  status: self.status,
  status_code: self.status_code,
  event: self.event,
  action: self.action,
  installation_id: self.installation,
  repository_id: self.repository,
  throttled_at: dateOrNull(self.throttled_at)
})

export const delivery = (self: Delivery) => ({
  ...listedDelivery(self),
  url: self.url,
  request: { headers: self.headers, payload: self.payload },
  response: self.response ?? { headers: {}, payload: null }
})

const zen = "Keep it logically awesome."

/** What a `ping` tells a hook of a repository. */
export const repositoryPing = (context: Context, repository: Repository, self: Hook) => {
  const owner = userOf(context.world, repository.owner)
  return {
    zen,
    hook_id: self.id,
    hook: repositoryHook(context, repository, self),
    repository: writeRepository(context, repository),
    ...(owner?.type === "Organization" ? { organization: organization(context, owner) } : {}),
    sender: user(context, context.viewer)
  }
}

/** What a `ping` tells a hook of an organization. */
export const organizationPing = (context: Context, login: string, self: Hook) => {
  const profile = userOf(context.world, login)
  return {
    zen,
    hook_id: self.id,
    hook: organizationHook(context, login, self),
    ...(profile === undefined ? {} : { organization: organization(context, profile) }),
    sender: user(context, context.viewer)
  }
}

const pushedCommit = (context: Context, repository: Repository, self: Commit) => {
  const { objects } = context.world
  const person = ({ email, name }: typeof self.author) => {
    const username = loginOf(context.world, { email })
    return { name, email, ...(username === undefined ? {} : { username }) }
  }
  const [parent] = self.parents
  const files = changesBetween(objects, parent === undefined ? undefined : commitOf(objects, parent).tree, self.tree)
  const paths = (...among: ReadonlyArray<FileChange["status"]>) =>
    files.flatMap(({ path, status }) => (among.includes(status) ? [path] : []))
  return {
    id: self.sha,
    tree_id: self.tree,
    distinct: true,
    message: self.message.replace(/\n+$/, ""),
    timestamp: isoDate(self.author.date),
    url: `${pageUrl(context, repository)}/commit/${self.sha}`,
    author: person(self.author),
    committer: person(self.committer),
    added: [...paths("added"), ...paths("renamed")],
    removed: [...paths("removed"), ...files.flatMap(({ previous }) => previous ?? [])],
    modified: paths("modified", "changed")
  }
}

const noCommit = "0".repeat(40)

/** The most commits that a push tells of. */
const mostCommits = 2_048

/** The commits that a push adds to a branch, each after its parents. A new branch adds to the default one. */
const pushedCommits = ({ world }: Context, repository: Repository, ref: string, from?: Sha, to?: Sha) => {
  const { objects } = world
  if (to === undefined || !ref.startsWith(branchRef(""))) return []
  const main = branchTip(repository, repository.default_branch)
  const base = from ?? (ref === branchRef(repository.default_branch) ? undefined : main)
  const all = base === undefined ? [...log(objects, to)].toReversed() : commitsBetween(objects, base, to).ahead
  return all.slice(-mostCommits)
}

const secondsOf = (millis: number): number => Math.floor(millis / 1000)

/** The repository of a push, which has instants as numbers, and the address of its owner. */
const pushedRepository = (context: Context, self: Repository) => {
  const owner = userOf(context.world, self.owner)
  return {
    ...writeRepository(context, self),
    owner: { name: self.owner, email: owner?.email ?? null, ...user(context, self.owner) },
    created_at: secondsOf(self.created_at),
    pushed_at: secondsOf(self.pushed_at),
    stargazers: self.stars,
    master_branch: self.default_branch,
    ...(owner?.type === "Organization" ? { organization: self.owner } : {})
  }
}

/** What a push of a ref tells: of a new one without `from`, of a deleted one without `to`. */
export const push = (
  context: Context,
  repository: Repository,
  ref: string,
  by: string | null,
  from: Sha | undefined,
  to: Sha | undefined
) => {
  const { objects } = context.world
  const commits = pushedCommits(context, repository, ref, from, to).map((each) =>
    pushedCommit(context, repository, each)
  )
  const head = to === undefined ? null : pushedCommit(context, repository, commitOf(objects, to))
  const name = ref.replace(/^refs\/(?:heads|tags)\//, "")
  const page = pageUrl(context, repository)
  const shown = (sha: Sha) => sha.slice(0, 12)
  const email = by === null ? undefined : identityOf(context.world, by, 0).email
  return {
    ref,
    before: from ?? noCommit,
    after: to === undefined ? noCommit : (repository.annotated.get(ref) ?? to),
    repository: pushedRepository(context, repository),
    pusher: { name: by ?? "none", email: email ?? null },
    created: from === undefined,
    deleted: to === undefined,
    forced: from !== undefined && (to === undefined || !isAncestor(objects, from, to)),
    base_ref: null,
    compare:
      from !== undefined && to !== undefined
        ? `${page}/compare/${shown(from)}...${shown(to)}`
        : `${page}/compare/${to === undefined ? shown(from ?? noCommit) : pathInUrl(name)}`,
    commits,
    head_commit: head
  }
}

/** The latest push to the default branch; undefined if nothing was pushed. */
export const latestPush = (context: Context, repository: Repository) => {
  const { default_branch } = repository
  const tip = branchTip(repository, default_branch)
  if (tip === undefined) return undefined
  const [before] = commitOf(context.world.objects, tip).parents
  const { viewer } = context
  return {
    ...push({ ...context, viewer: null }, repository, branchRef(default_branch), viewer, before, tip),
    sender: user(context, viewer)
  }
}
