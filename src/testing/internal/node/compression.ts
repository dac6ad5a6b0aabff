/** Compresses answers for clients that accept it. */
import type * as Http from "node:http"
import * as Zlib from "node:zlib"
import type { Answer } from "../../Exchange.ts"
import { bytesOf } from "../exchange.ts"

/** Below this, in bytes, compression saves nothing. */
const least = 1024

const isAccepted = (message: Http.IncomingMessage): boolean =>
  String(message.headers["accept-encoding"] ?? "")
    .split(",")
    .some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding))

const isText = (answer: Answer): boolean => /^application\/json\b|charset=/.test(answer.headers["content-type"] ?? "")

/**
 * Returns the answer as it is sent over a connection: compressed with gzip if the client accepts that, the body is text,
 * and it is worth it. The ETag stays, as it is a weak one.
 */
export const compressed = (answer: Answer, message: Http.IncomingMessage): Answer => {
  const { body, headers, interrupted, status } = answer
  if (!isAccepted(message) || !isText(answer) || interrupted !== undefined || status === 206) return answer
  if (headers["content-encoding"] !== undefined) return answer
  const encoded = { ...headers, "content-encoding": "gzip" }
  const length = headers["content-length"]
  // A HEAD request tells the length of the body before compression, which is not that of the GET.
  if (message.method === "HEAD")
    return Number(length) >= least ? { ...answer, headers: { ...encoded, "content-length": null } } : answer
  const bytes = bytesOf(body)
  // A fault may lie about the length.
  if (length !== undefined || bytes.length < least) return answer
  return { ...answer, headers: encoded, body: Zlib.gzipSync(bytes) }
}
