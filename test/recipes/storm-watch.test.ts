import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Faults, ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import { watch } from "../../docs/recipes/storm-watch/program.ts"
import { testOn } from "../testOn.ts"

const bergen = { latitude: 60.39, longitude: 5.32 }
const watched = { place: "Bergen", owner: "acme", repo: "harbour", gusts: 90 }

const simulators = Layer.merge(
  ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "harbour" }] }),
  WeatherSimulator.layer()
)

const nothing = { filed: [], updated: [], closed: [] }

describe("storm-watch", () => {
  testOn(simulators)("files an issue for a storm, keeps it up to date, and closes it", function* () {
    yield* TestClock.setTime(Date.parse("2026-06-10T08:00:00Z"))
    const forge = yield* ForgeSimulator.ForgeSimulator
    const weather = yield* WeatherSimulator.WeatherSimulator
    const issue = Effect.map(forge.repository("acme/harbour"), ({ issues }) => issues[0])
    assert.deepStrictEqual(yield* watch(watched), nothing)

    const storm = WeatherSimulator.storm({ ...bergen, from: "2026-06-12T12:00:00Z" })
    yield* weather.seed({ spells: [storm] })
    assert.deepStrictEqual(yield* watch(watched), { ...nothing, filed: [1] })
    assert.deepStrictEqual(yield* watch(watched), nothing)
    assert.strictEqual((yield* issue)?.title, "Storm in Bergen on 2026-06-12")
    assert.match(
      (yield* issue)?.body ?? "",
      /^Bergen, Vestland, Norway: gusts up to 118 km\/h, \d+(\.\d+)? mm of rain, thunderstorm\.\n\n<!-- /
    )

    yield* weather.seed({ spells: [{ ...storm, wind_gusts_10m: 99 }] })
    assert.deepStrictEqual(yield* watch(watched), { ...nothing, updated: [1] })
    assert.include((yield* issue)?.body, "99 km/h")

    yield* weather.seed({ spells: [{ ...storm, wind_gusts_10m: 40, wind_speed_10m: 20 }] })
    assert.deepStrictEqual(yield* watch(watched), { ...nothing, closed: [1] })
    assert.strictEqual((yield* issue)?.state, "closed")
    assert.deepStrictEqual(yield* watch(watched), nothing)
  })

  testOn(simulators)("survives failures on both sides, and reports those it can't", function* () {
    const forge = yield* ForgeSimulator.ForgeSimulator
    const weather = yield* WeatherSimulator.WeatherSimulator
    yield* weather.seed({ spells: [WeatherSimulator.storm({ ...bergen, from: { in: "2 days" } })] })
    yield* weather.faults.add(Faults.quotaSpent({ operation: "Forecast.get" }))
    yield* forge.faults.add(
      Faults.unavailable({ operation: "Issues.list" }),
      Faults.answerLost({ operation: "Issues.create" })
    )
    const watching = yield* Effect.forkChild(watch(watched))
    yield* TestClock.adjust("2 minutes")
    assert.deepStrictEqual(yield* Fiber.join(watching), { ...nothing, filed: [1] })
    assert.lengthOf((yield* forge.repository("acme/harbour")).issues, 1)
    const unknown = yield* Effect.flip(watch({ ...watched, place: "Atlantis" }))
    assert.strictEqual(unknown._tag, "NoSuchPlace")
  })
})
