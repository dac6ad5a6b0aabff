/**
 * What all simulated services have in common: requests are logged and held up, faults play, the service answers.
 *
 * A service is a synchronous function, so no request ever sees another half done.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Fault } from "./fault.ts"
import type { Answer, Outcome, Request } from "./exchange.ts"
import { type Received, received } from "./journal.ts"
import { makeScript, type Script } from "./script.ts"

export interface Service {
  readonly latency: Duration.Duration
  /** What a request is for; with that, faults are chosen. */
  readonly describe: (request: Request) => Pick<Received, "path" | "operation" | "login">
  /** Acts and answers. */
  readonly serve: (request: Request, now: number) => Outcome
  /** How the service words an outage. */
  readonly unavailable: (status: number) => Answer
  /** Adds the headers that every answer of the service has. */
  readonly finish: (outcome: Outcome, request: Request, now: number) => Outcome
}

export interface Simulator {
  readonly exchange: (request: Request) => Effect.Effect<Outcome>
  readonly log: () => ReadonlyArray<Received>
  readonly clearLog: () => void
  readonly script: Script
}

/** `service` is asked for anew with each request, so that it can be replaced by a fresh one. */
export const makeSimulator = (service: () => Service): Simulator => {
  const script = makeScript()
  let log: Array<Received> = []

  const answer = (request: Request, faults: ReadonlyArray<Fault>, now: number) => {
    const { describe, finish, serve, unavailable } = service()
    const moment = { request, login: describe(request).login, now, unavailable }
    const exclusive = faults.find((fault) => fault.instead !== undefined || fault.spoil !== undefined)
    const acted = exclusive?.instead === undefined
    const served = exclusive?.instead?.(moment) ?? serve(request, now)
    const spoiled = exclusive?.spoil?.(served, moment) ?? served
    const finished = finish(spoiled, request, now)
    const outcome = faults.reduce<Outcome>(
      (self, fault) => (fault.alter === undefined || self._tag === "Lost" ? self : fault.alter(self, moment)),
      finished
    )
    return { acted, outcome }
  }

  const exchange = Effect.fnUntraced(function* (request: Request) {
    const seen = service().describe(request)
    const faults = script.take({ method: request.method, url: request.url, ...seen })
    const entries = log
    const index = entries.length
    const entry = received(
      request,
      seen,
      faults.map((fault) => fault.name),
      yield* Clock.currentTimeMillis
    )
    entries.push(entry)
    const delay = faults.reduce((sum, fault) => Duration.sum(sum, fault.delay ?? Duration.zero), service().latency)
    if (Duration.isGreaterThan(delay, Duration.zero)) yield* Effect.sleep(delay)
    const now = yield* Clock.currentTimeMillis
    const { acted, outcome } = answer(request, faults, now)
    const status = outcome._tag === "Answer" ? outcome.status : null
    entries[index] = { ...entry, acted, status, answeredAt: now }
    return outcome
  })

  return {
    exchange,
    log: () => [...log],
    clearLog: () => {
      log = []
    },
    script
  }
}
