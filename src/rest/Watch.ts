/**
 * The time that an exchange may take: for the head of its response, for each piece of a body, and for the whole.
 *
 * The sender or receiver tells the watchdog what it waits for. There is no timeout while it is the turn of the program:
 * of the consumer of a download, or of the producer of an upload.
 */
import type * as Clock from "effect/Clock"

/** The lowest speed of a transfer. */
export interface Speed {
  /** Bytes per second. */
  readonly bytesPerSecond: number
  /** The time over which it is measured, in milliseconds. */
  readonly over: number
}

/** Timeouts in milliseconds. */
export interface Bounds {
  /** For the head of a response. */
  readonly head: number
  /** For the next piece of a body. */
  readonly silence: number
  /** For the whole exchange. */
  readonly total: number
  /** How slow a transfer may be; undefined when that does not matter. */
  readonly speed?: Speed | undefined
}

/** How a watched exchange reports to its watchdog. */
export interface Watch {
  /** The timeouts. */
  readonly bounds: Bounds
  /** Starts the timeout for the head of the response, extended by `longer` milliseconds. */
  awaitHead(longer?: number): void
  /** Starts the timeout for the next piece of the response's body. */
  awaitBody(): void
  /** Starts the timeout for the service to read the next piece of the request's body. */
  awaitSent(): void
  /** Counts bytes of a body that have been sent or received. */
  moved(bytes: number): void
  /** Stops the timeout: it is the turn of the body's consumer or producer. */
  rest(): void
}

/** Why a call as a whole took too long. */
export const overdue = "took longer than Transport.CallTimeout allows"

/** A watch whose timeouts can be checked. It has no timer of its own. From the start, it awaits the head. */
export class Watchdog implements Watch {
  readonly bounds: Bounds
  /** A clock that somebody provided, as in a test. Without it, the time is that of the machine, which nobody sets. */
  readonly clock: Clock.Clock | undefined
  private readonly begin: number
  private readonly speed: Speedometer | undefined
  private awaited: keyof typeof waits | undefined = "head"
  private within: number
  private since: number

  constructor(bounds: Bounds, clock?: Clock.Clock) {
    this.bounds = bounds
    this.clock = clock
    this.begin = this.now()
    this.since = this.begin
    this.within = bounds.head
    this.speed = bounds.speed && new Speedometer(bounds.speed)
  }

  private now(): number {
    return this.clock === undefined ? performance.now() : this.clock.currentTimeMillisUnsafe()
  }

  awaitHead(longer = 0): void {
    this.expect("head", this.bounds.head + longer)
  }

  awaitBody(): void {
    this.expect("body", this.bounds.silence)
  }

  awaitSent(): void {
    this.expect("sent", this.bounds.head)
  }

  moved(bytes: number): void {
    this.speed?.count(bytes)
  }

  rest(): void {
    this.awaited = undefined
    this.within = Infinity
    this.speed?.turn(this.now(), false)
  }

  private expect(next: keyof typeof waits, milliseconds: number): void {
    this.awaited = next
    this.within = milliseconds
    this.since = this.now()
    this.speed?.turn(this.since, next !== "head")
  }

  /** Returns when to check again, in milliseconds; or why a timeout has expired. */
  check(): number | string {
    const { bounds, speed, within } = this
    const now = this.now()
    const leftInTotal = this.begin + bounds.total - now
    if (leftInTotal <= 0) return overdue
    const left = Math.min(this.since + within - now, leftInTotal)
    if (left <= 0 && this.awaited !== undefined) return `waited ${within} ms for ${waits[this.awaited]}`
    const untilMeasured = speed === undefined ? Infinity : speed.measure(now)
    if (typeof untilMeasured === "string") return untilMeasured
    // The timeout may change in the meantime.
    return Math.max(1, Math.min(left, untilMeasured, bounds.head, bounds.silence, bounds.speed?.over ?? Infinity))
  }
}

const waits = {
  head: "the head of the response",
  body: "the body to continue",
  sent: "the service to read the body of the request"
}

/** Measures the speed of a transfer. Only time in which the connection has to move counts. */
class Speedometer {
  private readonly lowest: Speed
  /** Since the speed was last measured. */
  private bytes = 0
  private moved = 0
  private since: number | undefined

  constructor(lowest: Speed) {
    this.lowest = lowest
  }

  count(bytes: number): void {
    this.bytes += bytes
  }

  /** From now on, the connection has to move; or it is the turn of the body's consumer or producer. */
  turn(now: number, moves: boolean): void {
    if (this.since !== undefined) this.moved += now - this.since
    this.since = moves ? now : undefined
  }

  /** Returns when to measure next, in milliseconds; or why the transfer is too slow. */
  measure(now: number): number | string {
    const { bytesPerSecond, over } = this.lowest
    this.turn(now, this.since !== undefined)
    const { bytes, moved } = this
    // While the connection rests, there is no telling when it will have moved long enough.
    if (moved < over) return this.since === undefined ? over : over - moved
    if (bytes * 1_000 < bytesPerSecond * moved) {
      return `too slow: ${bytes} bytes in ${Math.round(moved)} ms, fewer than ${bytesPerSecond} a second`
    }
    this.bytes = 0
    this.moved = 0
    return over
  }
}
