/** The generic calls: what is asked for says, in its type too, what is answered. */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import * as Input from "../../rest/internal/input/input.ts"
import * as Template from "../../rest/internal/input/template.ts"
import type { QueryFields, Rule } from "../../rest/Declaration.ts"
import type { InvalidInput, RequestError } from "../../rest/RestError.ts"
import type { Reader, Transport } from "../../rest/Transport.ts"
import { type Answer, type Asked, type EnsembleAnswer, seriesBlocks } from "../Answer.ts"
import type { Exact, Many } from "../Input.ts"
import * as Quota from "../Quota.ts"
import { type Service, Weather } from "../Weather.ts"
import * as Decode from "./decode.ts"
import { type DecodeIssue, isTransient } from "./DecodeIssue.ts"
import * as Fields from "./fields.ts"
import { dayOf, joinPlaces, maxPlaces, maxUrlLength, splitPlaces } from "./split.ts"

/** All that is to be known of a call beforehand. */
export interface Declared {
  /** Name of the operation, such as `Forecast.get`. */
  readonly name: string
  readonly service: Service
  readonly path: `/${string}`
  /** Fields of the query, those of the place apart. */
  readonly fields: QueryFields
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** Days that are answered when the input doesn't say; for its weight. */
  readonly days: number
  /** What else the weight depends on. */
  readonly load?: Pick<Quota.Load, "members" | "divisor"> | undefined
}

type Encoded = Input.Wired["fields"]

/** Checks an input and puts it onto the wire, its lists with literal commas. */
const compile = ({ name, path, rules = [] }: Declared, query: QueryFields) => {
  const wire = Input.compile({
    operation: name,
    route: Template.parse(`GET ${path}`),
    path: {},
    query,
    body: undefined,
    sentWith: {},
    rules
  })
  return (input: unknown) => Result.map(wire(input), ({ fields, url }) => ({ fields, url: url.replaceAll("%2C", ",") }))
}

/** Which columns an input asks for. */
const askedBy = (input: Asked): Asked => {
  const asked: { -readonly [K in keyof Asked]: Asked[K] } = { current: input.current, models: input.models }
  for (const block of seriesBlocks) asked[block] = input[block]
  return asked
}

const daysOf = ({ days }: Declared, fields: Encoded): number => {
  const first = dayOf(String(fields["start_date"]))
  const last = dayOf(String(fields["end_date"]))
  if (first !== undefined && last !== undefined) return last - first + 1
  return Math.max(1, Number(fields["forecast_days"] ?? days) + Number(fields["past_days"] ?? 0))
}

const loadOf = (declared: Declared, asked: Asked, fields: Encoded): Quota.Load => ({
  ...asked,
  ...declared.load,
  days: daysOf(declared, fields)
})

const refusedByWeight = (operation: string, weight: number, heaviest: number): InvalidInput =>
  Input.refused(
    operation,
    "",
    `weighs as much as ${Math.ceil(weight)} calls, and the service refuses more than ${heaviest}: ask for fewer days, variables or models at once`
  )

/** Makes a reader of a decoder. */
export const reader =
  <A>(decode: (text: string) => Result.Result<A, DecodeIssue>): Reader<A> =>
  (text) =>
    Result.mapError(decode(text), (issue) => ({
      path: issue.path,
      found: `Expected ${issue.expected}, found ${issue.found}`,
      passing: isTransient(issue)
    }))

/** Sends one request through the pipeline. */
export const send = <A>(
  transport: Transport,
  { name, service }: Pick<Declared, "name" | "service">,
  url: string,
  weight: number,
  read: Reader<A>
): Effect.Effect<A, RequestError> => {
  const heaviest = transport.quota?.heaviest ?? Number.POSITIVE_INFINITY
  if (weight > heaviest) return Effect.fail(refusedByWeight(name, weight, heaviest))
  const call = {
    operation: name,
    method: "GET",
    url,
    host: service,
    accept: undefined,
    body: HttpBody.empty,
    resource: "calls",
    weight,
    repeatable: true,
    statuses: [200, 203],
    declared: []
  }
  const answer = Effect.map(transport.request(call, read), ({ value }) => value)
  // With no declared errors, and no validators, the transport makes those of `RequestError` alone.
  return answer as Effect.Effect<A, RequestError>
}

/** Gets an answer whose blocks and columns are those that the request asks for. */
export interface Get<Input> {
  <const Request extends Input>(request: Exact<Request, Input>): Effect.Effect<Answer<Request>, RequestError, Weather>
}

/** As `Get`, for models that run in members. */
export interface GetEnsemble<Input> {
  <const Request extends Input>(
    request: Exact<Request, Input>
  ): Effect.Effect<EnsembleAnswer<Request>, RequestError, Weather>
}

/** As `Get`, for several places. */
export interface GetMany<Input> {
  <const Request extends Many<Input>>(
    request: Exact<Request, Many<Input>, never>
  ): Effect.Effect<ReadonlyArray<Answer<Request>>, RequestError, Weather>
}

/** A request as its caller gave it: the columns asked for, and whatever else. */
export type Given = Asked & Readonly<Record<string, unknown>>

/** A request for one place that may be sent. */
export interface Prepared {
  readonly request: Given
  readonly fields: Encoded
  readonly url: string
  readonly asked: Asked
  readonly load: Quota.Load
}

/** Makes the function that checks a request for one place. */
export const prepare = (declared: Declared): ((request: Given) => Result.Result<Prepared, InvalidInput>) => {
  const wire = compile(declared, { ...Fields.place, ...declared.fields })
  return (request) =>
    Result.map(wire(request), ({ fields, url }) => {
      const asked = askedBy(request)
      return { request, fields, url, asked, load: loadOf(declared, asked, fields) }
    })
}

export const sendPrepared = (
  transport: Transport,
  declared: Pick<Declared, "name" | "service">,
  { asked, load, url }: Prepared
): Effect.Effect<Answer<Asked>, RequestError> =>
  send(
    transport,
    declared,
    url,
    Quota.weight(load),
    reader((text) => Decode.one(text, asked))
  )

/** Makes the call for one place. */
export const one = <Input extends Asked>(declared: Declared): Get<Input> => {
  const prepared = prepare(declared)
  const get = (request: Asked): Effect.Effect<Answer<Asked>, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => {
      const ready = prepared(request)
      return Result.isFailure(ready) ? Effect.fail(ready.failure) : sendPrepared(transport, declared, ready.success)
    })
  // Here the type is built: an answer has the columns that its request asks for, or it is a failure.
  return get as Get<Input>
}

/** Makes the call for one place of models that run in members. */
export const ensemble = <Input extends Asked>(declared: Declared): GetEnsemble<Input> =>
  // As above; the members are columns of the answer that were not asked for by name.
  one<Input>(declared) as unknown as GetEnsemble<Input>

/** A place as it stands in a URL. */
interface Placed {
  readonly index: number
  readonly latitude: string
  readonly longitude: string
  readonly elevation: string | undefined
  readonly timezone: string | undefined
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined

const placed = (places: ReadonlyArray<Encoded>): ReadonlyArray<Placed> =>
  places.map((place, index) => ({
    index,
    latitude: String(place["latitude"]),
    longitude: String(place["longitude"]),
    elevation: text(place["elevation"]),
    timezone: text(place["timezone"])
  }))

/** Room for the host, and for what joins the parts of a URL. */
const aside = 120

/** Characters of a URL that a place takes. */
const lengthOf = ({ elevation, latitude, longitude, timezone }: Placed): number =>
  latitude.length + longitude.length + (elevation?.length ?? 0) + encodeURIComponent(timezone ?? "Etc/GMT").length + 4

/** The parameters for a run of places, all or none of which have an elevation. */
const placeQuery = (run: ReadonlyArray<Placed>, timezone: string | undefined): string => {
  const list = (name: string, of: (place: Placed) => string) => `${name}=${run.map(of).join(",")}`
  const parts = [list("latitude", ({ latitude }) => latitude), list("longitude", ({ longitude }) => longitude)]
  if (run[0]?.elevation !== undefined) parts.push(list("elevation", ({ elevation }) => elevation ?? "nan"))
  // A zone for each place, or one for all.
  if (run.some((place) => place.timezone !== undefined)) {
    parts.push(list("timezone", (place) => encodeURIComponent(place.timezone ?? timezone ?? "GMT")))
  } else if (timezone !== undefined) parts.push(`timezone=${encodeURIComponent(timezone)}`)
  return parts.join("&")
}

/** How many requests are sent at once when no quota says. */
export const concurrency = 4

/** Makes the call for several places: split into requests that the service accepts, and joined in the order asked. */
export const many = <Input extends Asked>(declared: Declared): GetMany<Input> => {
  const encodePlaces = Input.encoder(declared.name, { ...Fields.places, ...Fields.timezone })
  const wire = compile(declared, declared.fields)
  const getMany = (request: Asked): Effect.Effect<ReadonlyArray<Answer<Asked>>, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => {
      const encoded = encodePlaces(request)
      if (Result.isFailure(encoded)) return Effect.fail(encoded.failure)
      const wired = wire(request)
      if (Result.isFailure(wired)) return Effect.fail(wired.failure)
      const asked = askedBy(request)
      const { fields, url } = wired.success
      const load = loadOf(declared, asked, fields)
      const bounds = {
        maxPlaces: placesAtOnce(transport, load),
        maxUrlLength,
        urlLength: url.length + aside
      }
      const places = placed(encoded.success["places"] as ReadonlyArray<Encoded>)
      const runs = [true, false].flatMap((elevated) =>
        splitPlaces(
          places.filter(({ elevation }) => (elevation !== undefined) === elevated),
          lengthOf,
          bounds
        )
      )
      const timezone = text(encoded.success["timezone"])
      const rest = url.slice(declared.path.length).replace("?", "&")
      const answers = Effect.forEach(
        runs,
        (run) =>
          Effect.map(
            send(
              transport,
              declared,
              `${declared.path}?${placeQuery(run, timezone)}${rest}`,
              Quota.weight({ ...load, places: run.length }),
              reader((text) => Decode.many(text, asked, run.length))
            ),
            (answers) => answers.map((answer, i) => ({ index: run[i]?.index ?? 0, answer }))
          ),
        { concurrency: transport.quota?.concurrency ?? concurrency }
      )
      return Effect.map(answers, (answers) =>
        joinPlaces(answers)
          .toSorted((a, b) => a.index - b.index)
          .map(({ answer }) => answer)
      )
    })
  // As above.
  return getMany as GetMany<Input>
}

/** As many places as the tightest window of the quota has room for, and no more than the service takes. */
const placesAtOnce = ({ quota }: Transport, load: Quota.Load): number => {
  const tightest = Math.min(...(quota?.windows ?? []).map(({ limit }) => limit))
  return Math.max(1, Math.min(maxPlaces, Quota.placesWithin(Quota.columns(load), load.days, tightest)))
}
