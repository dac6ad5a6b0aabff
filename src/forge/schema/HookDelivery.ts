import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A delivery of a hook, as listings have it. */
export class ListedHookDelivery extends Schema.Opaque<ListedHookDelivery>()(
  Schema.Struct({
    id: Schema.Int,
    /** Identifies the event: redeliveries, and the deliveries of other hooks, have the same (`X-GitHub-Delivery`). */
    guid: Schema.String,
    delivered_at: Wire.Timestamp,
    /** Whether it repeats an earlier delivery. */
    redelivery: Schema.Boolean,
    /** How long it took, in seconds. */
    duration: Schema.Finite,
    /** How it ended, as text: `OK`, or for example `failed to connect to host`. */
    status: Schema.String,
    /** The status of the response. The service chooses one where there was no response, such as 502. */
    status_code: Schema.Int,
    /** The event, such as `issues`. */
    event: Schema.String,
    /** What has happened, such as `opened`; null for events without actions. */
    action: Wire.nullable(Schema.String),
    /** Of the App's installation that the event belongs to; null if it belongs to none. */
    installation_id: Wire.nullable(Schema.Int),
    /** Of the repository that the event belongs to; null if it belongs to none. */
    repository_id: Wire.nullable(Schema.Int),
    /** Since when the service has held it back; null if it has not. */
    throttled_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** The fields of every delivery. */
type DeliveryFields = { readonly [K in keyof typeof ListedHookDelivery.fields]: (typeof ListedHookDelivery.fields)[K] }

/** Adds the fields of every delivery. A call, since bundlers do not drop a spread. */
const withDelivery = <const F extends Schema.Struct.Fields>(own: F): DeliveryFields & F => ({
  ...ListedHookDelivery.fields,
  ...own
})

/** What was sent to a hook. */
export class HookRequest extends Schema.Opaque<HookRequest>()(
  Schema.Struct({
    headers: Wire.nullable(Schema.JsonObject),
    /** What the event says. */
    payload: Wire.nullable(Schema.JsonObject)
  })
) {}

/** What a hook has responded. */
export class HookResponse extends Schema.Opaque<HookResponse>()(
  Schema.Struct({
    headers: Wire.nullable(Schema.JsonObject),
    /** The body as text. */
    payload: Wire.nullable(Schema.String)
  })
) {}

/** A delivery of a hook, with what was sent and what came back. */
export class HookDelivery extends Schema.Opaque<HookDelivery>()(
  Schema.Struct(
    withDelivery({
      /** Where it went. */
      url: Wire.nullable(Schema.String),
      request: HookRequest,
      response: HookResponse
    })
  )
) {}
