/** Which fields seeds of the weather have, for mistakes that the compiler does not see. */
import * as Schema from "effect/Schema"
import type { LimitsSeed, Moment, PlaceSeed, Seed, SpellSeed } from "../../WeatherSeed.ts"
import { refuser } from "../unknownInSeed.ts"

/** The values are the compiler's business. */
const value = Schema.Unknown

/** Each field of a type, of every form of a union. */
type FieldsOf<T> = Readonly<Record<T extends unknown ? keyof T : never, Schema.Constraint>>

const place: FieldsOf<PlaceSeed> = {
  id: value,
  name: value,
  latitude: value,
  longitude: value,
  elevation: value,
  feature_code: value,
  country_code: value,
  country_id: value,
  country: value,
  admin1: value,
  admin1_id: value,
  admin2: value,
  admin2_id: value,
  admin3: value,
  admin3_id: value,
  admin4: value,
  admin4_id: value,
  timezone: value,
  population: value,
  postcodes: value,
  names: value
}

const moment: FieldsOf<Exclude<Moment, string | Date>> = { in: value, ago: value }

const spell: FieldsOf<SpellSeed> = {
  latitude: value,
  longitude: value,
  radius: value,
  from: Schema.Struct(moment),
  lasts: value,
  temperature_2m: value,
  wind_speed_10m: value,
  wind_gusts_10m: value,
  precipitation: value,
  cloud_cover: value,
  pressure_msl: value,
  thunderstorm: value
}

const limits: FieldsOf<LimitsSeed> = { minutely: value, hourly: value, daily: value }

const seed: FieldsOf<Seed> = {
  places: Schema.Array(Schema.Struct(place)),
  spells: Schema.Array(Schema.Struct(spell)),
  keys: value,
  climate: value,
  limits: Schema.Struct(limits),
  latency: value
}

export const refuseUnknown = refuser(Schema.Struct(seed))
