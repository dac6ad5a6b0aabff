/** What handlers could not do: deliveries that are kept to be read, and to be handled again. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import { Raw } from "./WebhookDelivery.ts"
import type { InboxFailed } from "./WebhookError.ts"

/** A delivery that a handler has given up. */
export class DeadLetter extends Schema.Opaque<DeadLetter>()(
  Schema.Struct({
    /** The id of the delivery and the name of the handler. */
    id: Schema.String,
    /** The name of the handler. */
    handler: Schema.String,
    /** What it was to handle. */
    delivery: Raw,
    /** How often the handler has tried. */
    attempts: Schema.Int,
    /** How often it was replayed. */
    replays: Schema.Int,
    /** When it has given up. */
    failed_at: Wire.Timestamp,
    /** The last failure, as text. */
    failure: Schema.String
  })
) {}

/** How much is kept. */
export interface Limits {
  /** Default: 1,000. The oldest go first. */
  readonly capacity?: number | undefined
  /** Default: 30 days. */
  readonly timeToLive?: Duration.Input | undefined
}

/** Keeps what handlers have given up. */
export class DeadLetters extends Context.Service<
  DeadLetters,
  {
    /** Keeps one. One with the same id is replaced. */
    readonly add: (letter: DeadLetter) => Effect.Effect<void, InboxFailed>
    /** All of them, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<DeadLetter>, InboxFailed>
    /** Forgets one. */
    readonly remove: (id: string) => Effect.Effect<void, InboxFailed>
  }
>()("forgecast/forge/DeadLetters") {}

/** Keeps them in memory. */
export const layerMemory = ({ capacity = 1000, timeToLive = "30 days" }: Limits = {}): Layer.Layer<DeadLetters> =>
  Layer.sync(DeadLetters, () => {
    const kept = new Map<string, DeadLetter>()
    const oldest = Effect.map(DateTime.now, DateTime.subtractDuration(timeToLive))
    const list = Effect.map(oldest, (from) => {
      for (const [id, { failed_at }] of kept) if (DateTime.isLessThan(failed_at, from)) kept.delete(id)
      return Array.from(kept.values())
    })
    return {
      add: (letter) =>
        Effect.sync(() => {
          kept.delete(letter.id)
          kept.set(letter.id, letter)
          for (const id of kept.keys()) {
            if (kept.size <= capacity) break
            kept.delete(id)
          }
        }),
      list,
      remove: (id) => Effect.sync(() => void kept.delete(id))
    }
  })
