/** The exchange: sends a request, tells the gate what its response says of limits, and makes the error of a refusal. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import { isWrite } from "../../Call.ts"
import type { Response } from "../../Dialect.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Notice } from "../../Limit.ts"
import type { Failure } from "../../RestError.ts"
import type { ClientError, TooLarge } from "../../Sender.ts"
import { withoutEchoes } from "../response/echoes.ts"
import * as ResponseError from "../response/responseError.ts"
import { retryAfter, sentAt as serverTimeOf } from "../response/serverTime.ts"
import { type Redact, redactor, secretOf } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import * as Exchange from "../wire/exchange.ts"
import { exchangeFailed } from "../wire/failures.ts"
import type { OngoingCall, Permit, ValidatorsFor } from "./call.ts"
import { outgoing } from "./outgoing.ts"
import { CredentialRefused, type Receive, type Exchanged } from "./exchange.ts"
import { isConditional } from "./validators.ts"

/** An exchange, and what it is about. */
interface Attempt<out B> {
  readonly call: OngoingCall
  readonly permit: Permit
  readonly validators: Validators | undefined
  readonly receive: Receive<B>
  readonly secret: string | undefined
  readonly redact: Redact
}

type ExchangeFailure = Failure | CredentialRefused

/** Sends a request with a permit. `receive` receives the body of a success. */
export const exchanged =
  <B>(call: OngoingCall, receive: Receive<B>, validatorsFor: ValidatorsFor) =>
  (permit: Permit): Effect.Effect<Exchanged<B>, ExchangeFailure> => {
    const { allowance, clock, own, service } = call
    const validators = validatorsFor(permit.credential)
    const secret = secretOf(permit.credential)
    const redact = redactor(secret, service.dialect.tokens, own?.hidden)
    const sent: Attempt<B> = { call, permit, validators, receive, secret, redact }
    const request = outgoing(call, permit, secret, validators, redact)
    const ended = Effect.flatMap(Exchange.send(service.sender, request), (head) => arrived(sent, head))
    return Effect.matchEffect(ended, {
      onFailure: (error) => {
        allowance.spent += clock.currentTimeMillisUnsafe() - permit.sentAt
        return Effect.fail(failureOf(sent, error))
      },
      onSuccess: (received) => {
        allowance.spent += clock.currentTimeMillisUnsafe() - permit.sentAt
        return Effect.succeed(received)
      }
    })
  }

/** Fails without a complete response. */
type WireError = ClientError | TooLarge

const isWireError = (error: WireError | ExchangeFailure): error is WireError =>
  "_tag" in error && (error._tag === "HttpClientError" || error._tag === "TooLarge")

const failureOf = (
  { call: { info, service }, redact }: Attempt<unknown>,
  error: WireError | ExchangeFailure
): ExchangeFailure => {
  if (!isWireError(error)) return error
  return error._tag === "TooLarge"
    ? ResponseError.tooLarge(info, error, service.dialect, redact)
    : exchangeFailed(info, error, redact)
}

/** Goes on when the head has arrived. */
const arrived = <B>(
  sent: Attempt<B>,
  head: Exchange.Head
): Effect.Effect<Exchanged<B>, ClientError | TooLarge | ExchangeFailure> => {
  const { call, permit, receive, redact, secret, validators } = sent
  const { asked, own, service } = call
  const { arrivedAt, response, url } = head
  const { status } = response
  let headers = withoutEchoes(head.headers, secret, redact)
  for (const other of own?.secrets ?? []) headers = withoutEchoes(headers, other, redact)
  const isSuccess = asked.statuses.includes(status)
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
  const read = (): ReturnType<typeof arrived<B>> => {
    const received = (body?: B): Exchanged<B> => {
      const { credential } = permit
      return { status, headers, url, body, budget: notice?.budget, credential }
    }
    if (isSuccess) return Effect.mapEager(receive(response), received)
    const refusal = (text: string) => refused(sent, { status, headers, arrivedAt, notice }, text)
    if (status !== 304) {
      return Effect.flatMap(response.head(call.policies.errorBodyLimit, call.policies.silence), refusal)
    }
    // It has no body, whatever length it states.
    const ended = () => (isConditional(validators) ? Effect.succeed(received()) : refusal(""))
    return Effect.matchEffect(response.text(Infinity), { onFailure: ended, onSuccess: ended })
  }
  // It counts at once: the body may take its time, or never come.
  return notice === undefined ? read() : Effect.flatMap(service.limits.note(permit.bucket, notice), read)
}

/** The response as its dialect looks at it. */
const responseOf = (
  call: OngoingCall,
  status: number,
  headers: Headers.Headers,
  body: string,
  now: number
): Response => ({ status, headers, body, retryAfter: retryAfterOf(call, headers, now) })

/** `Retry-After`, as far as it is plausible. */
export const retryAfterOf = (
  { policies }: OngoingCall,
  headers: Headers.Headers,
  now: number
): Duration.Duration | undefined => {
  const after = retryAfter(headers, now)
  return after && Duration.millis(Math.min(Duration.toMillis(after), policies.maxRetryAfter))
}

/** Fails with the error of a response that is no success. */
const refused = (
  { call, permit, redact }: Attempt<unknown>,
  head: Pick<Response, "status" | "headers"> & { readonly arrivedAt: number; readonly notice: Notice | undefined },
  body: string
): Effect.Effect<never, ExchangeFailure> => {
  const { asked, info, service } = call
  const { dialect, limits } = service
  const { arrivedAt, headers, notice, status } = head
  const response = responseOf(call, status, headers, body, arrivedAt)
  const limit = status < 400 || notice === undefined ? undefined : dialect.limit(response, arrivedAt)
  // What the head was taken for, the body may deny.
  const noted =
    notice === undefined || (limit === undefined && notice.limit === undefined)
      ? Effect.undefined
      : limits.note(permit.bucket, { sentAt: permit.sentAt, budget: notice.budget, limit, replaces: notice })
  return Effect.flatMap(noted, (limited) => {
    const meaning = (notice && dialect.meaning?.(response)) ?? status
    const { retryAfter } = response
    const refusal = { info, status, expected: asked.statuses, meaning, headers, body, limited, retryAfter }
    const failure = ResponseError.fromRefusal(refusal, asked.declared, dialect, redact)
    const { credential } = permit
    return Effect.fail(
      status === 401 && notice !== undefined
        ? new CredentialRefused(failure, { credential, serverTime: serverTimeOf(headers) })
        : failure
    )
  })
}
