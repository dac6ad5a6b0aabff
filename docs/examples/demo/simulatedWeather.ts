/** The demo's simulated weather services, on a free local port, with a storm on its way to Bergen. */
import { HttpCache, RateLimit } from "forgecast"
import { WeatherSimulator } from "forgecast/testing"
import * as SimulatorServer from "forgecast/testing/node"
import { Weather } from "forgecast/weather"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The storm begins in two days, peaks after six hours, and passes. */
const storm = [25, 45, 65, 80, 95, 110, 118, 104, 90, 70, 50].map((gusts, hour) =>
  WeatherSimulator.storm({
    latitude: 60.39,
    longitude: 5.32,
    radius: 400,
    from: { in: `${46 + hour} hours` },
    lasts: "1 hour",
    wind_speed_10m: Math.round(gusts * 0.6),
    wind_gusts_10m: gusts,
    precipitation: Math.round(gusts / 6) / 2,
    thunderstorm: gusts > 100
  })
)

const server = SimulatorServer.layerWeather({ latency: "25 millis", spells: storm })

/** The client is the one for the real services, with the simulator's addresses. */
const client = Layer.unwrap(
  Effect.map(WeatherSimulator.WeatherSimulator, ({ urls }) =>
    Weather.layer({ urls }).pipe(
      Layer.provide([NodeHttpClient.layerUndici, HttpCache.layerMemory(), RateLimit.layerMemory()])
    )
  )
)

/** `Weather` over real HTTP, and the handle of the simulator behind it. */
export const layer = Layer.provideMerge(client, server)
