/** Handlers of the `Hooks` operations: of repositories, of organizations and of the app. */
import * as Result from "effect/Result"
import { json, noContent } from "../../exchange.ts"
import { mustBeAdmin, pathNumber, readable, signedIn } from "../access/lookups.ts"
import { installationOf, may, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cutAtCursor, pageOf } from "../http/paging.ts"
import { badRequest, invalid, malformed, notFound, unauthorized } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { ownerOf, ownerOfApp } from "../state/hookOwners.ts"
import {
  deliver,
  type Delivery,
  type Happening,
  type Hook,
  type HookConfig,
  type HookOwner,
  recent,
  takes
} from "../state/hooks.ts"
import { nextId, type Repository, same } from "../state/model.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/hooks.ts"

/** Whose hooks the path names, and how the service writes them. */
interface Place {
  readonly owner: HookOwner
  readonly hooks: ReadonlyMap<number, Hook>
  readonly remove: (id: number) => void
  readonly write: (hook: Hook) => object
  /** What a `ping` tells, and what it belongs to. */
  readonly ping: (hook: Hook) => Happening
  /** The path in links. */
  readonly path: string
  /** In the service's words. */
  readonly what: "repository" | "organization"
}

const happening = (event: string, payload: Happening["payload"], repository: number | null = null): Happening => ({
  event,
  action: null,
  repository,
  installation: null,
  payload
})

/** An installation has no role: that it has the permission was checked before. */
const isInstallation = ({ token }: Call): boolean => token !== null && token.installation !== null

/** Only administrators know of hooks. Others who may see the repository are told that they may not write. */
const inRepo = (call: Call): OrRefusal<Place & { readonly repository: Repository }> =>
  Result.gen(function* () {
    const isRead = call.request.method === "GET"
    const repository = isRead ? yield* readable(call) : (yield* signedIn(call))[0]
    if (!isInstallation(call) && !may(call, repository, "admin")) {
      return yield* Result.fail(isRead ? notFound(call) : mustBeAdmin(call))
    }
    const { hooks, id } = repository
    return {
      repository,
      owner: ownerOf(call.world, "repository", id, hooks),
      hooks,
      remove: (hook) => hooks.delete(hook),
      write: (hook) => Wire.repositoryHook(call, repository, hook),
      ping: (hook) => happening("ping", Wire.repositoryPing(call, repository, hook), id),
      path: `${stablePath(repository)}/hooks`,
      what: "repository"
    }
  })

/** Only owners know of hooks, and installations on the organization. */
const inOrg = (call: Call): OrRefusal<Place> =>
  Result.gen(function* () {
    const [{ id, login }, { hooks, members }] = yield* organizationOf(call)
    const installation = installationOf(call.world, call.token?.installation ?? null)
    const isOwner =
      installation === undefined
        ? members.get(call.viewer?.toLowerCase() ?? "")?.role === "admin"
        : same(installation.account, login)
    if (!isOwner) return yield* Result.fail(notFound(call))
    return {
      owner: ownerOf(call.world, "organization", id, hooks),
      hooks,
      remove: (hook) => hooks.delete(hook),
      write: (hook) => Wire.organizationHook(call, login, hook),
      ping: (hook) => happening("ping", Wire.organizationPing(call, login, hook)),
      path: `/orgs/${login}/hooks`,
      what: "organization"
    }
  })

type PlaceOf = (call: Call) => OrRefusal<Place>

const hookOf = (call: Call, { hooks }: Place): OrRefusal<Hook> => {
  const hook = hooks.get(pathNumber(call, "hook_id") ?? 0)
  return hook === undefined ? Result.fail(notFound(call)) : Result.succeed(hook)
}

const refuse = (call: Call, message: string) =>
  Result.fail(invalid(call, { resource: "Hook", code: "custom", message }))

/** Reads a configuration. What is not sent is as before; a secret that is not sent is gone, unless it is kept. */
const configOf = (call: Call, fields: Input.Fields, before: HookConfig): OrRefusal<HookConfig> =>
  Result.gen(function* () {
    const url = yield* Input.text(call, fields, "url")
    if (typeof url === "string" && !/^https?:\/\/[^/]/i.test(url)) return yield* refuse(call, `url is not supported`)
    const type = yield* Input.oneOf(call, fields, "content_type", ["json", "form"], "Hook")
    const insecure: unknown = fields["insecure_ssl"] ?? before.insecure_ssl
    if (!["0", "1", 0, 1].includes(insecure as string)) {
      return yield* Result.fail(
        malformed(call, `For 'properties/insecure_ssl', ${JSON.stringify(insecure)} is invalid.`)
      )
    }
    const secret = yield* Input.text(call, fields, "secret")
    return {
      url: url ?? before.url,
      content_type: type ?? before.content_type,
      insecure_ssl: String(insecure) === "1" ? "1" : "0",
      secret: secret === undefined ? before.secret : secret === "" ? null : secret
    }
  })

const blank: HookConfig = { url: null, content_type: "form", insecure_ssl: "0", secret: null }

/** Reads the `config` of a hook, which replaces the one before. */
const wholeConfig = (call: Call, fields: Input.Fields): OrRefusal<HookConfig | undefined> =>
  Result.gen(function* () {
    const given = yield* Input.object(call, fields, "config")
    if (given === undefined) return undefined
    const config = yield* configOf(call, given, blank)
    return config.url === null ? yield* refuse(call, "Config must contain URL for webhooks") : config
  })

/** The most hooks that one event can have. */
const mostHooks = 20

/** Refuses a hook that another one makes useless, or that is one too many. */
const fits = (call: Call, { hooks, what }: Place, hook: Hook): OrRefusal<void> => {
  const others = [...hooks.values()].filter(({ id }) => id !== hook.id)
  const shares = (other: Hook) => other.events.some((event) => hook.events.includes(event))
  const isTwin = (other: Hook) => JSON.stringify(other.config) === JSON.stringify(hook.config) && shares(other)
  if (others.some(isTwin)) return refuse(call, `Hook already exists on this ${what}`)
  const full = hook.events.find((event) => others.filter(({ events }) => events.includes(event)).length >= mostHooks)
  return full === undefined ? Result.void : refuse(call, `The "${full}" event cannot have more than ${mostHooks} hooks`)
}

const eventsOf = (call: Call, fields: Input.Fields, name: string) => Input.names(call, fields, name, "name")

const list =
  (placeOf: PlaceOf): Handler =>
  (call) =>
    Result.map(placeOf(call), ({ hooks, path, write }) => pageOf(call, path, [...hooks.values()], write))

const get = (placeOf: PlaceOf): Handler =>
  handler(function* (call) {
    const place = yield* placeOf(call)
    return json(200, place.write(yield* hookOf(call, place)))
  })

const create = (placeOf: PlaceOf): Handler =>
  handler(function* (call) {
    const place = yield* placeOf(call)
    const fields = yield* Input.fieldsOf(call)
    yield* Input.oneOf(call, fields, "name", ["web"], "Hook")
    yield* Input.required(call, fields, "config")
    const config = yield* wholeConfig(call, fields)
    const events = yield* eventsOf(call, fields, "events")
    const active = yield* Input.flag(call, fields, "active")
    const made: Hook = {
      id: 0,
      active: active ?? true,
      events: [...new Set(events ?? ["push"])],
      config: config ?? blank,
      created_at: call.now,
      updated_at: call.now,
      deliveries: []
    }
    yield* fits(call, place, made)
    const hook = { ...made, id: nextId(call.world, "hook") }
    place.owner.put(hook)
    deliver(place.owner, hook, place.ping(hook), call.now)
    const answer = place.write(hook)
    return json(201, answer, "url" in answer ? { location: String(answer.url) } : {})
  })

const update = (placeOf: PlaceOf): Handler =>
  handler(function* (call) {
    const place = yield* placeOf(call)
    const before = yield* hookOf(call, place)
    const fields = yield* Input.fieldsOf(call)
    const config = yield* wholeConfig(call, fields)
    const events = (yield* eventsOf(call, fields, "events")) ?? before.events
    const added = (yield* eventsOf(call, fields, "add_events")) ?? []
    const removed = (yield* eventsOf(call, fields, "remove_events")) ?? []
    const active = yield* Input.flag(call, fields, "active")
    const hook: Hook = {
      ...before,
      active: active ?? before.active,
      events: [...new Set([...events, ...added])].filter((event) => !removed.includes(event)),
      config: config ?? before.config,
      updated_at: call.now
    }
    yield* fits(call, place, hook)
    place.owner.put(hook)
    return json(200, place.write(hook))
  })

const remove = (placeOf: PlaceOf): Handler =>
  handler(function* (call) {
    const place = yield* placeOf(call)
    const hook = yield* hookOf(call, place)
    place.remove(hook.id)
    if (takes(hook, "meta")) {
      const action = "deleted"
      const told = place.ping(hook)
      const { zen: _, ...payload } = told.payload
      deliver(place.owner, hook, { ...told, event: "meta", action, payload: { action, ...payload } }, call.now)
    }
    return noContent
  })

const ping = (placeOf: PlaceOf): Handler =>
  handler(function* (call) {
    const place = yield* placeOf(call)
    const hook = yield* hookOf(call, place)
    deliver(place.owner, hook, place.ping(hook), call.now)
    return noContent
  })

const testForRepo: Handler = handler(function* (call) {
  const place = yield* inRepo(call)
  const hook = yield* hookOf(call, place)
  const push = Wire.latestPush(call, place.repository)
  if (push !== undefined && takes(hook, "push")) {
    deliver(place.owner, hook, happening("push", push, place.repository.id), call.now)
  }
  return noContent
})

/** A hook that has its configuration and its log below a path: any of a place, or that of the app. */
interface Located {
  readonly owner: HookOwner
  readonly hook: Hook
  readonly path: string
}

type HookAt = (call: Call) => OrRefusal<Located>

const at =
  (placeOf: PlaceOf): HookAt =>
  (call) =>
    Result.flatMap(placeOf(call), (place) =>
      Result.map(hookOf(call, place), (hook) => ({ owner: place.owner, hook, path: `${place.path}/${hook.id}` }))
    )

const ofApp: HookAt = (call) => {
  const { app, world } = call
  if (app === null) return Result.fail(unauthorized("A JSON web token could not be decoded"))
  return Result.succeed({ owner: ownerOfApp(world, app.id), hook: app.hook, path: "/app/hook" })
}

const getConfig =
  (hookAt: HookAt): Handler =>
  (call) =>
    Result.map(hookAt(call), ({ hook }) => json(200, Wire.config(hook.config)))

const updateConfig = (hookAt: HookAt): Handler =>
  handler(function* (call) {
    const { hook, owner } = yield* hookAt(call)
    const config = yield* configOf(call, yield* Input.fieldsOf(call), hook.config)
    // An app's hook is active once it leads somewhere.
    const active = hook.active || (owner.type === "integration" && hook.config.url === null && config.url !== null)
    owner.put({ ...hook, active, config, updated_at: call.now })
    return json(200, Wire.config(config))
  })

const isFine = ({ status_code }: Delivery): boolean => status_code >= 200 && status_code < 400

const listDeliveries = (hookAt: HookAt): Handler =>
  handler(function* (call) {
    const { hook, path } = yield* hookAt(call)
    const status = yield* Input.choice(call, "status", ["all", "success", "failure"], "HookDelivery")
    const found = recent(hook, call.now).filter((each) => status === "all" || isFine(each) === (status === "success"))
    const page = cutAtCursor(call, `${path}/deliveries`, found, ({ id }) => `v1_${id}`)
    return page === undefined
      ? yield* Result.fail(badRequest(call, "Invalid cursor parameter"))
      : json(200, page.items.map(Wire.listedDelivery), page.headers)
  })

const deliveryOf = (call: Call, hook: Hook): OrRefusal<Delivery> => {
  const id = pathNumber(call, "delivery_id")
  const found = recent(hook, call.now).find((each) => each.id === id)
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
}

const getDelivery = (hookAt: HookAt): Handler =>
  handler(function* (call) {
    const { hook } = yield* hookAt(call)
    return json(200, Wire.delivery(yield* deliveryOf(call, hook)))
  })

/** It is sent as it was, signed by the key of today. */
const redeliver = (hookAt: HookAt): Handler =>
  handler(function* (call) {
    const { hook, owner } = yield* hookAt(call)
    const earlier = yield* deliveryOf(call, hook)
    deliver(owner, hook, earlier, call.now, earlier)
    return json(202, {})
  })

const hooks = "/repos/{owner}/{repo}/hooks"
const orgHooks = "/orgs/{org}/hooks"

const endpoint = endpointsOf("repos/webhooks")
const ofOrgs = endpointsOf("orgs/webhooks")
const ofApps = endpointsOf("apps/webhooks")

export const routes: ReadonlyArray<Route> = [
  endpoint("Hooks.listForRepo", `GET ${hooks}`, "list-repository-webhooks", list(inRepo)),
  endpoint("Hooks.getForRepo", `GET ${hooks}/{hook_id}`, "get-a-repository-webhook", get(inRepo)),
  endpoint("Hooks.createForRepo", `POST ${hooks}`, "create-a-repository-webhook", create(inRepo)),
  endpoint("Hooks.updateForRepo", `PATCH ${hooks}/{hook_id}`, "update-a-repository-webhook", update(inRepo)),
  endpoint("Hooks.deleteForRepo", `DELETE ${hooks}/{hook_id}`, "delete-a-repository-webhook", remove(inRepo)),
  endpoint("Hooks.pingForRepo", `POST ${hooks}/{hook_id}/pings`, "ping-a-repository-webhook", ping(inRepo)),
  endpoint("Hooks.testForRepo", `POST ${hooks}/{hook_id}/tests`, "test-the-push-repository-webhook", testForRepo),
  endpoint(
    "Hooks.getConfigForRepo",
    `GET ${hooks}/{hook_id}/config`,
    "get-a-webhook-configuration-for-a-repository",
    getConfig(at(inRepo))
  ),
  endpoint(
    "Hooks.updateConfigForRepo",
    `PATCH ${hooks}/{hook_id}/config`,
    "update-a-webhook-configuration-for-a-repository",
    updateConfig(at(inRepo))
  ),
  endpoint(
    "Hooks.listDeliveriesForRepo",
    `GET ${hooks}/{hook_id}/deliveries`,
    "list-deliveries-for-a-repository-webhook",
    listDeliveries(at(inRepo))
  ),
  endpoint(
    "Hooks.getDeliveryForRepo",
    `GET ${hooks}/{hook_id}/deliveries/{delivery_id}`,
    "get-a-delivery-for-a-repository-webhook",
    getDelivery(at(inRepo))
  ),
  endpoint(
    "Hooks.redeliverForRepo",
    `POST ${hooks}/{hook_id}/deliveries/{delivery_id}/attempts`,
    "redeliver-a-delivery-for-a-repository-webhook",
    redeliver(at(inRepo))
  ),
  ofOrgs("Hooks.listForOrg", `GET ${orgHooks}`, "list-organization-webhooks", list(inOrg)),
  ofOrgs("Hooks.getForOrg", `GET ${orgHooks}/{hook_id}`, "get-an-organization-webhook", get(inOrg)),
  ofOrgs("Hooks.createForOrg", `POST ${orgHooks}`, "create-an-organization-webhook", create(inOrg)),
  ofOrgs("Hooks.updateForOrg", `PATCH ${orgHooks}/{hook_id}`, "update-an-organization-webhook", update(inOrg)),
  ofOrgs("Hooks.deleteForOrg", `DELETE ${orgHooks}/{hook_id}`, "delete-an-organization-webhook", remove(inOrg)),
  ofOrgs("Hooks.pingForOrg", `POST ${orgHooks}/{hook_id}/pings`, "ping-an-organization-webhook", ping(inOrg)),
  ofOrgs(
    "Hooks.getConfigForOrg",
    `GET ${orgHooks}/{hook_id}/config`,
    "get-a-webhook-configuration-for-an-organization",
    getConfig(at(inOrg))
  ),
  ofOrgs(
    "Hooks.updateConfigForOrg",
    `PATCH ${orgHooks}/{hook_id}/config`,
    "update-a-webhook-configuration-for-an-organization",
    updateConfig(at(inOrg))
  ),
  ofOrgs(
    "Hooks.listDeliveriesForOrg",
    `GET ${orgHooks}/{hook_id}/deliveries`,
    "list-deliveries-for-an-organization-webhook",
    listDeliveries(at(inOrg))
  ),
  ofOrgs(
    "Hooks.getDeliveryForOrg",
    `GET ${orgHooks}/{hook_id}/deliveries/{delivery_id}`,
    "get-a-webhook-delivery-for-an-organization-webhook",
    getDelivery(at(inOrg))
  ),
  ofOrgs(
    "Hooks.redeliverForOrg",
    `POST ${orgHooks}/{hook_id}/deliveries/{delivery_id}/attempts`,
    "redeliver-a-delivery-for-an-organization-webhook",
    redeliver(at(inOrg))
  ),
  ofApps("Hooks.getConfigForApp", "GET /app/hook/config", "get-a-webhook-configuration-for-an-app", getConfig(ofApp)),
  ofApps(
    "Hooks.updateConfigForApp",
    "PATCH /app/hook/config",
    "update-a-webhook-configuration-for-an-app",
    updateConfig(ofApp)
  ),
  ofApps(
    "Hooks.listDeliveriesForApp",
    "GET /app/hook/deliveries",
    "list-deliveries-for-an-app-webhook",
    listDeliveries(ofApp)
  ),
  ofApps(
    "Hooks.getDeliveryForApp",
    "GET /app/hook/deliveries/{delivery_id}",
    "get-a-delivery-for-an-app-webhook",
    getDelivery(ofApp)
  ),
  ofApps(
    "Hooks.redeliverForApp",
    "POST /app/hook/deliveries/{delivery_id}/attempts",
    "redeliver-a-delivery-for-an-app-webhook",
    redeliver(ofApp)
  )
]
