/** The gate: a request waits until the limits let it pass. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { isWrite } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Bucket, Limited } from "../../Limit.ts"
import { withoutResponse } from "../../ErrorFields.ts"
import type { CallObserver } from "../../Policies.ts"
import { type Failure, invalidInput, RateLimited } from "../../RestError.ts"
import { withoutSecrets } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { type NextStep, type OngoingCall, type Permit, redactorOf } from "./call.ts"
import { exposedTo } from "./outgoing.ts"

/** How long a credential may wait at the gate before it is read again, in milliseconds. */
const credentialLifetime = 1_000

/** Who asks has changed at the gate: the request has to wait at the gate of the new one. */
class PrincipalChanged {
  readonly to: Credential
  constructor(to: Credential) {
    this.to = to
  }
}

/** Asks once the gate lets it pass. Fails with `RateLimited` if it would have to wait for too long. */
export const gated = <A, E extends object>(
  call: OngoingCall,
  next: (permit: Permit) => Effect.Effect<A, E>
): NextStep<A, E | Failure> => {
  const { allowance, asked, clock, policies, recorder, service, target } = call

  const observer: CallObserver = (event) => {
    if (event._tag === "Waiting") {
      const { kind, milliseconds, resource } = event
      const until = clock.currentTimeMillisUnsafe() + milliseconds
      recorder.waits = [...recorder.waits, { kind, resource, at: clock.currentTimeNanosUnsafe(), until }]
    }
    return policies.observer(event)
  }

  const asks: NextStep<A, E | Failure> = (credential) => {
    recorder.principal = credential.principal
    const exposed = exposedTo(call)
    if (credential.token !== undefined && exposed.size > 0 && exposed.has(Urls.originOf(target))) {
      return Effect.fail(invalidInput(asked.operation, `hosts.${asked.host}`, tokenExposed))
    }
    const bucket = bucketOf(call, credential)
    const askedAt = clock.currentTimeMillisUnsafe()
    const permitted = Effect.withFiber(({ context }) => {
      const sentAt = clock.currentTimeMillisUnsafe()
      const sendAs = (credential: Credential): Effect.Effect<A | PrincipalChanged, E> =>
        credential.principal === bucket.principal
          ? next({ credential, bucket, sentAt, context })
          : Effect.succeed(new PrincipalChanged(credential))
      return sentAt - askedAt < credentialLifetime ? sendAs(credential) : Effect.flatMap(call.credential, sendAs)
    })
    const options = {
      operation: asked.operation,
      write: isWrite(asked),
      writeInterval: policies.writeInterval,
      maxWait: policies.maxWait,
      patience: allowance,
      observer,
      quota: service.quota,
      weight: asked.weight
    }
    return Effect.matchEffect(service.limits.withPermit(bucket, options, permitted), {
      onFailure: (error) => Effect.fail(isLimited(error) ? heldBack(call, credential, error) : error),
      onSuccess: (passed) => (passed instanceof PrincipalChanged ? asks(passed.to) : Effect.succeed(passed))
    })
  }
  return asks
}

/** The budget that a call draws on. */
export const bucketOf = ({ asked, service: { origin, quota } }: OngoingCall, { principal }: Credential): Bucket => ({
  origin: quota?.name ?? origin,
  principal,
  // All calls share the quota, whatever their resource.
  resource: quota === undefined ? asked.resource : "calls"
})

const isLimited = (error: object): error is Limited => "_tag" in error && error._tag === "Limited"

const tokenExposed =
  "is plain HTTP, which would show the token to the network: use HTTPS, or allow it with Transport.AllowInsecure"

const heldBack = (call: OngoingCall, credential: Credential, { _tag, underWay, ...limited }: Limited): RateLimited => {
  const advice = call.service.dialect.advice?.(null, credential.token !== undefined)
  const until = DateTime.formatIso(limited.retryAt)
  const why =
    underWay === undefined
      ? `the ${limited.resource} limit holds until ${until}, longer than the call may wait: ` +
        `try again then, or raise RateLimit.MaxWait${advice === undefined ? "" : `; ${advice}`}`
      : `${underWay} requests are under way, and none of them ended while the call could wait: raise RateLimit.MaxWait`
  const info = withoutSecrets(call.info, redactorOf(call, credential))
  return new RateLimited({ ...withoutResponse(info, `not sent, ${why}`), ...limited })
}
