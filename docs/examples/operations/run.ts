/**
 * Runs the example of an operation, and prints what it returns: `npx tsx docs/examples/operations/run.ts Issues.list` on
 * simulated services, and with `--live` on the real ones.
 */
import { Forge } from "forgecast/forge"
import { ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import { Weather } from "forgecast/weather"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as examples from "./index.ts"
import { seedOf } from "./seed.ts"
import { weatherSeed } from "./weatherSeed.ts"

const [name = "", mode] = process.argv.slice(2)
const [module = "", operation = ""] = name.split(".")

const all: Readonly<
  Record<string, Readonly<Record<string, Effect.Effect<unknown, unknown, Forge.Forge | Weather.Weather>>>>
> = { ...examples.forge, ...examples.weather }

const simulated = Layer.merge(ForgeSimulator.layer(seedOf(name)), WeatherSimulator.layer(weatherSeed))

const live = Layer.merge(Forge.layerGitHub, Weather.layerOpenMeteo)

const unknown = Effect.fail(new Error(`There is no operation ${name}. Name one, such as Issues.list`))

await (all[module]?.[operation] ?? unknown).pipe(
  Effect.flatMap((result) => Console.log(result ?? "Done")),
  Effect.provide<Forge.Forge | Weather.Weather, unknown, never>(mode === "--live" ? live : simulated),
  Effect.runPromise
)
