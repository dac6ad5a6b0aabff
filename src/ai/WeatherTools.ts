/**
 * The weather services as tools of a model.
 *
 * ```ts
 * const tools = WeatherTools.toolkit({ operations: { Geocoding: { search: Geocoding.search }, Forecast: { get: Forecast.get } } })
 * ```
 */
import type * as Effect from "effect/Effect"
import type { AnyDeclaration } from "../rest/Declaration.ts"
import type * as Elevation from "../weather/Elevation.ts"
import type { Many } from "../weather/Input.ts"
import type { Get, GetEnsemble, GetMany, GetManyEnsemble } from "../weather/Request.ts"
import { Weather } from "../weather/Weather.ts"
import { docsOf } from "./internal/docs.ts"
import { weather } from "./internal/docs/weather.ts"
import { make } from "./internal/operationTools.ts"
import { show } from "./internal/weatherShown.ts"
import type { AnyTool, SnakeCase, Tools } from "./ToolTypes.ts"
import type { Shown } from "./View.ts"

const docs = /* @__PURE__ */ docsOf(weather)

/** Operations by module: modules of `forgecast/weather`, or some of their operations. */
export interface Operations {
  readonly [module: string]: object
}

/** A block of a result: columns over a time axis. */
export type Block = {
  /** The time of the first row, by the clock of the place: `2026-02-06T16:00`, or `2026-02-06` for a day. Left out with `time`. */
  readonly from?: string | null
  /** How far rows are apart, such as `1h`. */
  readonly step?: string
  /** How many rows there are. */
  readonly rows?: number
  /** The times of the rows, if they are not equally far apart. */
  readonly time?: ReadonlyArray<string>
  /** What was left out, of more than 1,200 values. */
  readonly cut?: string
  /** The unit of each column. */
  readonly units: { readonly [column: string]: string }
  /** Names of columns that no model has for this place. */
  readonly absent?: ReadonlyArray<string>
} & {
  /** A column. A missing value is null; a sunrise and the like is a time by the clock of the place. */
  readonly [column: string]: unknown
}

/** What a model is shown of the weather of a place: the blocks that it asked for. */
export interface ShownWeather {
  /** Degrees north, of the centre of the model's grid cell; null if the service does not say. */
  readonly latitude: number | null
  /** Degrees east. */
  readonly longitude: number | null
  /** Metres above sea level. */
  readonly elevation?: number | null
  /** Name of the time zone of all times, such as `Europe/Berlin`. */
  readonly timezone: string
  /** The current conditions: a time, units, and a value for each variable. */
  readonly current?: { readonly [name: string]: unknown }
  /** The block of quarters of an hour. */
  readonly minutely_15?: Block
  /** The block of hours. */
  readonly hourly?: Block
  /** The block of days. */
  readonly daily?: Block
  /** The block of weeks. */
  readonly weekly?: Block
  /** The block of months. */
  readonly monthly?: Block
}

/** What a model is shown of a result that is a number, such as an elevation. */
export interface ShownNumber {
  /** Null if the service has none. */
  readonly value: number | null
}

/** What a model is shown of the values of several places. */
export interface ShownMany {
  /** In the order of the places. */
  readonly items: ReadonlyArray<ShownWeather | number | null>
  /** How many places there are. */
  readonly count: number
}

interface Entries {
  readonly name: string
  readonly input: unknown
  readonly view: unknown
}

// The elevation of a point is a number, and its function has a deprecated signature as well.
type Entry<Name extends string, O> = O extends Elevation.Get
  ? { readonly name: Name; readonly input: Elevation.Input; readonly view: ShownNumber }
  : O extends Get<infer Input, infer _Name> | GetEnsemble<infer Input, infer _Name2>
    ? { readonly name: Name; readonly input: Input; readonly view: ShownWeather }
    : O extends {
          (input: infer Input): Effect.Effect<infer A, infer _E, infer _R>
          readonly declaration: AnyDeclaration
          readonly withReply: unknown
        }
      ? { readonly name: Name; readonly input: Exclude<Input, void>; readonly view: Shown<A> }
      : O extends GetMany<infer Input, infer _Name3> | GetManyEnsemble<infer Input, infer _Name4>
        ? { readonly name: Name; readonly input: Many<Input>; readonly view: ShownMany }
        : O extends {
              (input: never): Effect.Effect<unknown, infer _E3, infer _R3>
              readonly declaration: AnyDeclaration
            }
          ? { readonly name: Name; readonly input: Readonly<Record<string, unknown>>; readonly view: ShownMany }
          : never

type EntriesOf<O extends Operations> = {
  readonly [M in keyof O & string]: {
    readonly [K in keyof O[M] & string]: Entry<`${SnakeCase<M>}_${SnakeCase<K>}`, O[M][K]>
  }[keyof O[M] & string]
}[keyof O & string]

/** The tools of some operations. */
export type ToolsOf<O extends Operations> =
  EntriesOf<O> extends infer E
    ? { readonly [T in Extract<E, Entries> as T["name"]]: AnyTool<T["name"], T["view"]> }
    : never

/** The inputs of the tools of some operations. */
export type InputsOf<O extends Operations> =
  EntriesOf<O> extends infer E ? { readonly [T in Extract<E, Entries> as T["name"]]: T["input"] } : never

/** Which tools to make, and how. */
export interface Options<O extends Operations> {
  /** The operations. Streams cannot be tools, and are left out. */
  readonly operations: O
  /** As in `ForgeTools.Options`. Default: false. */
  readonly strict?: boolean | undefined
}

/**
 * Makes tools of weather operations. A block has at most 1,200 values; the model asks for a shorter span if there are more.
 */
export const toolkit = <const O extends Operations>(options: Options<O>): Tools<ToolsOf<O>, InputsOf<O>, Weather> =>
  // The cast is safe as in `ForgeTools`.
  make({ ...options, kind: "weather", service: Weather, docs, show }) as never
