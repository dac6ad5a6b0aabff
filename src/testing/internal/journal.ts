/** The log of what was received, in the order of arrival, without secrets. */
import { type Request, textOf } from "./exchange.ts"

/** A request as it arrived, and what came of it. */
export interface Received {
  readonly method: string
  readonly url: string
  /** Below the service's root. */
  readonly path: string
  /** Name of the operation; null where the simulator has none. */
  readonly operation: string | null
  /** Who asked; null is nobody, or a token that is not valid. */
  readonly login: string | null
  /** Names in lower case; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as a value, anything else as text; undefined when there was none. */
  readonly body: unknown
  /** Epoch milliseconds. */
  readonly receivedAt: number
  /** Null while it is not answered, and when it never was. */
  readonly answeredAt: number | null
  /** Null as long as there is no answer, and when the connection was lost instead. */
  readonly status: number | null
  /** Whether the service handled it, or a fault came first. */
  readonly acted: boolean
  /** Names of the faults that hit it. */
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

/** A key in the query is as secret as one in a header. */
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
