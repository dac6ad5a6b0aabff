/**
 * The code-hosting service: its Layers, and how its operations are declared.
 *
 * Operations need `Forge` and nothing more. Two hosts or two principals in one program are two Layers, each provided to
 * its part.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Credentials from "../rest/Credentials.ts"
import * as Download from "../rest/Download.ts"
import * as HttpCache from "../rest/HttpCache.ts"
import * as Env from "../rest/internal/text/env.ts"
import * as Operation from "../rest/Operation.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import * as Transport from "../rest/Transport.ts"
import * as Upload from "../rest/Upload.ts"
import { dialect } from "./dialect.ts"

/** The service that all code-hosting operations need. */
export class Forge extends Context.Service<Forge, Transport.Transport>()("forgecast/forge/Forge") {}

export interface Options {
  /** Root of the API. Default: `https://api.github.com`. */
  readonly baseUrl?: string | undefined
  /** Root for uploads of release assets. Default: as `baseUrl` implies; github.com, Enterprise Server and ghe.com differ. */
  readonly uploadUrl?: string | undefined
  /** Names the media type, `application/vnd.<vendor>+json`. Default: `github`. */
  readonly vendor?: string | undefined
  /** Version of the API that is asked for. Default: `2022-11-28`. */
  readonly apiVersion?: string | undefined
  /** How the program introduces itself; the service requires it. Default: `forgecast`. */
  readonly userAgent?: string | undefined
}

/** The service, each of its parts chosen by the Layers provided to it. */
export const layer = (
  options: Options = {}
): Layer.Layer<
  Forge,
  never,
  HttpClient.HttpClient | Credentials.Credentials | HttpCache.HttpCache | RateLimit.RateLimit
> => {
  const api = withoutSlash(options.baseUrl ?? "https://api.github.com")
  return Layer.effect(
    Forge,
    Transport.make({
      hosts: { api, upload: withoutSlash(options.uploadUrl ?? uploadUrlOf(api)) },
      accept: `application/vnd.${options.vendor ?? "github"}+json`,
      headers: {
        "user-agent": options.userAgent ?? "forgecast",
        "x-github-api-version": options.apiVersion ?? "2022-11-28"
      },
      dialect
    })
  )
}

/** An Enterprise Server: `https://<host>/api/v3`, uploads at `https://<host>/api/uploads`. */
export const layerEnterprise = (
  host: string,
  options?: Omit<Options, "baseUrl" | "uploadUrl">
): ReturnType<typeof layer> => {
  const name = withoutSlash(host.replace(/^https?:\/\//, ""))
  return layer({ ...options, baseUrl: `https://${name}/api/v3`, uploadUrl: `https://${name}/api/uploads` })
}

/** What a ready-made Layer brings: a cache and limits in memory. */
const inMemory = /* @__PURE__ */ Layer.mergeAll(
  /* @__PURE__ */ HttpCache.layerMemory(),
  /* @__PURE__ */ RateLimit.layerMemory()
)

/**
 * The service as the configuration says: `GITHUB_TOKEN` (anonymous without it) and `GITHUB_API_URL`, or the same names
 * below a prefix (`WORK` reads `WORK_TOKEN` and `WORK_API_URL`). Cache and limits are in memory; needs an HTTP client.
 */
export const layerConfigWithClient = (
  prefix: string = "GITHUB"
): Layer.Layer<Forge, Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(
    Effect.map(Env.readUrl(`${prefix}_API_URL`), (baseUrl) =>
      layer({ baseUrl }).pipe(Layer.provide([Credentials.layerConfig(`${prefix}_TOKEN`), inMemory]))
    )
  )

/** As `layerConfigWithClient`, on fetch. */
export const layerConfig = (prefix?: string): Layer.Layer<Forge, Config.ConfigError> =>
  layerConfigWithClient(prefix).pipe(Layer.provide(FetchHttpClient.layer))

/** github.com, ready: fetch, `GITHUB_TOKEN` if it is set, cache and limits in memory. */
export const layerGitHub: Layer.Layer<Forge, Config.ConfigError> = /* @__PURE__ */ layerConfig()

/** Declares an operation of the service: our own are made with it, and so are those that users add. */
export const operation = /* @__PURE__ */ Operation.operation(Forge, dialect)

/** Declares a listing of the service. */
export const listing = /* @__PURE__ */ Operation.listing(Forge, dialect)

/** Declares a download of the service: an answer that is bytes. */
export const download = /* @__PURE__ */ Download.download(Forge, dialect)

/** Declares an upload to the service: a request whose body is bytes. */
export const upload = /* @__PURE__ */ Upload.upload(Forge, dialect)

const withoutSlash = (url: string): string => url.replace(/\/+$/, "")

const uploadUrlOf = (api: string): string => {
  if (api.endsWith("/api/v3")) return `${api.slice(0, -"/v3".length)}/uploads`
  return api.replace(/^https:\/\/api\.(github\.com|[^./]+\.ghe\.com)$/, "https://uploads.$1")
}
