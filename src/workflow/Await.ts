/**
 * Waits for what others do: checks of a commit, a workflow run, a review, a deployment, a command in a comment.
 *
 * ```ts
 * Await.checks({ owner, repo, ref: sha }, { required: ["build", "test"], timeout: "30 minutes" })
 * ```
 *
 * **Details**
 *
 * All of them look by their `schedule`, and with `deliveries` also as soon as a webhook says that something has happened in
 * the repository.
 *
 * An outage, a lost connection or a rate limit in the meantime does not end a wait. If it lasts until the timeout or
 * the end of the `schedule`, the wait fails with that error (`ServiceUnavailable`, `TransportFailed` or `RateLimited`)
 * instead of `ChecksTimedOut` or `AwaitTimedOut`. If a limit would end after the timeout, the wait fails at once.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import { subjectOf } from "../forge/WebhookDelivery.ts"
import type { Handler } from "../forge/Webhooks.ts"
import * as CallSite from "../rest/CallSite.ts"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import type { CheckStates, CommitInput, Options } from "./CheckStates.ts"
import * as Seen from "./internal/checks.ts"
import { CurrentDeliveries, makeDeliveries } from "./internal/deliveries.ts"
import { failureOf } from "./internal/failures.ts"
import { observed, observedStream } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { usualTimeout, watch } from "./internal/watch.ts"
import { ChecksFailed, ChecksTimedOut } from "./WorkflowError.ts"

export { comment, CommentFailure, type CommentInput, type CommentOptions, type Command } from "./AwaitPeople.ts"
export { type Permission, review, ReviewFailure, type ReviewInput, type ReviewOptions } from "./AwaitPeople.ts"
export { deployment, DeploymentFailure, type Deployed, type DeploymentInput } from "./AwaitRun.ts"
export {
  run,
  runEvents,
  RunFailure,
  type RunEvent,
  type RunInput,
  type RunOptions,
  type RunResult
} from "./AwaitRun.ts"

/** Deliveries of webhooks, for waits. */
export interface Deliveries {
  /** Takes deliveries: one of the handlers of `WebhookInbox.layer` or `Webhooks.dispatch`. */
  readonly handler: Handler
  /** Lets waits look as soon as a delivery about their repository has come. */
  readonly layer: Layer.Layer<never>
}

/**
 * Makes waits look when a webhook says so, and less often otherwise: all of this module, `Merge.whenGreen`,
 * `Merge.enqueue` and `Merge.queue`. A delivery about a repository lets all that wait for it look after a second. As one may get lost, they still
 * look by themselves, with delays that grow up to 5 minutes unless a `schedule` is given. Waits inside `Durable.steps`
 * look by their schedule only.
 *
 * **Example** (A bot that merges)
 *
 * ```ts
 * const { handler, layer } = yield* Await.deliveries
 * const Inbox = WebhookInbox.layer(Webhooks.handlers(handler))
 * const merged = Merge.whenGreen({ owner, repo, pull_number: 7 }).pipe(Effect.provide(layer))
 * ```
 */
export const deliveries: Effect.Effect<Deliveries> = Effect.sync(() => {
  const all = makeDeliveries()
  return {
    handler: {
      name: "await",
      event: null,
      actions: null,
      run: (delivery) => all.tell(subjectOf(delivery)?.split("#")[0] ?? "")
    },
    layer: Layer.succeed(CurrentDeliveries, all)
  }
})

/** What `checks` and `checkStates` can fail with. */
export const ChecksFailure = failureOf([NotFound, ValidationFailed, ChecksFailed, ChecksTimedOut])
export type ChecksFailure = typeof ChecksFailure.Type

/**
 * Streams the states of a commit's checks: the current one, then each that differs, until all have passed.
 *
 * Fails with `ChecksFailed` as soon as one has failed, and with `ChecksTimedOut` after `timeout` or at the end of
 * `schedule`. Changes nothing. An outage or a rate limit in the meantime does not end the wait, unless it lasts until
 * the end: the wait then fails with that error.
 */
export const checkStates: <R = never>(
  input: CommitInput,
  options?: Options<R>
) => Stream.Stream<CheckStates, ChecksFailure, Forge | R> = CallSite.stream(
  <R = never>(input: CommitInput, options: Options<R> = {}) =>
    observedStream(
      "Await.checkStates",
      Stream.callback<CheckStates, ChecksFailure, Forge | R>((queue) =>
        Queue.into(waitForChecks("Await.checkStates", input, options, queue), queue)
      ),
      input
    )
)

/**
 * Waits until the checks of a commit have passed, check runs and statuses together, and returns them.
 *
 * Fails with `ChecksFailed` as soon as one has failed, and with `ChecksTimedOut` after `timeout` or at the end of
 * `schedule`. Changes nothing. An outage or a rate limit in the meantime does not end the wait, unless it lasts until
 * the end: the wait then fails with that error.
 *
 * **Gotchas**
 *
 * Without `required`, a check that appears after all others have passed comes too late.
 */
export const checks: <R = never>(
  input: CommitInput,
  options?: Options<R>
) => Effect.Effect<CheckStates, ChecksFailure, Forge | R> = Effect.fn("Await.checks")(
  <R = never>(input: CommitInput, options: Options<R> = {}) => waitForChecks("Await.checks", input, options),
  observed
)

const waitForChecks = <R>(
  name: "Await.checks" | "Await.checkStates",
  input: CommitInput,
  { appearance = Seen.usualAppearance, required, schedule, timeout = usualTimeout }: Options<R>,
  states?: Queue.Queue<CheckStates, ChecksFailure | Cause.Done>
) =>
  Effect.gen(function* () {
    yield* Given.check(name, {
      required: Given.names(required),
      appearance: Given.duration(appearance),
      timeout: Given.duration(timeout)
    })
    let last: CheckStates | undefined
    return yield* watch({
      place: input,
      read: Seen.look(input, Seen.named(required)),
      decide: Effect.fnUntraced(function* (seen, elapsed) {
        if (states !== undefined && !Equal.equals(seen, last)) yield* Queue.offer(states, seen)
        last = seen
        return (yield* Seen.isGreen(input, seen, elapsed, { appearance, required })) ? Option.some(seen) : Option.none()
      }),
      timedOut: (seen, after) => Seen.timedOut(input, seen, after),
      schedule,
      timeout
    })
  })
