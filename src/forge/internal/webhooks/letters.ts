/** Dead letters in memory, and how many of them are kept for how long wherever they are. */
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"

interface Limits {
  readonly capacity?: number | undefined
  readonly timeToLive?: Duration.Input | undefined
}

interface Letter {
  readonly id: string
  readonly failed_at: DateTime.Utc
}

/** What holds unless a program says otherwise. */
export const defaults = { capacity: 1000, timeToLive: "30 days" } as const satisfies Limits

/** Keeps letters, the oldest first. */
export const make = <A extends Letter>({
  capacity = defaults.capacity,
  timeToLive = defaults.timeToLive
}: Limits = {}) => {
  const kept = new Map<string, A>()
  return {
    add: (letter: A): void => {
      kept.delete(letter.id)
      kept.set(letter.id, letter)
      for (const id of kept.keys()) {
        if (kept.size <= capacity) break
        kept.delete(id)
      }
    },
    list: (now: DateTime.Utc): ReadonlyArray<A> => {
      const oldest = DateTime.subtractDuration(now, timeToLive)
      for (const [id, { failed_at }] of kept) if (DateTime.isLessThan(failed_at, oldest)) kept.delete(id)
      return [...kept.values()]
    },
    remove: (id: string): void => void kept.delete(id)
  }
}
