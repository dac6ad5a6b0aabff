/** The types of searches by date. */
import type * as DateTime from "effect/DateTime"
import type * as Stream from "effect/Stream"
import type { RequestError, ValidationFailed } from "../rest/RestError.ts"
import type { Forge } from "./Forge.ts"
import type { SearchTruncated } from "./ForgeError.ts"

/** The input of a search by date. */
export interface Input<By extends string> {
  /** The query without the date. It may be empty. */
  readonly q: string
  /** Which date of the items to search by. */
  readonly by?: By | undefined
  /** The first instant, rounded up to whole seconds. */
  readonly from: DateTime.Utc | Date | string
  /** The last instant, rounded down to whole seconds and no later than now. Default: now. */
  readonly to?: DateTime.Utc | Date | string | undefined
  /** 1 to 100. Default: the `PageSize`. */
  readonly per_page?: number | undefined
}

/** All results in one window of time. */
export interface Slice<out A> {
  /** The first second of the window. */
  readonly from: DateTime.Utc
  /** The last second of the window. */
  readonly to: DateTime.Utc
  /** Sorted by their date, each item once. */
  readonly items: ReadonlyArray<A>
  /** The number of results according to the service. */
  readonly total_count: number
  /** Whether the service timed out, so that results may be missing. */
  readonly incomplete_results: boolean
  /** The second after `to`. Pass it as `from` to continue with a later call. */
  readonly next: DateTime.Utc
}

/** The errors of a search by date. */
export type Failure = RequestError | ValidationFailed | SearchTruncated

/** A search by date: a Stream of all results, oldest first. */
export interface ByDate<in By extends string, out A> {
  (input: Input<By>): Stream.Stream<A, Failure, Forge>
  /** Streams the results window by window. Each slice states where to continue (`next`). */
  readonly slices: (input: Input<By>) => Stream.Stream<Slice<A>, Failure, Forge>
}
