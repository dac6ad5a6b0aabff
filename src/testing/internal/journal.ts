/** Makes the entries of the log, and lets them print. */
import type { Response, Request } from "../Exchange.ts"
import { type Received, table } from "../Journal.ts"
import { bytesOf, sentHeaders, textOf } from "./exchange.ts"

const secret: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "x-api-key"])

const redacted = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const scheme = /^(bearer|token|basic)\s/i.exec(value)?.[1]
      return [name, secret.has(name) ? `${scheme === undefined ? "" : `${scheme} `}<redacted>` : value]
    })
  )

/** Parameters that are credentials: of URLs, and of the forms and bodies with which users sign in to apps. */
const credentials = ["access_token", "client_secret", "code_verifier", "device_code", "refresh_token"]

const secretParameters = ["apikey", "X-Amz-Signature", ...credentials]

/** Where apps exchange codes for tokens. */
const isTokenEndpoint = ({ pathname }: URL): boolean => pathname.endsWith("/login/oauth/access_token")

/** A key in the query is as secret as a credential in a header. */
const withoutKey = (url: URL): string => {
  if (url.search === "") return url.href
  const secrets = [...secretParameters, ...(isTokenEndpoint(url) ? ["code"] : [])].filter((name) =>
    url.searchParams.has(name)
  )
  if (secrets.length === 0) return url.href
  const safe = new URL(url)
  for (const name of secrets) safe.searchParams.set(name, "redacted")
  return safe.href
}

/** What an error response says, as far as it is JSON: GitHub calls it `message`, the weather `reason`. */
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
const secretFields: ReadonlySet<string> = new Set(["secret", "password", ...credentials])

const mask = "<redacted>"

/** Forms sign users in: what proves something in them is a secret, too. */
const withoutSecrets = (form: string): string => {
  const fields = new URLSearchParams(form)
  const secrets = [...credentials, "code", "authenticity_token"].filter((name) => fields.has(name))
  for (const name of secrets) fields.set(name, mask)
  return secrets.length === 0 ? form : fields.toString()
}

const isForm = ({ headers }: Pick<Request, "headers">): boolean =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true

/** Fields of responses that are secrets, too: those that a service makes. */
const madeSecrets: ReadonlySet<string> = new Set([...secretFields, "token", "webhook_secret", "pem"])

/** Fields whose JSON cannot be parsed, such as those of a body that was cut. The value may lack its end. */
const madeSecretText = new RegExp(`("(?:${[...madeSecrets].join("|")})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, "g")

/** Reads a body as JSON, in which the fields that `isSecret` names are masked, as other text, or as the bytes that it is. */
const read = ({ body, headers }: Pick<Request, "body" | "headers">, isSecret: (field: string) => boolean): unknown => {
  if (body.length === 0) return undefined
  let text: string
  try {
    text = strict.decode(body)
  } catch {
    return body
  }
  if (isForm({ headers })) return withoutSecrets(text)
  try {
    return JSON.parse(text, (name, value: unknown) => (isSecret(name) && typeof value === "string" ? mask : value))
  } catch {
    return text
  }
}

/** Reads the body of a request, without secrets. */
export const bodyOf = (request: Request): unknown => {
  const signsIn = isTokenEndpoint(request.url)
  return read(request, (name) => secretFields.has(name) || (signsIn && name === "code"))
}

/** Reads the body of a response, or what of it reached the client, without secrets. */
export const answerOf = (response: Response): unknown => {
  const bytes = bytesOf(response.body)
  const body = bytes.subarray(0, response.interrupted?.after)
  const value = read({ body, headers: sentHeaders(response, bytes) }, (name) => madeSecrets.has(name))
  return typeof value === "string" ? value.replaceAll(madeSecretText, `$1${mask}`) : value
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
