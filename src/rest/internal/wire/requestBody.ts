/** Request bodies: how they are sent, how long that may take, and why one is refused. */
import type * as HttpBody from "effect/http/HttpBody"
import type { BytesBody, NoBody, OutgoingBody } from "../../Call.ts"
import { versionInNode } from "../text/runtime.ts"
import type { Watch } from "../../Watch.ts"

/** In place of `HttpBody.empty`: its class would be in every bundle. */
export const noBody: NoBody = { _tag: "Empty" }

/** A body of JSON. Throws for what JSON cannot express. */
export const json = (value: unknown): BytesBody => {
  const body = new TextEncoder().encode(JSON.stringify(value))
  return { _tag: "Uint8Array", body, contentType: "application/json", contentLength: body.length }
}

/** Why a body was not sent completely. The caller's body is at fault, not the connection. */
export class BodyRefused extends Error {
  override readonly name = "BodyRefused"
}

/** The largest piece that is sent at once. Larger bodies are sent in pieces, so that a stall is seen. */
export const pieceSize = 65_536

/** Whether bytes are sent in pieces. */
export const isLarge = (body: OutgoingBody | HttpBody.Stream): body is BytesBody =>
  body._tag === "Uint8Array" && body.body.length > pieceSize

/** The slowest upload rate to expect, in bytes per second. A body in one piece reports no progress. */
const slowest = 65_536

/** Milliseconds that sending a body in one piece may take, in addition to the timeout for the head. */
export const patience = (bytes: number): number => (bytes <= slowest ? 0 : (bytes / slowest) * 1_000)

/** Makes fetch send bytes, so that a stall is seen if possible. */
export const sending =
  (bytes: Uint8Array, fetch: typeof globalThis.fetch, watch: Watch): typeof globalThis.fetch =>
  (...request) => {
    // To load the code may take time of its own.
    watch.rest()
    return import("./upload/inPieces.ts").then(({ sendBytes }) =>
      sendBytes(bytes, versionInNode, watch, fetch, ...request)
    )
  }
