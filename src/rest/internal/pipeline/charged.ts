/** What a response has spent of a quota beyond the weight of its call, where only its value tells. */
import * as Effect from "effect/Effect"
import type { NextStep, OngoingCall } from "./call.ts"
import { bucketOf } from "./gated.ts"
import type { ReadBody } from "./read.ts"
import type { Outcome } from "./outcome.ts"

/** Asks, and tells the gate what else was spent. It is the next step itself for a call without a surcharge. */
export const charged = <A, E>(
  call: OngoingCall,
  next: NextStep<Outcome<ReadBody<A>>, E>
): NextStep<Outcome<ReadBody<A>>, E> => {
  const { asked, clock, service } = call
  const { surcharge } = asked
  if (surcharge === undefined) return next
  return (credential) =>
    Effect.flatMap(next(credential), (received) => {
      const { body, credential } = received
      if (body === undefined) return Effect.succeed(received)
      const noted = service.limits.note(bucketOf(call, credential), {
        sentAt: clock.currentTimeMillisUnsafe(),
        budget: undefined,
        limit: undefined,
        surcharge: surcharge(body.value)
      })
      return Effect.as(noted, received)
    })
}
