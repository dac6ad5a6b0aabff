/** Policies of the transport. Set each for one call, for an app when its Layer is built, or leave the default. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** How long to wait for a response. */
export interface Timeouts {
  /** For the head of the response, counted from when the request, or the last piece of a streamed body, is sent. */
  readonly head: Duration.Input
  /** For the next piece of the body. A body of up to 64 KiB is awaited as a whole. */
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
