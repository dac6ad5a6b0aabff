/** The fetch of the ready Layers, as an HTTP client. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as FetchClient from "../../../src/rest/internal/wire/fetchClient.ts"

export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.flatMap(HttpClient.HttpClient, FetchClient.register)
).pipe(Layer.provide(FetchHttpClient.layer))
