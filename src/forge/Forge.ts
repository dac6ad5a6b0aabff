/**
 * The client of GitHub: its Layers, and the functions that declare its operations.
 *
 * Operations need only `Forge`. For two hosts or two principals in one program, provide two Layers, each to its part of
 * the program.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Credentials from "../rest/Credentials.ts"
import * as Download from "../rest/Download.ts"
import * as Configuration from "../rest/Configuration.ts"
import * as Operation from "../rest/Operation.ts"
import * as Transport from "../rest/Transport.ts"
import * as Upload from "../rest/Upload.ts"
import { dialect, listingDialect } from "./dialect.ts"
import { described } from "./internal/described.ts"

/** The service that all operations on GitHub need. */
export class Forge extends Context.Service<Forge, Transport.Transport>()(
  // A program without the Layer fails with "Service not found: …".
  "forgecast/forge/Forge (Effect.provide(Forge.layerGitHub) provides it)"
) {}

/** Options of `Forge.layer`. */
export interface Options {
  /** Root of the API. Default: `https://api.github.com`. */
  readonly baseUrl?: string | undefined
  /** Root for uploads of release assets. Default: derived from `baseUrl` (github.com, Enterprise Server or ghe.com). */
  readonly uploadUrl?: string | undefined
  /** The vendor in the media type `application/vnd.<vendor>+json`. Default: `github`. */
  readonly vendor?: string | undefined
  /**
   * The API version to request. Default: `2022-11-28`. That is also the service's own default, so in browsers, reads
   * without a token don't state it: it would cost each of them a CORS preflight.
   */
  readonly apiVersion?: string | undefined
  /** The `User-Agent` header, which the service requires. Default: `forgecast`, or the browser's own. */
  readonly userAgent?: string | undefined
}

/**
 * The service, with its parts provided by other Layers.
 *
 * **Gotchas**
 *
 * The HTTP client must not retry: forgecast does, and knows which requests are safe to send again. With
 * `HttpClient.retryTransient`, a write may be sent twice. Headers that the client adds also go to other origins, so
 * they must not contain secrets: use `Transport.RequestHeaders`.
 *
 * With an option that cannot be sent, such as a `baseUrl` that is not an HTTP URL, building the Layer succeeds, and each
 * call fails with `InvalidInput`: its `path` names the option, such as `hosts.api`, and its message says what to mend.
 * `layerConfig` fails with `ConfigError` instead.
 */
export const layer = (options: Options = {}): Layer.Layer<Forge, never, HttpClient.HttpClient | Transport.Parts> =>
  Layer.effect(Forge, Transport.make(described(options)))

/** An Enterprise Server at `https://<host>/api/v3`, with uploads at `https://<host>/api/uploads`. */
export const layerEnterprise = (
  host: string,
  options?: Omit<Options, "baseUrl" | "uploadUrl">
): ReturnType<typeof layer> => {
  const name = Transport.withoutSlash(host.replace(/^https?:\/\//, ""))
  return layer({ ...options, baseUrl: `https://${name}/api/v3`, uploadUrl: `https://${name}/api/uploads` })
}

/**
 * The service as configured by `GITHUB_TOKEN` (anonymous without it) and `GITHUB_API_URL`, or by the same names with
 * another prefix (`WORK` reads `WORK_TOKEN` and `WORK_API_URL`). Needs an HTTP client. Keeps cache and rate limits in
 * memory, unless `stores` provides others. With `{ required: true }`, it fails with `ConfigError` without a token.
 * `AppCredentials.layerConfigWithClient` also reads the key of a GitHub App.
 */
export const layerConfigWithClient = <E = never, R = never>(
  prefix: string = "GITHUB",
  stores: Layer.Layer<Transport.Stores, E, R> = Transport.inMemory,
  options?: Configuration.SecretOptions
): Layer.Layer<Forge, Config.ConfigError | E, HttpClient.HttpClient | R> =>
  configured(prefix, Transport.make, stores, options)

/**
 * Like `layerConfigWithClient`, on fetch, with cache and rate limits in memory. With `{ required: true }`, it fails with
 * `ConfigError` without a token. `AppCredentials.layerConfig` also reads the key of a GitHub App.
 */
export const layerConfig = (
  prefix: string = "GITHUB",
  options?: Configuration.SecretOptions
): Layer.Layer<Forge, Config.ConfigError> => configured(prefix, Transport.makeFetch, Transport.inMemory, options)

const configured = <R, E, R2>(
  prefix: string,
  make: (options: Transport.Options) => Effect.Effect<Transport.Transport, never, R>,
  stores: Layer.Layer<Transport.Stores, E, R2>,
  options: Configuration.SecretOptions | undefined
): Layer.Layer<Forge, Config.ConfigError | E, Exclude<R, Transport.Parts> | R2> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const baseUrl = yield* Configuration.readUrl(`${prefix}_API_URL`)
      const token = yield* Configuration.readSecret(`${prefix}_TOKEN`)
      // Not to be ignored in silence. It takes code that few programs need.
      if (token === undefined && (yield* Configuration.read(`${prefix}_APP_ID`)) !== undefined) {
        return yield* Configuration.invalid(
          `${prefix}_APP_ID is for AppCredentials.layerConfig or ForgeNode.layerConfig, and ${prefix}_TOKEN is not set`
        )
      }
      return Layer.effect(Forge, make(described({ baseUrl }))).pipe(
        Layer.provide([Credentials.layerConfig(`${prefix}_TOKEN`, options), stores])
      )
    })
  )

/**
 * The service as configured by `GITHUB_TOKEN` and `GITHUB_API_URL`, if they are set: by default github.com,
 * anonymously. Uses fetch, and keeps cache and rate limits in memory.
 */
export const layerGitHub: Layer.Layer<Forge, Config.ConfigError> = layerConfig()

/** Declares an operation of the service. Use it for endpoints that the library does not have. */
export const operation = Operation.operation(Forge, dialect)

/** Declares a question of the service: a read whose value is whether the status is 204 (true) or 404 (false). */
export const question = Operation.question(Forge, dialect)

/** Declares a listing of the service. */
export const listing = Operation.listing(Forge, listingDialect)

/** Declares a download from the service: a response that is bytes. */
export const download = Download.download(Forge, dialect)

/** Declares an upload to the service: a request whose body is bytes. */
export const upload = Upload.upload(Forge, dialect)
