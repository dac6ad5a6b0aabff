/** The apps that users let act for them, and what these may ask for. */
import type { App, Installation, Token } from "../state/accounts.ts"
import { type Repository, same, type World } from "../state/model.ts"
import type { OAuthApp } from "../state/oauth.ts"

/** An OAuth app, or a GitHub App in its place. */
export interface Client extends Omit<OAuthApp, "client_secret"> {
  /** Null if it cannot sign users in. */
  readonly client_secret: string | null
  /** The GitHub App, whose tokens have permissions in place of scopes. */
  readonly app: App | null
}

/** Returns what has this client id. */
export const clientOf = (world: World, client_id: string): Client | undefined => {
  const own = world.oauthApps.get(client_id)
  if (own !== undefined) return { ...own, app: null }
  for (const app of world.apps.values()) {
    if (app.client_id !== client_id) continue
    const { callback_urls, client_secret, device_flow, name, owner } = app
    return { client_id, client_secret, name, owner, callback_urls, device_flow, suspended: false, app }
  }
  return undefined
}

/** The GitHub App that a user has granted a token; undefined for all other tokens. */
const appOf = (world: World, { grant }: Token): App | undefined =>
  grant === null ? undefined : (clientOf(world, grant.client_id)?.app ?? undefined)

const isCovering = ({ account, repositories }: Installation, repository: Repository): boolean =>
  same(account, repository.owner) && (repositories === null || repositories.has(repository.id))

/**
 * The installation through which a user's app reaches a repository. Null if it has none there, and undefined for tokens that
 * are not of a GitHub App's users.
 */
export const coveringOf = (world: World, token: Token, repository: Repository): Installation | null | undefined => {
  const app = appOf(world, token)
  if (app === undefined) return undefined
  return [...app.installations.values()].find((each) => isCovering(each, repository)) ?? null
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

const partsOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

const withoutPort = (url: URL): string => `${url.protocol}//${url.hostname}${url.pathname}${url.search}`

const isAt = (url: URL, registered: URL): boolean =>
  isLoopback(registered.hostname)
    ? url.hostname === registered.hostname
    : url.host === registered.host || url.host.endsWith(`.${registered.host}`)

const isBelow = ({ pathname }: URL, registered: URL): boolean => {
  const base = registered.pathname.replace(/\/$/, "")
  return pathname === base || pathname.startsWith(`${base}/`)
}

/** Whether an app may send its users to a URL. */
export const mayRedirect = ({ app, callback_urls }: Client, target: string): boolean => {
  const url = partsOf(target)
  if (url === undefined || url.username !== "" || url.password !== "") return false
  if (callback_urls === null) return /^https?:$/.test(url.protocol) && isLoopback(url.hostname)
  return callback_urls.some((text) => {
    const registered = partsOf(text)
    if (registered === undefined || registered.protocol !== url.protocol) return false
    // The port of a loopback address is whichever was free.
    if (app !== null) return isLoopback(url.hostname) ? withoutPort(url) === withoutPort(registered) : target === text
    return isAt(url, registered) && isBelow(url, registered)
  })
}
