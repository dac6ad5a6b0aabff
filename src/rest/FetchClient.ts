/**
 * The HTTP client of the ready Layers: fetch, by a sender of its own. `FetchHttpClient.layer` of Effect can send streams,
 * decode forms and cookies, and make spans, none of which the pipeline asks of it: that takes longer, and 5 KB of a small
 * bundle.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { OutgoingBody } from "./Call.ts"
import { cacheMode, WebResponse } from "./internal/wire/fetch.ts"
import { isLarge, sending } from "./internal/wire/requestBody.ts"
import * as Sender from "./Sender.ts"

/** A response of fetch. */
class FetchResponse extends WebResponse {
  private readonly controller = new AbortController()
  /** What the Layer was built with. */
  private readonly built: Context.Context<never>

  constructor(sent: Sender.Sent, built: Context.Context<never>) {
    super(sent)
    this.built = built
  }

  protected send(): void {
    const { asker, options, request } = this.sent
    const { context } = asker
    const init = {
      ...initOf(request, provided(context, this.built, FetchHttpClient.RequestInit), options.redirect),
      signal: this.controller.signal
    }
    this.fetchBy(provided(context, this.built, FetchHttpClient.Fetch) ?? globalThis.fetch)(request.url, init).then(
      (web) => this.beginBy(web),
      (cause) => this.fail(cause)
    )
  }

  /** A large body is sent by a fetch of its own, which a stream brings along. */
  private fetchBy(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    const { body } = this.sent.request
    if (body._tag === "Stream") return body.sending.byFetch(fetch, this.watch)
    return isLarge(body) ? sending(body.body, fetch, this.watch) : fetch
  }

  protected override close(cause: Error): void {
    this.controller.abort(cause)
    super.close(cause)
  }
}

const provided = <I, A>(
  called: Context.Context<never>,
  built: Context.Context<never>,
  key: Context.Key<I, A>
): A | undefined => Context.getOrUndefined(called, key) ?? Context.getOrUndefined(built, key)

const initOf = (
  { body, headers, method }: Sender.ClientRequest,
  given: RequestInit | undefined,
  redirect: RequestRedirect
): RequestInit => {
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

const bodyOf = (body: OutgoingBody): BodyInit | null => {
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

/**
 * Sends by fetch. As with Effect's client, `Fetch` and `RequestInit` can be provided to the Layer, or to a call.
 */
export const sender: Effect.Effect<Sender.Sender> = Effect.map(Effect.context<never>(), (built) =>
  Sender.make((sent) => new FetchResponse(sent, built))
)

/** The client of the ready Layers, for Layers whose other parts you choose yourself. */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.flatMap(HttpClient.HttpClient, (client) => Effect.map(sender, (sender) => Sender.register(client, sender)))
).pipe(Layer.provide(FetchHttpClient.layer))
