/** What the service's source says of its names: `test/fixtures/open-meteo/metas.json`. Tests hold all tables to it. */
import * as Schema from "effect/Schema"
import { read } from "../../test/weather/fixtures.ts"

/** What a column of flatbuffers says: names of the SDK, and numbers. What is left out is none. */
const Label = Schema.Struct({
  variable: Schema.String,
  aggregation: Schema.optional(Schema.String),
  probability: Schema.optional(Schema.String),
  altitude: Schema.optional(Schema.Int),
  depth: Schema.optional(Schema.Int),
  depth_to: Schema.optional(Schema.Int)
})

/** The label of a column. */
export type Label = typeof Label.Type

const Variable = Schema.Struct({
  label: Label,
  /** In JSON, unless the request names others; none for what has no dimension. */
  unit: Schema.optional(Schema.String),
  description: Schema.optional(Schema.String),
  /** What time a value belongs to: `Instant`, `Preceding hour sum`. */
  valid: Schema.optional(Schema.String),
  /** The newer spelling of the same variable. */
  alias_of: Schema.optional(Schema.String),
  /** What a daily value is made of: `max:temperature_2m`; `own` if it is not made of an hourly one. */
  from: Schema.optional(Schema.String),
  /** Whether the label of an earlier run says that it is the latest one. */
  previous_day_lost: Schema.optional(Schema.Boolean)
})

const Variables = Schema.Record(Schema.String, Variable)

/** Variables at levels. The level stands for a number in their labels. */
const Family = Schema.Struct({
  variables: Schema.Record(
    Schema.String,
    Schema.Struct({
      label: Schema.Struct({ variable: Schema.String }),
      alias_of: Schema.optional(Schema.String),
      unit: Schema.optional(Schema.String),
      description: Schema.optional(Schema.String)
    })
  )
})

const Metas = Schema.Struct({
  /** By label; those without one begin with `(none)`. */
  units: Schema.Record(Schema.String, Schema.Struct({ sdk: Schema.String, decimals: Schema.Int })),
  variables: Schema.Struct({
    hourly: Variables,
    daily: Variables,
    weekly: Variables,
    monthly: Variables,
    pressure: Family,
    height: Family
  }),
  models: Schema.Record(
    Schema.String,
    Schema.Struct({
      label: Schema.String,
      members: Schema.Int,
      /** The data sets of the server that it reads, where they were found. */
      reads: Schema.optional(Schema.Array(Schema.String)),
      /** Why the service refuses it, among other notes. */
      note: Schema.optional(Schema.String)
    })
  ),
  services: Schema.Record(
    Schema.String,
    Schema.Struct({
      host: Schema.optional(Schema.String),
      path: Schema.optional(Schema.String),
      data_since: Schema.optional(Schema.String),
      documented_models: Schema.optional(Schema.Array(Schema.String)),
      documented_variables: Schema.optional(Schema.Record(Schema.String, Schema.Array(Schema.String))),
      takes_models: Schema.optional(Schema.Array(Schema.String)),
      best_match_answers_as: Schema.optional(Schema.String),
      renames: Schema.optional(Schema.Record(Schema.String, Schema.String))
    })
  )
})

/** The names that the service knows, and what it makes of them. */
export const metas = Schema.decodeUnknownSync(Metas)(JSON.parse(read("metas.json")))

/** The services by their names in the library. */
const services = {
  forecast: "forecast",
  historicalForecast: "historical_forecast",
  previousRuns: "previous_runs",
  singleRuns: "single_runs",
  archive: "archive",
  satelliteRadiation: "satellite",
  ensemble: "ensemble",
  seasonal: "seasonal",
  marine: "marine",
  climate: "climate",
  flood: "flood"
} as const

/** The names of models that a service returns under other names, by service. */
export const renames: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(services).map(([name, theirs]) => {
    const { best_match_answers_as: best = "best_match", renames = {} } = metas.services[theirs] ?? {}
    return [name, best === "best_match" ? renames : { best_match: best, ...renames }]
  })
)

/** The number of runs of a model, which may be another one for the service. */
export const runsOf = (service: string, name: string): number =>
  metas.models[metas.services[service]?.renames?.[name] ?? name]?.members ?? 1
