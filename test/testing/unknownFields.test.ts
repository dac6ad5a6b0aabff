/** Fields that seeds do not have are refused: the compiler does not see them in a variable. */
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import { makeJsonSchema } from "../../.build/testing/seedSchema.ts"
import { rich } from "./forge/seed/rich.ts"

/** Why a seed was refused; undefined if it was not. */
const refusalOf = <A, E>(exit: Exit.Exit<A, E>): string | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.squash(exit.cause)
  return error instanceof Error ? error.message : String(error)
}

const refusal = <A, E>(layer: Layer.Layer<A, E>) =>
  Effect.map(Effect.exit(Effect.scoped(Layer.build(layer))), refusalOf)

type Json = Readonly<Record<string, unknown>> | ReadonlyArray<unknown>
type Path = ReadonlyArray<string>

const isList: (value: unknown) => value is ReadonlyArray<unknown> = Array.isArray

const isNested = (value: unknown): value is Json => typeof value === "object" && value !== null

/** The paths of all fields of a value, those of nested ones included. */
const pathsOf = (value: Json, path: Path = []): ReadonlyArray<Path> =>
  Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [[...path, key]]),
    ...(isNested(inner) ? pathsOf(inner, [...path, key]) : [])
  ])

/** The value with a field of another name at a path, after it or in its place. */
const renamed = (value: Json, [key = "", ...rest]: Path, name: string, isKept: boolean): Json => {
  const change = (inner: unknown): unknown => (isNested(inner) ? renamed(inner, rest, name, isKept) : inner)
  if (isList(value)) return value.map((inner, index) => (String(index) === key ? change(inner) : inner))
  return Object.fromEntries(
    Object.entries(value).flatMap(([each, inner]) => {
      if (each !== key) return [[each, inner]]
      if (rest.length > 0) return [[each, change(inner)]]
      return isKept
        ? [
            [each, inner],
            [name, inner]
          ]
        : [[name, inner]]
    })
  )
}

/** A name with one letter less, more, or another one. */
const misspellings = (name: string): ReadonlyArray<string> => [name.slice(1), `${name}s`, `${name.slice(0, -1)}q`]

describe("GitHub", () => {
  const validate = new Ajv2020({ strict: false }).compile(makeJsonSchema())
  const paths = pathsOf(rich).flatMap((path) =>
    misspellings(path.at(-1) ?? "").map((name): readonly [Path, string] => [path, name])
  )
  /** Names that are free, such as those of branches, are not misspelt. The JSON Schema tells. */
  const misspelt = paths.filter(([path, name]) => !validate(renamed(rich, path, name, true)))

  it.effect("refuses each field that is misspelt by a letter", () =>
    Effect.gen(function* () {
      assert.isAbove(misspelt.length, 500)
      for (const [path, name] of misspelt) {
        // The cast stands for a program that reads a seed as it is.
        const seed = renamed(rich, path, name, false) as ForgeSimulator.Seed
        const message = yield* refusal(ForgeSimulator.layer(seed))
        assert.include(message, "The seed has an unknown field, ")
        assert.include(message, name)
      }
    })
  )

  it.effect("asks about what was meant, wherever a seed is given", () =>
    Effect.gen(function* () {
      const seed = { repositories: [{ owner: "acme", name: "web", isues: [{ title: "One" }] }] }
      const message = "The seed has an unknown field, repositories[0].isues: did you mean `issues`?"
      assert.strictEqual(yield* refusal(ForgeSimulator.layer(seed)), message)
      assert.strictEqual(yield* refusal(ForgeSimulator.layerHttpClient(seed)), message)
      const added = Effect.flatMap(ForgeSimulator.ForgeSimulator, (simulator) =>
        Effect.all([Effect.exit(simulator.seed(seed)), Effect.exit(simulator.reset(seed)), simulator.snapshot])
      ).pipe(Effect.provide(ForgeSimulator.layer()))
      const [seeded, reset, snapshot] = yield* added
      assert.deepStrictEqual([refusalOf(seeded), refusalOf(reset), snapshot], [message, message, []])
    })
  )

  it.effect("names all of them", () =>
    Effect.gen(function* () {
      const seed = { repos: [], repositories: [{ owner: "acme", name: "web", issues: [{ title: "A", asignees: [] }] }] }
      assert.strictEqual(
        yield* refusal(ForgeSimulator.layer(seed)),
        "The seed has unknown fields, repos, repositories[0].issues[0].asignees: did you mean `assignees`?"
      )
    })
  )

  it.effect("takes what only programs can give, and fields that are undefined", () =>
    Effect.gen(function* () {
      const seed = {
        $schema: "seed.schema.json",
        repos: undefined,
        latency: Duration.zero,
        repositories: [
          {
            owner: "acme",
            name: "web",
            created_at: new Date(0),
            files: { a: new Uint8Array([1, 2]), b: { content: new Uint8Array([1]), executable: true } },
            issues: [{ title: "A", created_at: { ago: Duration.hours(1) } }]
          }
        ]
      }
      assert.isUndefined(yield* refusal(ForgeSimulator.layer(seed)))
    })
  )
})

describe("the weather", () => {
  const place = {
    id: 1,
    name: "Nowhere",
    latitude: 1,
    longitude: 2,
    elevation: 3,
    feature_code: "PPL",
    country_code: "NO",
    country_id: 1,
    country: "Norway",
    admin1: "A",
    admin1_id: 1,
    timezone: "Europe/Oslo",
    population: 7,
    postcodes: ["1"],
    names: { de: "Nirgends" }
  }
  const spell = WeatherSimulator.storm({ latitude: 1, longitude: 2, from: { ago: "1 day" }, radius: 50 })
  const later = { ...spell, temperature_2m: 1, from: { in: "1 day" as const } }
  const seed = {
    climate: 2,
    limits: { minutely: 1, hourly: 2, daily: 3 },
    latency: 0,
    keys: ["key"],
    places: [place],
    spells: [spell, later, { ...spell, from: new Date(0) }]
  }
  const misspelt = pathsOf(seed)
    .filter((path) => !path.includes("names") || path.at(-1) === "names")
    .flatMap((path) => misspellings(path.at(-1) ?? "").map((name): readonly [Path, string] => [path, name]))
    // `names` is a field, too.
    .filter(([, name]) => name !== "names")

  it.effect("takes the seed as it is", () =>
    Effect.map(refusal(WeatherSimulator.layer(seed)), (message) => assert.isUndefined(message))
  )

  it.effect("refuses each field that is misspelt by a letter", () =>
    Effect.gen(function* () {
      assert.isAbove(misspelt.length, 120)
      for (const [path, name] of misspelt) {
        // As above.
        const wrong = renamed(seed, path, name, false) as WeatherSimulator.Seed
        const message = yield* refusal(WeatherSimulator.layer(wrong))
        assert.include(message, "The seed has an unknown field, ")
        assert.include(message, name)
      }
    })
  )

  it.effect("asks about what was meant, wherever a seed is given", () =>
    Effect.gen(function* () {
      const wrong = { spells: [{ latitude: 1, longitude: 2, from: "2030-01-01", temprature_2m: 3 }] }
      const message = "The seed has an unknown field, spells[0].temprature_2m: did you mean `temperature_2m`?"
      assert.strictEqual(yield* refusal(WeatherSimulator.layer(wrong)), message)
      assert.strictEqual(yield* refusal(WeatherSimulator.layerSelfHosted(wrong)), message)
      const given = Effect.flatMap(WeatherSimulator.WeatherSimulator, (simulator) =>
        Effect.all([Effect.exit(simulator.seed(wrong)), Effect.exit(simulator.reset(wrong))])
      )
      const exits = yield* Effect.provide(given, WeatherSimulator.layer())
      assert.deepStrictEqual(exits.map(refusalOf), [message, message])
    })
  )
})
