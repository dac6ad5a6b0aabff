/**
 * Watches a read for changes.
 *
 * ```ts
 * Poll.changes(PullRequests.get, { owner, repo, pull_number: 1 }).pipe(
 *   Stream.takeUntil((pull) => pull.merged === true),
 *   Stream.runLast
 * )
 * ```
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as CallSite from "../rest/CallSite.ts"
import type { Validators } from "../rest/HttpCache.ts"
import type { Read } from "../rest/Operation.ts"
import type { Reply } from "../rest/Reply.ts"
import { NotModified } from "../rest/RestError.ts"
import { observedStream } from "./internal/observed.ts"
import { isPassing, retryAt } from "./internal/watch.ts"

/** What is known after a read. */
interface Seen<out A> {
  readonly value: A
  readonly validators: Validators
  readonly pollInterval: Duration.Duration | null
}

/**
 * Streams the values of a read: the current one, then each that differs from the one before.
 *
 * Waits between two reads as long as `schedule` says (by default a minute), and at least as long as the service asks for
 * (`X-Poll-Interval`). The stream ends with the schedule, and fails as the read does, after its retries.
 *
 * **Details**
 *
 * An outage or a limit after the first read does not end the stream: it reads again as the schedule says. If the schedule
 * ends meanwhile, the stream fails with the last failure. Without an end, it waits for as long as the outage lasts.
 * Each read is conditional: a 304 costs no quota. To watch a listing, watch a page: `Poll.changes(Issues.list.page, …)`.
 * The schedule gets the last value as its input. A stream has a span, and each read a child of it.
 *
 * **Gotchas**
 *
 * A change that is undone between two reads is not noticed.
 */
export const changes: <Input, A, E, R, R2 = never>(
  read: Read<Input, A, E, R>,
  input: Input,
  schedule?: Schedule.Schedule<unknown, A, never, R2>
) => Stream.Stream<A, E, R | R2> = CallSite.stream(
  <Input, A, E, R, R2 = never>(
    read: Read<Input, A, E, R>,
    input: Input,
    schedule: Schedule.Schedule<unknown, A, never, R2> = Schedule.spaced("1 minute")
  ): Stream.Stream<A, E, R | R2> =>
    observedStream(
      "Poll.changes",
      Stream.unwrap(
        Effect.map(Schedule.toStep(schedule), (step) => {
          /** How long to wait until the next read, in milliseconds; undefined at the end of the schedule. */
          const delayAfter = ({ pollInterval, value }: Seen<A>, failure: unknown) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              step(now, value).pipe(
                Effect.map(([, delay]) =>
                  Math.max(Duration.toMillis(delay), Duration.toMillis(pollInterval ?? 0), retryAt(failure) - now)
                ),
                Pull.catchDone(() => Effect.undefined)
              )
            )

          const next = Effect.fnUntraced(function* (seen: Seen<A>) {
            let current = seen
            let failed: { readonly error: E } | undefined
            while (true) {
              const delay = yield* delayAfter(current, failed?.error)
              if (delay === undefined) return failed === undefined ? undefined : yield* Effect.fail(failed.error)
              yield* Effect.sleep(delay)
              const result = yield* Effect.result(changed(read, input, current.validators))
              if (Result.isFailure(result)) {
                if (!isPassing(result.failure)) return yield* Effect.fail(result.failure)
                failed = { error: result.failure }
                continue
              }
              failed = undefined
              const reply = result.success
              const isNew = reply._tag !== "NotModified" && !Equal.equals(reply.value, current.value)
              const { pollInterval, validators } = reply
              current = { value: isNew ? reply.value : current.value, validators, pollInterval }
              if (isNew) return [reply.value, current] as const
            }
          })

          const start = Effect.map(read.withReply(input), (reply): readonly [A, Seen<A>] => [reply.value, reply])
          return Stream.unfold<Seen<A> | undefined, A, E, R | R2>(undefined, (seen) =>
            seen === undefined ? start : next(seen)
          )
        })
      ),
      input,
      { "forgecast.operation": read.declaration.name }
    )
)

/** The reply of a read, or `NotModified`. */
const changed = <Input, A, E, R>(
  read: Read<Input, A, E, R>,
  input: Input,
  since: Validators
): Effect.Effect<({ readonly _tag: "Changed" } & Reply<A>) | NotModified, E, R> =>
  read.ifChanged(input, since).pipe(
    Effect.map((reply) => ({ _tag: "Changed" as const, ...reply })),
    Effect.catch((error) => (error instanceof NotModified ? Effect.succeed(error) : Effect.fail(error)))
  )
