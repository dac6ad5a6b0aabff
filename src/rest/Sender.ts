/**
 * How requests are sent, for programs with their own HTTP client.
 *
 * Any `HttpClient` of Effect can send the requests of a service. A client that is called often can be faster with a sender
 * of its own, which takes part in the timeouts and hands over the pieces of a body as they arrive: see {@link register}.
 * `ForgeNode.layerHttpClient` has one for undici, `FetchClient.layer` one for fetch.
 *
 * A sender is a class that extends {@link WireResponse}. All of them read bodies in the same way: up to a limit, within
 * the timeouts, and with a closed connection when nobody reads on.
 */
import type * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import type * as HttpClient from "effect/http/HttpClient"
import type { HttpClientErrorReason } from "effect/http/HttpClientError"
import type * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { OutgoingBody } from "./Call.ts"
import * as Bytes from "./internal/wire/bytes.ts"
import { inPieces } from "./internal/wire/outgoingBody.ts"
import { isLarge } from "./internal/wire/requestBody.ts"
import { type Bounds, type Watch, Watchdog } from "./Watch.ts"

/** A request as a client sends it. */
export interface ClientRequest {
  /** The HTTP method. */
  readonly method: string
  /** The absolute URL, which is already normalized. */
  readonly url: string
  /** Its headers, with those of the body. */
  readonly headers: Headers.Headers
  /** The body, which may be empty. */
  readonly body: OutgoingBody
}

/**
 * Why a client has no complete response. An `HttpClientError` is one. Senders make no instances of that class: it and its
 * request would take 1.5 KB of a small bundle.
 */
export interface ClientError {
  readonly _tag: "HttpClientError"
  /** The request that failed. */
  readonly request: Omit<ClientRequest, "body">
  /** Why it failed. */
  readonly reason: {
    readonly _tag: HttpClientErrorReason["_tag"]
    readonly cause?: unknown
    readonly description?: string | undefined
  }
}

/** The error of an exchange that broke off. */
export const failed = (request: ClientRequest, cause: unknown): ClientError => ({
  _tag: "HttpClientError",
  request,
  reason: { _tag: "TransportError", cause }
})

/** A response whose body is longer than it may be. */
export interface TooLarge {
  readonly _tag: "TooLarge"
  /** The head of the response. */
  readonly response: Pick<WireResponse, "status" | "headers">
  /** In bytes. */
  readonly limit: number
}

/** How a request is sent. */
export interface SendOptions {
  /** What fetch does with a redirect. Other clients follow none. */
  readonly redirect: RequestRedirect
  /** The names of the response headers that matter; undefined for all. */
  readonly reads: ReadonlyArray<string> | undefined
}

/** Sends a request. Fails if the head, or later the next piece, does not arrive in time. */
export interface Sender {
  (request: ClientRequest, bounds: Bounds, options: SendOptions): Effect.Effect<WireResponse, ClientError>
}

/** A request that is being sent. */
export interface Sent {
  /** The request. */
  readonly request: ClientRequest
  /** Its timeouts. */
  readonly bounds: Bounds
  /** How it is sent. */
  readonly options: SendOptions
  /** The fiber that waits for the response. */
  readonly asker: Fiber.Fiber<unknown, unknown>
  /** Resumes that fiber. */
  readonly resume: (head: Effect.Effect<WireResponse, ClientError>) => void
}

/** How many bytes are read ahead of a slow consumer. */
const readAhead = 65_536

/** The longest delay of a timer, in milliseconds. A longer one fires immediately. */
const longestTimer = 2 ** 31 - 1

const decoder = new TextDecoder()

const textOf = (bytes: Uint8Array): string => (bytes.length === 0 ? "" : decoder.decode(bytes))

/**
 * A response, from its request on. Its body can be read once.
 *
 * A client extends it by `send`, `more` and `close`, and reports what arrives by `begin`, `add`, `end` and `fail`.
 */
export abstract class WireResponse {
  /** Status of the response; 0 before it has arrived, and for a redirect that a browser hides. */
  status = 0
  /** Headers of the response. */
  headers: Headers.Headers = Headers.empty
  /** The watchdog, for those who send the body of the request. */
  readonly watch: Watchdog
  /** Whether the body goes on, has ended, or broke off. Senders report it by `end` and `fail`. */
  state: "open" | "ended" | "failed" = "open"
  /** Why it broke off. */
  failure: Effect.Effect<never, ClientError> | undefined

  /** What was asked for. */
  protected readonly sent: Sent
  /** The length of the body, if the head states it and nothing decompresses it. */
  protected length = Number.NaN
  /** Called on every change. */
  protected consumer: (() => void) | undefined
  /** Whether the whole body is being read. There is no backpressure then. */
  protected isCollecting = false

  private isBegun = false
  private pieces: Array<Uint8Array> = []
  private held = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private guard: Fiber.Fiber<void> | undefined
  /** Whether the body has a consumer, which aborts the response when it stops early. */
  private isTaken = false
  private forgetAsker: (() => void) | undefined

  constructor(sent: Sent) {
    this.sent = sent
    this.watch = new Watchdog(sent.bounds, Context.getOrUndefined(sent.asker.context, Clock.Clock))
  }

  /** Sends the request. Throws if it cannot be sent. */
  protected abstract send(): void
  /** Asks for pieces of the body: at first, and when `add` did not want more. Some may be on their way. */
  protected abstract more(): void
  /** Closes the connection. */
  protected abstract close(cause: Error): void

  /** The URL that responded. It differs from that of the request only where fetch follows redirects. */
  get url(): string {
    return this.sent.request.url
  }

  /** Sends the request, and watches over it. */
  start(): void {
    try {
      this.send()
    } catch (cause) {
      this.fail(cause)
    }
    if (this.state !== "open") return
    // A timer costs less than a fiber that sleeps.
    if (this.watch.clock === undefined) return this.wait()
    const guard: Effect.Effect<void> = Effect.suspend(() => {
      const next = this.next()
      return next === undefined ? Effect.void : Effect.andThen(Effect.sleep(next), guard)
    })
    this.guard = Effect.runForkWith(this.sent.asker.context)(guard)
  }

  private wait(): void {
    const next = this.next()
    if (next !== undefined) this.timer = setTimeout(() => this.wait(), Math.min(next, longestTimer))
  }

  /** When to look again, in milliseconds; undefined after the time is up. */
  private next(): number | undefined {
    const next = this.watch.check()
    if (typeof next === "number") return next
    const cause = this.timedOut(next)
    this.fail(cause)
    this.close(cause)
    return undefined
  }

  /** The cause of a failure by timeout. */
  protected timedOut(why: string): Error {
    return new Error(why)
  }

  /** Hands over the head, which has arrived. */
  protected begin(): void {
    this.isBegun = true
    this.watch.rest()
    this.sent.resume(Effect.succeed(this))
    // Usually the body has been requested by now. But the fiber may yield to others, and be interrupted then.
    if (!this.isTaken && this.state === "open") this.forgetAsker = this.sent.asker.addObserver(() => this.abort())
  }

  /** Takes a piece of the body. Returns whether it wants more, unasked. */
  protected add(piece: Uint8Array): boolean {
    if (this.state !== "open") return false
    this.pieces.push(piece)
    this.held += piece.length
    this.watch.moved(piece.length)
    this.consumer?.()
    // The consumer may have taken it, or aborted the response.
    return this.wantsMore
  }

  /** Whether it takes pieces unasked. */
  protected get wantsMore(): boolean {
    return this.isCollecting || (this.state === "open" && this.held <= readAhead)
  }

  /** Takes the end of the body. */
  protected end(): void {
    // The reader of a body that was cancelled ends it, too.
    if (this.state !== "open") return
    this.settle("ended")
    this.consumer?.()
  }

  /** Takes the end of a connection that broke off. */
  protected fail(cause: unknown): void {
    this.failBy(Effect.fail(failed(this.sent.request, cause)))
  }

  /** The same, with the failure that the call then has. */
  protected failBy(failure: Effect.Effect<never, ClientError>): void {
    if (this.state !== "open") return
    this.failure = failure
    this.settle("failed")
    if (!this.isBegun) this.sent.resume(failure)
    this.consumer?.()
  }

  /** Ends the timeouts. */
  protected settle(state: "ended" | "failed"): void {
    this.state = state
    clearTimeout(this.timer)
    this.guard?.interruptUnsafe()
    this.forgetAsker?.()
  }

  /** Aborts the response, unless it has ended: its connection may already serve another request. */
  abort(): void {
    if (this.state !== "open") return
    const cause = new Error("The request was aborted")
    this.failure = Effect.fail(failed(this.sent.request, cause))
    this.settle("failed")
    this.close(cause)
  }

  /** From now on, the body has a consumer. */
  take(): void {
    this.isTaken = true
    this.forgetAsker?.()
  }

  /** Takes the pieces that have arrived, and lets more arrive. */
  shift(): ReadonlyArray<Uint8Array> {
    const { pieces } = this
    this.pieces = []
    this.held = 0
    if (pieces.length > 0 && this.state === "open") this.more()
    return pieces
  }

  /** Calls back once the body has gone on, ended or broken off. */
  onChange(then: () => void): void {
    this.watch.awaitBody()
    this.consume(() => {
      this.consumer = undefined
      this.watch.rest()
      then()
    })
    this.more()
  }

  /** Reads the whole body. Closes the connection as soon as the body turns out to have more than `limit` bytes. */
  text(limit: number): Effect.Effect<string, ClientError | TooLarge> {
    return this.whole(limit, textOf)
  }

  /** The same, without decoding it as text. */
  bytes(limit: number): Effect.Effect<Uint8Array, ClientError | TooLarge> {
    return this.whole(limit, identity)
  }

  /** Waits for the end of a response that has no body, such as a 304, however it ends. */
  get drained(): Effect.Effect<unknown> {
    return this.state === "ended" ? Effect.void : Effect.exit(this.text(Infinity))
  }

  /** Reads the whole body, and makes something of it. */
  protected whole<A>(limit: number, make: (bytes: Uint8Array) => A): Effect.Effect<A, ClientError | TooLarge> {
    return this.length > limit
      ? this.tooLarge(limit)
      : this.collect(limit, (isWhole) => (isWhole ? Effect.succeed(make(this.joined())) : this.tooLarge(limit)))
  }

  /** Collects the body. `then` gets false as soon as it has more than `limit` bytes: the stream then has all of it. */
  protected collect<A, E>(
    limit: number,
    then: (isWhole: boolean) => Effect.Effect<A, E>
  ): Effect.Effect<A, E | ClientError> {
    if (this.state === "ended") {
      this.take()
      return then(this.held <= limit)
    }
    return Effect.callback((resume) => {
      this.take()
      this.isCollecting = true
      this.consume(() => {
        const isWithin = this.held <= limit
        if (isWithin && this.state === "open") return this.watch.awaitBody()
        this.consumer = undefined
        this.isCollecting = false
        resume((isWithin ? this.failure : undefined) ?? then(isWithin))
      })
      this.consumer?.()
      if (this.isCollecting) this.more()
      return Effect.sync(() => this.abort())
    })
  }

  /** V8 makes old objects of closures that are assigned to a property. Not of arguments, which die with the body. */
  private consume(consumer: () => void): void {
    this.consumer = consumer
  }

  /** Joins pieces, by default those that have been collected. */
  protected joined(pieces: ReadonlyArray<Uint8Array> = this.pieces): Uint8Array {
    const [first] = pieces
    return first !== undefined && pieces.length === 1 ? first : Bytes.owned(this.concat(pieces))
  }

  /** Copies pieces into memory that nobody else has. */
  protected concat(pieces: ReadonlyArray<Uint8Array>): Uint8Array {
    return Bytes.joined(pieces)
  }

  /** Closes the connection, and fails. */
  protected tooLarge(limit: number): Effect.Effect<never, TooLarge> {
    return Effect.suspend(() => {
      this.take()
      this.abort()
      return Effect.fail({ _tag: "TooLarge", response: this, limit })
    })
  }

  /** Frees the connection without waiting for the body: closes it, unless the body is already there. */
  get discard(): Effect.Effect<void> {
    return Effect.sync(() => this.abort())
  }

  /**
   * Reads the start of the body as text, up to `limit` bytes and for `within` milliseconds, then frees the connection. Never
   * fails: the body of an error is read as far as it arrives.
   */
  head(limit: number, within: number): Effect.Effect<string> {
    const read = Effect.exit(this.collect(limit - 1, () => Effect.void))
    return Effect.map(Effect.raceFirst(read, Effect.sleep(within)), () => {
      this.abort()
      // A character that is cut off is left out.
      return new TextDecoder().decode(this.joined().subarray(0, limit), { stream: true })
    })
  }

  /** Decompresses the body, unless the client does. */
  decoded(body: Stream.Stream<Uint8Array, ClientError>): Stream.Stream<Uint8Array, ClientError> {
    return body
  }
}

/** Makes a sender of a client. */
export const make =
  (respond: (sent: Sent) => WireResponse): Sender =>
  (request, bounds, options) =>
    Effect.callback((resume) => {
      // The cast is safe: an effect runs in a fiber. To be given it would take another effect.
      const asker = Fiber.getCurrent() as Fiber.Fiber<unknown, unknown>
      const response = respond({ request, bounds, options, asker, resume })
      response.start()
      return Effect.sync(() => response.abort())
    })

const known = new WeakMap<HttpClient.HttpClient, Sender>()

/** Registers the sender of a client: the pipeline sends by it in place of `client.execute`. */
export const register = (client: HttpClient.HttpClient, sender: Sender): HttpClient.HttpClient => {
  known.set(client, sender)
  return client
}

/** Returns the sender that was registered for a client. */
export const find = (client: HttpClient.HttpClient): Sender | undefined => known.get(client)

/**
 * The body of a response as it arrives. Fails if it falls silent or is too slow while its consumer waits, or if the whole
 * takes too long. Closes the connection when its consumer stops early. Only programs with downloads bundle this.
 */
export const streamOf = (response: WireResponse): Stream.Stream<Uint8Array, ClientError> => {
  // Taken now, not when the stream runs: the stream may outlive the fiber that requested it.
  response.take()
  response.watch.rest()
  const abort = Effect.sync(() => response.abort())
  const pull = pullOf(response)
  return response.decoded(
    Stream.fromChannel(Channel.fromTransform((_, scope) => Effect.as(Scope.addFinalizer(scope, abort), pull)))
  )
}

type BodyPull = Pull.Pull<Arr.NonEmptyReadonlyArray<Uint8Array>, ClientError>

const pullOf = (response: WireResponse): BodyPull => {
  const change = Effect.callback<void>((resume) => {
    response.onChange(() => resume(Effect.void))
    return Effect.sync(() => response.abort())
  })
  const pull: BodyPull = Effect.suspend((): BodyPull => {
    const [first, ...others] = response.shift()
    if (first !== undefined) return Effect.succeed<Arr.NonEmptyReadonlyArray<Uint8Array>>([first, ...others])
    if (response.state === "ended") return Cause.done()
    return response.failure ?? Effect.flatMap(change, () => pull)
  })
  return pull
}

/**
 * The stream by which a body is sent, as the watchdog follows it: a stream of the caller's, or a large body in pieces.
 * Undefined for a body that is sent at once.
 */
export const outgoing = (body: OutgoingBody, watch: Watch): HttpBody.Stream | undefined => {
  if (body._tag === "Stream") return body.sending.watched(watch)
  return isLarge(body) ? inPieces(body).sending.watched(watch) : undefined
}
