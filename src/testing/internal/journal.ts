/** Makes the entries of the log. */
import type { Request } from "../Exchange.ts"
import type { Received } from "../Journal.ts"
import { textOf } from "./exchange.ts"

const secret: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie"])

const redacted = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const scheme = /^(bearer|token|basic)\s/i.exec(value)?.[1]
      return [name, secret.has(name) ? `${scheme === undefined ? "" : `${scheme} `}<redacted>` : value]
    })
  )

/** A key in the query is as secret as a credential in a header. */
const withoutKey = (url: URL): string => {
  if (!url.searchParams.has("apikey")) return url.href
  const safe = new URL(url)
  safe.searchParams.set("apikey", "redacted")
  return safe.href
}

const bodyOf = (request: Request): unknown => {
  const text = textOf(request.body)
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const received = (
  request: Request,
  seen: Pick<Received, "path" | "operation" | "login">,
  faults: ReadonlyArray<string>,
  now: number
): Received => ({
  method: request.method,
  url: withoutKey(request.url),
  ...seen,
  headers: redacted(request.headers),
  body: bodyOf(request),
  receivedAt: now,
  answeredAt: null,
  status: null,
  acted: false,
  faults
})
