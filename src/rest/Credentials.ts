/**
 * Credentials: the principal that makes requests, and its token.
 *
 * The principal is a name. It is part of the keys of caches and limits, and it survives the rotation of tokens. The
 * token is `Redacted`. It is attached to requests to the service's own origins only, and never appears in output.
 *
 * Credentials of Apps, which sign in with a key and mint tokens, are `layer` and `forInstallations` of the module
 * `forgecast/forge/AppCredentials`: it loads cryptography, which other programs should not have to load.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Configuration from "./Configuration.ts"
import { digest } from "./internal/text/digest.ts"
import { fitsHeader } from "./internal/text/headerText.ts"
import type { RequestError } from "./RestError.ts"

/** A principal with its token. */
export interface Credential {
  /** The name that the caller gave, otherwise a digest of the token; `anonymous` without a token. */
  readonly principal: string
  /** Digest of the token in use; empty without one. A cached ETag is only valid for the token that it was made for. */
  readonly fingerprint: string
  /** The token; undefined for anonymous requests. */
  readonly token: Redacted.Redacted<string> | undefined
}

/** The provider of credentials failed. The operation then fails with `Unauthorized`, which has the reason. */
export class CredentialsFailed extends Data.TaggedError("CredentialsFailed")<{
  /** The name of the provider's failure. Its text is left out because it might contain a secret. */
  readonly reason: string
  /** One sentence for people, without secrets. Default: the reason. */
  readonly description?: string | undefined
  /** Whether the provider may succeed later, such as one whose vault is down. Default: false. */
  readonly transient?: boolean | undefined
}> {
  /** The description, or the reason if there is none. Never empty. */
  override get message(): string {
    return this.description || this.reason || "the provider of credentials failed without a reason"
  }
}

/** A 401 of the service. */
export interface Refused {
  /** The credential that the request was sent with. */
  readonly credential: Credential
  /** How many requests of the call have met a 401, this one included. */
  readonly count: number
  /** The time of the service in milliseconds, as stated by the response; undefined if it states none. */
  readonly serverTime: number | undefined
}

/**
 * Provides the credential. `get` runs before each request. Credentials that need requests of their own may fail with the
 * errors of those.
 */
export class Credentials extends Context.Service<
  Credentials,
  {
    readonly get: Effect.Effect<Credential, CredentialsFailed | RequestError>
    /**
     * Runs after a 401, whose request was not carried out. The request is sent again with the credential that it returns,
     * up to eight times in a call. It may wait first. When it returns undefined, the call fails with `Unauthorized`.
     */
    readonly renew?: (refused: Refused) => Effect.Effect<Credential | undefined, CredentialsFailed | RequestError>
  }
>()("forgecast/rest/Credentials") {}

const anonymous: Credential = { principal: "anonymous", fingerprint: "", token: undefined }

/** Options of the credentials. */
export interface Options {
  /** Name of the principal. Default: a digest of the token. */
  readonly principal?: string | undefined
}

/** Options of a provider. */
export interface ProviderOptions<in E> extends Options {
  /**
   * Whether the provider may succeed later after this failure. `RestError.isTransient` then says so of the `Unauthorized`.
   * Default: after each failure. A failure that says that there is no such token should return false.
   */
  readonly isTransient?: ((error: E) => boolean) | undefined
}

/** No token: public data only, 60 requests an hour. */
export const layerAnonymous: Layer.Layer<Credentials> = Layer.succeed(Credentials, {
  get: Effect.succeed(anonymous)
})

/** A personal access token (classic or fine-grained) or an installation token. */
export const layerToken = (token: Redacted.Redacted<string>, options?: Options): Layer.Layer<Credentials> =>
  Layer.effect(
    Credentials,
    Effect.map(Effect.exit(credentialOf(token, options)), (get) => ({ get }))
  )

/**
 * Reads the token from the configuration, under a name. If that is not set, or empty, calls are anonymous; with
 * `{ required: true }`, it fails with `ConfigError`.
 */
export const layerConfig = (
  name: string,
  options?: Options & Configuration.SecretOptions
): Layer.Layer<Credentials, Config.ConfigError> =>
  Layer.unwrap(
    Effect.map(Configuration.readSecret(name, options), (token) =>
      token === undefined ? layerAnonymous : layerToken(Redacted.make(token), options)
    )
  )

/**
 * Runs the provider before each request, so that tokens can rotate. With a `principal`, the cache survives a rotation.
 * When the provider returns `undefined`, the request is anonymous. When it fails, the operation fails with
 * `Unauthorized`, without a request. Its `reason` is the name of the failure, and `transient` says whether the provider may
 * succeed later: the token itself was not refused.
 */
export const layerProvider = <E, R>(
  provider: Effect.Effect<Redacted.Redacted<string> | undefined, E, R>,
  options?: ProviderOptions<E>
): Layer.Layer<Credentials, never, R> =>
  Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const context = yield* Effect.context<R>()
      let last: Credential = anonymous
      const get = provider.pipe(
        Effect.provideContext(context),
        Effect.mapError(
          (error) => new CredentialsFailed({ reason: nameOf(error), transient: options?.isTransient?.(error) ?? true })
        ),
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

/** Trims white space around the token, such as the line break at the end of a file. A blank token is anonymous. */
const credentialOf = (
  given: Redacted.Redacted<string>,
  options?: Options
): Effect.Effect<Credential, CredentialsFailed> => {
  const token = Redacted.value(given).trim()
  if (token === "") return Effect.succeed(anonymous)
  if (!fitsHeader(token)) return Effect.fail(new CredentialsFailed({ reason: "the token cannot be sent in a header" }))
  if (!("subtle" in globalThis.crypto)) {
    return Effect.fail(
      new CredentialsFailed({ reason: "Web Crypto is missing; browsers provide it on HTTPS pages only" })
    )
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

/** A request that is about to be sent to one of the service's own origins. */
export interface OutgoingRequest {
  /** The HTTP method. */
  readonly method: string
  /** The whole URL. */
  readonly url: string
  /** The bytes of the body; undefined if there is none, or if it is a stream. */
  readonly body: Uint8Array | undefined
}

/**
 * How a token is sent in headers other than `Authorization: Bearer`. It runs for each request to one of the service's own
 * origins, redirects included. No other origin gets the headers that it returns, by their lower-case names.
 */
export interface SecretInHeaders {
  (secret: string, request: OutgoingRequest): Effect.Effect<Readonly<Record<string, string>>>
}

/** Sends the token as the value of a header, such as `X-Api-Key`. `prefix` comes before it. Default: nothing. */
export const secretHeader = (name: string, prefix = ""): SecretInHeaders => {
  const header = name.toLowerCase()
  return (secret) => Effect.succeed({ [header]: prefix + secret })
}

/** How a token is sent in the URL, for services that require it there. It is added only when the request is sent. */
export interface SecretInUrl {
  /** Adds the token to the URL of a request. */
  readonly add: (url: string, secret: string) => string
  /** Removes the token from a redirect URL that repeats it. */
  readonly remove: (url: URL) => void
}

/** Sends the token as the last query parameter. */
export const secretParameter = (name: string): SecretInUrl => ({
  add: (url, secret) => `${url}${url.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(secret)}`,
  remove: ({ searchParams }) => {
    // Deleting an absent parameter would re-encode the others.
    if (searchParams.has(name)) searchParams.delete(name)
  }
})
