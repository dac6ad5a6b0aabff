/**
 * An HTTP client on undici's dispatcher: like `NodeHttpClient.layerUndici`, with a direct path for requests whose body
 * is empty or in one piece.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Agent } from "@effect/platform-node/Undici"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as Direct from "../rest/internal/wire/direct.ts"
import * as ContentCoding from "./contentCoding.ts"
import { makeConnector } from "./earlyResponse.ts"
import * as Sha256 from "./sha256.ts"
import { UndiciResponse } from "./undiciResponse.ts"

const make = Effect.gen(function* () {
  const dispatcher = yield* Effect.acquireRelease(
    // Over HTTP/2, undici treats a response whose stream was reset as complete.
    Effect.sync(() => new Agent({ allowH2: false, connect: makeConnector({ allowH2: false }) })),
    (dispatcher) => Effect.promise(() => dispatcher.destroy())
  )
  const client = yield* Effect.provideService(NodeHttpClient.makeUndici, NodeHttpClient.Dispatcher, dispatcher)
  return Direct.register(client, (request, bounds) =>
    Effect.withFiber((asker) =>
      Effect.callback<Direct.DirectResponse, HttpClientError>((resume) => {
        const response = new UndiciResponse(request, bounds, asker, resume)
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
          resume(Effect.fail(new HttpClientError({ reason: new TransportError({ request, cause }) })))
        }
        response.startTimer()
        return Effect.sync(() => response.abort())
      })
    )
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

/** The client, with Node's own hash for downloads. */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.merge(
  Layer.effect(HttpClient.HttpClient, make),
  Sha256.layer
)
