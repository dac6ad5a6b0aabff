/** Samples of what hooks get: the delivery of an event, and of each of its actions. */
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { type ActionOf, decode, type DeliveryOf, type EventName } from "../../forge/WebhookDelivery.ts"
import * as WebhookEvents from "../../forge/WebhookEvents.ts"
import type { Place } from "../SampleTypes.ts"
import { payload } from "../internal/samples/deliveries.ts"

/** Samples of deliveries. */
export interface DeliverySample {
  /** Returns a delivery as a handler gets it: of an event with actions, by its action. */
  <const E extends EventName, const A extends ActionOf<E>>(event: E, action: A, place?: Place): DeliveryOf<E, A>
  <const E extends EventName>(event: [ActionOf<E>] extends [never] ? E : never): DeliveryOf<E>
  /** Returns what `deliver` of a simulator's handle takes: the event, and its payload as the service sends it. */
  readonly wire: <const E extends EventName>(
    event: E,
    action?: ActionOf<E>,
    place?: Place
  ) => { readonly event: E; readonly payload: Schema.JsonObject }
}

const wire = <const E extends EventName>(event: E, action?: string, place: Place = {}) => {
  const events: typeof WebhookEvents = WebhookEvents
  const actions: Readonly<Record<string, Schema.Struct.Fields>> = events[event].actions
  const fields = Object.keys(actions[action ?? ""] ?? {})
  // The payloads of the simulated service are JSON.
  return { event, payload: payload(event, action, fields, place) as Schema.JsonObject }
}

/**
 * The delivery of an event, after the place of its action if it has some: `Samples.delivery("issues", "opened")`,
 * `Samples.delivery("push")`. The payload is what the simulated service delivers, with what the action adds.
 */
export const delivery: DeliverySample = Object.assign(
  (event: EventName, action?: string, place?: Place) =>
    Result.getOrThrow(
      decode({
        ...wire(event, action, place),
        id: "c0de0000-0000-11f1-8000-000000000001",
        hook: { id: 29_000_003, target_type: "repository", target_id: 2_000_000 },
        received_at: DateTime.makeUnsafe("2026-01-15T09:00:00Z")
      })
    ),
  { wire }
) as DeliverySample
