/** Makes the calls for several places. Splits them into accepted requests, and joins the results in order. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Fields } from "../../../rest/Declaration.ts"
import * as Input from "../../../rest/internal/input/input.ts"
import type { AnyDeclaration } from "../../../rest/Operation.ts"
import type { RequestError } from "../../../rest/RestError.ts"
import type { Transport } from "../../../rest/Transport.ts"
import { Answer, type Selection } from "../../Answer.ts"
import { fieldsOf, type InputOf, Places } from "../../Input.ts"
import * as Quota from "../../Quota.ts"
import type { GetMany } from "../../Request.ts"
import { Weather } from "../../Weather.ts"
import * as Readers from "../decode/readers.ts"
import * as Plan from "./plan.ts"
import { joinPlaces, maxPlaces, maxUrlLength, splitPlaces } from "./split.ts"

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

/** Characters reserved for the host and for the separators of a URL. */
const aside = 120

/** The number of characters that a place adds to a URL. */
const lengthOf = ({ elevation, latitude, longitude, timezone }: Placed): number =>
  latitude.length + longitude.length + (elevation?.length ?? 0) + encodeURIComponent(timezone ?? "Etc/GMT").length + 4

/** Writes the parameters of the places of one request. Either all of them have an elevation, or none has. */
const placeQuery = (run: ReadonlyArray<Placed>, timezone: string | undefined): string => {
  const list = (name: string, of: (place: Placed) => string) => `${name}=${run.map(of).join(",")}`
  const parts = [list("latitude", ({ latitude }) => latitude), list("longitude", ({ longitude }) => longitude)]
  if (run[0]?.elevation !== undefined) parts.push(list("elevation", ({ elevation }) => elevation ?? "nan"))
  // One zone for each place, or one for all places.
  if (run.some((place) => place.timezone !== undefined)) {
    parts.push(list("timezone", (place) => encodeURIComponent(place.timezone ?? timezone ?? "GMT")))
  } else if (timezone !== undefined) parts.push(`timezone=${encodeURIComponent(timezone)}`)
  return parts.join("&")
}

/** How to split a call for several places, and how to weigh its requests. */
export interface Batch {
  readonly path: string
  /** The fields of the input that name the places. */
  readonly places: Fields
  /** Checks the other fields of the input, and writes them into a URL. */
  readonly wire: ReturnType<typeof Plan.wireOf>
  /** What the declaration says about the rows and columns of its responses. */
  readonly traits: Pick<Plan.AnyDeclared, "resolution" | "runsOf">
  readonly loadOf: (selection: Selection, fields: Encoded) => Quota.Load
  /** Maximum number of places in a request. */
  readonly placesAtOnce: (transport: Transport, load: Quota.Load) => number
  readonly weightOf: (load: Quota.Load, places: number) => number
}

/** Makes the function that sends the requests of a batch. */
export const batch = <A>(declaration: AnyDeclaration, split: Batch, readerOf: Readers.ReaderOf<A>) => {
  const encodePlaces = Input.encoder(declaration.name, split.places)
  return (request: Plan.Given): Effect.Effect<ReadonlyArray<A>, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => {
      const encoded = encodePlaces(request)
      if (Result.isFailure(encoded)) return Effect.fail(encoded.failure)
      const wired = split.wire(request, transport)
      if (Result.isFailure(wired)) return Effect.fail(wired.failure)
      const selection = Plan.selectionOf(request, split.traits)
      const { fields, url } = wired.success
      const load = split.loadOf(selection, fields)
      const bounds = { maxPlaces: split.placesAtOnce(transport, load), maxUrlLength, urlLength: url.length + aside }
      const places = placed(encoded.success["places"] as ReadonlyArray<Encoded>)
      const runs = [true, false].flatMap((elevated) =>
        splitPlaces(
          places.filter(({ elevation }) => (elevation !== undefined) === elevated),
          lengthOf,
          bounds
        )
      )
      const timezone = textOf(encoded.success["timezone"])
      const rest = url.slice(split.path.length).replace("?", "&")
      const answers = Effect.forEach(
        runs,
        (run) =>
          Effect.map(
            Plan.send(
              transport,
              declaration,
              `${split.path}?${placeQuery(run, timezone)}${rest}`,
              split.weightOf(load, run.length),
              readerOf(selection, run.length)
            ),
            ({ value }) => value.map((answer, i) => ({ index: run[i]?.index ?? 0, answer }))
          ),
        { concurrency: transport.quota?.concurrency ?? Plan.concurrency }
      )
      return Effect.map(answers, (answers) =>
        joinPlaces(answers)
          .toSorted((a, b) => a.index - b.index)
          .map(({ answer }) => answer)
      )
    })
}

/** As many places as the tightest window of the quota allows, and no more than the service accepts. */
const placesAtOnce = ({ quota }: Transport, load: Quota.Load): number => {
  const tightest = Math.min(...(quota?.windows ?? []).map(({ limit }) => limit))
  return Math.max(1, Math.min(maxPlaces, Quota.placesWithin(Quota.columns(load), load.days, tightest)))
}

/** Makes the call for several places. */
export const many = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): GetMany<InputOf<P>, Name> => {
  const query = fieldsOf(declared.parameters)
  const declaration = Plan.declare(name, declared, {
    kind: "batch",
    query: { ...Places.fields, ...query },
    result: Schema.Array(Answer)
  })
  const split: Batch = {
    path: declared.path,
    places: Places.fields,
    wire: Plan.wireOf(declaration, query, declared),
    traits: declared,
    loadOf: (selection, fields) => Plan.loadOf(declared, selection, fields),
    placesAtOnce,
    weightOf: (load, places) => Quota.weight({ ...load, places })
  }
  const getMany = Object.assign(batch(declaration, split, Readers.many), {
    as: (schema: Schema.ConstraintDecoder<unknown>) =>
      Object.assign(batch(declaration, split, Readers.manyWith(schema)), { declaration }),
    declaration
  })
  // Like the calls for one place: each result has the requested columns.
  return getMany as never
}
