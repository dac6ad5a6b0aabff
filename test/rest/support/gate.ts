/** The gate alone, with requests that define their duration and what their response reports. */
import { it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { counted } from "../../../src/rest/internal/gate/ledger.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { begin, epoch } from "./time.ts"

export const core: RateLimit.Bucket = { origin: "https://api.github.com", principal: "octo", resource: "core" }
export const search: RateLimit.Bucket = { ...core, resource: "search" }

export interface Request {
  readonly bucket?: RateLimit.Bucket
  readonly write?: boolean
  /** The policy of the request. Default: that of the test. */
  readonly writeInterval?: Duration.Input | undefined
  readonly maxWait?: Duration.Input
  readonly quota?: RateLimit.Quota
  readonly weight?: number
  /** The time until the response. */
  readonly takes?: Duration.Input
  /** What the response reports, at the time it arrives. */
  readonly tells?: (now: number) => Partial<Omit<RateLimit.Notice, "sentAt">>
}

/** A budget whose window ends so many milliseconds after the start of the test. */
export const budget = (remaining: number, resetAt: number, resource = "core"): RateLimit.Budget => ({
  resource,
  limit: 5_000,
  remaining,
  used: 5_000 - remaining,
  resetAt: epoch + resetAt
})

/** A limit, with the time until which it holds (since the start of the test) if there is one. */
export const limit = (retryAt?: number, kind: "primary" | "secondary" = "secondary"): RateLimit.LimitSignal => ({
  kind,
  retryAt: retryAt === undefined ? undefined : epoch + retryAt
})

export interface Passed {
  readonly name: string
  /** Milliseconds since the start of the test. */
  readonly at: number
}

/** A gate with a record of what it let through. */
const make = Effect.fnUntraced(function* (usualInterval: Duration.Input | undefined) {
  const limits = yield* RateLimit.RateLimit
  const sent: Array<Passed> = []
  let underWay = 0
  let peak = 0

  /** Sends a request through the gate, and returns what the gate made of the response. */
  const ask = (name: string, request: Request = {}) => {
    const { bucket = core, quota, weight, write = false, writeInterval = usualInterval } = request
    const exchange = Effect.gen(function* () {
      const sentAt = yield* Clock.currentTimeMillis
      sent.push({ name, at: sentAt - epoch })
      peak = Math.max(peak, ++underWay)
      yield* Effect.sleep(request.takes ?? 0)
      const { budget, limit } = request.tells?.(yield* Clock.currentTimeMillis) ?? {}
      const success = limit === undefined ? (write ? "write" : "read") : undefined
      return yield* limits.note(bucket, { sentAt, budget, limit, success })
    }).pipe(Effect.ensuring(Effect.sync(() => underWay--)))
    const maxWait = Duration.fromInputUnsafe(request.maxWait ?? "1 hour")
    const options = {
      operation: "Issues.get",
      write,
      writeInterval: writeInterval === undefined ? undefined : Duration.fromInputUnsafe(writeInterval),
      maxWait,
      quota: quota && counted(quota),
      weight
    }
    return limits.withPermit(bucket, options, exchange)
  }

  return {
    ask,
    limits,
    sent,
    names: () => sent.map(({ name }) => name),
    times: () => sent.map(({ at }) => at),
    peak: () => peak
  }
})

/** A test with a gate of its own, with the clock at the start. */
export const gated = (
  name: string,
  test: (gate: Effect.Success<ReturnType<typeof make>>) => Effect.Effect<unknown, unknown>,
  layer: Layer.Layer<RateLimit.RateLimit> = RateLimit.layerMemory(),
  writeInterval?: Duration.Input
) => it.effect(name, () => begin.pipe(Effect.andThen(make(writeInterval)), Effect.flatMap(test), Effect.provide(layer)))
