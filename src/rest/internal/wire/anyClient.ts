/**
 * Sends by any HTTP client: by the sender that is registered for it, or else by what all clients have in common. Only
 * programs that choose their client bundle this.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { OutgoingBody, StreamedBody } from "../../Call.ts"
import * as Sender from "../../Sender.ts"
import { isBrowser } from "../text/runtime.ts"
import { cacheMode, WebResponse } from "./fetch.ts"
import { inPieces } from "./outgoingBody.ts"
import { isLarge, patience, sending } from "./requestBody.ts"

type ScopedClient = HttpClient.HttpClient.With<HttpClientError, Scope.Scope>

/** Sends by a client. */
export const senderOf = (client: HttpClient.HttpClient): Sender.Sender => {
  const registered = Sender.find(client)
  if (registered !== undefined) return registered
  const scoped = HttpClient.withScope(client)
  return Sender.make((sent) => new ClientResponse(sent, scoped))
}

/** Bodies up to this length arrive in one or two pieces, so there is no silence between pieces to watch. */
const small = 65_536

/** A body as Effect's clients take it. */
const httpBodyOf = (body: Exclude<OutgoingBody, StreamedBody>): HttpBody.HttpBody => {
  if (body._tag === "Empty") return HttpBody.empty
  return body._tag === "Uint8Array" ? HttpBody.uint8Array(body.body, body.contentType) : body
}

/** The response that a filter of the client, such as `HttpClient.filterStatusOk`, has made an error of. */
const filteredBy = (cause: Cause.Cause<HttpClientError>): HttpClientResponse.HttpClientResponse | undefined => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return error?.reason._tag === "StatusCodeError" ? error.reason.response : undefined
}

/** A response of a client of which nothing is known. A fiber of its own sends the request, and reads the body. */
class ClientResponse extends WebResponse {
  private readonly client: ScopedClient
  /** Its end aborts the request. */
  private readonly scope = Scope.makeUnsafe()
  private fiber: Fiber.Fiber<unknown, unknown> | undefined
  /** The response, if it is none of fetch. */
  private response: HttpClientResponse.HttpClientResponse | undefined
  private isRead = false
  /** Lets the fiber read on. */
  private wake: (() => void) | undefined

  constructor(sent: Sender.Sent, client: ScopedClient) {
    super(sent)
    this.client = client
  }

  protected send(): void {
    const { body, headers, method, url } = this.sent.request
    // Browsers cannot send pieces.
    const sent = isLarge(body) && !isBrowser() ? inPieces(body) : body
    if (isLarge(sent)) this.watch.awaitHead(patience(sent.body.length))
    const watched = sent._tag === "Stream" ? sent.sending.watched(this.watch) : httpBodyOf(sent)
    const request = HttpClientRequest.makeWith(method, url, UrlParams.empty, Option.none(), headers, watched)
    const begin = (response: HttpClientResponse.HttpClientResponse) => this.beginWith(response)
    this.fork(this.client.execute(request), this.contextFor(sent), begin, (cause) => {
      const filtered = filteredBy(cause)
      if (filtered === undefined) this.failBy(Effect.failCause(cause))
      else begin(filtered)
    })
  }

  /** Without the client's own spans, which would show the full URL; with fetch's modes, as far as the client is one. */
  private contextFor(body: OutgoingBody): Context.Context<Scope.Scope> {
    const { asker, options, request } = this.sent
    const given = Context.getOrUndefined(asker.context, FetchHttpClient.RequestInit)
    const cache = given !== undefined && "cache" in given ? given.cache : cacheMode(request.method)
    const init = { ...given, ...(cache !== undefined && { cache }), redirect: options.redirect }
    const context = asker.context.pipe(
      Context.add(Scope.Scope, this.scope),
      Context.add(HttpClient.TracerDisabledWhen, () => true),
      Context.add(FetchHttpClient.RequestInit, init)
    )
    const fetch = asker.getRef(FetchHttpClient.Fetch)
    if (body._tag === "Stream") {
      return Context.add(context, FetchHttpClient.Fetch, body.sending.byFetch(fetch, this.watch))
    }
    return isLarge(body) ? Context.add(context, FetchHttpClient.Fetch, sending(body.body, fetch, this.watch)) : context
  }

  private fork<A, E extends Sender.ClientError, R>(
    effect: Effect.Effect<A, E, R>,
    context: Context.Context<R>,
    then: (value: A) => void,
    otherwise: (cause: Cause.Cause<E>) => void = (cause) => this.failBy(Effect.failCause(cause))
  ): void {
    const fiber = (this.fiber = Effect.runForkWith(context)(effect))
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) then(exit.value)
      else otherwise(exit.cause)
    })
  }

  private beginWith(response: HttpClientResponse.HttpClientResponse): void {
    if (this.state !== "open") return
    const web = Option.getOrUndefined(HttpClientResponse.toWeb(response))
    // A response made by hand, as in a test, has no URL, and may have been given another stream.
    if (web !== undefined && web.url !== "") return this.beginBy(web)
    this.response = response
    this.status = response.status
    this.headers = response.headers
    // Fetch decompresses. Other clients pass the body on as it is.
    if (web === undefined) this.length = Number(response.headers["content-length"])
    this.begin()
  }

  protected override more(): void {
    const { response, wake } = this
    if (response === undefined) return super.more()
    this.wake = undefined
    wake?.()
    if (this.isRead) return
    this.isRead = true
    const read =
      this.isCollecting && this.length <= small
        ? Effect.map(response.arrayBuffer, (buffer) => void this.add(new Uint8Array(buffer)))
        : Stream.runForEach(response.stream, (piece) => (this.add(piece) ? Effect.void : this.turn))
    const whole = Effect.catchIf(
      read,
      ({ reason }) => reason._tag === "EmptyBodyError",
      () => Effect.void
    )
    this.fork(whole, this.sent.asker.context, () => this.end())
  }

  /** Waits until more is wanted. */
  private get turn(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.wantsMore) return resume(Effect.void)
      this.wake = () => resume(Effect.void)
    })
  }

  protected override close(cause: Error): void {
    super.close(cause)
    this.fiber?.interruptUnsafe()
    Effect.runFork(Scope.close(this.scope, Exit.void))
  }
}
