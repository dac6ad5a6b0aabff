/** Deliveries of webhooks, which tell waits when to look. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type { Place } from "./place.ts"

/** Who waits for deliveries about which repository. */
export interface Deliveries {
  /** Tells those who wait for a repository, such as `acme/web`. */
  readonly tell: (name: string) => Effect.Effect<void>
  /** Returns a latch that each delivery about the repository opens. */
  readonly listen: (repository: Place) => Latch.Latch
  /** Ends what `listen` has begun. */
  readonly leave: (repository: Place, latch: Latch.Latch) => void
}

/** What tells waits to look. Null: they look by their schedule alone. */
export const CurrentDeliveries = Context.Reference<Deliveries | null>("forgecast/workflow/Deliveries", {
  defaultValue: () => null
})

const keyOf = ({ owner, repo }: Place): string => `${owner}/${repo}`.toLowerCase()

export const makeDeliveries = (): Deliveries => {
  const waiting = new Map<string, Set<Latch.Latch>>()
  return {
    tell: (name) => Effect.forEach(waiting.get(name.toLowerCase()) ?? [], (latch) => latch.open, { discard: true }),
    listen: (repository) => {
      const key = keyOf(repository)
      const latch = Latch.makeUnsafe(false)
      waiting.set(key, new Set([...(waiting.get(key) ?? []), latch]))
      return latch
    },
    leave: (repository, latch) => {
      const key = keyOf(repository)
      const others = new Set(waiting.get(key))
      others.delete(latch)
      if (others.size === 0) waiting.delete(key)
      else waiting.set(key, others)
    }
  }
}
