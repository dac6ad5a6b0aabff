/** The exchange: sends a request, tells the gate what its response says of limits, and makes the error of a refusal. */
import * as Effect from "effect/Effect"
import { isWrite } from "../../Call.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Notice } from "../../Limit.ts"
import type { ClientError, TooLarge } from "../../Sender.ts"
import { withoutEchoes } from "../response/echoes.ts"
import * as ResponseError from "../response/responseError.ts"
import { secretOf } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import * as Counts from "../wire/counts.ts"
import { exchangeFailed } from "../wire/failures.ts"
import { type Head, send } from "../wire/send.ts"
import { type OngoingCall, type Permit, redactorOf, type ValidatorsFor } from "./call.ts"
import { exposedTo, outgoing } from "./outgoing.ts"
import type { Outcome, Receive } from "./outcome.ts"
import { type Attempt, type ExchangeFailure, refused, responseOf } from "./refusal.ts"

/** An exchange, and what it is about. */
interface Sent<out B> extends Attempt {
  readonly validators: Validators | undefined
  readonly receive: Receive<B>
  readonly secret: string | undefined
}

/** Sends a request with a permit. `receive` receives the body of a success. */
export const exchanged =
  <B>(call: OngoingCall, receive: Receive<B>, validatorsFor: ValidatorsFor) =>
  (permit: Permit): Effect.Effect<Outcome<B>, ExchangeFailure> => {
    const { service } = call
    const validators = validatorsFor(permit.credential)
    const secret = secretOf(permit.credential)
    const redact = redactorOf(call, permit.credential)
    const sent: Sent<B> = { call, permit, validators, receive, secret, redact }
    const request = outgoing(call, permit, secret, validators, redact)
    const received = Effect.flatMap(send(service.sender, request), (head) => arrived(sent, head))
    const understood = Effect.mapError(received, (error) => {
      spend(sent)
      return failureOf(sent, error)
    })
    return Effect.onExitPrimitive(understood, (exit) => {
      Counts.ended(permit.context, call.counted, call.asked.weight ?? 1, exit)
      return undefined
    })
  }

/** Counts the time of an exchange, once it has ended. */
const spend = ({ call: { allowance, clock }, permit }: Attempt): void => {
  allowance.spent += clock.currentTimeMillisUnsafe() - permit.sentAt
}

/** Fails without a complete response. */
type WireError = ClientError | TooLarge

const isWireError = (error: WireError | ExchangeFailure): error is WireError =>
  "_tag" in error && (error._tag === "HttpClientError" || error._tag === "TooLarge")

const failureOf = (
  { call: { info, service }, redact }: Attempt,
  error: WireError | ExchangeFailure
): ExchangeFailure => {
  if (!isWireError(error)) return error
  return error._tag === "TooLarge"
    ? ResponseError.tooLarge(info, error, service.dialect, redact)
    : exchangeFailed(info, error, redact)
}

/** Goes on when the head has arrived. */
const arrived = <B>(
  sent: Sent<B>,
  { response, url }: Head
): Effect.Effect<Outcome<B>, ClientError | TooLarge | ExchangeFailure> => {
  const { call, permit, receive, redact, secret, validators } = sent
  const { asked, clock, own, policies, service } = call
  const { status } = response
  const arrivedAt = clock.currentTimeMillisUnsafe()
  let headers = withoutEchoes(response.headers, secret, redact)
  for (const other of [...(own?.secrets ?? []), ...(asked.secrets ?? [])]) {
    headers = withoutEchoes(headers, other, redact)
  }
  // What a foreign origin says of limits is not the service's word.
  const isOwn = service.ownOrigins.has(Urls.originOf(url))
  const success = status < 400 ? (isWrite(asked) ? "write" : "read") : undefined
  const notice: Notice | undefined = isOwn
    ? {
        sentAt: permit.sentAt,
        budget: service.dialect.budget(headers, asked.resource, arrivedAt),
        limit: success ? undefined : service.dialect.limit(responseOf(call, status, headers, "", arrivedAt), arrivedAt),
        success
      }
    : undefined
  // A 304 to any other request confirms nothing.
  const isConditional = (validators?.etag ?? validators?.lastModified) !== undefined
  const received = (body?: B): Outcome<B> => {
    spend(sent)
    return { status, headers, url, body, budget: notice?.budget, credential: permit.credential, redact }
  }
  const read = (): ReturnType<typeof arrived<B>> => {
    if (asked.statuses.includes(status)) return Effect.mapEager(receive(response), received)
    const refusal = (text: string) => {
      const getsToken = isOwn && !exposedTo(call).has(Urls.originOf(url))
      const hasToken = getsToken ? secret !== undefined : undefined
      return refused(sent, { status, headers, arrivedAt, notice, hasToken }, text)
    }
    return status === 304
      ? Effect.flatMapEager(response.drained, () => (isConditional ? Effect.succeed(received()) : refusal("")))
      : Effect.flatMap(response.head(policies.errorBodyLimit, policies.silence), refusal)
  }
  // It counts at once: the body may take its time, or never come.
  return notice === undefined ? read() : Effect.flatMap(service.limits.note(permit.bucket, notice), read)
}
