/**
 * Waits for what others do: the checks of a commit.
 *
 * ```ts
 * Await.checks({ owner, repo, ref: sha }, { required: ["build", "test"], timeout: "30 minutes" })
 * ```
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as CallSite from "../rest/CallSite.ts"
import type { CheckStates, CommitInput, LookError, Options } from "./CheckStates.ts"
import * as Seen from "./internal/checks.ts"
import { usualTimeout, watch } from "./internal/watch.ts"
import type { ChecksFailed, ChecksTimedOut } from "./WorkflowError.ts"

/**
 * Streams the states of a commit's checks: the current one, then each that differs, until all have passed.
 *
 * Fails with `ChecksFailed` as soon as one has failed, and with `ChecksTimedOut` after `timeout`. Changes nothing. An
 * outage in the meantime does not end the wait.
 */
export const checkStates: <R = never>(
  input: CommitInput,
  options?: Options<R>
) => Stream.Stream<CheckStates, LookError | ChecksFailed | ChecksTimedOut, Forge | R> = CallSite.stream(
  <R = never>(input: CommitInput, options: Options<R> = {}) =>
    Stream.callback<CheckStates, LookError | ChecksFailed | ChecksTimedOut, Forge | R>((queue) =>
      waitForChecks(input, options, queue).pipe(
        Effect.matchCauseEffect({
          onSuccess: () => Queue.end(queue),
          onFailure: (cause) => Queue.failCause(queue, cause)
        })
      )
    ).pipe(Stream.withSpan("Await.checkStates"))
)

/**
 * Waits until the checks of a commit have passed, check runs and statuses together, and returns them.
 *
 * Fails with `ChecksFailed` as soon as one has failed, and with `ChecksTimedOut` after `timeout` or at the end of
 * `schedule`. Changes nothing. An outage in the meantime does not end the wait.
 *
 * **Gotchas**
 *
 * Without `required`, a check that appears after all others have passed comes too late.
 */
export const checks: <R = never>(
  input: CommitInput,
  options?: Options<R>
) => Effect.Effect<CheckStates, LookError | ChecksFailed | ChecksTimedOut, Forge | R> = Effect.fn("Await.checks")(
  <R = never>(input: CommitInput, options: Options<R> = {}) => waitForChecks(input, options),
  CallSite.ofFn
)

const waitForChecks = <R>(
  input: CommitInput,
  {
    appearance = Seen.usualAppearance,
    required,
    schedule,
    timeout = usualTimeout
  }: Options<R>,
  states?: Queue.Queue<CheckStates, LookError | ChecksFailed | ChecksTimedOut | Cause.Done>
) =>
  Effect.suspend(() => {
    let last: CheckStates | undefined
    return watch({
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
