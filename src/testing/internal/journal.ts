/** Makes the entries of the log, and lets them print. */
import type { Response, Request } from "../Exchange.ts"
import { type Received, table } from "../Journal.ts"
import { textOf } from "./exchange.ts"

const secret: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie"])

const redacted = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const scheme = /^(bearer|token|basic)\s/i.exec(value)?.[1]
      return [name, secret.has(name) ? `${scheme === undefined ? "" : `${scheme} `}<redacted>` : value]
    })
  )

const secretParameters = ["apikey", "X-Amz-Signature"]

/** A key in the query is as secret as a credential in a header. */
const withoutKey = (url: URL): string => {
  const secrets = secretParameters.filter((name) => url.searchParams.has(name))
  if (secrets.length === 0) return url.href
  const safe = new URL(url)
  for (const name of secrets) safe.searchParams.set(name, "redacted")
  return safe.href
}

/** What an error response says, as far as it is JSON: the code-hosting service calls it `message`, the weather `reason`. */
export const messageOf = ({ body, status }: Response): string | null => {
  if (status < 400) return null
  try {
    const value: unknown = JSON.parse(textOf(body))
    if (typeof value !== "object" || value === null) return null
    if ("message" in value && typeof value.message === "string") return value.message
    return "reason" in value && typeof value.reason === "string" ? value.reason : null
  } catch {
    return null
  }
}

const strict = new TextDecoder("utf-8", { fatal: true })

/** Fields of bodies that are as secret as a credential in a header. */
const secretFields: ReadonlySet<string> = new Set(["secret", "password"])

/** Reads a body as JSON without secrets, as other text, or as the bytes that it is. */
export const bodyOf = ({ body }: Request): unknown => {
  if (body.length === 0) return undefined
  let text: string
  try {
    text = strict.decode(body)
  } catch {
    return body
  }
  try {
    return JSON.parse(text, (name, value: unknown) =>
      secretFields.has(name) && typeof value === "string" ? "<redacted>" : value
    )
  } catch {
    return text
  }
}

export const received = (
  request: Request,
  seen: Pick<Received, "path" | "operation" | "login" | "body">,
  faults: ReadonlyArray<string>,
  now: number,
  event: string | null = null
): Received => ({
  event,
  method: request.method,
  url: withoutKey(request.url),
  ...seen,
  headers: redacted(request.headers),
  receivedAt: now,
  answeredAt: null,
  status: null,
  message: null,
  acted: false,
  faults
})

/** How Node's `console.log` and `util.inspect` ask a value to print itself. */
const inspect = Symbol.for("nodejs.util.inspect.custom")

/** Lets the list print as a table, below what is before it on the line. It stays equal to a plain list. */
export const printable = (requests: ReadonlyArray<Received>): ReadonlyArray<Received> =>
  Object.defineProperty([...requests], inspect, { value: () => `\n${table(requests)}`, enumerable: false })
