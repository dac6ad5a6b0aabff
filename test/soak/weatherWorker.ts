/** A client of the weather services. The past doesn't change: each answer is the whole truth, or the call fails. */
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import type { Seen } from "../../src/testing/FaultTypes.ts"
import type { Handle } from "../../src/testing/WeatherHandle.ts"
import { attempted } from "./attempted.ts"
import { type Roads, silentFault, weatherFault } from "./faults.ts"
import { makeRandom, mixed } from "./random.ts"
import type { Tally } from "./tally.ts"

export interface Options {
  /** Requests of the worker carry it, as a latitude or a count. */
  readonly index: number
  readonly seed: number
  readonly calls: number
  readonly simulator: Handle
  readonly roads: Roads
  readonly tally: Tally
  /** What the service answers to each call when nothing goes wrong. */
  readonly truths: Truths
}

export type Truths = ReadonlyArray<unknown>

type Ask = Effect.Effect<unknown, { readonly _tag: string }, Weather>

/** The values of an answer, without how long the service took for it. */
const values = (answer: object): object => ({ ...answer, generationTime: undefined, generationtime_ms: undefined })

const asksOf = (index: number): readonly [Ask, ...ReadonlyArray<Ask>] => {
  const place = { latitude: 40 + index, longitude: 10 }
  const days = { start_date: "2021-03-01", end_date: "2021-03-05" }
  return [
    Effect.map(Archive.get({ ...place, ...days, hourly: ["temperature_2m"], daily: ["sunrise"] }), values),
    Archive.stream({ ...place, start_date: "2010-01-01", end_date: "2011-06-30", daily: ["precipitation_sum"] }).pipe(
      Stream.map(values),
      Stream.runCollect
    ),
    Elevation.getMany({ places: [place, { latitude: 40 + index, longitude: 11 }] }),
    Geocoding.search({ name: "Berlin", count: 40 + index })
  ]
}

const isOf =
  (index: number) =>
  ({ url }: Seen): boolean =>
    [url.searchParams.get("latitude"), url.searchParams.get("count")].some(
      (text) => text !== null && Number(text.split(",")[0]) === 40 + index
    )

/** The answers of a calm service to a worker's calls. */
export const truthsOf = (index: number): Effect.Effect<Truths, never, Weather> =>
  Effect.orDie(Effect.all(asksOf(index)))

/** Runs the worker, and returns what it found. */
export const runWeatherWorker = Effect.fnUntraced(function* ({
  calls,
  index,
  roads,
  seed,
  simulator,
  tally,
  truths
}: Options) {
  const random = makeRandom(mixed(seed, 7_000 + index))
  const asks = asksOf(index)
  const found: Array<string> = []
  for (let call = 0; call < calls; call++) {
    while (random.chance(0.45)) yield* simulator.faults.add(weatherFault(random, isOf(index), roads))
    if (index % 2 === 1 && random.chance(0.1)) yield* simulator.faults.add(silentFault(random, isOf(index), roads))
    const which = random.int(0, asks.length - 1)
    const patience = random.chance(0.5) ? 2_500 : 0
    const end = yield* attempted(tally, random, "the weather", asks[which] ?? asks[0], index % 2 === 1).pipe(
      Effect.provideService(RateLimit.MaxWait, patience)
    )
    if (end._tag === "Success" && !isDeepStrictEqual(end.value, truths[which])) {
      found.push(`weather ${index}: call ${call} (${which}) succeeded with another answer than the service's`)
    }
  }
  return found
})
