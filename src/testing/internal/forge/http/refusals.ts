/** Error responses in the service's own words. */
import type { Response } from "../../../Exchange.ts"
import { response, json } from "../../exchange.ts"
import type { Call } from "./call.ts"

/** One entry of a 422's `errors`. */
export interface Fault {
  readonly resource: string
  readonly field?: string
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom"
  readonly value?: string | number
  readonly message?: string
}

export const rootDocumentation = "https://docs.github.com/rest"

export const refusal = (
  status: number,
  message: string,
  documentation: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {}
): Response => json(status, { message, ...more, documentation_url: documentation, status: String(status) }, headers)

type About = Pick<Call, "documentation">

/** What is wrong with a token. */
export const unauthorized = (message: string): Response => refusal(401, message, rootDocumentation)

/** No endpoint of the service itself has this path: the simulator knows because of the rules of paths. */
export const noSuchPath: Response = refusal(404, "Not Found", rootDocumentation)

export const notAcceptable = (accept: string): Response =>
  refusal(415, `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`, rootDocumentation)

export const badRequest = (call: About, message: string): Response => refusal(400, message, call.documentation)

export const badCredentials: Response = unauthorized("Bad credentials")

export const requiresAuthentication = (call: About): Response =>
  refusal(401, "Requires authentication", call.documentation)

export const forbidden = (call: About, message: string, headers: Readonly<Record<string, string>> = {}): Response =>
  refusal(403, message, call.documentation, {}, headers)

/** The account of an installation has suspended it. */
export const suspended = (call: About): Response => forbidden(call, "This installation has been suspended")

/** Also sent for what the viewer may not see. */
export const notFound = (call: About): Response => refusal(404, "Not Found", call.documentation)

export const missing = (call: About, message: string): Response => refusal(404, message, call.documentation)

export const gone = (call: About, message: string): Response => refusal(410, message, call.documentation)

export const conflict = (call: About, message: string): Response => refusal(409, message, call.documentation)

/** A 422 whose message alone says why. */
export const unprocessable = (call: About, message: string): Response => refusal(422, message, call.documentation)

/** A sha that cannot be one. */
export const invalidSha = (call: About): Response =>
  unprocessable(call, "The sha parameter must be exactly 40 characters and contain only [0-9a-f].")

/** A file that only git itself hands out. */
export const tooLarge = (call: About): Response =>
  refusal(
    403,
    "This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API, but you can " +
      "use Git to clone the repository.",
    call.documentation,
    { errors: [{ resource: "Blob", field: "data", code: "too_large" }] }
  )

export const invalid = (call: About, ...errors: ReadonlyArray<Fault>): Response =>
  refusal(422, "Validation Failed", call.documentation, { errors })

/** A 422 that lists its reasons as texts. */
export const unprocessableEntity = (call: About, ...errors: ReadonlyArray<string>): Response =>
  refusal(422, "Unprocessable Entity", call.documentation, { errors })

/** A pull request cannot be merged. */
export const notAllowed = (call: About, message: string): Response => refusal(405, message, call.documentation)

/** The body does not have the endpoint's shape. Only the message says so; there are no `errors`. */
export const malformed = (call: About, what: string): Response =>
  refusal(422, `Invalid request.\n\n${what}`, call.documentation)

export const moved = (status: 301 | 307, url: string): Response =>
  json(
    status,
    { message: "Moved Permanently", url, documentation_url: `${rootDocumentation}/using-the-rest-api#redirects` },
    { location: url }
  )

export const noUserAgent: Response = response(
  403,
  "\r\nRequest forbidden by administrative rules. Please make sure your request has a User-Agent header " +
    `(${rootDocumentation}/using-the-rest-api/getting-started-with-the-rest-api#user-agent). Check ` +
    "https://developer.github.com for other possible causes.\r\n",
  { "content-type": "text/html; charset=utf-8" }
)

export const unknownVersion = (version: string): Response =>
  refusal(
    400,
    `The API version ${JSON.stringify(version)} is not supported. Use one of the supported versions.`,
    `${rootDocumentation}/about-the-rest-api/api-versions`
  )

const limitsDocumentation = `${rootDocumentation}/using-the-rest-api/rate-limits-for-the-rest-api`

/** The message of a primary limit that is used up. */
const limitMessage = (login: string | null): string => {
  if (login === null) {
    return (
      "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate " +
      "limit. Check out the documentation for more details.)"
    )
  }
  const whose = login.endsWith("[bot]") ? `installation of ${login.slice(0, -"[bot]".length)}` : `user ${login}`
  return (
    `API rate limit exceeded for ${whose}. If you reach out to GitHub Support for help, please include the ` +
    "request ID."
  )
}

export const limitReached = (login: string | null, status: 403 | 429 = 403): Response =>
  refusal(status, limitMessage(login), limitsDocumentation)

/** GraphQL says it in a response that succeeds. */
export const pointsSpent = (login: string): Response =>
  json(200, { errors: [{ type: "RATE_LIMITED", message: limitMessage(login) }] })

export const secondaryLimitDocumentation = `${limitsDocumentation}#about-secondary-rate-limits`

export const secondaryLimitMessage =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to " +
  "GitHub Support for help, please include the request ID."

/** Without `retryAfter`, in seconds, only the message and the link say what it is. */
export const secondaryLimitReached = (retryAfter: number | undefined): Response =>
  refusal(
    403,
    secondaryLimitMessage,
    secondaryLimitDocumentation,
    {},
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
  )

const outages: Readonly<Record<number, string>> = {
  500: "Server Error",
  502: "Server Error",
  503: "Service Unavailable",
  504: "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request."
}

export const unavailable = (status: number): Response => json(status, { message: outages[status] ?? "Server Error" })

/** The simulator's own response. By default it is no 404, which would claim that something does not exist. */
export const notServed = (method: string, path: string, status: 404 | 501 = 501): Response => {
  const when = `method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}`
  const script = `Script the response: Faults.answered({ ${when}, status: 200, body: … })`
  return json(status, { message: `The simulator does not serve ${method} ${path}. ${script}` })
}
