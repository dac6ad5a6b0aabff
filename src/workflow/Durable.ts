/**
 * Durable steps: operations of the code-hosting service as activities of `effect/workflow`.
 *
 * ```ts
 * const comment = yield* Durable.activity(Issues.createComment, { owner, repo, issue_number, body }, { name: "thank" })
 * ```
 *
 * **Details**
 *
 * The engine's journal holds what the operation returned, or its typed error, by the schemas of its declaration. An engine
 * runs an activity at least once: a process can be killed after the service has acted and before the journal says so.
 * Writes that are not safe to retry therefore go through `Write.once`, with a key of the workflow's execution and the
 * name of the step, and are looked for before they are sent a second time.
 *
 * A rate limit that lasts longer than `longestWait` becomes a durable clock, so that no process waits for it.
 *
 * The engines are those of Effect: `WorkflowEngine.layerMemory` in tests, `ClusterWorkflowEngine` in production.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Activity from "effect/workflow/Activity"
import * as DurableClock from "effect/workflow/DurableClock"
import type { WorkflowEngine, WorkflowInstance } from "effect/workflow/WorkflowEngine"
import type { Forge } from "../forge/Forge.ts"
import * as ForgeError from "../forge/ForgeError.ts"
import type { AnyDeclaration } from "../rest/Declaration.ts"
import type * as Operation from "../rest/Operation.ts"
import { Cursor } from "../rest/Page.ts"
import { MaxWait } from "../rest/RateLimit.ts"
import type { RateLimited } from "../rest/RestError.ts"
import type * as Upload from "../rest/Upload.ts"
import * as Write from "../rest/Write.ts"

/** Options of a step. */
export interface Options {
  /** Names the step in the journal. A workflow uses each name once, and the same one whenever it runs. */
  readonly name: string
  /**
   * How long a rate limit may hold the process. For a longer one, the workflow suspends until it ends. Default: 1 minute.
   */
  readonly longestWait?: Duration.Input | undefined
}

/** An activity with the value and the errors of an operation. It waits for rate limits, so it never fails with them. */
export type Step<A, E> = Activity.Activity<
  Schema.ConstraintCodec<A>,
  Schema.ConstraintCodec<Exclude<E, RateLimited>>,
  Forge
>

/** What `activity` takes. */
export interface MakeActivity {
  /** A write that is not safe to retry: it is looked for before it is sent again. */
  <Input, A, E extends ForgeError.ForgeError, Looking extends ForgeError.ForgeError>(
    operation: Operation.Findable<Input, A, E, Forge, Looking>,
    input: Input,
    options: Options
  ): Step<A, E | Looking>
  /** An upload of bytes or text. It is looked for before it is sent again. */
  <Input, A, E extends ForgeError.ForgeError>(
    operation: Upload.Findable<Input, A, E, Forge>,
    input: Input & Upload.Payload,
    options: Options
  ): Step<A, E>
  /** A listing. The step collects all of its items. */
  <Input, A, E extends ForgeError.ForgeError>(
    operation: Operation.Listing<Input, A, E, Forge>,
    input: Input,
    options: Options
  ): Step<ReadonlyArray<A>, E>
  /**
   * An operation that only reads, or that is safe to retry. One that your program has declared without either, and without
   * `foundBy`, can be carried out twice.
   */
  <Input, A, E extends ForgeError.ForgeError>(
    operation: Operation.Operation<Input, A, E, Forge>,
    input: Input,
    options: Options
  ): Step<A, E>
}

type AnyOperation = Operation.Operation<unknown, unknown, ForgeError.ForgeError, Forge>

type AnyFindable = Operation.Findable<unknown, unknown, ForgeError.ForgeError, Forge, never>

type AnyListing = Operation.Listing<unknown, unknown, ForgeError.ForgeError, Forge>

type Any = AnyOperation | AnyFindable | AnyListing

type InWorkflow = Forge | WorkflowEngine | WorkflowInstance

const make = (
  operation: Any,
  input: unknown,
  { longestWait = "1 minute", name }: Options
): Activity.Activity<Schema.Constraint, Schema.Constraint, Forge> =>
  Activity.make({
    name,
    success: successOf(operation),
    error: errorOf(operation),
    execute: patient(name, Duration.fromInputUnsafe(longestWait), send(name, operation, input))
  })

/** Makes an activity of an operation, a listing or an upload. Its name is that of the step in the journal. */
// The cast is safe: the schemas are those of what the operation returns and fails with.
export const activity: MakeActivity = make as never

const send = (
  name: string,
  operation: Any,
  input: unknown
): Effect.Effect<unknown, ForgeError.ForgeError, InWorkflow> => {
  if ("pages" in operation) return Stream.runCollect(operation(input))
  if (!("finding" in operation)) return operation(input)
  return Effect.gen(function* () {
    const key = yield* Activity.idempotencyKey(name)
    return yield* Write.once(operation, input, { key, resume: yield* beganEarlier(name) })
  })
}

/**
 * When an earlier run of this step began, in a process that may have been killed since; false for the first run. The
 * journal has the time before anything is sent.
 */
const beganEarlier = Effect.fnUntraced(function* (name: string) {
  let isFirst = false
  const begun = yield* Activity.make({
    name: `${name}/begun`,
    success: Schema.DateTimeUtcFromMillis,
    execute: Effect.andThen(
      Effect.sync(() => {
        isFirst = true
      }),
      DateTime.now
    )
  }).pipe(Effect.provideService(Activity.CurrentAttempt, 1))
  return isFirst ? false : begun
})

/** Sends again after each rate limit. A wait that is longer than `longestWait` holds no process. */
const patient = (
  name: string,
  longestWait: Duration.Duration,
  effect: Effect.Effect<unknown, ForgeError.ForgeError, InWorkflow>
): Effect.Effect<unknown, Exclude<ForgeError.ForgeError, RateLimited>, InWorkflow> => {
  const sleepUntil = (time: DateTime.Utc) =>
    Effect.flatMap(DateTime.now, (now) =>
      DurableClock.sleep({
        // The time is part of the name, because a step can meet several limits.
        name: `${name}/until/${DateTime.toEpochMillis(time)}`,
        duration: Duration.max(Duration.seconds(1), DateTime.distance(now, time)),
        inMemoryThreshold: longestWait
      })
    )
  return effect.pipe(
    Effect.provideService(MaxWait, longestWait),
    Effect.catchTag("RateLimited", ({ retryAt }) =>
      Effect.andThen(sleepUntil(retryAt), patient(name, longestWait, effect))
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
const successOf = (operation: Any): Schema.Constraint => {
  const { kind, result } = operation.declaration
  if (result === undefined) return Schema.Void
  const value = Schema.toType(result)
  if ("pages" in operation) return Schema.Array(value)
  return kind === "listing" ? pageOf(value) : value
}

/** The tags of the errors that every operation can fail with. */
const usual: ReadonlyArray<string> = [
  "Unauthorized",
  "Forbidden",
  "BadRequest",
  "ServiceUnavailable",
  "TransportFailed",
  "UnexpectedStatus",
  "UnsafeRedirect",
  "InvalidInput",
  "DecodeFailed",
  "ResponseTooLarge"
]

/** The schema of the errors that an operation can fail with. */
const errorOf = ({ declaration: { errors } }: Any): Schema.Constraint =>
  Schema.Union(
    ForgeError.ForgeError.members.filter(({ fields }) => {
      const tag = fields._tag.schema.literal
      return usual.includes(tag) || errors.includes(tag)
    })
  )
