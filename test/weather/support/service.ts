/** The weather services in process: the whole pipeline over scripted responses. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Retry from "../../../src/rest/Retry.ts"
import * as Json from "../json.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { type Http, type Script, scripted, type Sent } from "../../rest/support/http.ts"

export interface Options extends Weather.Options {
  readonly cache?: Layer.Layer<HttpCache.HttpCache>
  readonly maxWait?: number
  readonly attempts?: number
  readonly writeInterval?: Duration.Input
}

/** A Layer over scripted responses, and the requests that it sends. Retries do not wait. */
export const weather = (
  script: Script,
  { attempts = 1, cache = HttpCache.layerMemory(), maxWait, writeInterval, ...options }: Options = {}
): { readonly http: Http; readonly layer: Layer.Layer<Weather.Weather> } => {
  const http = scripted(script)
  const layer = Weather.layer(options).pipe(
    Layer.provide([
      http.layer,
      cache,
      RateLimit.layerMemory(),
      Layer.succeed(RateLimit.WriteInterval, writeInterval ?? "learned"),
      Layer.succeed(RateLimit.MaxWait, maxWait ?? 120_000),
      Layer.succeed(Retry.RetryPolicy, { attempts, within: "1 minute", base: 0, cap: 0 })
    ])
  )
  return { http, layer }
}

/** Runs a program over scripted responses. */
export const run = <A, E>(
  program: Effect.Effect<A, E, Weather.Weather>,
  script: Script,
  options?: Options
): Effect.Effect<A, E> => Effect.provide(program, weather(script, options).layer)

/** The parameters of a request: those of its query, or of its JSON body. */
export const parametersOf = ({ body, method, path }: Sent): Readonly<Record<string, string>> =>
  method === "POST"
    ? Object.fromEntries(
        Object.entries(Json.parseObject(body)).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(",") : JSON.stringify(value).replaceAll('"', "")
        ])
      )
    : queryOf(path)

/** The decoded query of a request. */
export const queryOf = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(path, "https://service.example").searchParams)
