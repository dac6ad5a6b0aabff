/** Writes apps and tokens as seeds. */
import type { GrantSeed, OAuthAppSeed } from "../../../ForgeOAuthSeed.ts"
import type { AppSeed, ContentSeed, ManifestSeed, TokenSeed } from "../../../ForgeSeed.ts"
import { isoDate } from "../../exchange.ts"
import type { App, Installation, Manifest, Token } from "./accounts.ts"
import { moment, namesOf, present, some } from "./exporting.ts"
import { appHookSeed } from "./seed/hooks.ts"
import type { World } from "./model.ts"
import type { Grant, OAuthApp } from "./oauth.ts"

const installationSeed = (world: World, { account, id, permissions, repositories, suspended_at }: Installation) => ({
  account,
  id,
  permissions,
  ...present({
    repositories: repositories === null ? null : namesOf(world, repositories),
    suspended: suspended_at === null ? null : true
  })
})

const appSeed = (world: World, { hook, installation_requests: requests, installations, ...self }: App): AppSeed => {
  const { callback_urls, client_secret, ...app } = self
  return {
    ...app,
    hook: appHookSeed(hook),
    ...present({
      client_secret,
      callback_urls,
      installations: some([...installations.values()].map((each) => installationSeed(world, each))),
      installation_requests: some(requests.map((each) => ({ ...each, created_at: isoDate(each.created_at) })))
    })
  }
}

const manifestSeed = ({ app, code, created_at, keys }: Manifest): ManifestSeed => ({
  ...app,
  ...keys,
  code,
  created_at: isoDate(created_at)
})

const oauthAppSeed = ({ callback_urls, ...app }: OAuthApp): OAuthAppSeed => ({ ...app, ...present({ callback_urls }) })

const grantSeed = ({ client_id, created_at, id, refresh }: Grant): GrantSeed => ({
  client_id,
  id,
  created_at: isoDate(created_at),
  ...present({ refresh: refresh === null ? null : { ...refresh, expires_at: isoDate(refresh.expires_at) } })
})

const tokenSeed = (world: World, token: Token): TokenSeed => ({
  login: token.login,
  ...present({
    scopes: token.scopes,
    permissions: token.permissions,
    repositories: token.repositories === null ? null : namesOf(world, token.repositories),
    installation: token.installation,
    app: token.app,
    grant: token.grant === null ? null : grantSeed(token.grant),
    expires_at: moment(token.expires_at)
  })
})

export const accessSeeds = (world: World): Pick<ContentSeed, "apps" | "manifests" | "oauth_apps" | "tokens"> => ({
  apps: [...world.apps.values()].map((app) => appSeed(world, app)),
  ...present({
    oauth_apps: some([...world.oauthApps.values()].map(oauthAppSeed)),
    manifests: some([...world.manifests.values()].map(manifestSeed))
  }),
  tokens: Object.fromEntries([...world.tokens].map(([text, token]) => [text, tokenSeed(world, token)]))
})
