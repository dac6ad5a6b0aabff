/** The code of the pipeline that a reader brings along. */
import type * as Effect from "effect/Effect"
import type { Decoded, OpenReader } from "../../Call.ts"
import type { Failure } from "../../RestError.ts"
import type { OngoingCall } from "./call.ts"

/** The way of a call that its reader brings along. */
export interface Opens<out A, out R> {
  (call: OngoingCall): Effect.Effect<Decoded<A>, Failure, R>
}

/** Makes a reader. */
// The cast is safe: only `opens` looks at it.
export const openReader = <A, R>(opens: Opens<A, R>, isDownload: boolean): OpenReader<A, R> => ({
  open: opens as never,
  isDownload
})

/** The way that a reader holds. */
// The cast is safe: only `openReader` makes such readers.
export const opens = <A, R>({ open }: OpenReader<A, R>): Opens<A, R> => open as never
