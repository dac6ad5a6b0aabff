/** Reads the policies that apply to a call. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Fiber from "effect/Fiber"
import { RequestTimeouts } from "../../Policies.ts"
import type { Bounds } from "../wire/watchdog.ts"

/** Reads a policy that applies to a call. */
export interface Lookup {
  <A>(reference: Context.Reference<A>): A
}

/** Reads the value provided to the call, else the one that its Layer was built with, else the default. */
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
