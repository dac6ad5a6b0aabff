/** What a webhook is sent: one event, with its payload. */
import type * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Decoder from "../rest/Decoder.ts"
import * as Wire from "../rest/Wire.ts"
import { DecodeFailed } from "./WebhookError.ts"
import { decoderOf, isDeclared, isWhole } from "./internal/webhooks/decoders.ts"
import type * as WebhookEvents from "./WebhookEvents.ts"
import type { OtherAction, OtherEvent, OtherPayload } from "./WebhookTypes.ts"

type Events = typeof WebhookEvents

/** The name of an event that has a schema. */
export type EventName = keyof Events

/** The actions of an event; never for an event without actions. */
export type ActionOf<E extends EventName> = keyof Events[E]["actions"] & string

/** The payload of an event, by its action. */
export type Payload<E extends EventName, A extends ActionOf<E> = ActionOf<E>> = [ActionOf<E>] extends [never]
  ? Schema.Struct.Type<Events[E]["fields"]>
  : A extends unknown
    ? Schema.Struct.Type<Events[E]["fields"]> & Added<Events[E]["actions"], A> & { readonly action: A }
    : never

/** What an action adds. */
type Added<Actions, A> = A extends keyof Actions
  ? Actions[A] extends infer F extends Schema.Struct.Fields
    ? Schema.Struct.Type<F>
    : never
  : never

/** The webhook that a delivery was sent to. */
export class Hook extends Schema.Opaque<Hook>()(
  Schema.Struct({
    /** Null if the service does not say. */
    id: Schema.NullOr(Schema.Int),
    /** What the webhook belongs to: a `repository`, an `organization`, or an App (`integration`). */
    target_type: Schema.NullOr(Schema.String),
    /** The id of what it belongs to. */
    target_id: Schema.NullOr(Schema.Int)
  })
) {}

/** A delivery whose payload is as it was sent. This is what an inbox keeps. */
export class Raw extends Schema.Opaque<Raw>()(
  Schema.Struct({
    /** The GUID of `X-GitHub-Delivery`. A delivery that is sent again has the same. */
    id: Schema.String,
    /** The name of the event, such as `pull_request`. */
    event: Schema.String,
    /** The webhook that it was sent to. */
    hook: Hook,
    /** When it arrived. */
    received_at: Wire.Timestamp,
    /** As it was sent. */
    payload: Schema.JsonObject
  })
) {}

/** What every delivery has. */
export interface Head {
  /** The GUID of `X-GitHub-Delivery`. A delivery that is sent again has the same. */
  readonly id: string
  /** The webhook that it was sent to. */
  readonly hook: Hook
  /** The installation of the App that gets the event; null for other webhooks. */
  readonly installation: { readonly id: number } | null
  /** When it arrived. */
  readonly receivedAt: DateTime.Utc
}

/** A delivery of one event, by its action. */
export type DeliveryOf<E extends EventName, A extends ActionOf<E> = ActionOf<E>> = E extends unknown
  ? [ActionOf<E>] extends [never]
    ? Head & { readonly event: E; readonly action: string | null; readonly payload: Payload<E> }
    : A extends ActionOf<E>
      ? Head & { readonly event: E; readonly action: A; readonly payload: Payload<E, A> }
      : never
  : never

/** A delivery of an event that has no schema. */
export type OtherDelivery<E extends string, A extends string = string> = Head & {
  /** The name of the event, such as `discussion`. */
  readonly event: E
  /** What happened; null for an event without actions. */
  readonly action: string extends A ? string | null : A
  /** As it was sent. */
  readonly payload: OtherPayload<E, A>
}

/** A delivery of any event. `Webhooks.is` tells which. */
export interface Delivery extends Head {
  /** The name of the event, such as `pull_request`. */
  readonly event: string
  /** What happened, such as `opened`; null for an event without actions. */
  readonly action: string | null
  /** Decoded, if the event and the action have a schema; else as it was sent. */
  readonly payload: unknown
}

/**
 * Decodes a delivery with the schema of its event and action. An event without a schema passes unchanged, and so does an
 * action that the schema of its event does not have: the service adds actions. But its payload must have an `action`, and
 * what all payloads of the event have, such as a repository and an issue. Fails with `DecodeFailed` if the payload does not
 * match.
 */
export const decode = (raw: Raw): Result.Result<Delivery, DecodeFailed> => {
  const action = actionOf(raw.payload)
  const decoder = decoderOf(raw.event, action)
  const decoded: Result.Result<unknown, Decoder.Mismatch> =
    decoder === undefined ? Result.succeed(raw.payload) : decoder(raw.payload)
  return Result.mapBoth(decoded, {
    onSuccess: (whole) => {
      const { event, hook, id, received_at } = raw
      const payload = isWhole(event, action) ? whole : raw.payload
      return { id, event, action, hook, installation: installationOf(raw.payload), receivedAt: received_at, payload }
    },
    onFailure: (mismatch) => new DecodeFailed({ event: raw.event, delivery: raw.id, ...mismatch })
  })
}

const actionOf = ({ action }: Schema.JsonObject): string | null => (typeof action === "string" ? action : null)

const installationOf = ({ installation }: Schema.JsonObject): { readonly id: number } | null => {
  const id = fieldOf(installation, "id")
  return typeof id === "number" ? { id } : null
}

/** Whether a delivery is of this event, and of one of these actions if they are given. */
export const is: {
  <const E extends EventName>(delivery: Delivery, event: E): delivery is DeliveryOf<E>
  <const E extends EventName, const A extends ActionOf<E>>(
    delivery: Delivery,
    event: E,
    actions: ReadonlyArray<A>
  ): delivery is DeliveryOf<E, A>
  /** An event or actions without a schema. */
  <const E extends OtherEvent>(
    delivery: Delivery,
    event: E extends EventName ? never : E
  ): delivery is Delivery & OtherDelivery<E>
  <const E extends OtherEvent, const A extends OtherAction<E>>(
    delivery: Delivery,
    event: E,
    actions: ReadonlyArray<A>
  ): delivery is Delivery & OtherDelivery<E, A>
} = (delivery: Delivery, event: string, actions: ReadonlyArray<string> | null = null): delivery is never =>
  matches(delivery, event, actions)

/** `is`, for any names. Without actions, an event that has schemas is one that was decoded. */
export const matches = (delivery: Delivery, event: string, actions: ReadonlyArray<string> | null): boolean =>
  delivery.event === event &&
  (actions === null
    ? !isDeclared(event) || isWhole(event, delivery.action)
    : actions.some((action) => action === delivery.action))

/** What a delivery is about, such as `acme/web#7` or `acme/web`; undefined if it concerns no repository. */
export const subjectOf = ({ payload }: Pick<Delivery, "payload">): string | undefined => {
  const { issue, number, pull_request, repository } = payload as Readonly<Record<string, unknown>>
  const name = fieldOf(repository, "full_name")
  if (typeof name !== "string") return undefined
  const found = number ?? fieldOf(pull_request, "number") ?? fieldOf(issue, "number")
  return typeof found === "number" ? `${name}#${found}` : name
}

/** The login of the account that caused a delivery; undefined if it does not say. */
export const senderOf = ({ payload }: Delivery): string | undefined => {
  const login = fieldOf(fieldOf(payload, "sender"), "login")
  return typeof login === "string" ? login : undefined
}

const fieldOf = (record: unknown, name: string): unknown =>
  Predicate.hasProperty(record, name) ? record[name] : undefined
