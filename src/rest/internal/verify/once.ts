/** Sends a write until it is known to be carried out, and looks for it each time before it sends it again. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CallObserver } from "../../Policies.ts"
import * as RestError from "../../RestError.ts"
import type { Policy } from "../../Retry.ts"
import { delayBefore } from "../pipeline/backoff.ts"
import * as Counts from "../wire/counts.ts"

/** A write and how it is found again. */
export interface Verified<out A, out E, out R> {
  readonly operation: string
  /** The rate limit that it draws on. */
  readonly resource: string
  readonly send: Effect.Effect<A, E, R>
  /** Looks for the record that the write has made. */
  readonly find: Effect.Effect<Option.Option<A>, E, R> | undefined
  /** Removes what a failed write has left behind. */
  readonly clear: Effect.Effect<void, E, R>
  /** The result of a removal whose resource is not there any more. */
  readonly gone: (() => A) | undefined
  /** Whether an earlier call may have sent it. */
  readonly resume: boolean
  readonly retry: Policy
  readonly observer: CallObserver
  /** How long a write may take to show, in milliseconds. */
  readonly settling: number
}

export const once = Effect.fnUntraced(function* <A, E, R>(write: Verified<A, E, R>): Effect.fn.Return<A, E, R> {
  const { find, gone, observer, operation, settling } = write

  /** Looks at once, and again until the write must have shown. */
  const search = Effect.fnUntraced(function* (): Effect.fn.Return<Option.Option<A>, E, R> {
    if (find === undefined) return Option.none()
    yield* observer({ _tag: "Looking", operation })
    for (const share of [0, 1 / 4, 1 / 4, 1 / 2]) {
      if (share * settling > 0) yield* Effect.sleep(share * settling)
      else if (share > 0) break
      const found = yield* find
      if (Option.isSome(found)) return found
    }
    return Option.none()
  })

  let inDoubt = write.resume
  if (inDoubt) {
    const found = yield* search()
    if (Option.isSome(found)) return found.value
    yield* write.clear
  }

  let failedAt: number | undefined
  for (let attempt = 1; ; attempt++) {
    const result = yield* Effect.result(write.send)
    if (result._tag === "Success") return result.success
    const { failure } = result
    /** Does something about the failure. If that fails too, the failure stands: it says what is known of the write. */
    const orElse = <B>(effect: Effect.Effect<B, E, R>) =>
      effect.pipe(
        Effect.tapError((reason) => observer({ _tag: "LookingFailed", operation, reason })),
        Effect.mapError(() => failure)
      )
    if (!mayHaveActed(failure)) {
      if (!inDoubt) return yield* Effect.fail(failure)
      if (gone !== undefined && isMissing(failure)) return gone()
      // The refusal may be due to the write itself: the name is taken, the file has changed.
      const found = find === undefined ? Option.none() : yield* orElse(find)
      return Option.isSome(found) ? found.value : yield* Effect.fail(failure)
    }
    inDoubt = true
    const now = yield* Clock.currentTimeMillis
    failedAt ??= now
    const delay = isLost(failure)
      ? yield* delayBefore(write.retry, failure, {
          attempt,
          elapsed: now - failedAt,
          repeatable: true,
          patientUntil: now
        })
      : undefined
    // A write that shows costs no time. Only a time that the service states is waited for before the look.
    if (delay !== undefined && asksForTime(failure)) yield* Effect.sleep(delay)
    const found = yield* orElse(search())
    if (Option.isSome(found)) return found.value
    if (delay === undefined) return yield* Effect.fail(failure)
    const left = now + delay - (yield* Clock.currentTimeMillis)
    if (left > 0) yield* Effect.sleep(left)
    yield* orElse(write.clear)
    const context = yield* Effect.context<never>()
    Counts.retried(context, { operation, resource: write.resource }, failure)
  }
})

/** Whether the write may have been carried out, and sending it again may help. */
const isLost = (failure: unknown): failure is RestError.TransportFailed | RestError.ServiceUnavailable =>
  failure instanceof RestError.ServiceUnavailable ||
  (failure instanceof RestError.TransportFailed && failure.mayHaveArrived)

/** Whether the service has said, by `Retry-After`, when to come back. */
const asksForTime = (failure: unknown): boolean =>
  failure instanceof RestError.ServiceUnavailable && failure.retryAfter !== null

/** Whether the write may have been carried out. A response that cannot be read does not deny it. */
const mayHaveActed = (failure: unknown): boolean =>
  isLost(failure) ||
  failure instanceof RestError.DecodeFailed ||
  (failure instanceof RestError.UnexpectedStatus && !isRefusal(failure.status))

const isRefusal = (status: number | null): boolean => status === null || (status >= 300 && status < 500)

/** Whether the resource is not there, whether or not the operation declares that. */
const isMissing = (failure: unknown): boolean =>
  failure instanceof RestError.NotFound ||
  failure instanceof RestError.Gone ||
  (failure instanceof RestError.UnexpectedStatus && (failure.status === 404 || failure.status === 410))
