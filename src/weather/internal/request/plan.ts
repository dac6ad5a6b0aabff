/** From a declaration and an input to a request, its weight, and its way through the pipeline. */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import type { QueryFields } from "../../../rest/Declaration.ts"
import type { AnyReader } from "../../../rest/Call.ts"
import * as Input from "../../../rest/Input.ts"
import type { AnyDeclaration } from "../../../rest/Operation.ts"
import { BadRequest, type InvalidInput, invalidInput, type RequestError } from "../../../rest/RestError.ts"
import type * as Transport from "../../../rest/Transport.ts"
import { type Selection, seriesBlocks } from "../../Answer.ts"
import type { Fields, Parameters } from "../../Input.ts"
import type * as Quota from "../../Quota.ts"
import type * as Service from "../../Service.ts"
import type { RunsOf } from "../decode/models.ts"
import { type Doubtful, doubtful, type Requested } from "../../Service.ts"
import type { Reading } from "../decode/readers.ts"
import { bodyOf, extraOf, withExtra } from "./parameters.ts"
import { renames } from "../tables/renames.ts"
import type { Client } from "../../Weather.ts"
import * as Rules from "./rules.ts"
import { dayOf, maxUrlLength, reserved } from "./split.ts"
import { weighedRunsOf } from "../../variables/Models.ts"

const blocks = ["current", ...seriesBlocks]

/** Any parameters. */
export type AnyParameters = Parameters<Fields, unknown>

/** A declared service, for all of its calls. */
export interface Declared<P extends AnyParameters> extends Service.Declared<P> {
  /** The default of `temporal_resolution`, if it is not hourly. */
  readonly resolution?: "hourly_6" | undefined
  /** The number of runs of each ensemble, if it tells the model of a column. */
  readonly runsOf?: RunsOf | undefined
  /** What else determines the weight. */
  readonly load?: Pick<Quota.Load, "members" | "divisor"> | undefined
}

/** A declared service with any parameters. */
export type AnyDeclared = Declared<AnyParameters>

/** A request as given by the caller. */
export type RequestInput = Selection & Readonly<Record<string, unknown>>

/** Makes the declaration of a call. */
export const declare = (
  name: string,
  { path, service }: Pick<AnyDeclared, "path" | "service">,
  { kind, query, result }: Pick<AnyDeclaration, "kind" | "query" | "result">
): AnyDeclaration => ({
  name,
  template: `GET ${path}`,
  kind,
  path: {},
  query,
  body: undefined,
  sentAs: {},
  result,
  envelope: undefined,
  errors: [],
  statuses: [200, 203],
  repeatable: true,
  foundBy: undefined,
  resource: "calls",
  host: service
})

/** Makes the function that checks an input and writes it into a URL, with literal commas in lists. */
export const wireOf = (
  { name, template }: AnyDeclaration,
  query: QueryFields,
  { limits, rules }: Pick<AnyDeclared, "limits" | "rules">,
  /** Further fields that an input may have. */
  beside: ReadonlyArray<string>
) => {
  const wire = Input.compile({
    operation: name,
    template,
    path: {},
    query,
    rules: [...Rules.always, ...(rules ?? [])],
    beside: ["extra", ...beside]
  })
  const extraIn = extraOf(name, query)
  const columns = Rules.columns(blocks.filter((block) => block in query))
  const within = { own: Rules.within(limits), selfHosted: Rules.within(Rules.selfHosted) }
  return (
    input: unknown,
    { isSelfHosted }: Pick<Client, "isSelfHosted">,
    /** Whether another schema reads the response, which may need no columns. */
    isFree = false
  ): Result.Result<Wired, InvalidInput> =>
    Result.flatMap(wire(input), ({ fields, url }) => {
      const rules = [...within[isSelfHosted ? "selfHosted" : "own"], ...(isFree ? [] : columns)]
      const broken = rules.find((rule) => rule.isBroken(fields))
      if (broken !== undefined) return Result.fail(invalidInput(name, broken.path, broken.reason))
      return Result.map(extraIn(input), (extra) => ({
        fields,
        sent: {
          url: withExtra(url, extra).replaceAll("%2C", ","),
          parameters: { ...fields, ...extra }
        }
      }))
    })
}

/** A checked input. */
export interface Wired extends Pick<Input.EncodedInput, "fields"> {
  readonly sent: WeatherRequest
}

/** A request. */
export interface WeatherRequest {
  /** Path and query. */
  readonly url: string
  /** The same parameters by name, for requests whose URL is too long. */
  readonly parameters: Encoded
}

/** What a declaration says about the rows and columns of responses. */
export type Traits = Pick<AnyDeclared, "resolution" | "runsOf" | "service">

/** The part of a request that determines the rows and columns. */
export const selectionOf = (
  request: Selection,
  { resolution, runsOf, service }: Traits,
  fields: Encoded
): Requested => {
  const selection: { -readonly [K in keyof Requested]: Requested[K] } = {
    current: request.current,
    models: request.models,
    runsOf,
    renames: renames[service],
    firstDay: dayOf(String(fields["start_date"])),
    temporal_resolution: request.temporal_resolution ?? resolution
  }
  for (const block of seriesBlocks) selection[block] = request[block]
  return selection
}

type Encoded = Input.EncodedInput["fields"]

const daysOf = ({ limits }: AnyDeclared, fields: Encoded): number => {
  const first = dayOf(String(fields["start_date"]))
  const last = dayOf(String(fields["end_date"]))
  if (first !== undefined && last !== undefined) return last - first + 1
  if (Rules.hoursOnly(fields)) return 0
  // The service ignores what is before a run.
  const past = fields["run"] === undefined ? Number(fields["past_days"] ?? 0) : 0
  return Number(fields["forecast_days"] ?? limits.days) + past
}

/** What determines the weight of a request for one place. */
export const loadOf = (declared: AnyDeclared, selection: Selection, fields: Encoded): Quota.Load => ({
  ...selection,
  members: weighedRunsOf,
  ...declared.load,
  days: daysOf(declared, fields)
})

const tooHeavy = (operation: string, weight: number, heaviest: number): InvalidInput =>
  invalidInput(
    operation,
    "",
    `weighs as much as ${Math.ceil(weight)} calls, and the service refuses more than ${heaviest}: request fewer days, variables or models at once`
  )

/**
 * Sends one request through the pipeline. A request whose URL is too long is sent as a POST, which takes the same
 * parameters in its body. It only reads, so it is repeated like any other, but it is neither cached nor shared. If a
 * response in flatbuffers does not prove which columns are whose, the same is requested as JSON.
 */
export const send = <A>(
  transport: Client,
  { host, name, repeatable, resource, statuses }: AnyDeclaration,
  sent: WeatherRequest,
  weight: number,
  reading: Reading<A>,
  surcharge?: (value: unknown) => number
): Effect.Effect<Transport.Decoded<A>, RequestError> => {
  const heaviest = transport.quota?.heaviest ?? Number.POSITIVE_INFINITY
  if (weight > heaviest) return Effect.fail(tooHeavy(name, weight, heaviest))
  const ask = <B>({ parameters, url }: WeatherRequest, reader: AnyReader<B>, accept?: string) => {
    const isLong = url.length > maxUrlLength - reserved
    const answer = transport.request(
      {
        operation: name,
        method: isLong ? "POST" : "GET",
        url: isLong ? url.slice(0, url.indexOf("?")) : url,
        host,
        accept,
        body: isLong ? HttpBody.jsonUnsafe(bodyOf(parameters)) : HttpBody.empty,
        resource,
        weight,
        surcharge,
        repeatable,
        onlyReads: true,
        statuses,
        declared: []
      },
      reader
    )
    // Without declared errors and validators, the transport fails with `RequestError` only.
    return Effect.catchTag(answer as Effect.Effect<Transport.Decoded<B>, RequestError>, "BadRequest", (error) =>
      Effect.flatMap(questionOf(host, parameters), (question) =>
        // oxlint-disable-next-line typescript/no-misused-spread -- Errors are iterable for generators, and have their fields as own ones.
        Effect.fail(question === "" ? error : new BadRequest({ ...error, message: error.message + question }))
      )
    )
  }
  const { flatbuffers } = transport
  const isFor = flatbuffers !== undefined && weight >= flatbuffers.from
  const bytes = isFor ? reading.flatbuffers?.(flatbuffers) : undefined
  if (bytes === undefined) return ask(sent, reading.json)
  return Effect.flatMap(ask(inFlatbuffers(sent), bytes, "application/octet-stream"), (answer) =>
    isProven(answer) ? Effect.succeed(answer) : ask(sent, reading.json)
  )
}

/** The requested variables and models. */
const namesIn = (parameters: Encoded): ReadonlyArray<string> =>
  [...blocks, "models"].flatMap((name) => {
    const given = parameters[name]
    return Array.isArray(given) ? given.map(String) : []
  })

/**
 * Asks for the names that are likely meant. Only a refused request is asked about, since the service may know more names
 * than we do. Empty if the lists of names cannot be loaded.
 */
const questionOf = (service: string, parameters: Encoded): Effect.Effect<string> =>
  Effect.tryPromise(() => import("../names/meant.ts")).pipe(
    Effect.map((names) => names.questionOf(service, namesIn(parameters))),
    Effect.orElseSucceed(() => "")
  )

const isProven = <A>(answer: Transport.Decoded<A | Doubtful>): answer is Transport.Decoded<A> =>
  answer.value !== doubtful

const inFlatbuffers = ({ parameters, url }: WeatherRequest): WeatherRequest => ({
  url: `${url}&format=flatbuffers`,
  parameters: { ...parameters, format: "flatbuffers" }
})

/** Maximum number of concurrent requests of one call, if there is no quota. */
export const concurrency = 4
