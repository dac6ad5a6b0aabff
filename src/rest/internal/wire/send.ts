/** Sends one request, with credentials for the service's own origins. Follows redirects, receives the response head. */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Tracer from "effect/Tracer"
import type { OutgoingBody } from "../../Call.ts"
import type { SecretInHeaders, SecretInUrl } from "../../Credentials.ts"
import type { RequestInfo, UnsafeRedirect } from "../../RestError.ts"
import { type Redact, repeats } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { type ClientError, type ClientRequest, failed, type Sender, type WireResponse } from "../../Sender.ts"
import { type Bounds, overdue } from "../../Watch.ts"
import * as Counts from "./counts.ts"
import { unsafeRedirect } from "./failures.ts"

/** Headers that the program adds, and those of their values that are secrets. */
interface GivenHeaders {
  readonly byName: Readonly<Record<string, string>>
  readonly secrets: ReadonlyArray<string>
}

/** A request as it is sent. */
export interface WireRequest {
  readonly info: RequestInfo
  /** What metrics name it. */
  readonly counted: Counts.Counted
  readonly bounds: Bounds
  /** When the time of the whole began, in milliseconds. */
  readonly begin: number
  readonly clock: Clock.Clock
  /** The services of the attempt, for its trace and metrics. */
  readonly services: Context.Context<never>
  /** The full URL, without a secret. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Headers that the program adds: sent only to the service's own origins. They replace those of the same names. */
  readonly own: GivenHeaders | undefined
  readonly body: OutgoingBody
  /** The token: sent only to the service's own origins. */
  readonly secret: string | undefined
  readonly redact: Redact
  /** Whether to send trace headers to those origins. */
  readonly propagateTrace: boolean
  readonly ownOrigins: ReadonlySet<string>
  /** Own origins that a redirect must not take the token to. */
  readonly exposedOrigins: ReadonlySet<string>
  /** Whether a redirect may lead to a foreign origin. */
  readonly mayLeave: boolean
  /** How to send the token in the URL; undefined for the Authorization header. */
  readonly secretInUrl: SecretInUrl | undefined
  /** How to send it in other headers; undefined for the Authorization header. */
  readonly secretInHeaders?: SecretInHeaders | undefined
  /** The names of the response headers that matter; undefined for all. */
  readonly reads: ReadonlyArray<string> | undefined
}

/** The head of a response. Its body has not been read yet. */
export interface Head {
  readonly response: WireResponse
  /** The URL that responded, after redirects. */
  readonly url: string
}

type Failure = ClientError | UnsafeRedirect

const maxRedirects = 5

/** How many bytes of a redirect's body are read to free its connection. */
const redirectBody = 16_384

/**
 * Sends a request. Follows 301, 302, 307 and 308 with the same method and body, since services redirect calls for
 * renamed resources. Only downloads are redirected to a foreign origin. Credentials are sent to the service's own origins
 * only. Run the effect at once, and only once.
 */
export const send = (sender: Sender, wire: WireRequest): Effect.Effect<Head, Failure> => {
  const { begin, body, bounds, clock, info, reads, redact, secret, secretInHeaders, secretInUrl, services } = wire
  const isBearer = secretInUrl === undefined && secretInHeaders === undefined
  const extended: Record<string, string> = { ...wire.headers, ...wire.own?.byName }
  if (secret !== undefined && isBearer) extended["authorization"] = `Bearer ${secret}`
  if (wire.propagateTrace) Object.assign(extended, traceHeaders(services))
  const ownHeaders = Headers.fromRecordUnsafe(extended)

  /** Each redirect takes from the time of the whole. */
  const execute = (request: ClientRequest, redirect: RequestRedirect): Effect.Effect<WireResponse, ClientError> => {
    const total = begin + bounds.total - clock.currentTimeMillisUnsafe()
    return total > 0
      ? sender(request, { ...bounds, total }, { redirect, reads })
      : Effect.fail(failed(request, new Error(overdue)))
  }

  /** Sends it to a URL that is safe to show: the secret is added only here. */
  const sendTo = (url: string, visited: ReadonlySet<string>): Effect.Effect<Head, Failure> => {
    const own = wire.ownOrigins.has(Urls.originOf(url))
    const request = {
      method: info.method,
      url: own && secret !== undefined && secretInUrl !== undefined ? secretInUrl.add(url, secret) : url,
      headers: own ? ownHeaders : Headers.fromRecordUnsafe({ ...wire.headers }),
      body
    }
    if (!own || secret === undefined || secretInHeaders === undefined) return exchange(request, url, visited)
    const { method } = info
    const proof = secretInHeaders(secret, { method, url, body: body._tag === "Uint8Array" ? body.body : undefined })
    return Effect.flatMap(proof, (headers) =>
      exchange({ ...request, headers: Headers.fromRecordUnsafe({ ...extended, ...headers }) }, url, visited)
    )
  }

  const exchange = (request: ClientRequest, url: string, visited: ReadonlySet<string>): Effect.Effect<Head, Failure> =>
    Effect.flatMap(execute(request, "manual"), (response) => {
      if (response.status === 0) return followHidden(request, url)
      const { location } = response.headers
      return location === undefined || !isRedirect(response.status)
        ? Effect.succeed({ response, url })
        : follow(response, url, location, visited)
    })

  const unsafe = (from: string, to: string, why: string) => Effect.fail(unsafeRedirect(info, from, to, why, redact))

  const follow = (response: WireResponse, url: string, location: string, earlier: ReadonlySet<string>) =>
    Effect.flatMap(response.head(redirectBody, bounds.silence), () => {
      const visited = new Set(earlier).add(url)
      const next = locationOf(wire, location, url)
      const problem = whyUnsafe(wire, visited, next)
      if (problem !== undefined || next === undefined) {
        return unsafe(url, next ?? location, problem ?? "is not a URL")
      }
      Counts.redirected(services, wire.counted)
      return sendTo(next, visited)
    })

  /** Browsers hide the target of a redirect. Their fetch can follow it, and drops the credentials for other origins. */
  const followHidden = (request: ClientRequest, url: string): Effect.Effect<Head, Failure> => {
    const hasOwnHeaders = wire.own !== undefined || (secret !== undefined && secretInHeaders !== undefined)
    const which =
      info.method !== "GET"
        ? "a write cannot follow it"
        : // Fetch drops no header but Authorization.
          hasOwnHeaders && "headers for the service alone could follow it to another origin"
    if (which !== false) return unsafe(url, url, `is hidden by the browser, so ${which}`)
    return Effect.flatMap(execute(request, "follow"), (response) => {
      const last = locationOf(wire, response.url, url)
      const problem = last === undefined ? undefined : whyUnsafe(wire, none, last)
      return problem === undefined ? Effect.succeed({ response, url: last ?? url }) : unsafe(url, last ?? "", problem)
    })
  }

  return sendTo(wire.target, none)
}

const isRedirect = (status: number): boolean => status === 301 || status === 302 || status === 307 || status === 308

/** The URL that a redirect leads to, without the token that it may repeat; undefined when it is none. */
const locationOf = ({ secretInUrl }: WireRequest, location: string, base: string): string | undefined => {
  if (!URL.canParse(location, base)) return undefined
  const redirected = new URL(location, base)
  secretInUrl?.remove(redirected)
  return redirected.href
}

const none: ReadonlySet<string> = new Set()

const whyUnsafe = (wire: WireRequest, visited: ReadonlySet<string>, next: string | undefined): string | undefined => {
  if (next === undefined) return undefined
  if (visited.has(next)) return "leads in a circle"
  if (visited.size > maxRedirects) return `exceeds the limit of ${maxRedirects} redirects`
  if (!/^https?:/.test(next)) return "is not an HTTP URL"
  const origin = Urls.originOf(next)
  if (!wire.ownOrigins.has(origin)) {
    if (wire.info.method !== "GET") return "would send a write to a foreign origin"
    if (!wire.mayLeave) return "leads to a foreign origin, which does not speak for the service"
  }
  if (Urls.hasUser(next)) return "has a user or a password"
  if (wire.own?.secrets.some((secret) => repeats(next, secret)) === true) return "repeats a secret header"
  if (wire.secret === undefined) return undefined
  if (wire.exposedOrigins.has(origin)) return "would send the token over plain HTTP"
  return repeats(next, wire.secret) ? "repeats the token" : undefined
}

/** The trace headers of the operation's span. */
const traceHeaders = (services: Context.Context<never>): Readonly<Record<string, string>> => {
  const span = Context.getOrUndefined(services, Tracer.ParentSpan)
  return span?._tag === "Span" ? HttpTraceContext.toHeaders(span) : {}
}
