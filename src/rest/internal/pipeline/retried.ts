/** The retries of a call, and the waits between them. */
import * as Effect from "effect/Effect"
import { isWrite } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import { type Failure, InvalidInput, RateLimited, ServiceUnavailable, TransportFailed } from "../../RestError.ts"
import { cut, mostInMessage } from "../text/cut.ts"
import { delayBefore } from "./backoff.ts"
import * as Counts from "../wire/counts.ts"
import { type NextStep, type OngoingCall, timeLeft } from "./call.ts"
import { GivenUp } from "./renewed.ts"

/** What the earlier tries have come to. */
interface Course {
  /** How many retries the call has taken from the budget of its service. */
  readonly retries: number
  /** When the first try failed, in milliseconds. */
  readonly failedAt: number | undefined
  /** What the first try took on the wire, in milliseconds. */
  readonly firstTook: number
  /** Whether one of them may have reached the service: then the call may have, whatever the last one says. */
  readonly mayHaveArrived: boolean
}

const begun: Course = { retries: 0, failedAt: undefined, firstTook: 0, mayHaveArrived: false }

/** Tries until a try succeeds, or fails with an error that is not retried. Each retry reads the credential again. */
export const retried = <A>(
  call: OngoingCall,
  credential: Credential,
  next: NextStep<A, Failure | GivenUp>,
  course: Course = begun
): Effect.Effect<A, Failure> => {
  call.allowance.tries++
  return Effect.matchEffect(next(credential), {
    onSuccess: (value) => {
      call.service.retries.succeed(course.retries)
      return Effect.succeed(value)
    },
    onFailure: (failure) =>
      failure instanceof GivenUp
        ? Effect.fail(failure.failure)
        : // Most calls succeed at once. They need no generator.
          Effect.flatMap(later(call, failure, course), (course) =>
            Effect.flatMap(call.credential, (credential) => retried(call, credential, next, course))
          )
  })
}

/** Waits for the next try, or fails with `failure` if there is none. */
const later = Effect.fnUntraced(function* (
  call: OngoingCall,
  failure: Failure,
  course: Course
): Effect.fn.Return<Course, Failure> {
  const { allowance, asked, clock, counted, policies, service } = call
  const now = clock.currentTimeMillisUnsafe()
  const failedAt = course.failedAt ?? now
  const firstTook = course.failedAt === undefined ? allowance.spent : course.firstTook
  const final = () => ended(call, failure, course, now - failedAt + firstTook)
  if (timeLeft(call) <= 0) return yield* Effect.fail(final())
  const delay = yield* delayBefore(policies.retry, failure, {
    attempt: allowance.tries,
    elapsed: now - failedAt,
    repeatable: asked.repeatable,
    patientUntil: now + allowance.left
  })
  // A limit is not an outage: the gate has waited.
  const isOutage = !(failure instanceof RateLimited)
  if (delay === undefined || (isOutage && !service.retries.take(policies.retry.budget))) {
    return yield* Effect.fail(final())
  }
  yield* policies.observer({ _tag: "Retrying", operation: counted.operation, after: failure._tag, delay })
  Counts.retried(call.context, counted, failure)
  if (delay > 0) yield* Effect.sleep(delay)
  return {
    retries: course.retries + (isOutage ? 1 : 0),
    failedAt,
    firstTook,
    mayHaveArrived:
      course.mayHaveArrived ||
      (failure instanceof TransportFailed ? failure.mayHaveArrived : failure instanceof ServiceUnavailable)
  }
})

/** The failure of the last try, as that of the call: it tells of the tries before it, too. */
const ended = ({ allowance, asked }: OngoingCall, failure: Failure, course: Course, took: number): Failure => {
  // A try that the gate held back was not sent.
  const attempts = failure instanceof RateLimited && failure.status === null ? allowance.tries - 1 : allowance.tries
  const tried = attempts < 2 ? "" : ` (after ${attempts} attempts in ${Number((took / 1_000).toPrecision(2))} s)`
  if (!(failure instanceof TransportFailed)) return tried === "" ? failure : saying(failure, failure.message + tried)
  const mayHaveArrived = course.mayHaveArrived || failure.mayHaveArrived
  const doubt = !mayHaveArrived || !isWrite(asked) ? "" : failure.mayHaveArrived ? inDoubt : earlierInDoubt
  const message = `${failure.message}${doubt}${tried}`
  return message === failure.message ? failure : saying(failure, message, { mayHaveArrived })
}

const inDoubt = ": the service may have carried it out"
const earlierInDoubt = ": the service may have carried out an earlier attempt"

/** An error with a schema. */
interface WithFields extends Error {
  readonly constructor: new (fields: object) => Failure
}

const hasFields = (failure: Failure): failure is Failure & WithFields => "fields" in failure.constructor

/** A copy of an error with another message. What a declaration has made without a schema stays as it is. */
const saying = (failure: Failure, message: string, more?: object): Failure =>
  failure instanceof InvalidInput || !hasFields(failure)
    ? failure
    : new failure.constructor(Object.assign({}, failure, more, { message: cut(message, mostInMessage) }))
