/** The services that tools ask: the real ones, as the environment says, or simulated ones. */
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Forge } from "../forge/Forge.ts"
import * as ForgeNode from "../node/ForgeNode.ts"
import * as WeatherNode from "../node/WeatherNode.ts"
import * as Configuration from "../rest/Configuration.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import type { Seed } from "../testing/ForgeSeed.ts"
import type { SeedInvalid } from "../testing/SeedJson.ts"
import type { Weather } from "../weather/Weather.ts"

/** A model that waits for minutes looks as if it hung. It is told when to try again instead. */
const waits = Layer.succeed(RateLimit.MaxWait, "20 seconds")

/** What `GITHUB_TOKEN`, `GITHUB_API_URL`, the variables of an App and those of the weather services say. */
export const real: Layer.Layer<Forge | Weather, ConfigError> = Layer.merge(
  ForgeNode.layerConfig(),
  WeatherNode.layerConfig()
).pipe(Layer.provide(waits))

/** Whether requests have no credentials. */
export const isAnonymous: Effect.Effect<boolean, ConfigError> = Effect.map(
  Effect.all([Configuration.read("GITHUB_TOKEN"), Configuration.read("GITHUB_APP_ID")]),
  ([token, app]) => token === undefined && app === undefined
)

/** What the simulated service starts with: a text of JSON, or the small seed. Its code is loaded only for that. */
export const seedOf = Effect.fnUntraced(function* (text: string | undefined): Effect.fn.Return<Seed, SeedInvalid> {
  if (text === undefined) return (yield* Effect.promise(() => import("./seed.ts"))).seed
  const SeedJson = yield* Effect.promise(() => import("../testing/SeedJson.ts"))
  return yield* SeedJson.parse(text)
})

/** Simulated services in memory. Their code is loaded only for that. */
export const simulated = (seed: string | undefined): Layer.Layer<Forge | Weather, SeedInvalid> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const [ForgeSimulator, WeatherSimulator] = yield* Effect.promise(() =>
        Promise.all([import("../testing/ForgeSimulator.ts"), import("../testing/WeatherSimulator.ts")])
      )
      return Layer.merge(ForgeSimulator.layer(yield* seedOf(seed)), WeatherSimulator.layer())
    })
  ).pipe(Layer.provide(waits))
