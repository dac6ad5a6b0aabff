/**
 * Runs a recipe: `npx tsx docs/recipes/run.ts stale-bot` on simulated services, with the seeds in its folder, and with
 * `--live` on the real ones.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Forge } from "forgecast/forge"
import { ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import * as SeedJson from "forgecast/testing/SeedJson"
import { Weather } from "forgecast/weather"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Fs from "node:fs"

const [recipe = "", mode] = process.argv.slice(2)
const [name = "", part = "program"] = recipe.split("/")
const file = (path: string) => new URL(`./${name}/${path}`, import.meta.url)

/** An empty seed if the recipe has none. */
const seed = (path: string): string => (Fs.existsSync(file(path)) ? Fs.readFileSync(file(path), "utf8") : "{}")

const simulated = Layer.unwrap(
  Effect.map(SeedJson.parse(seed("forge.json")), (forge) =>
    Layer.merge(ForgeSimulator.layer(forge), WeatherSimulator.layer(JSON.parse(seed("weather.json")) as object))
  )
)

const live = Layer.merge(Forge.layerGitHub, Weather.layerOpenMeteo)

const { default: program } = (await import(file(`${part}.ts`).href)) as {
  readonly default: Effect.Effect<unknown, unknown, Forge.Forge | Weather.Weather | FileSystem.FileSystem>
}

await program.pipe(
  Effect.flatMap((result) => Console.log(result)),
  Effect.provide<Forge.Forge | Weather.Weather, unknown, never>(mode === "--live" ? live : simulated),
  Effect.provide(NodeFileSystem.layer),
  Effect.runPromise
)
