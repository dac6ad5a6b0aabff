/** Apps and their installations, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import type { Access, App, Installation } from "../state/accounts.ts"
import { userOf, type World } from "../state/model.ts"
import { type Context, nodeId, user } from "./common.ts"

/** Every app may read metadata, whatever else it may do. */
export const permissions = (granted: Readonly<Record<string, Access>>): Readonly<Record<string, Access>> => ({
  metadata: "read",
  ...granted
})

/** Apps have no dates of their own: they are as old as their bots. */
const createdAt = (world: World, app: App): string => isoDate(userOf(world, `${app.slug}[bot]`)?.created_at ?? 0)

export const app = (context: Context, self: App) => ({
  id: self.id,
  client_id: self.client_id,
  slug: self.slug,
  node_id: nodeId("A", self.id),
  owner: user(context, self.owner),
  name: self.name,
  description: null,
  external_url: `${context.urls.html}/apps/${self.slug}`,
  html_url: `${context.urls.html}/apps/${self.slug}`,
  created_at: createdAt(context.world, self),
  updated_at: createdAt(context.world, self),
  permissions: permissions(self.permissions),
  events: [],
  installations_count: self.installations.size
})

export const installation = (context: Context, of: App, self: Installation) => {
  const { urls, world } = context
  const account = userOf(world, self.account)
  const page = account?.type === "Organization" ? `${urls.html}/organizations/${account.login}` : urls.html
  return {
    id: self.id,
    client_id: of.client_id,
    account: user(context, self.account),
    repository_selection: self.repositories === null ? "all" : "selected",
    access_tokens_url: `${urls.api}/app/installations/${self.id}/access_tokens`,
    repositories_url: `${urls.api}/installation/repositories`,
    html_url: `${page}/settings/installations/${self.id}`,
    app_id: of.id,
    app_slug: of.slug,
    target_id: account?.id ?? 0,
    target_type: account?.type ?? "User",
    permissions: permissions(self.permissions),
    events: [],
    created_at: createdAt(world, of),
    updated_at: createdAt(world, of),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: self.suspended_at === null ? null : user(context, self.account),
    suspended_at: self.suspended_at === null ? null : isoDate(self.suspended_at)
  }
}
