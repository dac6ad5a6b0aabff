/** Hooks, their deliveries, and the events that a hook can ask for, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import { commitOf, type Sha } from "../../git/objects.ts"
import { type Delivery, type Hook, type HookConfig, masked, statusOf } from "../state/hooks.ts"
import { loginOf } from "../state/identities.ts"
import { type Repository, userOf } from "../state/model.ts"
import { branchRef, branchTip } from "../state/refs.ts"
import { organization } from "./accounts.ts"
import { type Context, dateOrNull, pageUrl, repositoryUrl, user } from "./common.ts"
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
export const repositoryPing = (context: Context, repository: Repository, self: Hook) => ({
  zen,
  hook_id: self.id,
  hook: repositoryHook(context, repository, self),
  repository: writeRepository(context, repository),
  sender: user(context, context.viewer)
})

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

const pushedCommit = (context: Context, repository: Repository, sha: Sha) => {
  const self = commitOf(context.world.objects, sha)
  const person = ({ email, name }: typeof self.author) => {
    const username = loginOf(context.world, { email })
    return { name, email, ...(username === undefined ? {} : { username }) }
  }
  return {
    id: sha,
    tree_id: self.tree,
    distinct: true,
    message: self.message.replace(/\n+$/, ""),
    timestamp: isoDate(self.author.date),
    url: `${pageUrl(context, repository)}/commit/${sha}`,
    author: person(self.author),
    committer: person(self.committer),
    added: [],
    removed: [],
    modified: []
  }
}

const noCommit = "0".repeat(40)

/** The latest push to the default branch; undefined if nothing was pushed. */
export const latestPush = (context: Context, repository: Repository) => {
  const { default_branch } = repository
  const tip = branchTip(repository, default_branch)
  if (tip === undefined) return undefined
  const [before = noCommit] = commitOf(context.world.objects, tip).parents
  const page = pageUrl(context, repository)
  const head = pushedCommit(context, repository, tip)
  return {
    ref: branchRef(default_branch),
    before,
    after: tip,
    repository: writeRepository(context, repository),
    pusher: { name: context.viewer },
    sender: user(context, context.viewer),
    created: before === noCommit,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: `${page}/compare/${before.slice(0, 12)}...${tip.slice(0, 12)}`,
    commits: [head],
    head_commit: head
  }
}
