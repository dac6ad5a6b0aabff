/**
 * The optional peers. Other modules import them for their types alone: a bundler fails on an import of a package that is
 * not installed, unless it is awaited in a `try`.
 */
import * as Result from "effect/Result"
import type * as Api from "@openmeteo/sdk/weather_api.js"
import type { ByteBuffer } from "flatbuffers"

interface Sdk {
  readonly Aggregation: typeof Api.Aggregation
  readonly ByteBuffer: typeof ByteBuffer
  readonly Model: typeof Api.Model
  readonly Probability: typeof Api.Probability
  readonly Unit: typeof Api.Unit
  readonly Variable: typeof Api.Variable
  readonly VariablesWithMonth: typeof Api.VariablesWithMonth
  readonly WeatherApiResponse: typeof Api.WeatherApiResponse
}

let loaded: Sdk | undefined

/** The peers, once they are loaded. */
export const sdk = (): Sdk => {
  if (loaded === undefined) throw new Error("The packages @openmeteo/sdk and flatbuffers are not loaded")
  return loaded
}

/** Loads the peers. Fails with the reason if one of them is not installed. */
export const loadSdk = async (): Promise<Result.Result<Sdk, unknown>> => {
  try {
    // The SDK loads the other package, too: together, they would not be there any sooner.
    const { Aggregation, Model, Probability, Unit, Variable, VariablesWithMonth, WeatherApiResponse } =
      await import("@openmeteo/sdk/weather_api.js")
    const { ByteBuffer } = await import("flatbuffers")
    loaded = { Aggregation, ByteBuffer, Model, Probability, Unit, Variable, VariablesWithMonth, WeatherApiResponse }
    return Result.succeed(loaded)
  } catch (cause) {
    return Result.fail(cause)
  }
}
