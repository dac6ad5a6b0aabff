/**
 * The weather services: their Layers, and how operations of theirs are declared.
 *
 * Operations need `Weather` and nothing more. Without a key the free service is asked, for non-commercial use: the gate
 * then sends one request at a time and counts what each weighs (see `Quota`). With a key the customers' hosts are asked;
 * the key goes to them alone, and stands in no log, span, error or cache key.
 *
 * The services send no validators: what is kept is served for as long as `HttpCache.TimeToLive` says, by default not at
 * all.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Credentials from "../rest/Credentials.ts"
import * as HttpCache from "../rest/HttpCache.ts"
import * as Env from "../rest/internal/text/env.ts"
import * as Operation from "../rest/Operation.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import * as Transport from "../rest/Transport.ts"
import { dialect } from "./dialect.ts"
import { hosts, type Service } from "./internal/hosts.ts"
import * as Quota from "./Quota.ts"

export type { Service } from "./internal/hosts.ts"

/** The service that all operations of the weather need. */
export class Weather extends Context.Service<Weather, Transport.Transport>()("forgecast/weather/Weather") {}

export interface Options {
  /** Of a commercial subscription. With it the customers' hosts are asked, without it the free ones. */
  readonly apikey?: Redacted.Redacted<string> | undefined
  /** Roots of services that are hosted elsewhere; the key is sent there as well. Default: those of open-meteo.com. */
  readonly urls?: { readonly [S in Service]?: string | undefined } | undefined
  /** What may be asked without a limit being met; null for as much as is wanted. Default: `Quota.free` without a key, null with one. */
  readonly quota?: RateLimit.Quota | null | undefined
  /** How long an answer is served without asking again. Default: as `HttpCache.TimeToLive` says. */
  readonly timeToLive?: Duration.Input | undefined
  /** How the program introduces itself. Default: `forgecast`. */
  readonly userAgent?: string | undefined
}

/** The services, each of their parts chosen by the Layers provided to them. */
export const layer = (
  options: Options = {}
): Layer.Layer<Weather, never, HttpClient.HttpClient | HttpCache.HttpCache | RateLimit.RateLimit> => {
  const { apikey, timeToLive } = options
  const isCustomer = apikey !== undefined && Redacted.value(apikey).trim() !== ""
  const quota = options.quota === undefined && !isCustomer ? Quota.free : options.quota
  const made = Layer.effect(
    Weather,
    Transport.make({
      hosts: hosts(isCustomer, options.urls),
      accept: "application/json",
      headers: { "user-agent": options.userAgent ?? "forgecast" },
      secretInUrl: Credentials.secretParameter("apikey"),
      quota: quota ? RateLimit.counted(quota) : undefined,
      // Decades of hourly columns are one response.
      policies: Context.make(Transport.ResponseLimit, 268_435_456),
      dialect
    })
  ).pipe(Layer.provide(isCustomer ? Credentials.layerToken(apikey) : Credentials.layerAnonymous))
  return timeToLive === undefined ? made : Layer.provide(made, Layer.succeed(HttpCache.TimeToLive, timeToLive))
}

/** What a ready-made Layer brings: a cache and limits in memory. */
const inMemory = /* @__PURE__ */ Layer.mergeAll(
  /* @__PURE__ */ HttpCache.layerMemory(),
  /* @__PURE__ */ RateLimit.layerMemory()
)

/** As `layerOpenMeteo`, on the HTTP client that is provided. */
export const layerOpenMeteoWithClient: Layer.Layer<Weather, Config.ConfigError, HttpClient.HttpClient> =
  /* @__PURE__ */ Layer.unwrap(
    /* @__PURE__ */ Effect.map(/* @__PURE__ */ Env.read("OPEN_METEO_API_KEY"), (key) =>
      layer({ apikey: key === undefined ? undefined : Redacted.make(key) }).pipe(Layer.provide(inMemory))
    )
  )

/**
 * open-meteo.com, ready: fetch, cache and limits in memory. With `OPEN_METEO_API_KEY` in the configuration the customers'
 * hosts are asked, without it the free ones.
 */
export const layerOpenMeteo: Layer.Layer<Weather, Config.ConfigError> = /* @__PURE__ */ layerOpenMeteoWithClient.pipe(
  Layer.provide(FetchHttpClient.layer)
)

/** Declares an operation of the services whose answer a schema reads. `host` names the service: `geocoding`. */
export const operation = /* @__PURE__ */ Operation.operation(Weather, dialect)
