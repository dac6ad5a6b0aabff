/** An HTTP client on undici's dispatcher: like `NodeHttpClient.layerUndici`, with a sender of its own. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Configuration from "../rest/Configuration.ts"
import * as FetchClient from "../rest/FetchClient.ts"
import * as Sender from "../rest/Sender.ts"
import * as ContentCoding from "./contentCoding.ts"
import * as Dispatcher from "./dispatcher.ts"
import * as Sha256 from "./sha256.ts"
import { UndiciResponse } from "./undiciResponse.ts"

const make = Effect.fnUntraced(function* (options: Dispatcher.Options) {
  const dispatcher = yield* Dispatcher.make(options)
  const client = yield* Effect.provideService(NodeHttpClient.makeUndici, NodeHttpClient.Dispatcher, dispatcher)
  return Sender.register(
    HttpClient.transformResponse(client, Effect.map(decompressed)),
    Sender.make((sent) => new UndiciResponse(sent, dispatcher))
  )
})

/** Responses of these statuses have no body, whatever their head says. */
const withoutBody = new Set([204, 205, 304])

/** The response of a program that calls the client itself, decompressed while it is read. */
const decompressed = (response: HttpClientResponse.HttpClientResponse): HttpClientResponse.HttpClientResponse => {
  const { headers, request, status } = response
  const decoders = ContentCoding.decodersOf(headers["content-encoding"])
  if (decoders === undefined || withoutBody.has(status)) return response
  const body = ContentCoding.decompressing(
    response.stream,
    decoders,
    (cause) => new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
  )
  return HttpClientResponse.fromWeb(request, new Response(Stream.toReadableStream(body), { status, headers }))
}

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
          ? Effect.succeed(FetchClient.layer)
          : Configuration.invalid("this runtime has no undici, which the options of layerHttpClient need")
      })
    ),
    Sha256.layer
  )
