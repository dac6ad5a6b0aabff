/** Runs the examples of the operations, each on a fresh simulator. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import type { Forge } from "forgecast/forge"
import type { Weather } from "forgecast/weather"
import { forge, now, weather } from "../../docs/examples/operations/index.ts"
import { appOperations, appSeed, seed } from "../../docs/examples/operations/seed.ts"
import { weatherSeed } from "../../docs/examples/operations/weatherSeed.ts"

type Examples<R> = Readonly<Record<string, Readonly<Record<string, Effect.Effect<Schema.Json | void, unknown, R>>>>>

/** What an example returned, and the operations that the simulator got. */
export interface Run {
  readonly output: Schema.Json
  readonly operations: ReadonlyArray<string | null>
}

/** An example, ready to run. */
export interface Example {
  /** The operation's name, such as `Issues.list`. */
  readonly name: string
  readonly run: Effect.Effect<Run, unknown>
}

interface Journal {
  readonly requests: Effect.Effect<ReadonlyArray<{ readonly operation: string | null }>>
}

const runOf = <R>(
  example: Effect.Effect<Schema.Json | void, unknown, R>,
  simulator: Effect.Effect<Journal, never, R>
): Effect.Effect<Run, unknown, R> =>
  Effect.gen(function* () {
    const { requests } = yield* simulator
    const output = (yield* example) ?? null
    return { output, operations: (yield* requests).map(({ operation }) => operation) }
  })

const onForge = (name: string, example: Effect.Effect<Schema.Json | void, unknown, Forge.Forge>) =>
  runOf<Forge.Forge | ForgeSimulator.ForgeSimulator>(example, ForgeSimulator.ForgeSimulator).pipe(
    Effect.provide(ForgeSimulator.layer(appOperations.includes(name) ? appSeed : seed))
  )

const onWeather = (_name: string, example: Effect.Effect<Schema.Json | void, unknown, Weather.Weather>) =>
  runOf<Weather.Weather | WeatherSimulator.WeatherSimulator>(example, WeatherSimulator.WeatherSimulator).pipe(
    Effect.provide(WeatherSimulator.layer(weatherSeed))
  )

const allOf = <R>(
  examples: Examples<R>,
  on: (name: string, example: Effect.Effect<Schema.Json | void, unknown, R>) => Effect.Effect<Run, unknown>
): ReadonlyArray<Example> =>
  Object.entries(examples).flatMap(([module, constants]) =>
    Object.entries(constants).map(([operation, example]) => {
      const name = `${module}.${operation}`
      const run = Effect.andThen(TestClock.setTime(Date.parse(now)), on(name, example))
      return { name, run: Effect.provide(run, TestClock.layer()) }
    })
  )

/** All examples, in the order of their modules. */
export const examples: ReadonlyArray<Example> = [...allOf(forge, onForge), ...allOf(weather, onWeather)]
