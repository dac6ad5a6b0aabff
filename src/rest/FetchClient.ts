/**
 * The HTTP client of the ready Layers: fetch, by a sender of its own. `FetchHttpClient.layer` of Effect can send streams,
 * decode forms and cookies, and make spans, none of which the pipeline asks of it: that takes longer, and 5 KB of a small
 * bundle.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpHeaders from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
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
    const { body, method, url } = request
    const given = provided(asker.context, this.built, FetchHttpClient.RequestInit)
    const fetch = provided(asker.context, this.built, FetchHttpClient.Fetch) ?? globalThis.fetch
    const cache = cacheMode(method)
    const init: RequestInit = {
      ...(cache !== undefined && { cache }),
      ...given,
      method,
      headers: headersOf(request.headers, given?.headers),
      body: body._tag === "FormData" ? body.formData : "body" in body ? (body.body as BodyInit) : null,
      redirect: options.redirect,
      signal: this.controller.signal
    }
    // A large body is sent by a fetch of its own, which a stream brings along.
    const send =
      body._tag === "Stream"
        ? body.sending.byFetch(fetch, this.watch)
        : isLarge(body)
          ? sending(body.body, fetch, this.watch)
          : fetch
    send(url, init).then(
      (web) => this.beginBy(web),
      (cause) => this.fail(cause)
    )
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

const headersOf = (headers: HttpHeaders.Headers, given: HeadersInit | undefined): Record<string, string> => {
  const all = given === undefined ? headers : { ...Object.fromEntries(new Headers(given)), ...headers }
  if (!("content-length" in all)) return all
  // Fetch states the length itself.
  const { "content-length": _, ...others } = all
  return others
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
