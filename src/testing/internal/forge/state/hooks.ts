/**
 * Hooks of repositories, organizations and apps: where their events go, by which key they are signed, and the log of what
 * was delivered to each.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha1 } from "@noble/hashes/legacy.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

export interface HookConfig {
  /** Null for an app without a URL: nothing is delivered to it. */
  readonly url: string | null
  readonly content_type: "json" | "form"
  readonly insecure_ssl: "0" | "1"
  /** The key that signs deliveries. Responses and snapshots have `********` in its place. */
  readonly secret: string | null
}

/** What a response or a snapshot tells of a secret. */
export const masked = (secret: string | null): "********" | null => (secret === null ? null : "********")

/** How a delivery has ended. */
export interface Outcome {
  /** In words: `OK`, or why there is no success. */
  readonly status: string
  readonly status_code: number
  /** In seconds. */
  readonly duration: number
  /** Null if nothing came back. */
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly payload: string } | null
}

/** The end of a delivery that no host has answered. */
export const notConnected: Outcome = {
  status: "failed to connect to host",
  status_code: 502,
  duration: 0,
  response: null
}

/** The end of a delivery whose host took too long. */
export const timedOut: Outcome = { ...notConnected, status: "timed out", status_code: 504 }

/** What the service says of a response, by its status. */
export const statusOf = (code: number): string => (code >= 200 && code < 400 ? "OK" : `Invalid HTTP Response: ${code}`)

/** What a delivery is about. */
export interface Happening {
  readonly event: string
  readonly action: string | null
  /** Id of the repository. */
  readonly repository: number | null
  /** Id of the app's installation. */
  readonly installation: number | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** An entry of a hook's log: what was sent, where and when, and how it has ended. */
export interface Delivery extends Happening, Outcome {
  readonly id: number
  /** Redeliveries have the same one. */
  readonly guid: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly redelivery: boolean
  readonly delivered_at: number
  /** Since when the service holds it back; null if it does not. */
  readonly throttled_at: number | null
}

export interface Hook {
  readonly id: number
  readonly active: boolean
  readonly events: ReadonlyArray<string>
  readonly config: HookConfig
  readonly created_at: number
  readonly updated_at: number
  /** The oldest first. */
  readonly deliveries: ReadonlyArray<Delivery>
}

/** A delivery on its way. */
export interface Outgoing extends Omit<Delivery, keyof Outcome> {
  readonly body: string
  /** Adds it to the log of its hook. */
  readonly log: (outcome: Outcome) => void
}

/** What a hook belongs to, as the headers of deliveries name it, and how its hooks are kept there. */
export interface HookOwner {
  readonly type: "repository" | "organization" | "integration"
  readonly id: number
  readonly get: (id: number) => Hook | undefined
  readonly put: (hook: Hook) => void
  /** The id of its next delivery. */
  readonly nextDelivery: () => number
  readonly send: (outgoing: Outgoing) => void
}

/** Whether a hook takes an event. */
export const takes = ({ active, config, events }: Hook, event: string): boolean =>
  active && config.url !== null && (events.includes("*") || events.includes(event))

/** The body of a delivery, as its hook wants it. */
const bodyOf = ({ content_type }: HookConfig, payload: Happening["payload"]): string => {
  const json = JSON.stringify(payload)
  return content_type === "json" ? json : new URLSearchParams({ payload: json }).toString()
}

/** The headers of a delivery, with the signature of its body. */
export const headersOf = (
  owner: Pick<HookOwner, "type" | "id">,
  { config, id }: Hook,
  guid: string,
  { event, payload }: Happening
) => {
  const key = config.secret === null ? undefined : utf8ToBytes(config.secret)
  const body = utf8ToBytes(bodyOf(config, payload))
  return {
    Accept: "*/*",
    "Content-Type": config.content_type === "json" ? "application/json" : "application/x-www-form-urlencoded",
    "User-Agent": "GitHub-Hookshot/c0de000",
    "X-GitHub-Delivery": guid,
    "X-GitHub-Event": event,
    "X-GitHub-Hook-ID": String(id),
    "X-GitHub-Hook-Installation-Target-ID": String(owner.id),
    "X-GitHub-Hook-Installation-Target-Type": owner.type,
    ...(key === undefined
      ? {}
      : {
          "X-Hub-Signature": `sha1=${bytesToHex(hmac(sha1, key, body))}`,
          "X-Hub-Signature-256": `sha256=${bytesToHex(hmac(sha256, key, body))}`
        })
  }
}

/** Has the service's format, and is the same for the same sequence of requests. */
export const guidOf = (id: number): string => `c0de0000-0000-11f1-8000-${id.toString(16).padStart(12, "0")}`

/** How long the service keeps deliveries, in milliseconds: three days. */
const kept = 3 * 86_400_000

/**
 * Sends a delivery, signed by the key that the hook has now. Once it has ended, it is in the hook's log. With `again`, it
 * repeats that one under the same GUID. Nothing is delivered to a hook without a URL.
 */
export const deliver = (owner: HookOwner, hook: Hook, happening: Happening, now: number, again?: Delivery): void => {
  const { url } = hook.config
  if (url === null) return
  const { action, event, installation, payload, repository } = happening
  const id = owner.nextDelivery()
  const guid = again?.guid ?? guidOf(id)
  const delivery = {
    event,
    action,
    repository,
    installation,
    payload,
    id,
    guid,
    url,
    headers: headersOf(owner, hook, guid, happening),
    redelivery: again !== undefined,
    delivered_at: now,
    throttled_at: null
  }
  owner.send({
    ...delivery,
    body: bodyOf(hook.config, payload),
    log: (outcome) => {
      const current = owner.get(hook.id)
      if (current === undefined) return
      const from = current.deliveries.findIndex(({ delivered_at }) => delivered_at > now - kept)
      const others = from < 0 ? [] : current.deliveries.slice(from)
      owner.put({ ...current, deliveries: [...others, { ...delivery, ...outcome }] })
    }
  })
}

/** Lists the deliveries that the service still has, the latest first. */
export const recent = ({ deliveries }: Hook, now: number): ReadonlyArray<Delivery> =>
  deliveries.filter(({ delivered_at }) => delivered_at > now - kept).toReversed()

/** The hook of an app whose events go nowhere. */
export const noHook: Hook = {
  id: 0,
  active: false,
  events: [],
  config: { url: null, content_type: "json", insecure_ssl: "0", secret: null },
  created_at: 0,
  updated_at: 0,
  deliveries: []
}
