/** What an exchange comes to. */
import type * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type { Credential, Refused } from "../../Credentials.ts"
import type { Budget } from "../../Limit.ts"
import type { Failure } from "../../RestError.ts"
import type { ClientError, TooLarge, WireResponse } from "../../Sender.ts"
import type { Redact } from "../text/redact.ts"

/** A success, or a 304 to a conditional request. A 304 that nobody asked for confirms nothing: it is not a success. */
export interface Outcome<out B> {
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that responded, after redirects. */
  readonly url: string
  /** What was made of the body; undefined for a 304. */
  readonly body: B | undefined
  readonly budget: Budget | undefined
  /** The credential that the request was sent with. */
  readonly credential: Credential
  /** Removes what the request was sent with from texts of errors. */
  readonly redact: Redact
}

/** A 401 of the service. Only `renewed` meets it. */
export class CredentialRefused {
  /** The error that it is if there is no other credential. */
  readonly failure: Failure
  readonly refused: Pick<Refused, "credential" | "serverTime">
  constructor(failure: Failure, refused: Pick<Refused, "credential" | "serverTime">) {
    this.failure = failure
    this.refused = refused
  }
}

/** Receives the body of a success. */
export interface Receive<out B> {
  (response: WireResponse): Effect.Effect<B, ClientError | TooLarge>
}
