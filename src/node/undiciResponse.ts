/** An answer as undici's dispatcher hands it over, piece by piece. */
import type * as Undici from "@effect/platform-node/Undici"
import type * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import type * as Direct from "../rest/internal/wire/direct.ts"
import type { Bounds } from "../rest/internal/wire/watchdog.ts"

/** Bytes that are held for a consumer who takes its time. */
const highWaterMark = 65_536

/** Milliseconds: a timer that is set for longer fires at once. */
const longestTimer = 2 ** 31 - 1

type Resume = (effect: Effect.Effect<Direct.DirectResponse, HttpClientError>) => void

export class UndiciResponse implements Direct.DirectResponse, Undici.Dispatcher.DispatchHandler {
  status = 0
  headers: Headers.Headers = Headers.empty

  private readonly request: HttpClientRequest.HttpClientRequest
  private readonly bounds: Bounds
  private timer: ReturnType<typeof setTimeout> | undefined
  private begin = 0
  private readonly asker: Fiber.Fiber<unknown, unknown>
  private readonly resume: Resume
  private controller: Undici.Dispatcher.DispatchController | undefined
  private pieces: Array<Uint8Array> = []
  private held = 0
  /** Whether the whole body is wanted: then nothing is held back. */
  private collecting = false
  private state: "open" | "ended" | "failed" = "open"
  private failure: unknown
  /** Whether somebody wants the body, and gives the answer up when that is no longer so. */
  private isTaken = false
  private forgetAsker: (() => void) | undefined
  /** Told of every change. */
  private consumer: (() => void) | undefined

  constructor(
    request: HttpClientRequest.HttpClientRequest,
    bounds: Bounds,
    asker: Fiber.Fiber<unknown, unknown>,
    resume: Resume
  ) {
    this.request = request
    this.bounds = bounds
    this.asker = asker
    this.resume = resume
  }

  /**
   * Bounds the wait for the head: undici counts it from the connection on, and anew with each interim response (103 Early
   * Hints). Then the wait for the whole body, which undici bounds by its silences alone.
   */
  startTimer(): void {
    this.begin = performance.now()
    this.setTimer(Math.min(this.bounds.head, this.bounds.total))
  }

  private setTimer(milliseconds: number): void {
    clearTimeout(this.timer)
    // A longer timer would fire at once.
    if (this.state !== "open" || milliseconds > longestTimer) return
    this.timer = setTimeout(() => this.timedOut(milliseconds), milliseconds)
  }

  private timedOut(milliseconds: number): void {
    const connected = this.controller !== undefined
    const awaited = !connected ? "a connection" : this.status === 0 ? "the head of the response" : "the whole response"
    const cause = Object.assign(new Error(`waited ${Math.round(milliseconds)} ms for ${awaited}`), {
      code: connected ? "UND_ERR_HEADERS_TIMEOUT" : "UND_ERR_CONNECT_TIMEOUT"
    })
    this.fail(cause)
    this.controller?.abort(cause)
  }

  onRequestStart(controller: Undici.Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.state === "failed") controller.abort(givenUp())
  }

  onResponseStart(
    _: Undici.Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | Array<string> | undefined>
  ): void {
    // What comes before the answer proper, such as 103 Early Hints.
    if (status < 200) return
    this.status = status
    this.headers = headersOf(headers)
    this.setTimer(this.bounds.total - (performance.now() - this.begin))
    this.resume(Effect.succeed(this))
    // Mostly the body has been asked for by now. But the fiber may give others their turn, and be interrupted then.
    if (this.isTaken || this.state !== "open") return
    this.forgetAsker = this.asker.addObserver(() => this.abort())
  }

  onResponseData(controller: Undici.Dispatcher.DispatchController, piece: Uint8Array): void {
    this.pieces.push(piece)
    this.held += piece.length
    if (!this.collecting && this.held > highWaterMark) controller.pause()
    this.consumer?.()
  }

  onResponseEnd(): void {
    clearTimeout(this.timer)
    this.state = "ended"
    // undici frees the connection first: the consumer's next request takes it.
    if (this.consumer !== undefined) queueMicrotask(this.consumer)
  }

  onResponseError(_: Undici.Dispatcher.DispatchController | undefined, cause: Error): void {
    this.fail(explained(cause, this.bounds))
  }

  private fail(cause: Error): void {
    clearTimeout(this.timer)
    if (this.state !== "open") return
    this.state = "failed"
    this.failure = cause
    if (this.status === 0) {
      const reason = new TransportError({ request: this.request, cause: this.failure })
      this.resume(Effect.fail(new HttpClientError({ reason })))
    }
    this.consumer?.()
  }

  /** Gives the answer up. One that has ended is left alone: its connection serves others already. */
  abort(): void {
    if (this.state !== "open") return
    clearTimeout(this.timer)
    this.state = "failed"
    this.failure = givenUp()
    this.controller?.abort(givenUp())
  }

  private take(): void {
    this.isTaken = true
    this.forgetAsker?.()
  }

  /** The whole body in one piece. */
  private get bytes(): Effect.Effect<Uint8Array, HttpClientError> {
    return Effect.callback((resume) => {
      this.take()
      this.collecting = true
      if (this.controller?.paused === true) this.controller.resume()
      this.consumer = () => {
        if (this.state === "open") return
        this.consumer = undefined
        resume(this.state === "ended" ? Effect.succeed(this.joined()) : Effect.fail(this.cutOff()))
      }
      this.consumer()
      return Effect.sync(() => this.abort())
    })
  }

  private joined(): Uint8Array {
    const [first] = this.pieces
    // Unlike an array of zeros that is written over, this is memory as it comes.
    const bytes = first !== undefined && this.pieces.length === 1 ? first : Buffer.concat(this.pieces)
    this.pieces = [bytes]
    return bytes
  }

  private cutOff(): HttpClientError {
    return new HttpClientError({ reason: new TransportError({ request: this.request, cause: this.failure }) })
  }

  get text(): Effect.Effect<string, HttpClientError> {
    return Effect.map(this.bytes, (bytes) => new TextDecoder().decode(bytes))
  }

  get stream(): Stream.Stream<Uint8Array, HttpClientError> {
    // Now, not when it is run: the stream may outlive who asked.
    this.take()
    const pull: Effect.Effect<Arr.NonEmptyReadonlyArray<Uint8Array>, HttpClientError | Cause.Done> = Effect.suspend(
      () => {
        const [first, ...others] = this.pieces
        if (first !== undefined) {
          this.pieces = []
          this.held = 0
          if (this.controller?.paused === true) this.controller.resume()
          return Effect.succeed<Arr.NonEmptyReadonlyArray<Uint8Array>>([first, ...others])
        }
        if (this.state === "ended") return Cause.done()
        if (this.state === "failed") return Effect.fail(this.cutOff())
        return Effect.flatMap(this.change, () => pull)
      }
    )
    return Stream.ensuring(
      Stream.fromPull(Effect.succeed(pull)),
      Effect.sync(() => this.abort())
    )
  }

  private get change(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      this.consumer = () => {
        this.consumer = undefined
        resume(Effect.void)
      }
      return Effect.sync(() => this.abort())
    })
  }
}

/** Says of a timeout what was waited for, and how long. */
const explained = (cause: Error, bounds: Bounds): Error => {
  const code = "code" in cause ? cause.code : undefined
  if (code === "UND_ERR_HEADERS_TIMEOUT") return new Error(`waited ${bounds.head} ms for the head of the answer`)
  if (code === "UND_ERR_BODY_TIMEOUT") return new Error(`waited ${bounds.silence} ms for the body to go on`)
  return cause
}

const givenUp = () => new Error("The request was given up")

/** undici's names are in lower case already, and nearly all values are single ones: a plain copy will do. */
const headersOf = (headers: Record<string, string | Array<string> | undefined>): Headers.Headers => {
  for (const name in headers) {
    if (typeof headers[name] !== "string") return Headers.fromInput(headers)
  }
  return Headers.fromRecordUnsafe({ ...(headers as Record<string, string>) })
}
