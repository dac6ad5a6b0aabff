/** The policies of the transport. Each is set for one call, for an app when its Layer is built, or left as it is. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Fiber from "effect/Fiber"
import type { Bounds } from "../wire/watchdog.ts"

/** How long to wait for an answer. */
export interface Timeouts {
  /** For the head of the answer, from when the request, or the last piece of a streamed body, is sent. */
  readonly head: Duration.Input
  /** For the next piece of the body; one of up to 64 KiB is awaited as a whole. */
  readonly silence: Duration.Input
}

const usualTimeouts: Timeouts = {
  head: /* @__PURE__ */ Duration.seconds(30),
  silence: /* @__PURE__ */ Duration.seconds(30)
}

/** Default: 30 seconds for the head, 30 seconds of silence in the body. */
export const RequestTimeouts = /* @__PURE__ */ Context.Reference<Timeouts>("forgecast/rest/Transport/RequestTimeouts", {
  defaultValue: () => usualTimeouts
})

/** Bytes read of an error's body. Default: 64 KiB. */
export const ErrorBodyLimit = /* @__PURE__ */ Context.Reference<number>("forgecast/rest/Transport/ErrorBodyLimit", {
  defaultValue: () => 65_536
})

/** Whether the service is sent trace headers (`traceparent`, `b3`). Default: no. */
export const PropagateTrace = /* @__PURE__ */ Context.Reference<boolean>("forgecast/rest/Transport/PropagateTrace", {
  defaultValue: () => false
})

/** Reads a policy as it stands for one call. */
export interface Lookup {
  <A>(reference: Context.Reference<A>): A
}

/** What the call was provided with, else what its Layer was built with, else the default. */
export const lookup =
  (fiber: Fiber.Fiber<unknown, unknown>, built: Context.Context<never>): Lookup =>
  (reference) =>
    Context.getOrUndefined(fiber.context, reference) ??
    Context.getOrUndefined(built, reference) ??
    reference.defaultValue()

/** The timeouts in milliseconds. */
export const bounds = (policy: Lookup): Bounds => {
  const { head, silence } = policy(RequestTimeouts)
  return { head: Duration.toMillis(head), silence: Duration.toMillis(silence) }
}
