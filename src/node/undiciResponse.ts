/** A response that undici's dispatcher hands over piece by piece. */
import type * as Undici from "@effect/platform-node/Undici"
import type * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Headers from "effect/http/Headers"
import * as Stream from "effect/Stream"
import { owned } from "../rest/internal/wire/body.ts"
import * as Direct from "../rest/internal/wire/direct.ts"
import { type Speedometer, speedometer } from "../rest/internal/wire/speed.ts"
import { type Bounds, overdue } from "../rest/internal/wire/watchdog.ts"
import { compressedBytes, type ReadableBody, textOf } from "./compressedBytes.ts"
import * as ContentCoding from "./contentCoding.ts"
import { explained, givenUp, headersOf, longestTimer, unconnected } from "./undiciEvents.ts"

/** How many bytes are buffered for a slow consumer. */
const highWaterMark = 65_536

type BodyError = Direct.ClientError | Direct.TooLarge
type Resume = (effect: Effect.Effect<Direct.DirectResponse, Direct.ClientError>) => void

export class UndiciResponse implements Direct.DirectResponse, ReadableBody, Undici.Dispatcher.DispatchHandler {
  status = 0
  headers: Headers.Headers = Headers.empty

  private readonly request: Direct.ClientRequest
  private readonly bounds: Bounds
  private timer: ReturnType<typeof setTimeout> | undefined
  /** When the time of the whole ends. */
  private endsAt = Infinity
  /** Measures a download. */
  private speed: Speedometer | undefined
  private readonly asker: Fiber.Fiber<unknown, unknown> | undefined
  private readonly resume: Resume
  private controller: Undici.Dispatcher.DispatchController | undefined
  private pieces: Array<Uint8Array> = []
  private held = 0
  /** Whether the whole body is being read. There is no backpressure then. */
  private collecting = false
  private state: "open" | "ended" | "failed" = "open"
  private failure: unknown
  /** Whether the body has a consumer, which aborts the response when it stops early. */
  private isTaken = false
  private forgetAsker: (() => void) | undefined
  /** Called on every change. */
  private consumer: (() => void) | undefined

  constructor(
    request: Direct.ClientRequest,
    bounds: Bounds,
    asker: Fiber.Fiber<unknown, unknown> | undefined,
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
    this.endsAt = performance.now() + this.bounds.total
    this.setTimer(Math.min(this.bounds.head, this.bounds.total), () => this.afterHead())
  }

  /** When the head has arrived in time, the same timer waits on: a second one would cost as much again. */
  private afterHead(): void {
    const left = this.endsAt - performance.now()
    if (this.status === 0 || left <= 0) this.timedOut()
    else this.setTimer(left, () => this.timedOut())
  }

  private setTimer(milliseconds: number, then: () => void): void {
    clearTimeout(this.timer)
    // A longer timer would fire at once.
    if (this.state !== "open" || milliseconds > longestTimer) return
    this.timer = setTimeout(then, Math.max(1, milliseconds))
  }

  private timedOut(): void {
    const { head, total } = this.bounds
    const connected = this.controller !== undefined
    const why = !connected
      ? `waited ${Math.min(head, total)} ms for a connection`
      : this.status === 0 && head < total
        ? `waited ${head} ms for the head of the response`
        : overdue
    const code = connected ? "UND_ERR_HEADERS_TIMEOUT" : "UND_ERR_CONNECT_TIMEOUT"
    this.giveUp(Object.assign(new Error(why), { code }))
  }

  private giveUp(cause: Error): void {
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
    // Informational responses, such as 103 Early Hints.
    if (status < 200) return
    this.status = status
    this.headers = headersOf(headers)
    // A small body has usually arrived with the head: then the fiber is resumed once for both, not twice.
    queueMicrotask(() => this.handOver())
  }

  private handOver(): void {
    this.resume(Effect.succeed(this))
    // Usually the body has been requested by now. But the fiber may yield to others, and be interrupted then.
    if (!this.isTaken && this.state === "open") this.forgetAsker = this.asker?.addObserver(() => this.abort())
  }

  onResponseData(controller: Undici.Dispatcher.DispatchController, piece: Uint8Array): void {
    this.pieces.push(piece)
    this.held += piece.length
    this.speed?.count(piece.length)
    if (!this.collecting && this.held > highWaterMark) controller.pause()
    this.consumer?.()
  }

  onResponseEnd(): void {
    clearTimeout(this.timer)
    this.state = "ended"
    // Lets undici free the connection first, so that the consumer's next request can use it.
    if (this.consumer !== undefined) queueMicrotask(this.consumer)
  }

  onResponseError(_: Undici.Dispatcher.DispatchController | undefined, cause: Error): void {
    this.fail(this.controller === undefined ? unconnected(cause) : explained(cause, this.bounds))
  }

  private fail(cause: Error): void {
    clearTimeout(this.timer)
    if (this.state !== "open") return
    this.state = "failed"
    this.failure = cause
    if (this.status === 0) this.resume(Effect.fail(this.cutOff()))
    this.consumer?.()
  }

  /** Aborts the response, unless it has ended: its connection may already serve another request. */
  abort(): void {
    if (this.state !== "open") return
    clearTimeout(this.timer)
    this.state = "failed"
    this.failure = givenUp()
    this.pieces = []
    this.controller?.abort(givenUp())
  }

  private take(): void {
    this.isTaken = true
    this.forgetAsker?.()
  }

  collected(limit: number): Effect.Effect<boolean, Direct.ClientError> {
    if (this.state === "ended") {
      this.take()
      return Effect.succeed(this.held <= limit)
    }
    return Effect.callback((resume) => {
      this.take()
      this.collecting = true
      if (this.controller?.paused === true) this.controller.resume()
      this.consume(() => {
        const isWithin = this.held <= limit
        if (isWithin && this.state === "open") return
        this.consumer = undefined
        this.collecting = false
        resume(isWithin && this.state === "failed" ? Effect.fail(this.cutOff()) : Effect.succeed(isWithin))
      })
      this.consumer?.()
      return Effect.sync(() => this.abort())
    })
  }

  /** V8 makes old objects of closures that are assigned to a property. Not of arguments, which die with the body. */
  private consume(consumer: () => void): void {
    this.consumer = consumer
  }

  /** What has been collected, in one piece. */
  joined(): Uint8Array {
    const [first] = this.pieces
    // `Buffer.concat` allocates without zeroing the memory first.
    const bytes = first !== undefined && this.pieces.length === 1 ? first : owned(Buffer.concat(this.pieces))
    this.pieces = [bytes]
    return bytes
  }

  cutOff(cause: unknown = this.failure): Direct.ClientError {
    return Direct.failed(this.request, cause)
  }

  text(limit: number): Effect.Effect<string, BodyError> {
    return this.whole(limit, textOf)
  }

  bytes(limit: number): Effect.Effect<Uint8Array, BodyError> {
    return this.whole(limit, identity)
  }

  private whole<A>(limit: number, make: (bytes: Uint8Array) => A): Effect.Effect<A, BodyError> {
    const through = ContentCoding.decodersOf(this.headers["content-encoding"])
    if (through !== undefined) return Effect.map(compressedBytes(this, through, limit), make)
    if (Number(this.headers["content-length"]) > limit) return this.tooLarge(limit)
    return Effect.flatMapEager(this.collected(limit), (isWhole) =>
      isWhole ? Effect.succeed(make(this.joined())) : this.tooLarge(limit)
    )
  }

  tooLarge(limit: number): Effect.Effect<never, Direct.TooLarge> {
    return Effect.suspend(() => {
      this.take()
      this.abort()
      return Effect.fail({ _tag: "TooLarge", response: this, limit })
    })
  }

  get discard(): Effect.Effect<void> {
    return Effect.sync(() => {
      this.take()
      // A small body has usually arrived with the head: then its connection can be used again.
      setImmediate(() => this.abort())
    })
  }

  get stream(): Stream.Stream<Uint8Array, Direct.ClientError> {
    const through = ContentCoding.decodersOf(this.headers["content-encoding"])
    return through === undefined
      ? this.raw
      : ContentCoding.decompressing(this.raw, through, (cause) => this.cutOff(cause))
  }

  /** The stream as it was sent. */
  private get raw(): Stream.Stream<Uint8Array, Direct.ClientError> {
    // Taken now, not when the stream runs: the stream may outlive the fiber that requested it.
    this.take()
    const pull: Effect.Effect<Arr.NonEmptyReadonlyArray<Uint8Array>, Direct.ClientError | Cause.Done> = Effect.suspend(
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

  /** The stream, which fails if it is too slow. */
  get download(): Stream.Stream<Uint8Array, Direct.ClientError> {
    const { speed } = this.bounds
    if (speed !== undefined && this.state === "open") {
      this.speed = speedometer(speed, () => performance.now())
      this.measure(this.speed)
    }
    return this.stream
  }

  private measure(speed: Speedometer): void {
    const left = this.endsAt - performance.now()
    const next = left > 0 ? speed.measure() : overdue
    if (typeof next === "number") this.setTimer(Math.min(next, left), () => this.measure(speed))
    else this.giveUp(new Error(next))
  }

  private get change(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      this.speed?.start()
      this.consume(() => {
        this.consumer = undefined
        this.speed?.stop()
        resume(Effect.void)
      })
      return Effect.sync(() => this.abort())
    })
  }
}
