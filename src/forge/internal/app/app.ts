/** An App: signs in with its key, and serves the tokens of its installations. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { Credential, CredentialsFailed } from "../../../rest/Credentials.ts"
import type * as Transport from "../../../rest/Transport.ts"
import { Api, type Make, makeApi, revokeToken } from "./api.ts"
import { signer } from "./key.ts"
import { makeMint, type TokenRequest } from "./mint.ts"
import { type SignIn, signIn } from "./signIn.ts"
import { makeTokens, type Tokens } from "./tokens.ts"
import { TokenStore } from "./tokenStore.ts"

export interface Options {
  /** The id or the client id of the App. */
  readonly issuer: string
  readonly privateKey: Redacted.Redacted<string>
  /** Whether tokens in use are revoked when the scope closes. */
  readonly revoke: boolean
}

/** Returns the tokens of an installation: the same ones each time. */
export interface App {
  (wanted: TokenRequest): Tokens
}

/** The token that revokes itself. */
const Own = Context.Reference<Credential>("forgecast/forge/AppCredentials/Own", {
  defaultValue: () => ({ principal: "anonymous", fingerprint: "", token: undefined })
})

/** From so many installations on, those whose tokens have ended are forgotten. */
const many = 1_000

/** Makes the App as it signs in as itself. */
export const makeSelf = (
  issuer: string,
  privateKey: Redacted.Redacted<string>
): Effect.Effect<SignIn, CredentialsFailed> => Effect.map(signer(privateKey), (sign) => signIn(issuer, sign))

/** Makes an App. Its tokens live as long as the scope. */
export const makeApp = Effect.fnUntraced(function* <R>(
  { issuer, privateKey, revoke }: Options,
  described: Transport.Options,
  make: Make<R>
): Effect.fn.Return<App, CredentialsFailed, Exclude<R, Transport.Parts> | Scope.Scope> {
  const self = yield* makeSelf(issuer, privateKey)
  const transport = yield* makeApi(make, described, self)
  const context = yield* Effect.context<Exclude<R, Transport.Parts> | Scope.Scope>()
  const store = yield* TokenStore
  const clock = yield* Clock.Clock
  const app = JSON.stringify([described.hosts["api"], issuer])
  const known = new Map<string, Tokens>()
  let sweepAt = many

  const asToken = yield* makeApi(make, described, { get: Effect.service(Own) })
  const revoked = (token: Redacted.Redacted<string>) =>
    revokeToken({}).pipe(
      Effect.provideService(Api, asToken),
      Effect.provideService(Own, { principal: "revoked", fingerprint: "", token }),
      Effect.timeout("10 seconds"),
      Effect.catch((error) => Effect.logWarning("A token could not be revoked. It ends within the hour.", error))
    )

  yield* Effect.addFinalizer(() =>
    Effect.forEach(known.values(), (tokens) => tokens.close, { concurrency: 8, discard: true })
  )

  return (wanted) => {
    const key = JSON.stringify(wanted)
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= sweepAt) {
      const now = clock.currentTimeMillisUnsafe()
      for (const [other, tokens] of known) if (tokens.isIdle(now)) known.delete(other)
      sweepAt = Math.max(many, 2 * known.size)
    }
    const made = makeTokens({
      minter: makeMint(transport, self, wanted),
      store,
      app,
      context,
      revoke: revoke ? revoked : undefined
    })
    known.set(key, made)
    return made
  }
})
