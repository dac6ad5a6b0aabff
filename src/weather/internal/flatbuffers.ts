/** The reader of flatbuffers, which needs optional peers. It is loaded when a Layer that uses it is built. */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
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

/** Loads the reader. Bundlers put it into a file of its own. */
export const load: Effect.Effect<Flatbuffers, ConfigError> = Effect.tryPromise({
  try: async () => (await import("./flatbuffers/decoder.ts")).flatbuffers,
  catch: missing
})
