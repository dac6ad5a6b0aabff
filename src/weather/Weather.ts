/**
 * The weather services: their Layers, and the function that declares their operations.
 *
 * Operations need only `Weather`. Without a key, requests go to the free service, for non-commercial use. The gate then
 * sends one request at a time and counts its weight (see `Quota`). With a key, requests go to the customer hosts. The
 * key is sent to these hosts only, and never appears in a log, span, error or cache key.
 *
 * The services send no validators. Responses are served from the cache for the time that `HttpCache.TimeToLive` sets.
 * By default, there is no such time.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Credentials from "../rest/Credentials.ts"
import * as HttpCache from "../rest/HttpCache.ts"
import * as Configuration from "../rest/Configuration.ts"
import * as Operation from "../rest/Operation.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import * as Transport from "../rest/Transport.ts"
import { dialect } from "./dialect.ts"
import { load, loadAutomatic } from "./internal/flatbuffers.ts"
import { hosts } from "./internal/hosts.ts"
import * as Quota from "./Quota.ts"
import type { Flatbuffers, Service } from "./Service.ts"

export type { Service } from "./Service.ts"

/** Sends the calls of the weather services. */
export interface Client extends Transport.Transport {
  /** Whether the services are self-hosted, with their own limits. */
  readonly isSelfHosted: boolean
  /** Reads flatbuffers; undefined if all requests are for JSON. */
  readonly flatbuffers: Flatbuffers | undefined
}

/** The service that all operations of the weather need. */
export class Weather extends Context.Service<Weather, Client>()(
  // A program without the Layer fails with "Service not found: …".
  "forgecast/weather/Weather (Effect.provide(Weather.layerOpenMeteo) provides it)"
) {}

/** Options of `Weather.layer`. */
export interface Options {
  /** The key of a commercial subscription. With a key, requests go to the customer hosts, otherwise to the free ones. */
  readonly apikey?: Redacted.Redacted<string> | undefined
  /**
   * How the key is sent: as the parameter `apikey` of the URL, or as the header `X-Api-Key`, which proxies do not log.
   * Geocoding takes the parameter only. In browsers, the service takes the parameter only. Default: `url`.
   */
  readonly apikeyIn?: "url" | "header" | undefined
  /** Root URL of a self-hosted server, for all services. It has no quota, and its limits differ. */
  readonly baseUrl?: string | undefined
  /**
   * Root URLs of single services that are hosted elsewhere, with the limits of open-meteo.com unless there is a
   * `baseUrl`. The key is sent there as well. Your own services can have any name. Default: open-meteo.com.
   */
  readonly urls?: { readonly [S in Service | (string & {})]?: string | undefined } | undefined
  /**
   * The quota that the client counts; null for none. Default: `Quota.free` without a key and a `baseUrl`, else null.
   */
  readonly quota?: RateLimit.Quota | null | undefined
  /** How long a response is served from the cache without a request. Default: `HttpCache.TimeToLive`. */
  readonly timeToLive?: Duration.Input | undefined
  /** The `User-Agent` header. Default: `forgecast`, or the browser's own. */
  readonly userAgent?: string | undefined
  /**
   * The format of responses. `flatbuffers` is faster for long series, and needs the optional peers `@openmeteo/sdk` and
   * `flatbuffers`. Its numbers have single precision. What it cannot express is requested as JSON: other schemas (`as`),
   * elevations, geocoding, variables that the SDK does not have, and weeks without `start_date` or days. A response that
   * does not prove which columns are whose is requested again as JSON.
   *
   * With `auto`, a call that weighs at least `Quota.largeFrom` (33,600 hourly values) requests flatbuffers if the peers are
   * installed, and JSON otherwise. The values are those of JSON, with as many decimals. Calls for weeks, months, or models
   * that share a label request JSON at once. Default: `json`.
   */
  readonly format?: "json" | "flatbuffers" | "auto" | undefined
}

type Needs = HttpClient.HttpClient | Transport.Stores

/**
 * The services, with their parts provided by other Layers. With the format `flatbuffers`, the Layer fails with
 * `ConfigError` if the packages that it needs are not installed.
 *
 * **Gotchas**
 *
 * The HTTP client must not retry: forgecast does, and counts what each request takes from the quota. Headers that the
 * client adds must not contain secrets: use `Transport.RequestHeaders`.
 *
 * With a URL that is not an HTTP URL, building the Layer succeeds, and each call fails with `InvalidInput`: its `path` names
 * the host, such as `hosts.forecast`, and its message says what to mend.
 */
export const layer: {
  (options?: Options & { readonly format?: "json" | "auto" | undefined }): Layer.Layer<Weather, never, Needs>
  (options: Options): Layer.Layer<Weather, Config.ConfigError, Needs>
} = (options: Options = {}) =>
  options.format === "flatbuffers"
    ? // The first signature is not for this format.
      (Layer.unwrap(Effect.map(load, (flatbuffers) => layerBy(Transport.make, options, flatbuffers))) as Layer.Layer<
        Weather,
        never,
        Needs
      >)
    : options.format === "auto"
      ? Layer.unwrap(Effect.map(loadAutomatic, (flatbuffers) => layerBy(Transport.make, options, flatbuffers)))
      : layerBy(Transport.make, options)

const layerBy = <R>(
  make: (options: Transport.Options) => Effect.Effect<Transport.Transport, never, R>,
  options: Options,
  flatbuffers?: Flatbuffers
): Layer.Layer<Weather, never, Exclude<R, Credentials.Credentials>> => {
  const { apikey, apikeyIn, baseUrl, timeToLive } = options
  const isCustomer = apikey !== undefined && Redacted.value(apikey).trim() !== ""
  const quota = options.quota === undefined && !isCustomer && baseUrl === undefined ? Quota.free : options.quota
  const roots = hosts(isCustomer, baseUrl, options.urls)
  const made = Layer.effect(
    Weather,
    Effect.map(
      make({
        hosts: roots,
        accept: "application/json",
        headers: { "user-agent": options.userAgent ?? "forgecast" },
        defaultHeaders: options.userAgent === undefined ? ["user-agent"] : [],
        ...(apikeyIn === "header" ? inHeader(roots) : { secretInUrl: inUrl }),
        quota: quota ? RateLimit.counted(quota) : undefined,
        // Decades of hourly columns are one response.
        policies: Context.make(Transport.ResponseLimit, 268_435_456),
        dialect
      }),
      (transport): Client => ({ ...transport, isSelfHosted: baseUrl !== undefined, flatbuffers })
    )
  ).pipe(Layer.provide(isCustomer ? Credentials.layerToken(apikey) : Credentials.layerAnonymous))
  return timeToLive === undefined ? made : Layer.provide(made, Layer.succeed(HttpCache.TimeToLive, timeToLive))
}

const inUrl = Credentials.secretParameter("apikey")

const inHeaders = Credentials.secretHeader("X-Api-Key")

/** Another program serves the geocoding, which reads no header. On a self-hosted server, it has the same root as all. */
const inHeader = (
  roots: Readonly<Record<string, string>>
): Pick<Transport.Options, "secretInHeaders" | "secretInUrl"> => {
  const others = new Set(
    Object.entries(roots).flatMap(([name, root]) => (name === "geocoding" ? [] : [originOf(root)]))
  )
  const takesUrl = (url: string): boolean => !others.has(originOf(url))
  return {
    secretInUrl: { add: (url, secret) => (takesUrl(url) ? inUrl.add(url, secret) : url), remove: inUrl.remove },
    secretInHeaders: (secret, request) => (takesUrl(request.url) ? Effect.succeed({}) : inHeaders(secret, request))
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "")

const configured = <R, E, R2>(
  prefix: string,
  make: (options: Transport.Options) => Effect.Effect<Transport.Transport, never, R>,
  stores: Layer.Layer<Transport.Stores, E, R2>,
  options: Configuration.SecretOptions | undefined
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const baseUrl = yield* Configuration.readUrl(`${prefix}_API_URL`)
      const key = yield* Configuration.readSecret(`${prefix}_API_KEY`, options)
      const apikey = key === undefined ? undefined : Redacted.make(key)
      return layerBy(make, { apikey, baseUrl }).pipe(Layer.provide(stores))
    })
  )

/**
 * The services as configured by `OPEN_METEO_API_KEY` (the free ones without it) and `OPEN_METEO_API_URL` (a self-hosted
 * server), or by the same names with another prefix. Needs an HTTP client. Keeps cache and rate limits in memory,
 * unless `stores` provides others. With `{ required: true }`, it fails with `ConfigError` without a key.
 */
export const layerConfigWithClient = <E = never, R = never>(
  prefix: string = "OPEN_METEO",
  stores: Layer.Layer<Transport.Stores, E, R> = Transport.inMemory,
  options?: Configuration.SecretOptions
): Layer.Layer<Weather, Config.ConfigError | E, HttpClient.HttpClient | R> =>
  configured(prefix, Transport.make, stores, options)

/**
 * Like `layerConfigWithClient`, on fetch, with cache and rate limits in memory. With `{ required: true }`, it fails with
 * `ConfigError` without a key.
 */
export const layerConfig = (
  prefix: string = "OPEN_METEO",
  options?: Configuration.SecretOptions
): Layer.Layer<Weather, Config.ConfigError> => configured(prefix, Transport.makeFetch, Transport.inMemory, options)

/**
 * The services as configured by `OPEN_METEO_API_KEY` and `OPEN_METEO_API_URL`, if they are set: by default the free ones
 * of open-meteo.com. Uses fetch, and keeps cache and rate limits in memory.
 */
export const layerOpenMeteo: Layer.Layer<Weather, Config.ConfigError> = layerConfig()

/**
 * The earlier name of `layerConfigWithClient()`.
 *
 * @deprecated Use `layerConfigWithClient()`.
 */
export const layerOpenMeteoWithClient: Layer.Layer<Weather, Config.ConfigError, HttpClient.HttpClient> =
  layerConfigWithClient()

/** Declares an operation of a weather service whose response a schema decodes. `host` is the service: `geocoding`. */
export const operation = Operation.operation(Weather, dialect)
