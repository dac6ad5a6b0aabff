/** Reads the policies that apply to a call. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Fiber from "effect/Fiber"
import { CallTimeout, LowestSpeed, RequestTimeouts, ResponseLimit } from "../../Policies.ts"
import type { Bounds, Speed } from "../../Watch.ts"
import { isLarge } from "../wire/requestBody.ts"
import type { CallContext, Lookup } from "./context.ts"

/** Reads the value provided to the call, else the one that its Layer was built with, else the default. */
export const lookup =
  // The context of the moment: the fiber may go on without the call.
  ({ context }: Fiber.Fiber<unknown, unknown>, built: Context.Context<never>): Lookup =>
    (reference) =>
      Context.getOrUndefined(context, reference) ?? Context.getOrUndefined(built, reference) ?? reference.defaultValue()

/** What bounds the next exchange of a call, in milliseconds. */
export const bounds = (context: CallContext): Bounds => {
  const { call, isTimed, policy } = context
  const { head, silence } = policy(RequestTimeouts)
  return {
    head: Duration.toMillis(head),
    silence: Duration.toMillis(silence),
    total: timeLeft(context),
    speed: isTimed && !isLarge(call.body) ? undefined : speed(policy)
  }
}

/** What a call may still spend on the wire, in milliseconds. The default, known by its identity, is none for a transfer. */
export const timeLeft = ({ isTimed, policy, spent }: CallContext): number => {
  const timeout = policy(CallTimeout)
  return isTimed || timeout !== CallTimeout.defaultValue() ? Duration.toMillis(timeout) - spent : Infinity
}

const speed = (policy: Lookup): Speed => {
  const { bytesPerSecond, over } = policy(LowestSpeed)
  return { bytesPerSecond, over: Duration.toMillis(over) }
}

/** The longest string of V8, of which a UTF-8 text of as many bytes never makes a longer one. */
export const longestText = 2 ** 29 - 24

/** How many bytes of a response may be read into memory. */
export const responseLimit = (policy: Lookup): number => Math.min(policy(ResponseLimit), longestText)
