/** The exchange of a fetch: one signal, one timer, and no Stream unless one is asked for. */
import type * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import type * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type ClientError, type ClientRequest, type DirectResponse, failed, type TooLarge } from "./direct.ts"
import { joined } from "./body.ts"
import { type Bounds, type Check, guardBy, type Watch, watchBy } from "./watchdog.ts"

/** The longest delay of a timer, in milliseconds. A longer one fires immediately. */
const longestTimer = 2 ** 31 - 1

/** A response, from its request on. */
export class FetchResponse implements DirectResponse {
  status = 0
  headers = Headers.empty
  readonly watch: Watch

  private readonly check: Check
  private readonly request: ClientRequest
  private readonly asker: Fiber.Fiber<unknown, unknown>
  private readonly reads: ReadonlyArray<string> | undefined
  private readonly controller = new AbortController()
  private web: Response | undefined
  private reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private guard: Fiber.Fiber<void> | undefined
  private isOver = false
  /** Why it was given up. */
  private failure: ClientError | undefined
  /** Fails what is waited for: the head, later the text. */
  private fail: (error: Effect.Effect<never, ClientError>) => void
  /** Whether the body has a consumer, which aborts the response when it stops early. */
  private isTaken = false
  private forgetAsker: (() => void) | undefined

  constructor(
    request: ClientRequest,
    bounds: Bounds,
    /** The fiber that asks for the response. */
    asker: Fiber.Fiber<unknown, unknown>,
    /** The names of the headers that matter; undefined for all. */
    reads: ReadonlyArray<string> | undefined
  ) {
    const [watch, check] = watchBy(bounds, asker.getRef(Clock.Clock))
    this.watch = watch
    this.check = check
    this.request = request
    this.asker = asker
    this.reads = reads
    this.fail = () => {}
  }

  /** Sends the request, and passes on the head of the response. */
  send(
    fetch: (signal: AbortSignal) => Promise<Response>,
    resume: (head: Effect.Effect<DirectResponse, ClientError>) => void
  ): void {
    this.fail = resume
    this.watch.awaitHead()
    try {
      fetch(this.controller.signal).then(
        (web) => {
          if (this.isOver) return
          this.web = web
          this.status = web.status
          this.headers = this.reads === undefined ? Headers.fromInput(web.headers) : picked(web.headers, this.reads)
          // A 205 has no body. Fetch never reads one that comes, so the connection would stay open.
          if (web.status === 205) this.abort()
          else if (isEmpty(web.status)) this.end()
          resume(Effect.succeed(this))
          // Usually the body has been requested by now. But the fiber may yield to others, and be interrupted then.
          if (!this.isTaken && !this.isOver) this.forgetAsker = this.asker.addObserver(() => this.abort())
        },
        (cause) => this.failWith(cause)
      )
      this.startTimer()
    } catch (cause) {
      this.failWith(cause)
    }
  }

  /** A timer costs less than a fiber that sleeps. A clock that somebody provided, as in a test, needs the fiber. */
  private startTimer(): void {
    const { context } = this.asker
    if (Context.getOrUndefined(context, Clock.Clock) === undefined) return this.wait()
    const guard = Effect.map(Effect.flip(guardBy(this.check)), ({ why }) => this.failWith(new Error(why)))
    this.guard = Effect.runForkWith(context)(guard)
  }

  private wait(): void {
    const next = this.check()
    if (typeof next === "string") this.failWith(new Error(next))
    else this.timer = setTimeout(() => this.wait(), Math.min(next, longestTimer))
  }

  private failWith(cause: unknown): void {
    if (this.isOver) return
    this.failure = failed(this.request, cause)
    this.abort()
    this.fail(Effect.fail(this.failure))
  }

  private end(): void {
    this.isOver = true
    clearTimeout(this.timer)
    this.guard?.interruptUnsafe()
    this.forgetAsker?.()
  }

  /** Aborts the response, unless it has ended. */
  abort(): void {
    if (this.isOver) return
    this.end()
    this.controller.abort()
    // A body that does not heed the signal, as in a test.
    this.reader?.cancel().catch(() => {})
  }

  private take(): void {
    this.isTaken = true
    this.forgetAsker?.()
  }

  text(limit: number): Effect.Effect<string, ClientError | TooLarge> {
    return this.whole(limit, decode, (web) => web.text())
  }

  bytes(limit: number): Effect.Effect<Uint8Array, ClientError | TooLarge> {
    return this.whole(limit, joined, async (web) => new Uint8Array(await web.arrayBuffer()))
  }

  private whole<A extends { readonly length: number }>(
    limit: number,
    join: (pieces: ReadonlyArray<Uint8Array>) => A,
    read: (web: Response) => Promise<A>
  ): Effect.Effect<A, ClientError | TooLarge> {
    if (isEmpty(this.status)) return Effect.succeed(join([]))
    return Effect.callback((resume) => {
      const { web } = this
      this.take()
      if (this.isOver || web === undefined) return resume(Effect.fail(this.cutOff()))
      const succeed = (body: A) => {
        this.end()
        resume(Effect.succeed(body))
      }
      const tooLarge = () => {
        this.abort()
        resume(Effect.fail({ _tag: "TooLarge", response: this, limit }))
      }
      const fail = (cause: unknown) => this.failWith(cause)
      this.fail = resume
      this.watch.awaitBody()
      if (!web.body) {
        // React Native has bodies, but cannot stream them.
        read(web).then((body) => (body.length > limit ? tooLarge() : succeed(body)), fail)
        return Effect.sync(() => this.abort())
      }
      // Fetch decompresses, and browsers hide that it did, so the stated length proves nothing.
      const reader = (this.reader = web.body.getReader())
      const pieces: Array<Uint8Array> = []
      let length = 0
      const more = (): void => {
        reader.read().then(({ done, value }) => {
          if (this.isOver) return
          if (done) return succeed(join(pieces))
          this.watch.moved(value.length)
          length += value.length
          if (length > limit) return tooLarge()
          pieces.push(value)
          this.watch.awaitBody()
          more()
        }, fail)
      }
      more()
      return Effect.sync(() => this.abort())
    })
  }

  private cutOff(cause: unknown = this.controller.signal.reason): ClientError {
    return this.failure ?? failed(this.request, cause)
  }

  get discard(): Effect.Effect<void> {
    return Effect.sync(() => this.abort())
  }

  /** Who reads it watches over it. Effect's own streams of readers and promises take half a KB of every bundle. */
  get stream(): Stream.Stream<Uint8Array, ClientError> {
    this.take()
    this.watch.rest()
    return Stream.fromChannel(
      Channel.fromTransform((_, scope) => Effect.as(Scope.addFinalizer(scope, this.discard), this.pieces()))
    )
  }

  private pieces(): Pull.Pull<Arr.NonEmptyReadonlyArray<Uint8Array>, ClientError> {
    const { web } = this
    const reader = (this.reader = web?.body?.getReader())
    let isRead = false
    const read = async (): Promise<Uint8Array | undefined> => {
      if (reader !== undefined) return (await reader.read()).value
      // React Native has bodies, but cannot stream them.
      if (isRead) return undefined
      isRead = true
      return new Uint8Array((await web?.arrayBuffer()) ?? [])
    }
    return Effect.flatMap(
      Effect.tryPromise({ try: read, catch: (cause) => this.cutOff(cause) }),
      (piece): Pull.Pull<Arr.NonEmptyReadonlyArray<Uint8Array>> => {
        if (piece !== undefined) return Effect.succeed([piece])
        this.end()
        return Cause.done()
      }
    )
  }

  get url(): string {
    return this.web?.url.replace(/#.*/, "") || this.request.url
  }
}

/** Whether a response with this status has no body. */
const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304

/** An iteration over all headers, which fetch sorts, costs as much as a dozen Effects. */
const picked = (headers: globalThis.Headers, reads: ReadonlyArray<string>): Headers.Headers => {
  const few: Record<string, string> = {}
  for (const name of reads) {
    const value = headers.get(name)
    if (value !== null) few[name] = value
  }
  return Headers.fromRecordUnsafe(few)
}

const decoder = new TextDecoder()

const decode = (pieces: ReadonlyArray<Uint8Array>): string =>
  pieces.length === 0 ? "" : decoder.decode(joined(pieces))
