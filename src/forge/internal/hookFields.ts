/** What the operations of `Hooks` share. */
import * as Schema from "effect/Schema"
import { both, Flag, inRepo, Ordinal, Secret, Text } from "./fields.ts"
import type { OrganizationHook } from "../schema/Hook.ts"

export const HookPath = inRepo({
  /** The `id` of the hook. */
  hook_id: Ordinal
})

export const DeliveryPath = both(HookPath, {
  /** The `id` of the delivery. */
  delivery_id: Ordinal
})

export const OrgPath = {
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString
}

export const OrgHookPath = both(OrgPath, {
  /** The `id` of the hook. */
  hook_id: Ordinal
})

export const OrgDeliveryPath = both(OrgHookPath, {
  /** The `id` of the delivery. */
  delivery_id: Ordinal
})

export const AppDeliveryPath = {
  /** The `id` of the delivery. */
  delivery_id: Ordinal
}

const settings = {
  /** The media type of the bodies: JSON, or a form whose field `payload` has the JSON. Default: form. */
  content_type: Schema.optional(Schema.Literals(["json", "form"])),
  /** The key by which the service signs what it sends, in `X-Hub-Signature-256`. Pass it as `Redacted`. Default: none. */
  secret: Schema.optional(Secret),
  /** Whether the certificate of the host is left unchecked: `"1"` if it is. Default: `"0"`. */
  insecure_ssl: Schema.optional(Schema.Literals(["0", "1"]))
}

/** The configuration of a hook, of which only the given fields change. */
export const ChangedConfig = both(
  {
    /** Where the deliveries go. */
    url: Schema.optional(Schema.NonEmptyString)
  },
  settings
)

const whole = both(
  {
    /** Where the deliveries go. */
    url: Schema.NonEmptyString
  },
  settings
)

/** The configuration of a hook, as a whole. */
export const Config = Schema.Struct(whole)

export const OrgConfig = Schema.Struct(
  both(whole, {
    /** The user that the service signs in as at the host. Default: none. */
    username: Text,
    /** The password of that user. Pass it as `Redacted`. Default: none. */
    password: Schema.optional(Secret)
  })
)

/** Names of events. */
const Events = Schema.Array(Schema.NonEmptyString)

/** What creating and changing a hook have in common. */
export const HookState = {
  /** The events to deliver, such as `push`; `*` stands for all. They replace those that there are. Default: push. */
  events: Schema.optional(Events),
  /** Whether events are delivered. Default: true. */
  active: Flag
}

export const OtherEvents = {
  /** Events to deliver as well. */
  add_events: Schema.optional(Events),
  /** Events to deliver no longer. */
  remove_events: Schema.optional(Events)
}

export const DeliveryFilter = {
  /** Only the deliveries that have succeeded (200 to 399), or failed (400 to 599). Default: all. */
  status: Schema.optional(Schema.Literals(["success", "failure"]))
}

interface NewHook {
  readonly config: typeof Config.Type
  readonly events?: ReadonlyArray<string> | undefined
  readonly active?: boolean | undefined
}

/** Whether a hook is the one that an input creates. The service tells of a secret only that there is one. */
export const newHook =
  ({ active = true, config, events = ["push"] }: NewHook) =>
  (hook: OrganizationHook): boolean =>
    hook.active === active &&
    hook.events.toSorted().join() === events.toSorted().join() &&
    hook.config.url === config.url &&
    hook.config.content_type === (config.content_type ?? "form") &&
    String(hook.config.insecure_ssl ?? "0") === (config.insecure_ssl ?? "0") &&
    (hook.config.secret === null) === (config.secret === undefined)
