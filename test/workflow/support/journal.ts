/**
 * A workflow engine that keeps its journal apart from its runs, so that a test can kill a run at any point and begin
 * another one with what the journal has.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import { makeUnsafe, WorkflowEngine, WorkflowInstance } from "effect/workflow/WorkflowEngine"

const Testing = Workflow.make("Testing", { payload: {}, idempotencyKey: () => "one", success: Schema.Unknown })

const executionId = "execution-1"

/** What an engine has recorded, and what it waits for. */
export interface Journal {
  /** Encoded exits of activities, by name and attempt, as JSON. */
  readonly activities: Map<string, string>
  /** When each clock ends, in epoch milliseconds. */
  readonly clocks: Map<string, number>
}

export const makeJournal = (): Journal => ({ activities: new Map(), clocks: new Map() })

const unused = Effect.die("not part of these tests")

const engineOf = ({ activities, clocks }: Journal): WorkflowEngine["Service"] =>
  makeUnsafe({
    register: () => unused,
    execute: () => unused,
    poll: () => unused,
    interrupt: () => unused,
    interruptUnsafe: () => unused,
    resume: () => unused,
    activityExecute: ({ executeEncoded, name }, attempt) =>
      Effect.gen(function* () {
        const key = `${name}/${attempt}`
        const recorded = activities.get(key)
        if (recorded !== undefined) return new Workflow.Complete({ exit: decode(recorded) })
        const instance = WorkflowInstance.initial(Testing, executionId)
        const result = yield* Workflow.intoResult(
          executeEncoded as Effect.Effect<unknown, unknown, WorkflowInstance>
        ).pipe(Effect.provideService(WorkflowInstance, instance))
        if (result._tag === "Complete") activities.set(key, encode(result.exit))
        return result
      }),
    deferredResult: ({ name }) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        (clocks.get(name) ?? Infinity) <= now ? Option.some(Exit.void) : Option.none()
      ),
    deferredDone: () => unused,
    scheduleClock: (_, { clock }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (!clocks.has(clock.deferred.name)) clocks.set(clock.deferred.name, now + Duration.toMillis(clock.duration))
      })
  })

const encode = (exit: Exit.Exit<unknown, unknown>): string =>
  JSON.stringify(
    Exit.isSuccess(exit)
      ? { value: exit.value }
      : { errors: exit.cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error : String(reason))) }
  )

const decode = (recorded: string): Exit.Exit<unknown, unknown> => {
  const { errors, value } = JSON.parse(recorded) as {
    readonly errors?: ReadonlyArray<unknown>
    readonly value?: unknown
  }
  return errors === undefined ? Exit.succeed(value) : Exit.fail(errors[0])
}

/** Runs the body of a workflow until it completes or suspends. */
export const run = <A, E, R>(
  journal: Journal,
  body: Effect.Effect<A, E, R>
): Effect.Effect<Workflow.Result<A, E>, never, Exclude<R, WorkflowEngine | WorkflowInstance>> =>
  Workflow.intoResult(body).pipe(
    Effect.provideService(WorkflowEngine, engineOf(journal)),
    Effect.provideService(WorkflowInstance, WorkflowInstance.initial(Testing, executionId))
  ) as Effect.Effect<Workflow.Result<A, E>, never, Exclude<R, WorkflowEngine | WorkflowInstance>>
