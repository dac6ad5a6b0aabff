/**
 * Readers of whole responses, for services where a success may be a refusal, such as errors in a 200.
 *
 * Other readers see the body alone. This one sees the head too, and says whether the response has a value, cannot be read,
 * or is an error of the service.
 */
import type * as Result from "effect/Result"
import type { Misread, OpenReader, Refusal } from "./Call.ts"
import type { Response } from "./Dialect.ts"
import { openReader } from "./internal/pipeline/opening.ts"
import { whole } from "./internal/pipeline/whole.ts"

/**
 * Makes a reader of whole responses. `now` is in milliseconds. What `read` takes from the body for an error goes through
 * `redact`.
 *
 * **Gotchas**
 *
 * The responses of such calls are neither cached nor shared.
 */
export const make = <A>(
  read: (response: Response, now: number, redact: (text: string) => string) => Result.Result<A, Misread | Refusal>
): OpenReader<A, never> => openReader(whole(read), false)
