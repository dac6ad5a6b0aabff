/** Arbitrary lists of the names that the service knows. */
import * as fc from "fast-check"
import { metas, renames } from "../../../.build/weather/metas.ts"

/** One to three names. */
export const anyOf = (names: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<string>> =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })

/** Names of instants: at the surface, some of an earlier run, and at levels. */
export const hourlyNames: fc.Arbitrary<ReadonlyArray<string>> = fc.uniqueArray(
  fc.oneof(
    { arbitrary: fc.constantFrom(...Object.keys(metas.variables.hourly)), weight: 6 },
    fc
      .tuple(fc.constantFrom(...Object.keys(metas.variables.hourly)), fc.integer({ min: 1, max: 7 }))
      .map(([name, day]) => `${name}_previous_day${day}`),
    fc
      .tuple(fc.constantFrom(...Object.keys(metas.variables.pressure.variables)), fc.constantFrom(1_000, 850, 50))
      .map(([name, level]) => `${name}_${level}hPa`),
    fc
      .tuple(fc.constantFrom(...Object.keys(metas.variables.height.variables)), fc.constantFrom(80, 45, 10))
      .map(([name, metres]) => `${name}_${metres}m`)
  ),
  { minLength: 1, maxLength: 3 }
)

/** The service refuses these in its own words. */
const models = Object.keys(metas.models).filter((name) => !name.startsWith("arpae_cosmo"))

const labelOf = (name: string): string | undefined => metas.models[name]?.label

/** Models that share a label. */
const groups = models
  .map((name) => models.filter((other) => labelOf(other) === labelOf(name)))
  .filter((names) => names.length > 1)

/** Models that a service makes the same. */
const renamed = Object.values(renames).flatMap((names) => Object.entries(names))

/** Two to five models: any, and often some that share a label or become the same one. */
export const anyModels: fc.Arbitrary<ReadonlyArray<string>> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...models), { minLength: 1, maxLength: 3 }),
    fc.oneof(
      fc.constant([]),
      fc
        .constantFrom(...groups)
        .chain((names) => fc.shuffledSubarray(names, { minLength: 1, maxLength: Math.min(3, names.length) })),
      fc.shuffledSubarray(["icon_d2", "best_match", "gfs_hrrr", "arpege_europe", "arome_france"], { maxLength: 2 }),
      fc.constantFrom(...renamed)
    )
  )
  .chain(([some, others]) => {
    const all = [...new Set([...some, ...others])]
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
  })

/** A place inside or outside the regions of models, near the poles, or anywhere. */
export const place = fc.oneof(
  fc.constantFrom(
    { latitude: 52.22, longitude: 6.9 },
    { latitude: 40.7, longitude: -74 },
    { latitude: 35.7, longitude: 139.7 },
    { latitude: 69.65, longitude: 18.96 },
    { latitude: -75, longitude: 0 }
  ),
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true })
  })
)

/** One to three places. */
export const places = fc.array(place, { minLength: 1, maxLength: 3 })
