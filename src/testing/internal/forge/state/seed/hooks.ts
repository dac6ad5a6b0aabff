/** Turns the hooks of a seed into state, and back. */
import type { AppHookSeed, DeliverySeed, HookSeed } from "../../../../ForgeHookSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { type Delivery, guidOf, type Hook, headersOf, type HookOwner, statusOf } from "../hooks.ts"
import { nextId, type World } from "../model.ts"
import { millisOf } from "./moments.ts"

const deliveryOf = (
  world: World,
  owner: Pick<HookOwner, "type" | "id">,
  hook: Hook,
  seed: DeliverySeed,
  now: number
): Delivery => {
  const { delivered_at, status_code = 200, throttled_at } = seed
  const id = nextId(world, "delivery", seed.id)
  const guid = seed.guid ?? guidOf(id)
  const happening = {
    event: seed.event,
    action: seed.action ?? null,
    repository: seed.repository ?? null,
    installation: seed.installation ?? null,
    payload: seed.payload ?? {}
  }
  return {
    ...happening,
    id,
    guid,
    url: seed.url ?? hook.config.url ?? "",
    headers: seed.headers ?? headersOf(owner, hook, guid, happening),
    redelivery: seed.redelivery ?? false,
    status: seed.status ?? statusOf(status_code),
    status_code,
    duration: seed.duration ?? 0,
    response: seed.response ?? null,
    delivered_at: delivered_at === undefined ? now : millisOf(delivered_at, now),
    throttled_at: throttled_at === undefined ? null : millisOf(throttled_at, now)
  }
}

/** Makes the hook of an owner. */
export const hookOf = (
  world: World,
  owner: Pick<HookOwner, "type" | "id">,
  seed: AppHookSeed | HookSeed,
  now: number
): Hook => {
  const created_at = seed.created_at === undefined ? now : millisOf(seed.created_at, now)
  const { content_type = "json", insecure_ssl = "0", secret = null, url = null } = seed
  const hook: Hook = {
    id: nextId(world, "hook", seed.id),
    active: seed.active ?? url !== null,
    events: seed.events ?? (url === null ? [] : ["push"]),
    config: { url, content_type, insecure_ssl, secret },
    created_at,
    updated_at: seed.updated_at === undefined ? created_at : millisOf(seed.updated_at, now),
    deliveries: []
  }
  const deliveries = (seed.deliveries ?? []).map((each) => deliveryOf(world, owner, hook, each, now))
  return { ...hook, deliveries }
}

const deliverySeed = (delivery: Delivery): DeliverySeed => {
  const { action, delivered_at, installation, payload, repository, response, throttled_at, ...fields } = delivery
  return {
    ...fields,
    // What a handler has made of JSON is JSON again.
    payload: JSON.parse(JSON.stringify(payload)) as NonNullable<DeliverySeed["payload"]>,
    delivered_at: isoDate(delivered_at),
    ...(action === null ? {} : { action }),
    ...(installation === null ? {} : { installation }),
    ...(repository === null ? {} : { repository }),
    ...(response === null ? {} : { response }),
    ...(throttled_at === null ? {} : { throttled_at: isoDate(throttled_at) })
  }
}

/** The seed of an app's hook, which may have no URL. */
export const appHookSeed = (hook: Hook): AppHookSeed => {
  const { config, created_at, deliveries, updated_at, ...fields } = hook
  const { secret, url, ...settings } = config
  return {
    ...fields,
    ...settings,
    ...(url === null ? {} : { url }),
    ...(secret === null ? {} : { secret }),
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at),
    ...(deliveries.length === 0 ? {} : { deliveries: deliveries.map(deliverySeed) })
  }
}

/** The seed of any other hook. */
export const hookSeed = (hook: Hook): HookSeed => ({ ...appHookSeed(hook), url: hook.config.url ?? "" })
