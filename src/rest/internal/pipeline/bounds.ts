/** What bounds a call on the wire, in milliseconds. */
import { isLarge } from "../wire/requestBody.ts"
import type { Bounds } from "../../Watch.ts"
import type { OngoingCall } from "./call.ts"

/** What bounds its next exchange. */
export const boundsOf = (call: OngoingCall): Bounds => {
  const { asked, isTimed, policies } = call
  return {
    head: policies.head,
    silence: policies.silence,
    total: timeLeft(call),
    speed: isTimed && !isLarge(asked.body) ? undefined : policies.lowestSpeed
  }
}

/** What it may still spend. */
export const timeLeft = ({ allowance, isTimed, policies }: OngoingCall): number =>
  (isTimed ? policies.callTimeout : policies.transferTimeout) - allowance.spent
