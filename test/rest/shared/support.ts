/** Gates of several processes in one, on a real Redis, and a service that counts. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redis from "effect/persistence/Redis"
import { counted } from "../../../src/rest/internal/gate/ledger.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"

export type Gate = RateLimit.RateLimit["Service"]

export const core: RateLimit.Bucket = { origin: "https://api.example.com", principal: "octo", resource: "core" }
export const search: RateLimit.Bucket = { ...core, resource: "search" }

/** No Redis counts as away because the machine is busy: each process would go on alone. */
const patient: RateLimit.SharedOptions = { timeout: "30 seconds" }

/** The gate of a process, with a connection of its own. The scope ends it. */
export const gateAt = (url: string, options?: RateLimit.SharedOptions) =>
  Effect.map(
    Layer.build(
      Layer.provide(
        RateLimit.layerRedis({ ...patient, ...options }),
        NodeRedis.layer({ url, disableOfflineQueue: true })
      )
    ),
    (context) => Context.get(context, RateLimit.RateLimit)
  )

/** The gate of a process that can be killed: from then on, it says nothing to Redis. */
export const mortalAt = (url: string, options?: RateLimit.SharedOptions) =>
  Effect.gen(function* () {
    const redis = Context.get(yield* Layer.build(NodeRedis.layer({ url })), Redis.Redis)
    let isDead = false
    const mortal = Redis.Redis.of({
      ...redis,
      eval:
        (script) =>
        (...params) =>
          isDead ? Effect.fail(new Redis.RedisError({ cause: "dead" })) : redis.eval(script)(...params)
    })
    const context = yield* Layer.build(
      Layer.provide(RateLimit.layerRedis({ ...patient, ...options }), Layer.succeed(Redis.Redis, mortal))
    )
    return { gate: Context.get(context, RateLimit.RateLimit), kill: () => void (isDead = true) }
  })

export interface Request {
  readonly bucket?: RateLimit.Bucket
  readonly write?: boolean
  readonly writeInterval?: Duration.Input
  readonly maxWait?: Duration.Input
  readonly quota?: RateLimit.Quota
  readonly weight?: number
}

/** What a response says of limits, besides the budget. */
export interface Answer {
  readonly limit?: RateLimit.LimitSignal
  readonly budget?: RateLimit.Budget
}

/** Sends a request through a gate. */
export const ask = (gate: Gate, exchange: Effect.Effect<Answer>, request: Request = {}) => {
  const { bucket = core, maxWait = "1 minute", quota, weight, write = false, writeInterval } = request
  return gate.withPermit(
    bucket,
    {
      operation: "Issues.get",
      write,
      writeInterval: writeInterval === undefined ? undefined : Duration.fromInputUnsafe(writeInterval),
      maxWait: Duration.fromInputUnsafe(maxWait),
      quota: quota && counted(quota),
      weight
    },
    Effect.gen(function* () {
      const sentAt = yield* Clock.currentTimeMillis
      const { budget, limit } = yield* exchange
      // The service has a clock of its own.
      const skew = (yield* Clock.currentTimeMillis) - Date.now()
      return yield* gate.note(bucket, {
        sentAt,
        budget: budget && { ...budget, resetAt: budget.resetAt + skew },
        limit: limit && { ...limit, retryAt: limit.retryAt === undefined ? undefined : limit.retryAt + skew },
        success: limit !== undefined ? undefined : write ? "write" : "read"
      })
    })
  )
}

/** A service with a budget in windows of fixed length. It records what it got. */
export const service = (limit: number, length: number, takes: () => number = () => 5) => {
  let endsAt = 0
  let used = 0
  let refused = 0
  let done = 0
  let underWay = 0
  let peak = 0
  const at: Array<number> = []
  const exchange: Effect.Effect<Answer> = Effect.gen(function* () {
    peak = Math.max(peak, ++underWay)
    at.push(Date.now())
    // On the way there, and on the way back.
    yield* Effect.sleep(takes())
    const now = Date.now()
    if (now >= endsAt) {
      endsAt = now + length
      used = 0
    }
    const isRefused = used >= limit
    if (isRefused) refused++
    else {
      used++
      done++
    }
    const budget = { resource: "core", limit, remaining: limit - used, used, resetAt: endsAt }
    yield* Effect.sleep(takes())
    return isRefused ? { budget, limit: { kind: "primary" as const, retryAt: endsAt } } : { budget }
  }).pipe(Effect.ensuring(Effect.sync(() => void underWay--)))
  return { exchange, at, refused: () => refused, done: () => done, peak: () => peak }
}

/** A service that states nothing, and takes so long. */
export const silent = (takes: number) => {
  let underWay = 0
  let peak = 0
  const at: Array<number> = []
  const exchange: Effect.Effect<Answer> = Effect.gen(function* () {
    peak = Math.max(peak, ++underWay)
    at.push(Date.now())
    yield* Effect.sleep(takes)
    return {}
  }).pipe(Effect.ensuring(Effect.sync(() => void underWay--)))
  return { exchange, at, peak: () => peak }
}

/** Keeps what is logged at level Info and above. */
export const logged = () => {
  const lines: Array<string> = []
  const layer = Logger.layer([
    Logger.make(({ logLevel, message }) => {
      if (logLevel !== "Debug") lines.push(`${logLevel}: ${String(Array.isArray(message) ? message[0] : message)}`)
    })
  ])
  return { lines, layer }
}
