/** Renewal: a request whose credential the service has refused is sent again with another one, at once. */
import * as Effect from "effect/Effect"
import type { Credential, CredentialsFailed } from "../../Credentials.ts"
import { withoutResponse } from "../../ErrorFields.ts"
import { type Failure, type RequestError, type RequestInfo, Unauthorized } from "../../RestError.ts"
import { type Redact, withoutSecrets } from "../text/redact.ts"
import { type NextStep, type OngoingCall, redactorOf, timeLeft } from "./call.ts"
import { CredentialRefused } from "./outcome.ts"

/** Failed for good: the provider of credentials has failed, which no retry of the request helps. */
export class GivenUp {
  readonly failure: Failure
  constructor(failure: Failure) {
    this.failure = failure
  }
}

/** How often a call is sent with another credential. */
const most = 8

/** Asks again with another credential, as long as the provider has one. It counts over all tries of a call. */
export const renewed = <A>(
  call: OngoingCall,
  next: NextStep<A, Failure | CredentialRefused>
): NextStep<A, Failure | GivenUp> => {
  const { recorder, service } = call
  let count = 0

  const asks: NextStep<A, Failure | GivenUp> = (credential) => {
    recorder.attempts++
    recorder.status = undefined
    return next(credential).pipe(
      Effect.catch((error) => (error instanceof CredentialRefused ? again(error) : Effect.fail(error)))
    )
  }

  const again = ({ failure, refused }: CredentialRefused): Effect.Effect<A, Failure | GivenUp> => {
    const { renew } = service.credentials
    if (renew === undefined || count === most || timeLeft(call) <= 0) return Effect.fail(failure)
    return Effect.matchEffect(renew({ ...refused, count: ++count }), {
      onFailure: (error) =>
        Effect.fail(new GivenUp(providerFailed(call.info, error, redactorOf(call, refused.credential)))),
      onSuccess: (other: Credential | undefined) => (other === undefined ? Effect.fail(failure) : asks(other))
    })
  }

  return asks
}

/** The error of a call whose provider of credentials has failed. */
export const providerFailed = (
  info: RequestInfo,
  error: CredentialsFailed | RequestError,
  redact: Redact
): RequestError => {
  if (error._tag !== "CredentialsFailed") return error
  const why = `the provider of credentials failed: ${error.message}`
  const { reason, transient = false } = error
  return new Unauthorized({ ...withoutResponse(withoutSecrets(info, redact), why), reason, transient })
}
