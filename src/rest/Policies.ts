/** Policies of the transport. Each can be set for a single call, or for the app when its Layer is built. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** How long to wait for a response. */
export interface Timeouts {
  /** For the head of the response. Starts when the request, or the last piece of a streamed body, has been sent. */
  readonly head: Duration.Input
  /** For the next piece of the body. For a body of up to 64 KiB, it bounds the whole body. */
  readonly silence: Duration.Input
}

const usualTimeouts: Timeouts = {
  head: /* @__PURE__ */ Duration.seconds(30),
  silence: /* @__PURE__ */ Duration.seconds(30)
}

/** Timeouts of a request. Default: 30 seconds for the head, 30 seconds of silence in the body. */
export const RequestTimeouts = /* @__PURE__ */ Context.Reference<Timeouts>("forgecast/rest/Transport/RequestTimeouts", {
  defaultValue: () => usualTimeouts
})

/** How many bytes of an error body are read. Default: 64 KiB. */
export const ErrorBodyLimit = /* @__PURE__ */ Context.Reference<number>("forgecast/rest/Transport/ErrorBodyLimit", {
  defaultValue: () => 65_536
})

/** Whether to send trace headers (`traceparent`, `b3`) to the service. Default: no. */
export const PropagateTrace = /* @__PURE__ */ Context.Reference<boolean>("forgecast/rest/Transport/PropagateTrace", {
  defaultValue: () => false
})
