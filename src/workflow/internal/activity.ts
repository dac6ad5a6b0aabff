/** The run-time half of `Durable.activity`. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Activity from "effect/workflow/Activity"
import * as DurableClock from "effect/workflow/DurableClock"
import { type WorkflowEngine, WorkflowInstance } from "effect/workflow/WorkflowEngine"
import type { Forge } from "../../forge/Forge.ts"
import * as ForgeError from "../../forge/ForgeError.ts"
import type * as Operation from "../../rest/Operation.ts"
import { Cursor } from "../../rest/Page.ts"
import { MaxWait } from "../../rest/RateLimit.ts"
import { RateLimited, type RequestError } from "../../rest/RestError.ts"
import * as Write from "../../rest/Write.ts"

type AnyOperation = Operation.Operation<unknown, unknown, ForgeError.ForgeError, Forge>

/** A write that can be found again, without its types. */
export type AnyFindable = Operation.Findable<unknown, unknown, ForgeError.ForgeError, Forge, never>

type AnyListing = Operation.Listing<unknown, unknown, ForgeError.ForgeError, Forge>

/** An operation without its types. */
export type Any = AnyOperation | AnyFindable | AnyListing

/** What a step needs. */
export type InWorkflow = Forge | WorkflowEngine | WorkflowInstance

/** A step of the journal. */
export interface Named {
  /** The name of the activity. */
  readonly name: string
  /** What a write is known by. Tries of the same write share it. */
  readonly write: string
  readonly longestWait: Duration.Duration
}

/** An activity without its types. */
export type Step = Activity.Activity<Schema.ConstraintCodec<unknown>, Schema.ConstraintCodec<unknown>, Forge>

export const activity = (operation: Any, input: unknown, { longestWait, name, write }: Named): Step =>
  Activity.make({
    name,
    success: successOf(operation),
    error: errorOf(operation),
    execute: patient(name, longestWait, send(write, operation, input))
  })

const send = (
  write: string,
  operation: Any,
  input: unknown
): Effect.Effect<unknown, ForgeError.ForgeError, InWorkflow> => {
  if ("pages" in operation) return Stream.runCollect(operation(input))
  if (!("finding" in operation)) return operation(input)
  return Effect.gen(function* () {
    const key = yield* Activity.idempotencyKey(write)
    return yield* Write.once(operation, input, { key, resume: yield* beganEarlier(write) })
  })
}

/**
 * When this write was begun earlier, in a process that may have been killed since; false for the first time. The journal
 * has the time before anything is sent.
 */
const beganEarlier = Effect.fnUntraced(function* (write: string) {
  const instance = yield* WorkflowInstance
  // An engine holds back what a workflow begins once it is to be interrupted. It has let the write through: it cleans up.
  const inside = WorkflowInstance.of({ ...instance, interrupted: true })
  let isFirst = false
  const begun = yield* Activity.make({
    name: `${write}/begun`,
    success: Schema.DateTimeUtcFromMillis,
    execute: Effect.andThen(
      Effect.sync(() => {
        isFirst = true
      }),
      DateTime.now
    )
  }).pipe(
    Effect.provideService(Activity.CurrentAttempt, 1),
    Effect.provideService(WorkflowInstance, inside),
    Effect.ensuring(Effect.sync(() => (instance.suspended ||= inside.suspended)))
  )
  return isFirst ? false : begun
})

/** Sends again after each rate limit. A wait that is longer than `longestWait` holds no process. */
export const patient = <A, E, R>(
  name: string,
  longestWait: Duration.Duration,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, RateLimited>, R | WorkflowEngine | WorkflowInstance> => {
  const sleepUntil = (time: DateTime.Utc) =>
    Effect.flatMap(DateTime.now, (now) =>
      DurableClock.sleep({
        // The time is part of the name, because a step can meet several limits.
        name: `${name}/until/${DateTime.toEpochMillis(time)}`,
        duration: Duration.max(Duration.seconds(1), DateTime.distance(now, time)),
        inMemoryThreshold: longestWait
      })
    )
  return Effect.provideService(effect, MaxWait, longestWait).pipe(
    Effect.catch((error): Effect.Effect<A, Exclude<E, RateLimited>, R | WorkflowEngine | WorkflowInstance> =>
      error instanceof RateLimited
        ? Effect.andThen(sleepUntil(error.retryAt), patient(name, longestWait, effect))
        : // The cast is safe: it is none of the errors that are left out.
          Effect.fail(error as Exclude<E, RateLimited>)
    )
  )
}

const pageOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    next: Schema.NullOr(Cursor),
    total_count: Schema.NullOr(Schema.Finite),
    incomplete_results: Schema.NullOr(Schema.Boolean)
  })

/** The schema of what an operation returns: of the value itself, not of the service's JSON. */
const successOf = (operation: Any): Schema.ConstraintCodec<unknown> => {
  const { kind, result } = operation.declaration
  if (result === undefined) return Schema.Void
  const value = Schema.toType(result)
  if ("pages" in operation) return Schema.Array(value)
  return kind === "listing" ? pageOf(value) : value
}

/** The errors that every step can have. The type demands all of them: the journal cannot keep another one. */
const usual: Readonly<Record<Exclude<RequestError["_tag"], "RateLimited">, true>> = {
  Unauthorized: true,
  Forbidden: true,
  BadRequest: true,
  ServiceUnavailable: true,
  TransportFailed: true,
  UnexpectedStatus: true,
  UnsafeRedirect: true,
  InvalidInput: true,
  DecodeFailed: true,
  ResponseTooLarge: true
}

/** The schema of the errors that an operation can fail with. */
const errorOf = ({ declaration: { errors } }: Any): Schema.ConstraintCodec<unknown> => Schema.Union(errorsWith(errors))

/** The errors that every operation can fail with, and those of these tags. */
export const errorsWith = (tags: ReadonlyArray<string>) =>
  ForgeError.ForgeError.members.filter(({ fields }) => {
    const tag = fields._tag.schema.literal
    return Object.hasOwn(usual, tag) || tags.includes(tag)
  })
