/**
 * Durable steps: operations on GitHub as activities of `effect/workflow`.
 *
 * ```ts
 * const comment = yield* Durable.activity(Issues.createComment, { owner, repo, issue_number, body }, { name: "thank" })
 * ```
 *
 * **Details**
 *
 * The engine's journal keeps what the operation returned, or its typed error, encoded with the schemas of its
 * declaration. An engine runs an activity at least once: a process can be killed after the service has acted and before
 * the journal says so. Writes that are not safe to retry therefore go through `Write.once`, with a key of the
 * workflow's execution and the name of the step, and are looked for before they are sent a second time.
 *
 * A record without a unique name, such as a comment, is still written twice if the request of a process that was killed
 * arrives, or its record shows, later than `Write.Settling` (10 seconds) after the next run began, or if its mark was
 * removed. If that can happen, provide a longer one under the Layer of `Forge`.
 *
 * A rate limit that lasts longer than `longestWait` becomes a durable clock, so that no process waits for it.
 *
 * The engines are `WorkflowEngine.layerMemory` of Effect in tests, `DurableNode.layerFile` of `forgecast/node` for one
 * machine, and `ClusterWorkflowEngine` of Effect for several.
 */
import type * as Activity from "effect/workflow/Activity"
import type { WorkflowEngine, WorkflowInstance } from "effect/workflow/WorkflowEngine"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import { dual } from "effect/Function"
import type * as Schema from "effect/Schema"
import type { Forge } from "../forge/Forge.ts"
import type * as ForgeError from "../forge/ForgeError.ts"
import * as CallSite from "../rest/CallSite.ts"
import type * as Operation from "../rest/Operation.ts"
import type { RateLimited } from "../rest/RestError.ts"
import type * as Upload from "../rest/Upload.ts"
import * as Internal from "./internal/activity.ts"
import * as Recorded from "./internal/recorded.ts"

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

const makeActivity = CallSite.naming(
  (named) =>
    (operation: Internal.Any, input: unknown, { longestWait = defaultWait, name }: Options) =>
      naming(
        named,
        Internal.activity(operation, input, { name, write: name, longestWait: Duration.fromInputUnsafe(longestWait) })
      )
)

/** The failure of an activity comes from the journal, so it names the line where the workflow gets it. */
const naming = (named: CallSite.Naming, activity: Internal.Step): Internal.Step =>
  Object.assign(
    {},
    activity,
    Effectable.Prototype<Internal.Step>({ label: "Activity", evaluate: () => named(activity) }),
    {
      annotate: (key, value) => naming(named, activity.annotate(key, value)),
      annotateMerge: (annotations) => naming(named, activity.annotateMerge(annotations))
    } satisfies Pick<Internal.Step, "annotate" | "annotateMerge">
  )

const defaultWait: Duration.Input = "1 minute"

/**
 * Makes an activity from an operation, a listing or an upload. Its name is that of the step in the journal. After a
 * crash, a write is looked for, for `Write.Settling`, before it is sent again.
 */
// The cast is safe: the schemas are those of what the operation returns and fails with.
export const activity = makeActivity as MakeActivity

/**
 * Runs an effect inside a workflow and records each of its requests as a step: after a crash, those that were recorded
 * are not sent again, and what they returned is read from the journal. Takes any effect over `Forge`, such as those of
 * this package: `Durable.steps(Merge.whenGreen(…), { name: "merge" })`.
 *
 * **Details**
 *
 * Writes that are not safe to retry go through `Write.once`, as in `activity`. `Effect.sleep` becomes a durable clock:
 * one that is longer than `longestWait` holds no process. The time that the effect sees is that of its last step, and
 * `Random` of Effect draws the same numbers in each run.
 *
 * A workflow that suspends, or whose process stops, continues later: finalizers of the effect send nothing until it
 * ends or is interrupted for good.
 *
 * **Gotchas**
 *
 * A run that repeats the effect must send the same requests: what it does may depend only on its input, on responses,
 * on the clock and, where nothing is concurrent, on `Random`. Branches that send the same request may read each other's
 * response in another run, and the sleeps of fibers that have sent nothing themselves may change places. Downloads and
 * GraphQL are not recorded. A long sleep must not race with other work, so instead of `Effect.timeout`, let the effect
 * compare the clock with a deadline.
 */
export const steps: {
  (
    options: Options
  ): <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | Forge | WorkflowEngine | WorkflowInstance>
  <A, E, R>(
    self: Effect.Effect<A, E, R>,
    options: Options
  ): Effect.Effect<A, E, R | Forge | WorkflowEngine | WorkflowInstance>
} = dual(
  2,
  <A, E, R>(
    self: Effect.Effect<A, E, R>,
    { longestWait = defaultWait, name }: Options
  ): Effect.Effect<A, E, R | Forge | WorkflowEngine | WorkflowInstance> =>
    Recorded.steps(self, name, Duration.fromInputUnsafe(longestWait))
)
