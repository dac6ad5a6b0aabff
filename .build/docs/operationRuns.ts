/** Runs the examples of the operations, each on a fresh simulator. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import type { Received } from "forgecast/testing/Journal"
import type { Forge } from "forgecast/forge"
import type { Weather } from "forgecast/weather"
import { forge, weather } from "../../docs/examples/operations/index.ts"
import { seedOf } from "../../docs/examples/operations/seed.ts"
import { weatherSeed } from "../../docs/examples/operations/weatherSeed.ts"

type Examples<R> = Readonly<Record<string, Readonly<Record<string, Effect.Effect<Schema.Json | void, unknown, R>>>>>

/** What an example returned, and what it did for that. */
export interface Run {
  readonly output: Schema.Json
  /** The operations that it called, once for each request. */
  readonly called: ReadonlyArray<string>
  /** The operations that the simulator served. */
  readonly served: ReadonlyArray<string | null>
  /** The requests as they arrived. */
  readonly requests: ReadonlyArray<Received>
}

/** An example, ready to run. */
export interface Example {
  /** The operation's name, such as `Issues.list`. */
  readonly name: string
  /** Runs it, at the given time (ISO 8601). */
  readonly run: (at: string) => Effect.Effect<Run, unknown>
}

interface Journal {
  readonly requests: Effect.Effect<ReadonlyArray<Received>>
}

const runOf = <R>(
  example: Effect.Effect<Schema.Json | void, unknown, R>,
  simulator: Effect.Effect<Journal, never, R>
): Effect.Effect<Run, unknown, R> =>
  Effect.gen(function* () {
    const journal = yield* simulator
    const called: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        called.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    const output = (yield* Effect.provideService(example, Tracer.Tracer, tracer)) ?? null
    const requests = yield* journal.requests
    return { output, called, served: requests.map(({ operation }) => operation), requests }
  })

const onForge = (name: string, example: Effect.Effect<Schema.Json | void, unknown, Forge.Forge>) =>
  runOf<Forge.Forge | ForgeSimulator.ForgeSimulator>(example, ForgeSimulator.ForgeSimulator).pipe(
    Effect.provide(ForgeSimulator.layer(seedOf(name)))
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
      const run = (at: string) =>
        Effect.provide(Effect.andThen(TestClock.setTime(Date.parse(at)), on(name, example)), TestClock.layer())
      return { name, run }
    })
  )

/** All examples, in the order of their modules. */
export const examples: ReadonlyArray<Example> = [...allOf(forge, onForge), ...allOf(weather, onWeather)]
