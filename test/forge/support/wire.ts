/** An HTTP client with scripted responses, which records its requests. */
import * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"

/** A request as it is sent. */
export interface Sent {
  readonly method: string
  /** Percent-encoded, as it was sent. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** JSON, or the text of a file; undefined when nothing was sent. */
  readonly body: unknown
}

export interface SentWithHeaders extends Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface Answer {
  readonly status: number
  /** Sent as JSON, or as a string unchanged when the headers have another media type; undefined for no body. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const answer = (status: number, body?: unknown, headers?: Readonly<Record<string, string>>): Answer => ({
  status,
  body,
  headers: headers ?? {}
})

/** Made once: each Layer of a token computes a digest, in a thread of its own. */
const credentials = await Effect.runPromise(
  Effect.provide(Credentials.Credentials, Credentials.layerToken(Redacted.make("a-token-for-tests")))
)

const textOf = (body: HttpBody.HttpBody): string => {
  if (body._tag === "Empty") return ""
  if (body._tag === "Uint8Array") return new TextDecoder().decode(body.body)
  throw new Error(`no operation sends a body of the kind ${body._tag}`)
}

const responseOf = ({ body, headers, status }: Answer): Response => {
  const isFile = typeof body === "string" && headers?.["content-type"]?.startsWith("application/json") === false
  return new Response(body === undefined ? null : isFile ? body : JSON.stringify(body), {
    status,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }), ...headers }
  })
}

/** Answers each request with a response from the script. */
export const makeClient = (
  respond: (request: SentWithHeaders, index: number) => Answer
): { readonly client: HttpClient.HttpClient; readonly sent: ReadonlyArray<SentWithHeaders> } => {
  const sent: Array<SentWithHeaders> = []
  const client = HttpClient.make((request, url) =>
    Effect.sync(() => {
      const text = textOf(request.body)
      const one: SentWithHeaders = {
        method: request.method,
        url: url.href,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body:
          text === "" ? undefined : request.headers["content-type"] === "application/json" ? JSON.parse(text) : text,
        headers: request.headers
      }
      sent.push(one)
      return HttpClientResponse.fromWeb(request, responseOf(respond(one, sent.length - 1)))
    })
  )
  return { client, sent }
}

/** The service on an HTTP client, with a token, without a cache. */
export const serviceOn = (
  client: HttpClient.HttpClient,
  options?: Forge.Options & { readonly cache?: Layer.Layer<HttpCache.HttpCache> }
): Layer.Layer<Forge.Forge> =>
  Forge.layer(options).pipe(
    Layer.provide([
      Layer.succeed(HttpClient.HttpClient, client),
      Layer.succeed(Credentials.Credentials, credentials),
      options?.cache ?? HttpCache.layerNone,
      RateLimit.layerMemory()
    ])
  )

export interface Exchange<A, E> {
  readonly result: Result.Result<A, E>
  readonly sent: ReadonlyArray<Sent>
  readonly headers: ReadonlyArray<SentWithHeaders["headers"]>
}

/** Runs a call against responses in their order. Returns its result, and the requests. */
export const exchange = <A, E>(
  call: Effect.Effect<A, E, Forge.Forge>,
  ...answers: ReadonlyArray<Answer>
): Effect.Effect<Exchange<A, E>> =>
  Effect.suspend(() => {
    const { client, sent } = makeClient((request, index) => {
      const next = answers[index]
      if (next === undefined) throw new Error(`nothing is scripted for ${request.method} ${request.url}`)
      return next
    })
    return Effect.map(Effect.provide(Effect.result(call), serviceOn(client)), (result) => ({
      result,
      sent: sent.map(({ body, method, path, query }) => ({ method, path, query, body })),
      headers: sent.map(({ headers }) => headers)
    }))
  })

/** `sending("PATCH", "/repos/…", { state: "closed" })` */
export const sending = (method: string, path: string, body?: unknown): Sent => ({ method, path, query: {}, body })

/** `asking("/repos/…", { per_page: "100" })` */
export const asking = (path: string, query: Readonly<Record<string, string>> = {}): Sent => ({
  method: "GET",
  path,
  query,
  body: undefined
})
