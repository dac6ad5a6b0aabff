/** The first reads of processes that share a store: of those that lack the same entry, one asks the service. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Holder } from "./lease.ts"

export interface Turns {
  /**
   * Takes the turn of a read whose entry is missing. Returns true if another process has read it meanwhile, so that the
   * entry may be there now. Waits no longer than a lease lasts.
   */
  readonly take: (key: string) => Effect.Effect<boolean>
  readonly isMine: (key: string) => boolean
  /** Ends a turn of this process. Those who wait go on. */
  readonly end: (key: string) => Effect.Effect<void>
}

export interface Options {
  /** Takes a lease. Undefined if nobody can tell whose it is: then the read is sent. */
  readonly claim: (key: string) => Effect.Effect<Holder | undefined>
  readonly end: (key: string) => Effect.Effect<void>
  readonly longest: Duration.Duration
  /** Runs once for each read that waits. */
  readonly onWait: Effect.Effect<void>
}

/** The first and the longest pause before another look, in milliseconds. */
const shortest = 5
const longestPause = 100

export const make = ({ claim, end, longest, onWait }: Options): Turns => {
  const mine = new Set<string>()
  const take = Effect.fnUntraced(function* (key: string) {
    let holder = yield* claim(key)
    if (holder === "other") yield* onWait
    for (let pause = shortest; holder === "other"; pause = Math.min(2 * pause, longestPause)) {
      yield* Effect.sleep(pause)
      holder = yield* claim(key)
    }
    if (holder === "me") mine.add(key)
    return holder === "ended"
  })
  return {
    take: (key) =>
      Effect.map(
        Effect.timeoutOption(take(key), longest),
        Option.getOrElse(() => false)
      ),
    isMine: (key) => mine.has(key),
    end: (key) => Effect.suspend(() => (mine.delete(key) ? end(key) : Effect.void))
  }
}
