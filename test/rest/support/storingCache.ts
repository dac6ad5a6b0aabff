/** A cache in memory that does not say so: for the pipeline, it may store bodies elsewhere. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpCache from "../../../src/rest/HttpCache.ts"

export const layer: Layer.Layer<HttpCache.HttpCache> = Layer.effect(
  HttpCache.HttpCache,
  Effect.map(HttpCache.HttpCache, ({ get, set }) => ({ get, set }))
).pipe(Layer.provide(HttpCache.layerMemory()))
