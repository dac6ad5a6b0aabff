/** A transport and a clock that record what they do in the journal of a workflow. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Activity from "effect/workflow/Activity"
import * as DurableClock from "effect/workflow/DurableClock"
import { WorkflowEngine, WorkflowInstance } from "effect/workflow/WorkflowEngine"
import { Forge } from "../../forge/Forge.ts"
import { type BodyReader, type Call, isBodyReader, type Send } from "../../rest/Call.ts"
import type { Validators } from "../../rest/HttpCache.ts"
import type { DeclaredError } from "../../rest/RestError.ts"
import { fingerprint } from "../../rest/Sha256.ts"
import * as Transport from "../../rest/Transport.ts"
import { activity, type AnyFindable, errorsWith, type InWorkflow, patient } from "./activity.ts"
import { CurrentDeliveries } from "./deliveries.ts"
import { makeHeld } from "./held.ts"
import { keeping, readText } from "./keeping.ts"
import { NewId } from "./newId.ts"

/** A response as the journal has it. It is read anew whenever the step is repeated. */
const Response = Schema.Struct({
  text: Schema.String,
  status: Schema.Int,
  headers: Schema.Record(Schema.String, Schema.String),
  requestedUrl: Schema.String,
  url: Schema.String,
  budget: Schema.UndefinedOr(
    Schema.Struct({
      resource: Schema.String,
      limit: Schema.NullOr(Schema.Finite),
      remaining: Schema.Finite,
      used: Schema.NullOr(Schema.Finite),
      resetAt: Schema.Finite
    })
  ),
  cached: Schema.Boolean,
  /** When it arrived, in epoch milliseconds. */
  at: Schema.Finite
})

/** A step's outcome. Failures have a time as well. */
const outcomeOf = (call: Call) =>
  Schema.Union([
    Response,
    Schema.Struct({
      error: Schema.Union([...errorsWith(["NotModified", "RateLimited"]), ...classesOf(call)]),
      at: Schema.Finite
    })
  ])

// Errors are schemas, which the type of a declaration does not say.
const classesOf = ({ declared }: Call) => declared as unknown as ReadonlyArray<Schema.Codec<DeclaredError>>

/** The same text again, so the reader returns what it has returned. */
const reread = <A>(reader: BodyReader<A>, text: string, status: number): Effect.Effect<A> =>
  Result.match(readText(reader, text, status), {
    onFailure: ({ found }) => Effect.die(new Error(`the journal has a response that cannot be read: ${found}`)),
    onSuccess: Effect.succeed
  })

/** What distinguishes a body from others: its bytes, unless they are a stream. */
const contentOf = (body: Call["body"]): string => {
  if (body._tag === "Uint8Array") return new TextDecoder().decode(body.body)
  return body._tag === "Raw" ? String(body.body) : ""
}

export const steps = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  longestWait: Duration.Duration
): Effect.Effect<A, E, Exclude<R, Forge> | InWorkflow> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<InWorkflow>()
    const forge = Context.get(context, Forge)
    const clock = yield* Clock.Clock
    const { executionId } = Context.get(context, WorkflowInstance)
    const own = Context.pick(
      Forge,
      WorkflowEngine
    )(context).pipe(Context.add(Clock.Clock, clock), Context.add(Random.Random, yield* Random.Random))
    const held = yield* makeHeld
    /** Runs a step with the service, the clock and the random numbers of the workflow. */
    const outside = <B, F>(step: Effect.Effect<B, F, InWorkflow>): Effect.Effect<B, F> =>
      held.step(Effect.updateContext(step, (inside: Context.Context<WorkflowInstance>) => Context.merge(inside, own)))

    /** Counts what is done again in the same way. */
    const counter = () => {
      const counts = new Map<string, number>()
      const count = (what: string) => counts.get(what) ?? 0
      return { count, add: (what: string) => counts.set(what, count(what) + 1) }
    }
    const tries = counter()
    const writes = counter()
    const nextName = (what: string): string => {
      tries.add(what)
      return `${what}/${tries.count(what)}`
    }
    /** The last request of each fiber. It names the next sleep, as branches may come to theirs in another order in the next run. */
    const lastRequests = new WeakMap<Fiber.Fiber<unknown, unknown>, string>()
    const nextRequest = (identity: string): Effect.Effect<string> =>
      Effect.withFiber((fiber) => {
        const step = nextName(identity)
        lastRequests.set(fiber, step)
        return Effect.succeed(step)
      })
    const nextSleep: Effect.Effect<string> = Effect.withFiber((fiber) =>
      Effect.succeed(nextName(`${lastRequests.get(fiber) ?? name}/sleep`))
    )
    const identityOf = (operation: string, url: string, body: Call["body"]) =>
      Effect.map(fingerprint(`${url}\n${contentOf(body)}`), (hash) => `${name}/${operation}/${hash}`)

    /** The time of the last step. */
    let now = yield* Activity.make({
      name: `${name}/started`,
      success: Schema.Finite,
      execute: Clock.currentTimeMillis
    })

    const request = <B>(call: Call, reader: BodyReader<B>, since?: Validators) =>
      Effect.gen(function* () {
        const step = yield* nextRequest(yield* identityOf(call.operation, call.url, call.body))
        const kept = keeping(reader)
        const outcome = yield* Activity.make({
          name: step,
          success: outcomeOf(call),
          execute: patient(step, longestWait, forge.request(call, kept.reader, since)).pipe(
            Effect.map(({ budget, cached, headers, requestedUrl, status, url }) => ({
              text: kept.text(),
              status,
              headers: Headers.remove(headers, "set-cookie"),
              requestedUrl,
              url,
              budget,
              cached
            })),
            Effect.catch((error) => Effect.succeed({ error })),
            Effect.flatMap((outcome) => Effect.map(Clock.currentTimeMillis, (at) => ({ ...outcome, at })))
          )
        }).pipe(outside)
        now = Math.max(now, outcome.at)
        if ("error" in outcome) return yield* Effect.fail(outcome.error)
        const { budget, cached, headers, requestedUrl, status, text, url } = outcome
        const value = yield* reread(reader, text, status)
        return { value, status, headers: Headers.fromInput(headers), requestedUrl, url, budget, cached }
      })

    const carriedOut = (findable: AnyFindable, input: unknown) => {
      const wired = findable.finding.check(input)
      if (Result.isFailure(wired)) return Effect.fail(wired.failure)
      const { body, url } = wired.success
      return Effect.gen(function* () {
        const identity = yield* identityOf(findable.declaration.name, url, body)
        // A write that has failed may be tried again. It is the same write until it succeeds.
        const write = `${identity}/write ${writes.count(identity) + 1}`
        const step = yield* nextRequest(identity)
        const written = yield* outside(activity(findable, input, { name: step, write, longestWait }))
        writes.add(identity)
        return written
      })
    }

    const record = Transport.around({
      request:
        (next): Send =>
        (call, reader, since) =>
          isBodyReader(reader)
            ? request(call, reader, since)
            : held.step(Effect.provideService(next(call, reader, since), Clock.Clock, clock)),
      // The casts are safe: what carries `finding` is a write of this service, and the journal has what it returned.
      carryOut: (write, input) => carriedOut(write as never, input) as never
    })

    const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
      Duration.isFinite(duration)
        ? Effect.gen(function* () {
            yield* outside(DurableClock.sleep({ name: yield* nextSleep, duration, inMemoryThreshold: longestWait }))
            now += Duration.toMillis(duration)
          })
        : clock.sleep(duration)

    const nanos = () => BigInt(Math.round(now)) * 1_000_000n
    const recorded: Clock.Clock = {
      currentTimeMillisUnsafe: () => now,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep
    }

    /** Ids are found by what they are for, whatever the order in which they are asked for. */
    const newId = (of: string) => fingerprint(`${executionId}\n${nextName(`${name}/id of ${of}`)}`)

    return yield* effect.pipe(
      Effect.provideService(Forge, record(forge)),
      Effect.provideService(Clock.Clock, recorded),
      Effect.provideService(NewId, newId),
      // A sleep that is suspended must not race with them.
      Effect.provideService(CurrentDeliveries, null),
      // The same numbers in each run.
      Random.withSeed(`${executionId}\n${name}`),
      held.run
    )
  })
