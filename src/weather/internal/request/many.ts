/** Makes the calls for several places. Splits them into accepted requests, and joins the results in order. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as CallSite from "../../../rest/CallSite.ts"
import type { Fields, QueryFields } from "../../../rest/Declaration.ts"
import * as Input from "../../../rest/Input.ts"
import type { AnyDeclaration } from "../../../rest/Operation.ts"
import type { RequestError } from "../../../rest/RestError.ts"
import type { Transport } from "../../../rest/Transport.ts"
import { Answer, EnsembleAnswer, type Selection } from "../../Answer.ts"
import { Box, fieldsOf, type InputOf, Places } from "../../Input.ts"
import * as Quota from "../../Quota.ts"
import type { GetMany, GetManyEnsemble } from "../../Request.ts"
import * as Reason from "../../Reason.ts"
import { type Client, Weather } from "../../Weather.ts"
import * as Readers from "../decode/readers.ts"
import * as Plan from "./plan.ts"
import { boxes } from "./rules.ts"
import { maxPlaces } from "./split.ts"

type Encoded = Readonly<Record<string, unknown>>

/** A place as written into a URL. */
interface Placed {
  readonly index: number
  readonly latitude: string
  readonly longitude: string
  readonly elevation: string | undefined
  readonly timezone: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined

const placed = (places: ReadonlyArray<Encoded>): ReadonlyArray<Placed> =>
  places.map((place, index) => ({
    index,
    latitude: String(place["latitude"]),
    longitude: String(place["longitude"]),
    elevation: textOf(place["elevation"]),
    timezone: textOf(place["timezone"])
  }))

interface PlaceParameters {
  readonly [name: string]: ReadonlyArray<string> | string | undefined
}

/** The parameters of the places of one request. Either all of them have an elevation, or none has. */
const placeParameters = (run: ReadonlyArray<Placed>, timezone: string | undefined): PlaceParameters => ({
  latitude: run.map(({ latitude }) => latitude),
  longitude: run.map(({ longitude }) => longitude),
  elevation: run[0]?.elevation === undefined ? undefined : run.map(({ elevation }) => elevation ?? "nan"),
  // One zone for each place, or one for all places.
  timezone: run.some((place) => place.timezone !== undefined)
    ? run.map((place) => place.timezone ?? timezone ?? "GMT")
    : timezone
})

/** Adds the places to a request. */
const withPlaces = (
  { parameters, url }: Plan.WeatherRequest,
  path: string,
  places: PlaceParameters
): Plan.WeatherRequest => {
  const query = Object.entries(places).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}`]
  )
  return {
    url: `${path}?${query.join("&")}${url.slice(path.length).replace("?", "&")}`,
    parameters: { ...places, ...parameters }
  }
}

/** How to split a call for several places, and how to weigh its requests. */
export interface Batch {
  readonly path: string
  /** The fields of the input that name the places. */
  readonly places: Fields
  /** Checks the other fields of the input, and writes them into a URL. */
  readonly wire: ReturnType<typeof Plan.wireOf>
  /** What the declaration says about the rows and columns of its responses. */
  readonly traits: Plan.Traits
  readonly loadOf: (selection: Selection, fields: Encoded) => Quota.Load
  /** Maximum number of places in a request. */
  readonly placesAtOnce: (transport: Transport, load: Quota.Load) => number
  readonly weightOf: (load: Quota.Load, places: number) => number
}

/** Makes the function that sends the requests of a batch. */
export const batch = <A>(
  declaration: AnyDeclaration,
  split: Batch,
  readingOf: Readers.ReadingOf<A>,
  isFree?: boolean
) => {
  const encodePlaces = Input.fieldsEncoder(declaration.name, split.places, [...Object.keys(declaration.query), "extra"])
  return CallSite.effect((request: Plan.RequestInput): Effect.Effect<ReadonlyArray<A>, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => {
      const encoded = encodePlaces(request)
      if (Result.isFailure(encoded)) return Effect.fail(encoded.failure)
      const wired = split.wire(request, transport, isFree)
      if (Result.isFailure(wired)) return Effect.fail(wired.failure)
      const { fields, sent } = wired.success
      const selection = Plan.selectionOf(request, split.traits, fields)
      const load = split.loadOf(selection, fields)
      const most = split.placesAtOnce(transport, load)
      const places = placed(encoded.success["places"] as ReadonlyArray<Encoded>)
      const runs = [true, false].flatMap((elevated) =>
        Arr.chunksOf(
          places.filter(({ elevation }) => (elevation !== undefined) === elevated),
          most
        )
      )
      const timezone = textOf(encoded.success["timezone"])
      const answers = Effect.forEach(
        runs,
        (run) =>
          Effect.map(
            Plan.send(
              transport,
              declaration,
              withPlaces(sent, split.path, placeParameters(run, timezone)),
              split.weightOf(load, run.length),
              readingOf(selection, run.length)
            ),
            ({ value }) => value.map((answer, i) => ({ index: run[i]?.index ?? 0, answer }))
          ),
        { concurrency: transport.quota?.concurrency ?? Plan.concurrency }
      )
      return Effect.map(answers, (answers) =>
        answers
          .flat()
          .toSorted((a, b) => a.index - b.index)
          .map(({ answer }) => answer)
      )
    })
  )
}

/** As many places as the tightest window of the quota allows, and no more than the service accepts. */
const placesAtOnce = ({ quota }: Transport, load: Quota.Load): number => {
  const tightest = Math.min(...(quota?.windows ?? []).map(({ limit }) => limit))
  return Math.max(1, Math.min(maxPlaces, Quota.placesWithin(Quota.columns(load), load.days, tightest)))
}

const make = (name: string, declared: Plan.AnyDeclared, result: typeof Answer | typeof EnsembleAnswer) => {
  const query = fieldsOf(declared.parameters)
  const declaration = Plan.declare(name, declared, {
    kind: "batch",
    query: { ...Places.fields, ...query },
    result: Schema.Array(result)
  })
  const split: Batch = {
    path: declared.path,
    places: Places.fields,
    wire: Plan.wireOf(declaration, query, declared, Object.keys(Places.fields)),
    traits: declared,
    loadOf: (selection, fields) => Plan.loadOf(declared, selection, fields),
    placesAtOnce,
    weightOf: (load, places) => Quota.weight({ ...load, places })
  }
  return Object.assign(batch(declaration, split, Readers.many), {
    as: (schema: Schema.ConstraintDecoder<unknown>) =>
      Object.assign(batch(declaration, split, Readers.manyWith(schema), true), { declaration }),
    within: within(declaration, declared, query),
    declaration
  })
}

/** South, west, north, east. */
type Corners = readonly [south: number, west: number, north: number, east: number]

/** Halves a box across its longer side on the ground. */
const halved = ([south, west, north, east]: Corners): ReadonlyArray<Corners> => {
  const [latitude, longitude] = [(south + north) / 2, (west + east) / 2]
  const isTall = north - south > (east - west) * Math.cos((latitude * Math.PI) / 180)
  return isTall
    ? [
        [south, west, latitude, east],
        [latitude, west, north, east]
      ]
    : [
        [south, west, north, longitude],
        [south, longitude, north, east]
      ]
}

/** How often a box is halved. Fewer cells than one in so many parts are too much by themselves. */
const mostHalvings = 14

type Cells = ReadonlyArray<Answer<Selection>>

/** Joins the cells of halves, from south-west to north-east. Both may have those on the edge that they share. */
const joined = (parts: ReadonlyArray<Cells>): Cells => {
  const seen = new Set<string>()
  return parts
    .flat()
    .filter(({ latitude, longitude }) => {
      // A cell without coordinates is no other's double.
      const key = `${latitude},${longitude}`
      if (key.includes("NaN")) return true
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
    .toSorted((a, b) => a.latitude - b.latitude || a.longitude - b.longitude || 0)
}

const isTooMuch = (error: RequestError): boolean =>
  error._tag === "BadRequest" && Reason.parse(error.reason ?? "").kind === "too_much"

/**
 * Makes the function that gets the cells in a box. Only the response says how many there are. If the service refuses them
 * as too many, the box is halved.
 */
const within = (declaration: AnyDeclaration, declared: Plan.AnyDeclared, query: QueryFields) => {
  const wire = Plan.wireOf(
    declaration,
    { ...Box.fields, ...query },
    { ...declared, rules: [...(declared.rules ?? []), ...boxes] },
    []
  )
  const cellsOf = (
    transport: Client,
    request: Plan.RequestInput,
    halvings: number
  ): Effect.Effect<Cells, RequestError> => {
    const wired = wire(request, transport)
    if (Result.isFailure(wired)) return Effect.fail(wired.failure)
    const { fields, sent } = wired.success
    const selection = Plan.selectionOf(request, declared, fields)
    const weight = Quota.weight(Plan.loadOf(declared, selection, fields))
    // The weight is that of one cell.
    const others = (cells: unknown) => (Array.isArray(cells) ? weight * Math.max(0, cells.length - 1) : 0)
    const answer = Plan.send(transport, declaration, sent, weight, Readers.many(selection, undefined), others)
    return Effect.map(answer, ({ value }) => value).pipe(
      Effect.catchIf(
        (error) => halvings < mostHalvings && isTooMuch(error),
        () =>
          Effect.map(
            Effect.forEach(
              // The input is checked: it has four corners.
              halved(request["bounding_box"] as Corners),
              // One after the other: a service that refuses all of them is asked once for each halving.
              (bounding_box) => cellsOf(transport, { ...request, bounding_box }, halvings + 1)
            ),
            joined
          )
      )
    )
  }
  return CallSite.effect((request: Plan.RequestInput): Effect.Effect<Cells, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => cellsOf(transport, request, 0))
  )
}

/** Makes the call for several places. */
export const many = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): GetMany<InputOf<P>, Name> =>
  // Like the calls for one place: each result has the requested columns.
  make(name, declared, Answer) as never

/** Makes the call for several places, for ensemble models. */
export const manyWithMembers = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): GetManyEnsemble<InputOf<P>, Name> =>
  // As above.
  make(name, declared, EnsembleAnswer) as never
