/** The span of a call. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Tracer from "effect/Tracer"
import type { Failure } from "../../RestError.ts"
import type { OngoingCall } from "./call.ts"

/** Runs a call in a span. Without a tracer and without trace headers to send, there is no span. */
export const withSpan = <A, R>(
  fiber: Fiber.Fiber<unknown, unknown>,
  call: OngoingCall,
  effect: Effect.Effect<A, Failure, R>
): Effect.Effect<A, Failure, R> => {
  const { counted, policies } = call
  const { operation, resource } = counted
  const isTraced = Context.getOrUndefined(fiber.context, Tracer.Tracer) !== undefined
  if (!isTraced && !policies.propagateTrace) return effect
  return Effect.useSpan(operation, { kind: "client", attributes: { "forgecast.resource": resource } }, (span) =>
    effect.pipe(
      Effect.onExit((exit) => Effect.sync(() => report(span, call, exit))),
      Effect.provideService(Tracer.ParentSpan, span)
    )
  )
}

const report = (
  span: Tracer.Span,
  { allowance: { waited = 0 }, recorder }: OngoingCall,
  exit: Exit.Exit<unknown, unknown>
): void => {
  const status = recorder.status ?? (exit._tag === "Failure" ? statusOf(exit) : undefined)
  if (status !== undefined) span.attribute("http.response.status_code", status)
  span.attribute("forgecast.cache", recorder.cache)
  span.attribute("forgecast.attempts", recorder.attempts)
  // Most calls need not wait.
  if (waited > 0) span.attribute("forgecast.waited_ms", Math.round(waited))
  for (const { at, kind, resource, until } of recorder.waits) {
    span.event("forgecast.wait", at, {
      "forgecast.limit": kind,
      "forgecast.resource": resource,
      "forgecast.until": new Date(until).toISOString()
    })
  }
}

/** The status of the response that caused a failure. */
const statusOf = (exit: Exit.Failure<unknown, unknown>): number | undefined => {
  for (const reason of exit.cause.reasons) {
    if (reason._tag !== "Fail" || typeof reason.error !== "object" || reason.error === null) continue
    if ("status" in reason.error && typeof reason.error.status === "number") return reason.error.status
  }
  return undefined
}
