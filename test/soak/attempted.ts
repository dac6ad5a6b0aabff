/** Makes one call of a worker, with a bound and perhaps an interruption, and says how it ended. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { RestError } from "../../src/rest/RestError.ts"
import type { Random } from "./random.ts"
import { count, type Tally } from "./tally.ts"

/** How a call ended. */
export type End<A> =
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly error: { readonly _tag: string } }
  | { readonly _tag: "Interrupted" }

/** No call takes longer, even on a busy machine: the policies of a soak are shorter. */
const longest = "3 minutes"

export const attempted = Effect.fnUntraced(function* <A, E extends { readonly _tag: string }, R>(
  tally: Tally,
  random: Random,
  name: string,
  call: Effect.Effect<A, E, R>,
  isImpatient: boolean
): Effect.fn.Return<End<A>, never, R> {
  const patience = isImpatient && random.chance(0.1) ? random.int(0, 25) : longest
  const began = performance.now()
  const exit = yield* Effect.exit(Effect.timeoutOption(call, patience))
  tally.calls++
  tally.slowest = Math.max(tally.slowest, performance.now() - began)
  const end = endOf(exit)
  if (end === undefined) {
    tally.violations.push(`${name}: a defect: ${Cause.pretty(Exit.isFailure(exit) ? exit.cause : Cause.empty)}`)
    return { _tag: "Interrupted" }
  }
  if (end._tag === "Interrupted" && patience === longest) tally.violations.push(`${name}: did not end in ${longest}`)
  count(tally.ends, end._tag === "Failure" ? end.error._tag : end._tag)
  return end
})

const endOf = <A, E extends { readonly _tag: string }>(exit: Exit.Exit<Option.Option<A>, E>): End<A> | undefined => {
  if (Exit.isSuccess(exit)) {
    return Option.match(exit.value, {
      onNone: (): End<A> => ({ _tag: "Interrupted" }),
      onSome: (value): End<A> => ({ _tag: "Success", value })
    })
  }
  if (Cause.hasDies(exit.cause)) return undefined
  return Option.match(Cause.findErrorOption(exit.cause), {
    onNone: () => undefined,
    onSome: (error): End<A> => ({ _tag: "Failure", error })
  })
}

/** Errors which say that a write which is not repeatable was not carried out. */
const before: ReadonlySet<string> = new Set<RestError["_tag"]>(["RateLimited", "InvalidInput", "UnsafeRedirect"])

/** Whether an error says that the service certainly did not act. */
export const saysNotDone = (error: { readonly _tag: string; readonly mayHaveArrived?: boolean }, repeatable: boolean) =>
  error._tag === "TransportFailed" ? error.mayHaveArrived === false : !repeatable && before.has(error._tag)
