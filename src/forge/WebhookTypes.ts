/**
 * What the service's description says about events without a schema, as types. Nothing checks them at run time.
 *
 * This module needs the types of the optional peer `@octokit/openapi-webhooks-types`.
 */
// oxlint-disable-next-line typescript/ban-ts-comment -- With the peer, there is no error to expect.
/** @ts-ignore: Without the peer, the types below say so. */
import type { webhooks } from "@octokit/openapi-webhooks-types"
import type { Plain } from "./RouteTypes.ts"
import type * as WebhookEvents from "./WebhookEvents.ts"

type Events = typeof WebhookEvents

/** Whether the types of the peer are missing: only the keys of what cannot be found may be symbols. */
type IsMissing = symbol extends keyof webhooks ? true : false

/** What the payloads of other events are without the types of the peer. */
export type Missing =
  "To type events without a schema, install @octokit/openapi-webhooks-types as a development dependency"

type Sent<K> = K extends keyof webhooks
  ? webhooks[K] extends { readonly post: { readonly requestBody?: { readonly content: infer C } } }
    ? C extends { readonly "application/json": infer P }
      ? P
      : never
    : never
  : never

type Spelled<S extends string, From extends string, To extends string> = S extends `${infer A}${From}${infer B}`
  ? `${A}${To}${Spelled<B, From, To>}`
  : S

/** The names of the description, `discussion-comment-created`, by event and action; `-` for events without actions. */
type Described = {
  [K in Name]: Sent<K> extends { readonly action: infer A extends string }
    ? K extends `${infer E}-${Spelled<A, "_", "-">}`
      ? readonly [event: Spelled<E, "-", "_">, action: A, name: K]
      : never
    : readonly [event: Spelled<K, "-", "_">, action: "-", name: K]
}[Name]

type Name = Extract<keyof webhooks, string>

/** Events and actions that have no schema. */
type Other = Described extends infer D extends readonly [string, string, string]
  ? D extends unknown
    ? D[0] extends keyof Events
      ? [D[1]] extends ["-" | keyof Events[D[0]]["actions"]]
        ? never
        : D
      : D
    : never
  : never

/** The name of an event that has no schema, or an action without one. Any name, where the types of the peer are missing. */
export type OtherEvent = IsMissing extends true ? string : Other[0]

/** An action of an event that has no schema. */
export type OtherAction<E extends string> = IsMissing extends true
  ? string
  : Exclude<Extract<Other, readonly [E, string, string]>[1], "-">

/** The payload of an event that has no schema, as it was sent. */
export type OtherPayload<E extends string, A extends string = string> = IsMissing extends true
  ? Missing
  : Plain<Sent<Extract<Other, readonly [E, string extends A ? string : A, string]>[2]>>
