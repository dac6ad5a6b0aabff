/**
 * What messages are made with: the builder of `flatbuffers`, and the enumerations of the optional peer `@openmeteo/sdk`.
 * Both are loaded by the first request for flatbuffers.
 */
import type { Builder } from "flatbuffers"
import type { Aggregation, Model, Probability, Unit, Variable } from "@openmeteo/sdk/weather_api.js"

export interface Library {
  readonly Builder: typeof Builder
  readonly Aggregation: typeof Aggregation
  readonly Model: typeof Model
  readonly Probability: typeof Probability
  readonly Unit: typeof Unit
  readonly Variable: typeof Variable
}

/** Returns undefined if one of the packages is not installed. Bundlers take an import in a `try` for an optional one. */
export const load = async (): Promise<Library | undefined> => {
  try {
    const [{ Builder }, { Aggregation, Model, Probability, Unit, Variable }] = await Promise.all([
      import("flatbuffers"),
      import("@openmeteo/sdk/weather_api.js")
    ])
    return { Builder, Aggregation, Model, Probability, Unit, Variable }
  } catch {
    return undefined
  }
}
