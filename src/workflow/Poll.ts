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
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { Validators } from "../rest/HttpCache.ts"
import type { Read } from "../rest/Operation.ts"
import type { Reply } from "../rest/Reply.ts"
import { NotModified } from "../rest/RestError.ts"

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
 * Each read is conditional: a 304 spends no quota. A listing is watched by its page: `Poll.changes(Issues.list.page, …)`.
 * The schedule gets the last value as its input. A stream has a span, and each read a child of it.
 *
 * **Gotchas**
 *
 * A change that is undone between two reads is not seen.
 */
export const changes = <Input, A, E, R, R2 = never>(
  read: Read<Input, A, E, R>,
  input: Input,
  schedule: Schedule.Schedule<unknown, A, never, R2> = Schedule.spaced("1 minute")
): Stream.Stream<A, E, R | R2> =>
  Stream.unwrap(
    Effect.map(Schedule.toStep(schedule), (step) => {
      /** How long to wait until the next read; undefined at the end of the schedule. */
      const delayAfter = ({ pollInterval, value }: Seen<A>) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          step(now, value).pipe(
            Effect.map(([, delay]) => (pollInterval === null ? delay : Duration.max(delay, pollInterval))),
            Pull.catchDone(() => Effect.undefined)
          )
        )

      const next = Effect.fnUntraced(function* (seen: Seen<A>) {
        let current = seen
        while (true) {
          const delay = yield* delayAfter(current)
          if (delay === undefined) return undefined
          yield* Effect.sleep(delay)
          const reply = yield* changed(read, input, current.validators)
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
  ).pipe(Stream.withSpan("Poll.changes", { attributes: { "forgecast.operation": read.declaration.name } }))

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
