/** Answers with a file, or the requested part of it (RFC 9110). */
import type { Answer, Request } from "../../../Exchange.ts"
import { answer, httpDate } from "../../exchange.ts"

export interface File {
  readonly content: Uint8Array
  /** A strong validator, with its quotation marks. */
  readonly etag: string
  /** Epoch milliseconds; undefined if the service does not say it. */
  readonly modified?: number
  readonly headers: Readonly<Record<string, string>>
}

/** The first and last byte that a range asks for; null if there are none, undefined if it is no single range. */
const rangeOf = (header: string, size: number): readonly [first: number, last: number] | null | undefined => {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === "" && to === "") return undefined
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined
  return first > last ? null : [first, last]
}

/** A part is only of use for the version that the client has the rest of. */
const isSame = ({ etag, modified }: File, { headers }: Request): boolean => {
  const wanted = headers["if-range"]
  return wanted === undefined || wanted === etag || (modified !== undefined && wanted === httpDate(modified))
}

/** Sends a file as the request asks for it. `unsatisfiable` is the body of the 416. */
export const fileAnswer = (file: File, request: Request, unsatisfiable: string): Answer => {
  const { content, etag, modified } = file
  const headers = {
    "accept-ranges": "bytes",
    etag,
    ...(modified === undefined ? {} : { "last-modified": httpDate(modified) }),
    ...file.headers
  }
  const known = request.headers["if-none-match"]
  if (known !== undefined && known.split(",").some((tag) => tag.trim() === etag)) return answer(304, "", headers)
  const { range } = request.headers
  const asked = range === undefined || !isSame(file, request) ? undefined : rangeOf(range, content.length)
  if (asked === null) {
    const size = { "content-range": `bytes */${content.length}` }
    return answer(416, unsatisfiable, { "content-type": "application/xml", ...size })
  }
  if (asked === undefined) return answer(200, content, headers)
  const [first, last] = asked
  return answer(206, content.subarray(first, last + 1), {
    ...headers,
    "content-range": `bytes ${first}-${last}/${content.length}`
  })
}
