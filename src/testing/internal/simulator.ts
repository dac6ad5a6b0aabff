/**
 * What all simulated services share: requests are logged and delayed, faults play, and the service answers.
 *
 * A service is a synchronous function, so no request sees another one half done.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Response, Outcome, Request } from "../Exchange.ts"
import type { Fault, Hit } from "../FaultTypes.ts"
import type { Received } from "../Journal.ts"
import { altered, delayOf, isExclusive } from "./fault.ts"
import { bodyOf, messageOf, received } from "./journal.ts"
import { Observer } from "./observer.ts"
import { makeScript, type Script } from "./script.ts"

export interface Service {
  readonly latency: Duration.Duration
  /** What must be known of a request before anything else and takes time; undefined for most requests. */
  readonly prepare?: (request: Request) => Effect.Effect<void> | undefined
  /** Counts a request as under way while it waits for its response. */
  readonly waiting?: (request: Request, now: number, wait: Effect.Effect<void>) => Effect.Effect<void>
  /** Identifies a request, so that faults can select it. */
  readonly describe: (request: Request, now: number) => Pick<Received, "path" | "operation" | "login">
  /** Acts on a request, and answers it. */
  readonly serve: (request: Request, now: number) => Outcome
  /** The service's own response to requests during an outage. */
  readonly unavailable: (status: number, request: Request) => Response
  /** Adds the headers that every response of the service has. */
  readonly finish: (outcome: Outcome, request: Request, now: number) => Outcome
}

export interface Simulator {
  readonly exchange: (request: Request) => Effect.Effect<Outcome>
  /** Requests and deliveries. */
  readonly log: () => ReadonlyArray<Received>
  /** Adds an entry to the log, which the returned function replaces once it has ended. */
  readonly record: (entry: Received) => (ended: Received) => void
  readonly clearLog: () => void
  readonly script: Script
}

/**
 * Calls `service` for each request, so that a reset can replace the service. `watch` gets the requests in place of the
 * log, which would grow for as long as the service runs.
 */
export const makeSimulator = (service: () => Service, watch?: (received: Received) => void): Simulator => {
  const script = makeScript()
  let log: Array<Received> = []

  const record: Simulator["record"] = (entry) => {
    if (watch !== undefined) return watch
    const entries = log
    const index = entries.push(entry) - 1
    return (ended) => void (entries[index] = ended)
  }

  const respond = (request: Request, faults: ReadonlyArray<Fault>, now: number) => {
    const { describe, finish, serve, unavailable } = service()
    const hit: Hit = {
      request,
      login: describe(request, now).login,
      now,
      unavailable: (status) => unavailable(status, request)
    }
    const exclusive = faults.find(isExclusive)
    const acted = exclusive?.instead === undefined
    const served = exclusive?.instead?.(hit) ?? serve(request, now)
    const spoiled = exclusive?.spoil?.(served, hit) ?? served
    const finished = finish(spoiled, request, now)
    return {
      acted,
      // The service has finished no response that was spoiled before.
      served: !acted ? null : spoiled === served ? finished : served,
      outcome: altered(faults, finished, hit)
    }
  }

  const exchange = Effect.fnUntraced(function* (request: Request) {
    const preparation = service().prepare?.(request)
    if (preparation !== undefined) yield* preparation
    const arrivedAt = yield* Clock.currentTimeMillis
    const seen = { ...service().describe(request, arrivedAt), body: bodyOf(request) }
    const faults = script.take({ method: request.method, url: request.url, event: null, ...seen })
    const entry = received(
      request,
      seen,
      faults.map((fault) => fault.name),
      arrivedAt
    )
    const end = record(entry)
    const delay = delayOf(faults, service().latency)
    if (Duration.isGreaterThan(delay, Duration.zero)) {
      const wait = Effect.sleep(delay)
      yield* service().waiting?.(request, arrivedAt, wait) ?? wait
    }
    const now = yield* Clock.currentTimeMillis
    const { acted, outcome, served } = respond(request, faults, now)
    const status = outcome._tag === "Response" ? outcome.status : null
    const message = outcome._tag === "Response" ? messageOf(outcome) : null
    const ended = { ...entry, acted, status, message, answeredAt: now }
    end(ended)
    const observe = yield* Observer
    observe({ entry: ended, served, sent: outcome })
    return outcome
  })

  return {
    exchange,
    log: () => log,
    record,
    clearLog: () => {
      log = []
    },
    script
  }
}
