/**
 * Who asks.
 *
 * The principal is a name for whoever asks: it keys caches and limits, and outlives the rotation of tokens. The token
 * itself is `Redacted`; it is attached to requests for the service's own origins and shown nowhere.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Env from "./internal/text/env.ts"
import { digest } from "./internal/text/digest.ts"
import { fitsHeader } from "./internal/text/headerText.ts"

/** The answer to who asks. */
export interface Credential {
  /** Who: a name that the caller gave, or a digest of the token; `anonymous` without one. */
  readonly principal: string
  /** Digest of the token in use: tells whether a kept ETag was made for it. Empty without a token. */
  readonly fingerprint: string
  readonly token: Redacted.Redacted<string> | undefined
}

/** The provider of credentials failed. Its operation fails with `Unauthorized`. */
export class CredentialsFailed extends Data.TaggedError("CredentialsFailed")<{
  /** The provider's failure by name: its text might hold a secret. */
  readonly reason: string
}> {}

/** Asked before each request. */
export class Credentials extends Context.Service<
  Credentials,
  { readonly get: Effect.Effect<Credential, CredentialsFailed> }
>()("forgecast/rest/Credentials") {}

const anonymous: Credential = { principal: "anonymous", fingerprint: "", token: undefined }

export interface Options {
  /** Name of whoever asks. Default: a digest of the token. */
  readonly principal?: string | undefined
}

/** Nobody in particular: public data, 60 requests an hour. */
export const layerAnonymous: Layer.Layer<Credentials> = /* @__PURE__ */ Layer.succeed(Credentials, {
  get: /* @__PURE__ */ Effect.succeed(anonymous)
})

/** A personal, fine-grained or installation token. */
export const layerToken = (token: Redacted.Redacted<string>, options?: Options): Layer.Layer<Credentials> =>
  Layer.effect(
    Credentials,
    Effect.map(Effect.exit(credentialOf(token, options)), (get) => ({ get }))
  )

/** The token that the configuration has under a name. Anonymous when the name is not set or empty. */
export const layerConfig = (name: string, options?: Options): Layer.Layer<Credentials, Config.ConfigError> =>
  Layer.unwrap(
    Effect.map(Env.read(name), (token) =>
      token === undefined ? layerAnonymous : layerToken(Redacted.make(token), options)
    )
  )

/**
 * Asks for the token before each request, so that it may rotate. Give the principal a name, and the cache survives a
 * rotation. No token (`undefined`) asks anonymously; a failure fails the operation with `Unauthorized`.
 */
export const layerProvider = <E, R>(
  provider: Effect.Effect<Redacted.Redacted<string> | undefined, E, R>,
  options?: Options
): Layer.Layer<Credentials, never, R> =>
  Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const context = yield* Effect.context<R>()
      let last: Credential = anonymous
      const get = provider.pipe(
        Effect.provideContext(context),
        Effect.mapError((error) => new CredentialsFailed({ reason: nameOf(error) })),
        Effect.flatMap((token) => {
          if (token === undefined) return Effect.succeed(anonymous)
          if (last.token !== undefined && Redacted.value(last.token) === Redacted.value(token).trim()) {
            return Effect.succeed(last)
          }
          return Effect.tap(credentialOf(token, options), (credential) => Effect.sync(() => void (last = credential)))
        })
      )
      return { get }
    })
  )

/** White space around a token, such as the line break at the end of a file, is no part of it; without a rest it is none. */
const credentialOf = (
  given: Redacted.Redacted<string>,
  options?: Options
): Effect.Effect<Credential, CredentialsFailed> => {
  const token = Redacted.value(given).trim()
  if (token === "") return Effect.succeed(anonymous)
  if (!fitsHeader(token)) return Effect.fail(new CredentialsFailed({ reason: "a token that no header can carry" }))
  if (!("subtle" in globalThis.crypto)) {
    return Effect.fail(new CredentialsFailed({ reason: "a lack of Web Crypto, which browsers have on https alone" }))
  }
  return Effect.map(digest(token), (fingerprint) => ({
    principal: options?.principal ?? fingerprint,
    fingerprint,
    token: Redacted.make(token)
  }))
}

const nameOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return typeof error
  if ("_tag" in error && typeof error._tag === "string") return error._tag
  return error instanceof Error ? error.name : "object"
}

/** How a token goes in the URL, for services that want it there. It is added on the wire alone. */
export interface SecretInUrl {
  readonly add: (url: string, secret: string) => string
  /** Takes away what a redirect echoes of it. */
  readonly remove: (url: URL) => void
}

/** Sends the token as a parameter of the query, after the others. */
export const secretParameter = (name: string): SecretInUrl => ({
  add: (url, secret) => `${url}${url.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(secret)}`,
  remove: ({ searchParams }) => {
    // Deleting an absent parameter would encode the others anew.
    if (searchParams.has(name)) searchParams.delete(name)
  }
})
