/**
 * The path of a request. Each step is a function that takes the next one, has a module of its own, and keeps its own state.
 *
 * From the outside in: a read in flight is shared; the cache answers, or its entry is revalidated; what fails is tried
 * again; a refused credential is renewed at once; the response is read, and charged; the gate holds the request back; the
 * exchange sends it.
 */
import * as Effect from "effect/Effect"
import type { AnyReader, BodyReader, Decoded } from "../../Call.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Failure } from "../../RestError.ts"
import { cached } from "./cached.ts"
import type { OngoingCall, ValidatorsFor } from "./call.ts"
import { charged } from "./charged.ts"
import { exchanged } from "./exchanged.ts"
import { gated } from "./gated.ts"
import { opens } from "./opening.ts"
import { bodyFor, read } from "./read.ts"
import { renewed } from "./renewed.ts"
import { retried } from "./retried.ts"
import { shared } from "./shared.ts"

/** Makes a call, and reads its response. With `since`, a 304 fails with `NotModified`. */
export const request = <A, R>(
  call: OngoingCall,
  reader: AnyReader<A, R>,
  since: Validators | undefined
): Effect.Effect<Decoded<A>, Failure, R> =>
  // Downloads and readers of whole responses bring a way of their own, of the same steps.
  reader.open === undefined
    ? Effect.flatMap(call.credential, (first) =>
        shared(call, first, reader, since, () =>
          cached(call, first, reader, since, (validatorsFor) =>
            retried(call, first, renewed(call, answered(call, reader, validatorsFor)))
          )
        )
      )
    : opens(reader)(call)

/** One request, from the gate to the value of its response. */
const answered = <A>(call: OngoingCall, reader: BodyReader<A>, validatorsFor: ValidatorsFor) =>
  charged(call, read(call, reader, gated(call, exchanged(call, bodyFor(call, reader), validatorsFor))))
