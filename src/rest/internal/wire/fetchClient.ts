/**
 * The HTTP client of the ready Layers: fetch, by a direct path alone. `FetchHttpClient.layer` can send streams, decode
 * forms and cookies, and make spans, none of which the pipeline asks of it. That takes 5 KB of a small bundle.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Fetch, RequestInit } from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import type * as HttpClient from "effect/http/HttpClient"
import type { StreamedBody } from "../../Call.ts"
import * as Direct from "./direct.ts"
import { cacheMode, type Sender, senderBy } from "./exchange.ts"
import { FetchResponse } from "./fetchResponse.ts"
import { isLarge, sending } from "./requestBody.ts"
import type { Watch } from "./watchdog.ts"

/**
 * Sends requests by fetch. As with Effect's client, `Fetch` and `RequestInit` can be provided to the Layer, which was
 * built with the context `built`, or to a call.
 */
const direct = (built: Context.Context<never>): Direct.Direct => {
  const send: Direct.Direct = (request, bounds, { reads, redirect = "manual" } = {}) =>
    Effect.withFiber((asker) =>
      Effect.callback<Direct.DirectResponse, Direct.ClientError>((resume) => {
        const response = new FetchResponse(request, bounds, asker, reads)
        const { context } = asker
        const fetch = fetchOf(request.body, provided(context, built, Fetch) ?? globalThis.fetch, response.watch)
        const init = initOf(request, provided(context, built, RequestInit), redirect)
        response.send((signal) => fetch(request.url, { ...init, signal }), resume)
        return Effect.sync(() => response.abort())
      })
    )
  return Object.assign(send, { sendsStreams: true })
}

const provided = <I, A>(
  called: Context.Context<never>,
  built: Context.Context<never>,
  key: Context.Key<I, A>
): A | undefined => Context.getOrUndefined(called, key) ?? Context.getOrUndefined(built, key)

const initOf = (
  { body, headers, method }: Direct.ClientRequest,
  given: globalThis.RequestInit | undefined,
  redirect: RequestRedirect
): globalThis.RequestInit => {
  const cache = cacheMode(method)
  return {
    ...(cache !== undefined && { cache }),
    ...given,
    method,
    headers: headersOf(headers, given?.headers),
    body: bodyOf(body),
    redirect
  }
}

const headersOf = (headers: Headers.Headers, given: HeadersInit | undefined): Record<string, string> => {
  const all = given === undefined ? headers : Headers.merge(Headers.fromInput(given), headers)
  // Fetch states the length itself.
  return "content-length" in all ? Headers.remove(all, "content-length") : all
}

const bodyOf = (body: HttpBody.HttpBody): BodyInit | null => {
  switch (body._tag) {
    case "FormData":
      return body.formData
    case "Raw":
    case "Uint8Array":
      return body.body as BodyInit
    default:
      return null
  }
}

/** A large body is sent by a fetch of its own, which a stream brings along. */
const fetchOf = (body: HttpBody.HttpBody, fetch: typeof globalThis.fetch, watch: Watch): typeof globalThis.fetch => {
  // The casts are safe: the pipeline sends no other streams, and they take its watch.
  if (body._tag === "Stream") return (body as StreamedBody).sending.byFetch(fetch, watch as never)
  return isLarge(body) ? sending(body.body, fetch, watch) : fetch
}

/** Sends by fetch. */
export const sender: Effect.Effect<Sender> = Effect.map(Effect.context<never>(), (built) => senderBy(direct(built)))

/** Makes the direct path of a client that sends by fetch. */
export const register = (client: HttpClient.HttpClient): Effect.Effect<HttpClient.HttpClient> =>
  Effect.map(Effect.context<never>(), (built) => Direct.register(client, direct(built)))
