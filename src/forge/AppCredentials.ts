/**
 * Credentials of GitHub Apps: a program acts as an installation of an App, with tokens that live for an hour.
 *
 * **Details**
 *
 * The App signs in with its private key and mints a token for the installation: once for all callers, however many wait
 * for it. The token is renewed in the background before it ends. When the service refuses it with a 401, a new one is
 * minted and the request is sent again. A new token may be unknown to some of the service's replicas for a moment;
 * requests that meet a 401 then wait and are sent again, for up to 16 seconds. A clock that is wrong is corrected by
 * the service's clock. The principal is the installation, so caches and rate limits survive the rotation of tokens.
 *
 * If no token can be had, operations fail at once with `Unauthorized`, whose `reason` is a `Reason`. Other failures to
 * mint a token, such as an outage, become the failure of the operation.
 *
 * **Example**
 *
 * ```ts
 * const ForgeLive = Forge.layer().pipe(
 *   Layer.provide([
 *     AppCredentials.layer({ appId: 1234, privateKey, installation: { owner: "acme", repo: "web" } }),
 *     HttpCache.layerMemory(),
 *     RateLimit.layerMemory()
 *   ]),
 *   Layer.provide(FetchHttpClient.layer)
 * )
 * ```
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Credentials from "../rest/Credentials.ts"
import * as Configuration from "../rest/Configuration.ts"
import * as Transport from "../rest/Transport.ts"
import * as Forge from "./Forge.ts"
import type { Make } from "./internal/app/api.ts"
import { makeApp, makeSelf } from "./internal/app/app.ts"
import * as Configured from "./internal/app/configured.ts"
import { described } from "./internal/described.ts"

/** An App, by its id or its client id. */
export type Identity =
  | { readonly appId: number | string; readonly clientId?: undefined }
  | { readonly clientId: string; readonly appId?: undefined }

/** An App, and how to reach its service. */
export type App = Identity &
  Omit<Forge.Options, "uploadUrl"> & {
    /**
     * The App's private key in PEM: PKCS#1, as the service hands it out, or PKCS#8. Line breaks may be written as `\n`, as
     * in environment variables.
     */
    readonly privateKey: Redacted.Redacted<string>
    /** Whether to revoke the tokens in use when the Layer is released. Default: false; they end within the hour. */
    readonly revoke?: boolean | undefined
  }

/** An installation of the App: by its id, or by a repository that it covers, which takes one more request. */
export type InstallationKey =
  | { readonly installationId: number; readonly installation?: undefined }
  | {
      readonly installation: { readonly owner: string; readonly repo: string }
      readonly installationId?: undefined
    }

/** What a token may do. By default, as much as its installation. */
export interface Narrowing {
  /** Permissions by name, such as `{ issues: "write" }`. */
  readonly permissions?: Readonly<Record<string, string>> | undefined
  /** Names of repositories, without the owner. */
  readonly repositories?: ReadonlyArray<string> | undefined
  /** Ids of repositories. */
  readonly repositoryIds?: ReadonlyArray<number> | undefined
}

/** An installation, and what its token may do there. Differently narrowed tokens share no cached responses. */
export type Installation = InstallationKey & Narrowing

/** Why no token can be had: the `reason` of `Unauthorized`. */
export type Reason =
  | "InvalidPrivateKey"
  | "WrongPrivateKey"
  | "UnknownApp"
  | "UnknownInstallation"
  | "InstallationSuspended"
  | "PermissionNotGranted"
  | "RepositoryNotAccessible"

const appOf = ({ appId, clientId, privateKey, revoke = false, ...options }: App) =>
  makeApp({ issuer: String(appId ?? clientId), privateKey, revoke }, described(options), Transport.make)

/** Only what names an installation: it is the key of its tokens. */
const wanted = ({ installation, installationId, permissions, repositories, repositoryIds }: Installation) => ({
  installationId,
  installation: installation && { owner: installation.owner, repo: installation.repo },
  permissions,
  repositories,
  repositoryIds
})

/**
 * The credentials of one installation of an App. Fails with `CredentialsFailed` if the private key cannot be read. The
 * first token is minted with the first request.
 */
export const layer = (
  options: App & Installation
): Layer.Layer<Credentials.Credentials, Credentials.CredentialsFailed, HttpClient.HttpClient> =>
  Layer.effect(
    Credentials.Credentials,
    Effect.map(appOf(options), (app) => app(wanted(options)))
  )

/**
 * The credentials of the App itself, for `Apps` and for its hook: other operations need an installation. Signs a new
 * token of its own every minute. Fails with `CredentialsFailed` if the private key cannot be read.
 */
export const layerApp = ({
  appId,
  clientId,
  privateKey
}: Identity & Pick<App, "privateKey">): Layer.Layer<Credentials.Credentials, Credentials.CredentialsFailed> =>
  Layer.effect(Credentials.Credentials, makeSelf(String(appId ?? clientId), privateKey))

/**
 * The installations of one App. Their tokens are kept until they end, so the Layers are cheap: make one for each event
 * that the program handles.
 */
export class Installations extends Context.Service<
  Installations,
  {
    /** `Forge` as an installation. All installations share the HTTP client, the cache and the rate limits. */
    readonly layer: (installation: Installation) => Layer.Layer<Forge.Forge>
    /** The credentials alone. */
    readonly credentials: (installation: Installation) => Layer.Layer<Credentials.Credentials>
  }
>()("forgecast/forge/AppCredentials/Installations") {}

/**
 * Serves many installations of an App in one program.
 *
 * **Example**
 *
 * ```ts
 * const handle = Effect.fnUntraced(function* (event: InstallationEvent) {
 *   const { layer } = yield* AppCredentials.Installations
 *   return yield* triage(event.repository).pipe(Effect.provide(layer({ installationId: event.installation.id })))
 * })
 * ```
 */
export const forInstallations = (
  options: App
): Layer.Layer<Installations, Credentials.CredentialsFailed, HttpClient.HttpClient | Transport.Stores> =>
  Layer.effect(
    Installations,
    Effect.gen(function* () {
      const app = yield* appOf(options)
      const context = yield* Effect.context<HttpClient.HttpClient | Transport.Stores | Scope.Scope>()
      const credentials = (installation: Installation) =>
        Layer.sync(Credentials.Credentials, () => app(wanted(installation)))
      return {
        credentials,
        layer: (installation) =>
          Forge.layer(options).pipe(Layer.provide([credentials(installation), Layer.succeedContext(context)]))
      }
    })
  )

/**
 * Like `layerConfig`, on the HTTP client that is provided. Keeps cache and rate limits in memory, unless `stores`
 * provides others.
 */
export const layerConfigWithClient = <E = never, R = never>(
  prefix: string = "GITHUB",
  stores: Layer.Layer<Transport.Stores, E, R> = Transport.inMemory,
  options?: Configuration.SecretOptions
): Layer.Layer<Forge.Forge, Config.ConfigError | E, HttpClient.HttpClient | R> =>
  configured(prefix, Transport.make, stores, options)

/**
 * Like `Forge.layerConfig`, for programs that may act as an App. With `GITHUB_APP_ID` (the id or the client id), it reads
 * `GITHUB_APP_PRIVATE_KEY` and `GITHUB_APP_INSTALLATION_ID`, and ignores `GITHUB_TOKEN`. Without, it is
 * `Forge.layerConfig`. Another prefix reads the same names with that prefix. With `{ required: true }`, it fails with
 * `ConfigError` if there is neither an App nor a token.
 */
export const layerConfig = (
  prefix: string = "GITHUB",
  options?: Configuration.SecretOptions
): Layer.Layer<Forge.Forge, Config.ConfigError> => configured(prefix, Transport.makeFetch, Transport.inMemory, options)

const configured = <R, E, R2>(
  prefix: string,
  make: Make<R>,
  stores: Layer.Layer<Transport.Stores, E, R2>,
  secret: Configuration.SecretOptions | undefined
): Layer.Layer<Forge.Forge, Config.ConfigError | E, Exclude<R, Transport.Parts> | R2> =>
  Layer.unwrap(
    Effect.map(Configuration.readUrl(`${prefix}_API_URL`), (baseUrl) => {
      const options = described({ baseUrl })
      return Layer.effect(Forge.Forge, make(options)).pipe(
        Layer.provide([Configured.layer(prefix, options, make, secret), stores])
      )
    })
  )
