/** The progress of an upload or a download. */
import type * as Effect from "effect/Effect"

/** How far an upload or a download is. */
export interface Progress {
  /** Bytes so far. Upload: handed over to the connection. Download: received. */
  readonly bytes: number
  /** The total number of bytes; null when the service does not state it. */
  readonly total: number | null
}

/** Called after each piece. The next piece waits until its effect has ended. */
export interface OnProgress {
  (progress: Progress): Effect.Effect<unknown>
}
