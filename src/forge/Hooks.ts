/**
 * Hooks (webhooks) of repositories, of organizations and of the App: where the service sends events, and what it has sent.
 *
 * An App has one hook, which is created in its settings. The operations on it sign in as the App itself:
 * `AppCredentials.layerApp`.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Removed, RepoPath } from "./internal/fields.ts"
import {
  AppDeliveryPath,
  ChangedConfig,
  Config,
  DeliveryFilter,
  DeliveryPath,
  HookPath,
  HookState,
  newHook,
  OrgConfig,
  OrgDeliveryPath,
  OrgHookPath,
  OrgPath,
  OtherEvents
} from "./internal/hookFields.ts"
import { Hook, HookConfig, OrganizationHook } from "./schema/Hook.ts"
import { HookDelivery, ListedHookDelivery } from "./schema/HookDelivery.ts"

/**
 * Lists the hooks of a repository.
 *
 * GET /repos/{owner}/{repo}/hooks · needs admin access
 */
export const listForRepo = Forge.listing("Hooks.listForRepo", "GET /repos/{owner}/{repo}/hooks", {
  path: RepoPath,
  item: Hook,
  errors: [NotFound]
})

/**
 * Gets a hook of a repository.
 *
 * GET /repos/{owner}/{repo}/hooks/{hook_id} · needs admin access
 */
export const getForRepo = Forge.operation("Hooks.getForRepo", "GET /repos/{owner}/{repo}/hooks/{hook_id}", {
  path: HookPath,
  success: Hook,
  errors: [NotFound]
})

/**
 * Creates a hook of a repository. The service sends it a `ping` at once.
 *
 * Fails with `ValidationFailed` if there is a hook with the same configuration and one of the events, or if there are
 * too many for one of the events.
 *
 * POST /repos/{owner}/{repo}/hooks · needs admin access · not retried when the service may have acted
 */
export const createForRepo = Forge.operation("Hooks.createForRepo", "POST /repos/{owner}/{repo}/hooks", {
  path: RepoPath,
  body: both(HookState, {
    /** Where the events go, and how. */
    config: Config
  }),
  secrets: ["config.secret"],
  success: Hook,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "config.url",
    find: (input, look) => look.first("/repos/{owner}/{repo}/hooks", Hook, newHook(input), { input })
  }
})

/**
 * Changes a hook of a repository. Only the given fields change, but `config` replaces the whole configuration: without
 * `secret`, the hook has none from then on. `updateConfigForRepo` changes single fields of it.
 *
 * PATCH /repos/{owner}/{repo}/hooks/{hook_id} · needs admin access
 */
export const updateForRepo = Forge.operation("Hooks.updateForRepo", "PATCH /repos/{owner}/{repo}/hooks/{hook_id}", {
  path: HookPath,
  body: both(
    HookState,
    both(OtherEvents, {
      /** The whole new configuration. */
      config: Schema.optional(Config)
    })
  ),
  secrets: ["config.secret"],
  success: Hook,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a hook of a repository. Nothing is delivered to it any more.
 *
 * DELETE /repos/{owner}/{repo}/hooks/{hook_id} · needs admin access
 */
export const deleteForRepo = Forge.operation("Hooks.deleteForRepo", "DELETE /repos/{owner}/{repo}/hooks/{hook_id}", {
  path: HookPath,
  errors: [NotFound],
  foundBy: Removed
})

/**
 * Sends a `ping` to a hook of a repository. `listDeliveriesForRepo` tells how it has ended.
 *
 * POST /repos/{owner}/{repo}/hooks/{hook_id}/pings · needs admin access · not retried when the service may have acted
 */
export const pingForRepo = Forge.operation("Hooks.pingForRepo", "POST /repos/{owner}/{repo}/hooks/{hook_id}/pings", {
  path: HookPath,
  errors: [NotFound]
})

/**
 * Sends the latest push to a hook of a repository. Nothing is sent if the hook does not take `push`, or if nothing was
 * pushed.
 *
 * POST /repos/{owner}/{repo}/hooks/{hook_id}/tests · needs admin access · not retried when the service may have acted
 */
export const testForRepo = Forge.operation("Hooks.testForRepo", "POST /repos/{owner}/{repo}/hooks/{hook_id}/tests", {
  path: HookPath,
  errors: [NotFound]
})

/**
 * Gets where the hook of a repository sends events, and how.
 *
 * GET /repos/{owner}/{repo}/hooks/{hook_id}/config · needs admin access
 */
export const getConfigForRepo = Forge.operation(
  "Hooks.getConfigForRepo",
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/config",
  {
    path: HookPath,
    success: HookConfig,
    errors: [NotFound]
  }
)

/**
 * Changes where the hook of a repository sends events, and how. Only the given fields change.
 *
 * PATCH /repos/{owner}/{repo}/hooks/{hook_id}/config · needs admin access
 */
export const updateConfigForRepo = Forge.operation(
  "Hooks.updateConfigForRepo",
  "PATCH /repos/{owner}/{repo}/hooks/{hook_id}/config",
  {
    path: HookPath,
    body: ChangedConfig,
    secrets: ["secret"],
    success: HookConfig,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Lists what was delivered to the hook of a repository in the last 3 days, the latest first. The service has no page
 * numbers here: the `next` of a page leads on.
 *
 * GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries · needs admin access
 */
export const listDeliveriesForRepo = Forge.listing(
  "Hooks.listDeliveriesForRepo",
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries",
  {
    path: HookPath,
    query: DeliveryFilter,
    item: ListedHookDelivery,
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Gets a delivery to the hook of a repository, with what was sent and what came back.
 *
 * GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id} · needs admin access
 */
export const getDeliveryForRepo = Forge.operation(
  "Hooks.getDeliveryForRepo",
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}",
  {
    path: DeliveryPath,
    success: HookDelivery,
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Delivers again to the hook of a repository, with the same `guid` and what was sent before. The service has accepted
 * it then, and delivers some seconds later.
 *
 * POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts · needs admin access · not retried when the service may have acted
 */
export const redeliverForRepo = Forge.operation(
  "Hooks.redeliverForRepo",
  "POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  {
    path: DeliveryPath,
    statuses: [202, 204, 205],
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Lists the hooks of an organization.
 *
 * GET /orgs/{org}/hooks · needs an owner of the organization
 */
export const listForOrg = Forge.listing("Hooks.listForOrg", "GET /orgs/{org}/hooks", {
  path: OrgPath,
  item: OrganizationHook,
  errors: [NotFound]
})

/**
 * Gets a hook of an organization.
 *
 * GET /orgs/{org}/hooks/{hook_id} · needs an owner of the organization
 */
export const getForOrg = Forge.operation("Hooks.getForOrg", "GET /orgs/{org}/hooks/{hook_id}", {
  path: OrgHookPath,
  success: OrganizationHook,
  errors: [NotFound]
})

/**
 * Creates a hook of an organization. The service sends it a `ping` at once.
 *
 * Fails with `ValidationFailed` if there is a hook with the same configuration and one of the events, or if there are
 * too many for one of the events.
 *
 * POST /orgs/{org}/hooks · needs an owner of the organization · not retried when the service may have acted
 */
export const createForOrg = Forge.operation("Hooks.createForOrg", "POST /orgs/{org}/hooks", {
  path: OrgPath,
  body: both(HookState, {
    /** Always `web`. */
    name: Schema.Literal("web"),
    /** Where the events go, and how. */
    config: OrgConfig
  }),
  secrets: ["config.secret", "config.password"],
  success: OrganizationHook,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "config.url",
    find: (input, look) => look.first("/orgs/{org}/hooks", OrganizationHook, newHook(input), { input })
  }
})

/**
 * Changes a hook of an organization. Only the given fields change, but `config` replaces the whole configuration:
 * without `secret`, the hook has none from then on. `updateConfigForOrg` changes single fields of it.
 *
 * PATCH /orgs/{org}/hooks/{hook_id} · needs an owner of the organization
 */
export const updateForOrg = Forge.operation("Hooks.updateForOrg", "PATCH /orgs/{org}/hooks/{hook_id}", {
  path: OrgHookPath,
  body: both(HookState, {
    /** The whole new configuration. */
    config: Schema.optional(Config)
  }),
  secrets: ["config.secret"],
  success: OrganizationHook,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a hook of an organization. Nothing is delivered to it any more.
 *
 * DELETE /orgs/{org}/hooks/{hook_id} · needs an owner of the organization
 */
export const deleteForOrg = Forge.operation("Hooks.deleteForOrg", "DELETE /orgs/{org}/hooks/{hook_id}", {
  path: OrgHookPath,
  errors: [NotFound],
  foundBy: Removed
})

/**
 * Sends a `ping` to a hook of an organization. `listDeliveriesForOrg` tells how it has ended.
 *
 * POST /orgs/{org}/hooks/{hook_id}/pings · needs an owner of the organization · not retried when the service may have acted
 */
export const pingForOrg = Forge.operation("Hooks.pingForOrg", "POST /orgs/{org}/hooks/{hook_id}/pings", {
  path: OrgHookPath,
  errors: [NotFound]
})

/**
 * Gets where the hook of an organization sends events, and how.
 *
 * GET /orgs/{org}/hooks/{hook_id}/config · needs an owner of the organization
 */
export const getConfigForOrg = Forge.operation("Hooks.getConfigForOrg", "GET /orgs/{org}/hooks/{hook_id}/config", {
  path: OrgHookPath,
  success: HookConfig,
  errors: [NotFound]
})

/**
 * Changes where the hook of an organization sends events, and how. Only the given fields change.
 *
 * PATCH /orgs/{org}/hooks/{hook_id}/config · needs an owner of the organization
 */
export const updateConfigForOrg = Forge.operation(
  "Hooks.updateConfigForOrg",
  "PATCH /orgs/{org}/hooks/{hook_id}/config",
  {
    path: OrgHookPath,
    body: ChangedConfig,
    secrets: ["secret"],
    success: HookConfig,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Lists what was delivered to the hook of an organization in the last 3 days, the latest first. The service has no page
 * numbers here: the `next` of a page leads on.
 *
 * GET /orgs/{org}/hooks/{hook_id}/deliveries · needs an owner of the organization
 */
export const listDeliveriesForOrg = Forge.listing(
  "Hooks.listDeliveriesForOrg",
  "GET /orgs/{org}/hooks/{hook_id}/deliveries",
  {
    path: OrgHookPath,
    query: DeliveryFilter,
    item: ListedHookDelivery,
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Gets a delivery to the hook of an organization, with what was sent and what came back.
 *
 * GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id} · needs an owner of the organization
 */
export const getDeliveryForOrg = Forge.operation(
  "Hooks.getDeliveryForOrg",
  "GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}",
  {
    path: OrgDeliveryPath,
    success: HookDelivery,
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Delivers again to the hook of an organization, with the same `guid` and what was sent before. The service has
 * accepted it then, and delivers some seconds later.
 *
 * POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts · needs an owner of the organization · not retried when the service may have acted
 */
export const redeliverForOrg = Forge.operation(
  "Hooks.redeliverForOrg",
  "POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  {
    path: OrgDeliveryPath,
    statuses: [202, 204, 205],
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Gets where the hook of the App sends events, and how.
 *
 * GET /app/hook/config · as the App
 */
export const getConfigForApp = Forge.operation("Hooks.getConfigForApp", "GET /app/hook/config", {
  success: HookConfig
})

/**
 * Changes where the hook of the App sends events, and how. Only the given fields change.
 *
 * PATCH /app/hook/config · as the App
 */
export const updateConfigForApp = Forge.operation("Hooks.updateConfigForApp", "PATCH /app/hook/config", {
  body: ChangedConfig,
  secrets: ["secret"],
  success: HookConfig,
  errors: [ValidationFailed],
  repeatable: true
})

/**
 * Lists what was delivered to the hook of the App in the last 3 days, the latest first. The service has no page numbers
 * here: the `next` of a page leads on.
 *
 * GET /app/hook/deliveries · as the App
 */
export const listDeliveriesForApp = Forge.listing("Hooks.listDeliveriesForApp", "GET /app/hook/deliveries", {
  query: DeliveryFilter,
  item: ListedHookDelivery,
  errors: [ValidationFailed]
})

/**
 * Gets a delivery to the hook of the App, with what was sent and what came back.
 *
 * GET /app/hook/deliveries/{delivery_id} · as the App
 */
export const getDeliveryForApp = Forge.operation("Hooks.getDeliveryForApp", "GET /app/hook/deliveries/{delivery_id}", {
  path: AppDeliveryPath,
  success: HookDelivery,
  errors: [NotFound, ValidationFailed]
})

/**
 * Delivers again to the hook of the App, with the same `guid` and what was sent before. The service has accepted it
 * then, and delivers some seconds later.
 *
 * POST /app/hook/deliveries/{delivery_id}/attempts · as the App · not retried when the service may have acted
 */
export const redeliverForApp = Forge.operation(
  "Hooks.redeliverForApp",
  "POST /app/hook/deliveries/{delivery_id}/attempts",
  {
    path: AppDeliveryPath,
    statuses: [202, 204, 205],
    errors: [NotFound, ValidationFailed]
  }
)
