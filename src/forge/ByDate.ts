/** The types of searches by date. */
import type * as DateTime from "effect/DateTime"
import type * as Stream from "effect/Stream"
import type { RequestError, ValidationFailed } from "../rest/RestError.ts"
import type { Forge } from "./Forge.ts"
import type { SearchTruncated } from "./ForgeError.ts"

/** What is searched, and in which time. */
export interface Input<By extends string> {
  /** The query, without the date; it may be empty. */
  readonly q: string
  /** Which date of the items. */
  readonly by?: By | undefined
  /** The first instant, rounded up to whole seconds. */
  readonly from: DateTime.Utc | Date
  /** The last instant, rounded down to whole seconds and no later than now. Default: now. */
  readonly to?: DateTime.Utc | Date | undefined
  /** 1 to 100. Default: the `PageSize`. */
  readonly per_page?: number | undefined
}

/** All that was found in one window of time. */
export interface Slice<out A> {
  /** The first second of the window. */
  readonly from: DateTime.Utc
  /** The last second of the window. */
  readonly to: DateTime.Utc
  /** By their date, each once. */
  readonly items: ReadonlyArray<A>
  /** How many the service counted. */
  readonly total_count: number
  /** Whether the service ran out of time: there may be more. */
  readonly incomplete_results: boolean
  /** The second after `to`: with it as `from`, a later call reads on. */
  readonly next: DateTime.Utc
}

/** What a search by date can fail with. */
export type Failure = RequestError | ValidationFailed | SearchTruncated

/** A search by date: a Stream of all that is found, the oldest first. */
export interface ByDate<in By extends string, out A> {
  (input: Input<By>): Stream.Stream<A, Failure, Forge>
  /** The same, window by window: after each there is a place to read on from. */
  readonly slices: (input: Input<By>) => Stream.Stream<Slice<A>, Failure, Forge>
}
