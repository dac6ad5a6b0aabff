/** The log of received requests, in order of arrival, without secrets. */
import { type Request, textOf } from "./exchange.ts"

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

const secret: ReadonlySet<string> = /* @__PURE__ */ new Set(["authorization", "proxy-authorization", "cookie"])

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
