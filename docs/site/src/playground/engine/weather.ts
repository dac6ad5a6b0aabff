/** The weather simulators of a run. A program that asks for no weather does not load this module. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Transport from "forgecast/rest/Transport"
import * as WeatherSimulator from "forgecast/testing/WeatherSimulator"
import * as Weather from "forgecast/weather/Weather"
import type { Service } from "./fetch.ts"
import type { Simulators } from "./simulators.ts"

interface Answered {
  (url: string, body: Effect.Effect<string, unknown>): Effect.Effect<void>
}

type Seed = WeatherSimulator.Seed

/** `answered` gets each answer. */
export const makeWeather = (simulators: Simulators, answered: Answered) => {
  const layerHttpClient = (seed?: Seed) =>
    Layer.flatMap(simulators.seeded(WeatherSimulator.layerHttpClient, seed), (context) => {
      const client = HttpClient.transform(Context.get(context, HttpClient.HttpClient), (response, request) =>
        Effect.tap(response, ({ status, text }) => (status === 200 ? answered(request.url, text) : Effect.void))
      )
      const observed = simulators.observe("weather", Context.get(context, WeatherSimulator.WeatherSimulator))
      return Layer.effectContext(Effect.as(observed, Context.add(context, HttpClient.HttpClient, client)))
    })

  const layerBy = (seed: Seed | undefined, own: boolean) =>
    Layer.flatMap(layerHttpClient(seed), (context) => {
      const handle = Context.get(context, WeatherSimulator.WeatherSimulator)
      return Weather.layer(own ? { baseUrl: handle.baseUrl } : {}).pipe(
        Layer.provide([Transport.inMemory, Layer.succeedContext(context)]),
        Layer.merge(Layer.succeed(WeatherSimulator.WeatherSimulator, handle))
      )
    })

  /** What `fetch` reaches. */
  const service = (seed: Seed) =>
    Effect.map(Layer.build(layerHttpClient(seed)), (context): Service => {
      const { urls } = Context.get(context, WeatherSimulator.WeatherSimulator)
      return { urls: Object.values(urls), client: Context.get(context, HttpClient.HttpClient) }
    })

  return {
    layer: (seed?: Seed) => layerBy(seed, false),
    layerSelfHosted: (seed?: Seed) => layerBy(seed, true),
    layerHttpClient,
    service
  }
}
