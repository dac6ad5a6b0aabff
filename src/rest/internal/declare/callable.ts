/** Makes callables from declared operations: the run-time half of `Operation.ts`, whose types document them. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Decoded, Reader } from "../../Call.ts"
import type { CallPlan } from "../../CallPlan.ts"
import * as CallSite from "../../CallSite.ts"
import type { Representation } from "../../Declaration.ts"
import type { Dialect } from "../../Dialect.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Reply } from "../../Reply.ts"
import { type Failure, invalidInput } from "../../RestError.ts"
import { dateOf, deprecationOf, pollIntervalOf, requestIdOf, validatorsOf } from "../response/replyHeaders.ts"
import * as Readers from "../../Reader.ts"
import { fitsHeader } from "../text/headerText.ts"
import { derived, withTransport } from "./plan.ts"

/** Makes a call and reads its response. */
export interface MakeCall<Input, Self> {
  <A>(input: Input, reader: Reader<A>, since?: Validators): Effect.Effect<Decoded<A>, Failure, Self>
}

/** Makes calls according to a plan. */
export const callBy =
  <Self>(plan: CallPlan<Self>): MakeCall<unknown, Self> =>
  (input, reader, since) =>
    withTransport(plan, (transport) => {
      const encoded = plan.encode(input)
      if (Result.isFailure(encoded)) return Effect.fail(encoded.failure)
      const { body, fields, secrets, url } = encoded.success
      const { foreseen } = plan
      const call = { ...plan.call, url, body, secrets, foreseen: foreseen && (() => foreseen(fields)) }
      return transport.request(call, reader, since)
    })

/** Makes a reply: a value with the metadata of its response. */
export const replyOf = <A>(
  { budget, cached, headers, status }: Decoded<unknown>,
  value: A,
  dialect: Dialect
): Reply<A> => ({
  value,
  status,
  validators: validatorsOf(headers),
  rateLimit: budget === undefined ? null : { ...budget, resetAt: DateTime.fromDateUnsafe(new Date(budget.resetAt)) },
  date: dateOf(headers),
  requestId: requestIdOf(headers, dialect),
  deprecation: deprecationOf(headers),
  pollInterval: pollIntervalOf(headers),
  cached
})

/** Makes the callable for calls with one response. The types expose `ifChanged` for reads only. */
export const callable = <Input, A, B, Self>(
  plan: CallPlan<Self>,
  askBy: (plan: CallPlan<Self>) => MakeCall<Input, Self>,
  reader: Reader<A>,
  valueOf: (decoded: Decoded<A>) => B
) => {
  const { declaration, dialect } = plan
  const ask = askBy(plan)
  const reply = (input: Input, since?: Validators) =>
    canBeSent(since)
      ? Effect.map(ask(input, reader, since), (decoded) => replyOf(decoded, valueOf(decoded), dialect))
      : Effect.fail(invalidInput(declaration.name, "since", "has a validator that cannot be sent in a header"))
  return Object.assign(
    CallSite.effect((input: Input) => Effect.map(ask(input, reader), valueOf)),
    {
      withReply: CallSite.effect((input: Input) => reply(input)),
      ifChanged: CallSite.effect(reply),
      as: (schema: Schema.ConstraintDecoder<unknown>, options?: Representation): unknown =>
        callable(derived(plan, schema, options), askBy, Readers.valueOf(plan.call.method, schema), valueIn),
      declaration
    }
  )
}

const canBeSent = (validators: Validators | null | undefined): boolean =>
  Object.values(validators ?? {}).every((validator) => validator === undefined || fitsHeader(validator))

/** The value of a response. */
export const valueIn = <A>({ value }: Decoded<A>): A => value

/** Makes the callable of an operation. */
export const operation = <A, Self>(plan: CallPlan<Self>, reader: Reader<A>) => callable(plan, callBy, reader, valueIn)
