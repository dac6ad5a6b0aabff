/** A program of three operations, whose cost for the compiler `types.ts` measures against the built package. */
import { Forge, Issues, Labels } from "forgecast/forge"
import { Forecast, Weather } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

export const program = Effect.gen(function* () {
  const { hourly } = yield* Forecast.get({ latitude: 1, longitude: 2, hourly: ["temperature_2m"] })
  const issues = yield* Stream.runCollect(Issues.list({ ...repo, labels: ["bug"] }))
  const label = yield* Labels.create({ ...repo, name: "hot", color: "ff0000" })
  return { issues, label, hourly }
}).pipe(Effect.provide(Layer.mergeAll(Forge.layerGitHub, Weather.layerOpenMeteo)))
