/**
 * An HTTP client on undici's dispatcher: as `NodeHttpClient.layerUndici`, with a short way for requests whose body is
 * empty or in one piece.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Agent } from "@effect/platform-node/Undici"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as Direct from "../rest/internal/wire/direct.ts"
import * as Sha256 from "./sha256.ts"
import { UndiciResponse } from "./undiciResponse.ts"

const make = /* @__PURE__ */ Effect.gen(function* () {
  const dispatcher = yield* Effect.acquireRelease(
    // Over HTTP/2 undici takes an answer whose stream was reset for a whole one.
    Effect.sync(() => new Agent({ allowH2: false })),
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
              headers: request.headers,
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

/** The transport's URLs are normal ones: parsing them anew would only cost. */
const split = (url: string): { readonly origin: string; readonly path: string } => {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2)
  const fragment = url.indexOf("#", pathStart)
  return { origin: url.slice(0, pathStart), path: url.slice(pathStart, fragment === -1 ? undefined : fragment) }
}

/** For undici, 0 is without end. */
const finite = (milliseconds: number): number => (Number.isFinite(milliseconds) ? Math.max(1, milliseconds) : 0)

/** The client, and Node's hashes for what is downloaded with it. */
export const layer: Layer.Layer<HttpClient.HttpClient> = /* @__PURE__ */ Layer.merge(
  /* @__PURE__ */ Layer.effect(HttpClient.HttpClient, make),
  Sha256.layer
)
