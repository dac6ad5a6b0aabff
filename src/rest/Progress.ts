/** How far an upload or a download is. */
import type * as Effect from "effect/Effect"

export interface Progress {
  /** Of an upload: handed over to the connection. Of a download: received. */
  readonly bytes: number
  /** How many there will be; null where the service does not say it. */
  readonly total: number | null
}

/** Told of progress, a piece at a time; the next piece waits for it. */
export interface OnProgress {
  (progress: Progress): Effect.Effect<unknown>
}
