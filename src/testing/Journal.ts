/** What a simulator logs of each request. Secrets are redacted. */

/** A request as it arrived, and its outcome. */
export interface Received {
  readonly method: string
  readonly url: string
  /** Path below the service's root. */
  readonly path: string
  /** Name of the operation; null if the simulator does not serve the request. */
  readonly operation: string | null
  /** The sender: a login, or `customer` for a valid weather key. Null without a valid credential. */
  readonly login: string | null
  /** Names in lower case; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, or any other body as text; undefined if it is empty. */
  readonly body: unknown
  /** Epoch milliseconds. */
  readonly receivedAt: number
  /** Epoch milliseconds of the answer or the lost connection; null while the request is pending. */
  readonly answeredAt: number | null
  /** Null while the request is pending, and if the connection was lost. */
  readonly status: number | null
  /** Whether the service acted; false if a fault took its place. */
  readonly acted: boolean
  /** Names of the faults that hit the request. */
  readonly faults: ReadonlyArray<string>
}
