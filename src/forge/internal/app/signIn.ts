/** How an App signs in as itself: with a JSON web token of its own key, which the service accepts for ten minutes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Credential, Credentials } from "../../../rest/Credentials.ts"
import { fingerprint } from "../../../rest/Sha256.ts"
import type { Sign } from "./key.ts"

/** The App as a principal, and what it has learned of the service's clock. */
export interface SignIn extends Required<Credentials["Service"]> {
  /** What the service's clock shows, in milliseconds. */
  readonly serverTime: (now: number) => number
}

/** How long a token is used, in milliseconds: a fraction of its life. */
const reuse = 60_000

/** A difference of clocks that could be a slow response, in milliseconds. */
const tolerance = 5_000

export const signIn = (issuer: string, sign: Sign): SignIn => {
  let ahead = 0
  let last: { readonly credential: Credential; readonly at: number } | undefined

  const get = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    if (last !== undefined && at >= last.at && at < last.at + reuse) return last.credential
    const seconds = Math.floor((at + ahead) / 1_000)
    // The service recommends a minute in the past. Ten minutes are the longest life.
    const token = yield* sign({ iat: seconds - 60, exp: seconds + 540, iss: issuer })
    const credential: Credential = {
      principal: `app ${issuer}`,
      // ETags depend on the token.
      fingerprint: yield* fingerprint(token),
      token: Redacted.make(token)
    }
    last = { credential, at }
    return credential
  })

  return {
    get,
    // The service refuses tokens of a clock that is wrong. Its own clock is in the response.
    renew: ({ serverTime }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (serverTime === undefined || Math.abs(serverTime - now - ahead) < tolerance) return Effect.undefined
        ahead = serverTime - now
        last = undefined
        return get
      }),
    serverTime: (now) => now + ahead
  }
}
