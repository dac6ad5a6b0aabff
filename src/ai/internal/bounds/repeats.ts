/** A model that repeats itself writes nothing twice: the second call is answered as the first one was. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ToolAnswer, ToolCall } from "../../ToolCall.ts"

/** The calls of a session that have written, or are at it. */
export type Done = Map<string, Deferred.Deferred<ToolAnswer | undefined>>

/** What tells a call from others: the order of fields does not. */
export const keyOf = ({ input, operation }: Pick<ToolCall, "input" | "operation">): string =>
  `${operation} ${JSON.stringify(sorted(input))}`

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null || "toJSON" in value) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)] as const)
  )
}

/** Whether to send a call a second time may make something twice. Workflows can be run again: they find what they have made. */
export const matters = ({ declaration, writes }: ToolCall): boolean => writes && declaration?.repeatable === false

/** Runs a call unless it was run before. One that has failed is run again. */
export const once = <E, R>(
  done: Done,
  key: string,
  run: Effect.Effect<ToolAnswer, E, R>,
  repeated: (answer: ToolAnswer) => ToolAnswer
): Effect.Effect<ToolAnswer, E, R> =>
  Effect.suspend(() => {
    const earlier = done.get(key)
    if (earlier !== undefined) {
      return Effect.flatMap(Deferred.await(earlier), (answer) =>
        answer === undefined ? once(done, key, run, repeated) : Effect.succeed(repeated(answer))
      )
    }
    const own = Deferred.makeUnsafe<ToolAnswer | undefined>()
    done.set(key, own)
    return Effect.onExit(run, (exit) => {
      if (Exit.isSuccess(exit)) return Deferred.succeed(own, exit.value)
      done.delete(key)
      return Deferred.succeed(own, undefined)
    })
  })
