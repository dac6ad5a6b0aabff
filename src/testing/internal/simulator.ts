/**
 * What all simulated services share: requests are logged, faults play, and the service answers, at once or late.
 *
 * A service is a synchronous function, so no request sees another one half done.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { constant } from "effect/Function"
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
  /** Counts a request as under way until it has its response. */
  readonly underWay?: <A>(request: Request, now: number, exchange: Effect.Effect<A>) => Effect.Effect<A>
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
  /** Adds an entry to the log, which the returned function replaces: once the service has acted, and at the end. */
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
    if (watch !== undefined) return (ended) => (ended.answeredAt === null ? undefined : watch(ended))
    const entries = log
    const index = entries.push(entry) - 1
    return (ended) => void (entries[index] = ended)
  }

  /** Lets the service act, unless a fault takes its place. The returned function makes the response at a later time. */
  const act = (request: Request, faults: ReadonlyArray<Fault>, arrivedAt: number) => {
    const { describe, finish, serve, unavailable } = service()
    const exclusive = faults.find(isExclusive)
    const acted = exclusive?.instead === undefined
    const answer: (hit: Hit) => Outcome = exclusive?.instead ?? constant(serve(request, arrivedAt))
    const respond = (now: number) => {
      const hit: Hit = {
        request,
        login: describe(request, now).login,
        now,
        unavailable: (status) => unavailable(status, request)
      }
      const served = answer(hit)
      const spoiled = exclusive?.spoil?.(served, hit) ?? served
      const finished = finish(spoiled, request, now)
      return {
        // The service has finished no response that was spoiled before.
        served: !acted ? null : spoiled === served ? finished : served,
        outcome: altered(faults, finished, hit)
      }
    }
    return { acted, respond }
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
    const { acted, respond } = Duration.isGreaterThan(delay, Duration.zero)
      ? yield* late(request, faults, delay, entry, end)
      : act(request, faults, arrivedAt)
    const now = yield* Clock.currentTimeMillis
    const { outcome, served } = respond(now)
    const status = outcome._tag === "Response" ? outcome.status : null
    const message = outcome._tag === "Response" ? messageOf(outcome) : null
    const ended = { ...entry, acted, status, message, answeredAt: now }
    end(ended)
    const observe = yield* Observer
    observe({ entry: ended, served, sent: outcome })
    return outcome
  })

  /** The service acts at once, and its response is late: a client that gives up loses it. */
  const late = (
    request: Request,
    faults: ReadonlyArray<Fault>,
    delay: Duration.Duration,
    entry: Received,
    end: (entry: Received) => void
  ) => {
    const acting = Effect.suspend(() => {
      const made = act(request, faults, entry.receivedAt)
      const { acted } = made
      end({ ...entry, acted })
      const givenUp = Effect.map(Clock.currentTimeMillis, (now) => end({ ...entry, acted, answeredAt: now }))
      return Effect.sleep(delay).pipe(
        Effect.onInterrupt(() => givenUp),
        Effect.as(made)
      )
    })
    return service().underWay?.(request, entry.receivedAt, acting) ?? acting
  }

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
