/**
 * An HTTP client on undici's dispatcher: like `NodeHttpClient.layerUndici`, with a direct path for requests whose body
 * is empty or small.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Configuration from "../rest/Configuration.ts"
import * as FetchClient from "../rest/internal/wire/fetchClient.ts"
import * as Direct from "../rest/internal/wire/direct.ts"
import * as ContentCoding from "./contentCoding.ts"
import { decompressed } from "./decompressed.ts"
import * as Dispatcher from "./dispatcher.ts"
import * as Sha256 from "./sha256.ts"
import { UndiciResponse } from "./undiciResponse.ts"

const make = Effect.fnUntraced(function* (options: Dispatcher.Options) {
  const dispatcher = yield* Dispatcher.make(options)
  const client = yield* Effect.provideService(NodeHttpClient.makeUndici, NodeHttpClient.Dispatcher, dispatcher)
  return Direct.register(HttpClient.transformResponse(client, Effect.map(decompressed)), (request, bounds) =>
    Effect.callback<Direct.DirectResponse, Direct.ClientError>((resume) => {
      const response = new UndiciResponse(request, bounds, Fiber.getCurrent(), resume)
      const { origin, path } = split(request.url)
      try {
        dispatcher.dispatch(
          {
            method: request.method,
            origin,
            path,
            headers: { "accept-encoding": ContentCoding.accepted, ...request.headers },
            body: request.body._tag === "Uint8Array" ? request.body.body : null,
            headersTimeout: finite(bounds.head),
            bodyTimeout: finite(bounds.silence)
          },
          response
        )
      } catch (cause) {
        resume(Effect.fail(Direct.failed(request, cause)))
      }
      response.startTimer()
      return Effect.sync(() => response.abort())
    })
  )
})

/** Splits a URL. The transport's URLs are already normalized, so there is no need to parse them again. */
const split = (url: string): { readonly origin: string; readonly path: string } => {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2)
  const fragment = url.indexOf("#", pathStart)
  return { origin: url.slice(0, pathStart), path: url.slice(pathStart, fragment === -1 ? undefined : fragment) }
}

/** Converts a timeout for undici, where 0 means no timeout. */
const finite = (milliseconds: number): number => (Number.isFinite(milliseconds) ? Math.max(1, milliseconds) : 0)

const onFetch: Layer.Layer<HttpClient.HttpClient> = Layer.effect(HttpClient.HttpClient)(
  Effect.flatMap(HttpClient.HttpClient, FetchClient.register)
).pipe(Layer.provide(FetchHttpClient.layer))

/**
 * The client, with Node's own hash for downloads. Where there is no undici, as on Bun, it is fetch; options that fetch
 * does not have fail then.
 */
export const layer = (options: Dispatcher.Options = {}): Layer.Layer<HttpClient.HttpClient, ConfigError> =>
  Layer.merge(
    Layer.unwrap(
      Effect.suspend(() => {
        if (Dispatcher.isAvailable()) return Effect.succeed(Layer.effect(HttpClient.HttpClient, make(options)))
        return Dispatcher.isDefault(options)
          ? Effect.succeed(onFetch)
          : Configuration.invalid("this runtime has no undici, which the options of layerHttpClient need")
      })
    ),
    Sha256.layer
  )
