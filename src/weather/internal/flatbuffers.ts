/** The reader of flatbuffers, which needs optional peers. It is loaded when a Layer that uses it is built. */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Flatbuffers } from "../Service.ts"

const missing = (cause: unknown): ConfigError =>
  new ConfigError(
    new ConfigProvider.SourceError({
      message:
        "Weather.layer needs the packages @openmeteo/sdk and flatbuffers for the format flatbuffers, which cannot be loaded. " +
        `To install them, run: npm install @openmeteo/sdk flatbuffers (${cause instanceof Error ? cause.message : String(cause)})`,
      cause
    })
  )

const decoder = Effect.gen(function* () {
  const reader = yield* Effect.tryPromise({ try: () => import("./flatbuffers/decoder.ts"), catch: missing })
  const peers = yield* Effect.promise(reader.loadSdk)
  return Result.isFailure(peers) ? yield* Effect.fail(missing(peers.failure)) : reader
})

/** Loads the reader for all responses. Bundlers put it into a file of its own. */
export const load: Effect.Effect<Flatbuffers, ConfigError> = Effect.map(decoder, ({ flatbuffers }) => flatbuffers)

/** Loads the reader for large responses; undefined if the packages are not installed. */
export const loadAutomatic: Effect.Effect<Flatbuffers | undefined> = decoder.pipe(
  Effect.map(({ automatic }): Flatbuffers | undefined => automatic),
  Effect.orElseSucceed(() => undefined)
)
