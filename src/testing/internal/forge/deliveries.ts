/** Takes deliveries to their receivers, as faults let it, and logs them. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { constant } from "effect/Function"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Outcome, Request } from "../../Exchange.ts"
import type { Fault, Hit } from "../../FaultTypes.ts"
import type { Handle, Receive } from "../../ForgeHandle.ts"
import { json, response, textOf } from "../exchange.ts"
import { altered, delayOf, isExclusive } from "../fault.ts"
import { received } from "../journal.ts"
import type { Simulator } from "../simulator.ts"
import { notConnected, type Outcome as End, type Outgoing, statusOf, timedOut } from "./state/hooks.ts"

/** How long the service waits for the answer to a delivery. */
const patience = Duration.seconds(10)

/** How long a delivery is held back at most if there is no later one. */
const holding = Duration.minutes(1)

interface Receiver {
  readonly at: string
  readonly fibers: FiberSet.FiberSet
  readonly receive: (delivery: Effect.Effect<void>) => void
  readonly answer: (request: Request) => Effect.Effect<Outcome>
}

export interface Deliveries {
  readonly send: (outgoing: Outgoing) => void
  readonly connect: Handle["connect"]
  /** The same for what answers with an outcome. */
  readonly attach: <R>(
    answer: (request: Request) => Effect.Effect<Outcome, never, R>,
    at: string
  ) => Effect.Effect<void, never, R | Scope.Scope>
  readonly settled: Effect.Effect<void>
}

const webRequest = ({ body, headers, method, url }: Request): globalThis.Request =>
  // The bytes are in a buffer of their own.
  new globalThis.Request(url, { method, headers, body: body as Uint8Array<ArrayBuffer> })

const outcomeOf = async (answer: globalThis.Response): Promise<Outcome> =>
  response(answer.status, await answer.text(), Object.fromEntries(answer.headers))

/** A receiver that fails answers as a server does. */
const failed = (cause: Cause.Cause<unknown>): Effect.Effect<Outcome> =>
  Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(json(500, { message: Cause.pretty(cause) }))

const answering =
  <R>(receive: Receive<R>) =>
  (request: Request): Effect.Effect<Outcome, never, R> =>
    Effect.suspend(() => {
      const answer = receive(webRequest(request))
      return Effect.isEffect(answer) ? answer : Effect.promise(() => answer)
    }).pipe(
      Effect.flatMap((answer) => Effect.promise(() => outcomeOf(answer))),
      Effect.catchCause(failed)
    )

const forged = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name.startsWith("x-hub-signature") ? value.replace(/=.*/, (hex) => `=${"0".repeat(hex.length - 1)}`) : value
    ])
  )

const endOf = (outcome: Outcome): Omit<End, "duration"> =>
  outcome._tag === "Lost" || outcome.interrupted !== undefined
    ? notConnected
    : {
        status: statusOf(outcome.status),
        status_code: outcome.status,
        response: {
          headers: Object.fromEntries(
            Object.entries(outcome.headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
          ),
          payload: textOf(outcome.body)
        }
      }

export const makeDeliveries = (
  { record, script }: Pick<Simulator, "record" | "script">,
  timed: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
): Deliveries => {
  const receivers = new Set<Receiver>()
  let held: Array<Deferred.Deferred<void>> = []

  /** What comes back, with the faults that it meets. */
  const answered = Effect.fnUntraced(function* (request: Request, faults: ReadonlyArray<Fault>, receiver: Receiver) {
    const exclusive = faults.find(isExclusive)
    // The receiver acts at once, and its answer is late.
    const answer = exclusive?.instead ?? constant(yield* receiver.answer(request))
    const delay = delayOf(faults)
    if (Duration.isGreaterThan(delay, Duration.zero)) yield* Effect.sleep(delay)
    const now = yield* Clock.currentTimeMillis
    const unavailable = (status: number) => json(status, { message: "Service Unavailable" })
    const hit: Hit = { request, login: null, now, unavailable }
    const outcome = answer(hit)
    return altered(faults, exclusive?.spoil?.(outcome, hit) ?? outcome, hit)
  })

  const requestOf = ({ body, headers, url }: Outgoing, isForged: boolean): Request => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    return {
      method: "POST",
      url: new URL(url),
      headers: isForged ? forged(lower) : lower,
      body: new TextEncoder().encode(body)
    }
  }

  const send = (outgoing: Outgoing): void => {
    const { action, delivered_at, event, payload } = outgoing
    // A seed may have a hook that leads nowhere.
    if (!URL.canParse(outgoing.url)) return outgoing.log(notConnected)
    const receiver = [...receivers].findLast(({ at }) => outgoing.url.startsWith(at))
    const url = new URL(outgoing.url)
    const faults = script.take({
      event,
      method: "POST",
      url,
      path: url.pathname,
      operation: null,
      login: null,
      body: payload
    })
    const fates = new Set(faults.map(({ delivery }) => delivery))
    const request = requestOf(outgoing, fates.has("forged"))
    const seen = { path: url.pathname, operation: null, login: null, body: payload }
    const told = action === null ? event : `${event}.${action}`
    const names = faults.map(({ name }) => name)
    const entry = (now: number) => received(request, seen, names, now, told)

    if (receiver === undefined || fates.has("lost")) {
      record(entry(delivered_at))({ ...entry(delivered_at), answeredAt: delivered_at })
      if (!fates.has("lost")) outgoing.log(notConnected)
      return
    }

    const once = Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const end = record(entry(start))
      const outcome = yield* Effect.timeoutOption(answered(request, faults, receiver), patience)
      const now = yield* Clock.currentTimeMillis
      const how = Option.match(outcome, { onNone: () => timedOut, onSome: endOf })
      const acted = !faults.some(({ instead }) => instead !== undefined)
      const status = how.response === null ? null : how.status_code
      end({ ...entry(start), acted, status, answeredAt: now })
      return { ...how, duration: (now - start) / 1000 }
    })

    const delivering = Effect.gen(function* () {
      // The request that has caused it ends first.
      yield* Effect.yieldNow
      if (fates.has("held")) {
        const next = yield* Deferred.make<void>()
        held.push(next)
        yield* Effect.timeoutOption(Deferred.await(next), holding)
      }
      const [end] = yield* Effect.all(fates.has("twice") ? [once, once] : [once], { concurrency: 2 })
      if (end !== undefined) outgoing.log(end)
      if (fates.has("held")) return
      const waiting = held
      held = []
      yield* Effect.forEach(waiting, (next) => Deferred.succeed(next, undefined))
    })

    receiver.receive(timed(delivering))
  }

  const attach: Deliveries["attach"] = Effect.fnUntraced(function* <R>(
    answer: (request: Request) => Effect.Effect<Outcome, never, R>,
    at: string
  ) {
    const services = yield* Effect.context<R>()
    const fibers = yield* FiberSet.make()
    const run = yield* FiberSet.runtime(fibers)()
    const receiver: Receiver = {
      at,
      fibers,
      receive: (delivery) => void run(delivery),
      answer: (request) => Effect.provideContext(answer(request), services)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => receivers.add(receiver)),
      () => Effect.sync(() => receivers.delete(receiver))
    )
  })

  const settled = Effect.gen(function* () {
    const busy = Effect.filter(receivers, ({ fibers }) => Effect.map(FiberSet.size(fibers), (size) => size > 0))
    // What has ended may have caused others.
    for (let some = yield* busy; some.length > 0; some = yield* busy) {
      yield* Effect.forEach(some, ({ fibers }) => FiberSet.awaitEmpty(fibers))
    }
  })

  return { send, attach, connect: (receive, at = "") => attach(answering(receive), at), settled }
}
