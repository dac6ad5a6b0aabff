/** The span of a call. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Tracer from "effect/Tracer"
import type { RestError } from "../../RestError.ts"
import type { Call } from "./attempt.ts"
import * as Policies from "./policies.ts"

/** How a call went so far: what its span says in the end. */
export interface Outcome {
  attempts: number
  cache: "off" | "miss" | "hit" | "revalidated"
  status: number | undefined
}

/** Gives a call its span. Without a tracer that keeps it, or a service that is told of it, there is none. */
export const withSpan = <A>(
  fiber: Fiber.Fiber<unknown, unknown>,
  { operation, resource }: Call,
  policy: Policies.Lookup,
  outcome: Outcome,
  effect: Effect.Effect<A, RestError>
): Effect.Effect<A, RestError> => {
  const isTraced = Context.getOrUndefined(fiber.context, Tracer.Tracer) !== undefined
  if (!isTraced && !policy(Policies.PropagateTrace)) return effect
  return Effect.useSpan(operation, { kind: "client", attributes: { "forgecast.resource": resource } }, (span) =>
    effect.pipe(
      Effect.onExit((exit) => Effect.sync(() => describe(span, outcome, exit))),
      Effect.withParentSpan(span, { captureStackTrace: false })
    )
  )
}

const describe = (span: Tracer.Span, outcome: Outcome, exit: Exit.Exit<unknown, unknown>): void => {
  const status = outcome.status ?? (exit._tag === "Failure" ? statusOf(exit) : undefined)
  if (status !== undefined) span.attribute("http.response.status_code", status)
  span.attribute("forgecast.cache", outcome.cache)
  span.attribute("forgecast.attempts", outcome.attempts)
}

/** The status of the answer that a failure was made of. */
const statusOf = (exit: Exit.Failure<unknown, unknown>): number | undefined => {
  for (const reason of exit.cause.reasons) {
    if (reason._tag !== "Fail" || typeof reason.error !== "object" || reason.error === null) continue
    if ("status" in reason.error && typeof reason.error.status === "number") return reason.error.status
  }
  return undefined
}
