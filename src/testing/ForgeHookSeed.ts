/** The hooks of a seeded repository, organization or app, and what was delivered to them. */
import * as Schema from "effect/Schema"
import { moment } from "./ForgeContentSeed.ts"
import { flag, named, optional, text, texts, whole } from "./internal/seedFields.ts"

const texted = Schema.Record(Schema.String, Schema.String)

/** A delivery of a hook. */
export interface DeliverySeed extends Schema.Struct.Type<typeof deliveryFields> {}

const deliveryFields = {
  event: Schema.String,
  /** None by default. */
  action: text,
  id: whole,
  guid: text,
  /** Empty by default. */
  payload: optional(Schema.JsonObject),
  /** Headers of the request. Made from the hook by default. */
  headers: optional(texted),
  /** That of the hook by default. */
  url: text,
  /** False by default. */
  redelivery: flag,
  /** How it ended, as text: by default `OK` or `Invalid HTTP Response: 500`, depending on its status. */
  status: text,
  /** 200 by default. */
  status_code: whole,
  /** In seconds; 0 by default. */
  duration: optional(Schema.Finite),
  /** What came back; nothing by default. */
  response: optional(Schema.Struct({ headers: texted, payload: Schema.String })),
  /** Id of the repository that the event belongs to. */
  repository: whole,
  /** Id of the installation that the event belongs to. */
  installation: whole,
  delivered_at: moment,
  throttled_at: moment
}

const deliverySeed: Schema.Decoder<DeliverySeed> = named("DeliverySeed", deliveryFields)

const settings = {
  id: whole,
  /** Names of events, or `*`: `push` by default. */
  events: texts,
  /** True by default, if there is a URL. */
  active: flag,
  /** The key that signs deliveries; none by default. */
  secret: text,
  /** `json` by default. */
  content_type: optional(Schema.Literals(["json", "form"])),
  /** `0` by default. */
  insecure_ssl: optional(Schema.Literals(["0", "1"])),
  created_at: moment,
  updated_at: moment,
  /** What was delivered to it, the oldest first. */
  deliveries: optional(Schema.Array(deliverySeed))
}

/** A hook of a repository or an organization. */
export interface HookSeed extends Schema.Struct.Type<typeof hookFields> {}

const hookFields = { ...settings, url: Schema.String }

/** The schema of a `HookSeed`. */
export const hookSeed: Schema.Decoder<HookSeed> = named("HookSeed", hookFields)

/** The hook of an app. Without a URL, its events go nowhere. */
export interface AppHookSeed extends Schema.Struct.Type<typeof appHookFields> {}

const appHookFields = { ...settings, url: text }

/** The schema of an `AppHookSeed`. */
export const appHookSeed: Schema.Decoder<AppHookSeed> = named("AppHookSeed", appHookFields)
