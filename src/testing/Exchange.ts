/**
 * What goes over the wire, as plain data: a simulated service turns a `Request` into an `Outcome`, in process or through
 * a socket.
 */

/** A request as it arrives. */
export interface Request {
  /** The HTTP method. */
  readonly method: string
  /** The whole URL. */
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body. */
  readonly body: Uint8Array
}

/** A response of the service, or of something in front of it. */
export interface Response {
  readonly _tag: "Response"
  /** Status of the response. */
  readonly status: number
  /** Names in lower case; null removes a header that the service would add. */
  readonly headers: Readonly<Record<string, string | null>>
  /** The body. Text is sent as UTF-8. */
  readonly body: string | Uint8Array
  /** Comes from something in front of the service, such as a proxy: gets none of the service's headers. */
  readonly foreign?: boolean
  /** Sends only this many bytes of the body; then the connection is lost, or nothing more arrives. */
  readonly interrupted?: { readonly after: number; readonly by: "loss" | "silence" }
}

/** No response: the connection is lost, or the bytes that arrive are not HTTP. */
export interface Lost {
  readonly _tag: "Lost"
  /** What happened, as the client's error says it. */
  readonly reason: string
  /** Sent in place of a response before the connection closes. */
  readonly bytes?: string
}

/** How a request ends. */
export type Outcome = Response | Lost
