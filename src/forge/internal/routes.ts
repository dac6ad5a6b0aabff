/** Calls of routes that nothing declares: what the text of a route says about its requests and responses. */
import { memoize } from "effect/Function"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as CallPlan from "../../rest/CallPlan.ts"
import type { AnyDeclaration, Template, Truncation } from "../../rest/Declaration.ts"
import * as Decoder from "../../rest/Decoder.ts"
import * as Input from "../../rest/Input.ts"
import { parse, type PathTemplate } from "../../rest/PathTemplate.ts"
import * as Reader from "../../rest/Reader.ts"
import { Conflict, type DeclaredErrorClass, Gone, NotFound, ValidationFailed } from "../../rest/RestError.ts"
import { dialect, listingDialect } from "../dialect.ts"
import { Forge } from "../Forge.ts"
import { NotAcceptable, SearchTruncated, Unmergeable } from "../ForgeError.ts"
import { most } from "./search.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

type Fields = Readonly<Record<string, unknown>>

type Field = readonly [name: string, value: unknown]

type Kind = AnyDeclaration["kind"]

/** The options of a call. */
export interface CallOptions {
  readonly accept?: string | undefined
  readonly schema?: AnySchema | undefined
  readonly repeatable?: boolean | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** All successes of the service: without its description, nobody knows which of them a route has. */
const statuses = [200, 201, 202, 203, 204, 205, 207]

/** A PUT or a DELETE of a named thing has the same effect when it is sent twice. */
const isRepeatable = /^GET |^(?:PUT|DELETE) .*\}$/

/** Searches have budgets of their own. Headers tell of others. */
const resourceOf = (route: string): string =>
  route.startsWith("GET /search/") ? (route.endsWith("/code") ? "code_search" : "search") : dialect.resource

/** Searches, and runs of workflows: the service returns at most 1,000 items of them. */
const isCutOff = /^GET \/search|\/runs$/

/**
 * The errors that a route can have by its text. `StatusError` has the same rules as types, and a test compares both for
 * every route. The first error that fits a response counts.
 */
const rules: ReadonlyArray<readonly [error: DeclaredErrorClass, route: RegExp]> = [
  [Unmergeable, /^PUT .*\/merge$/],
  [SearchTruncated, isCutOff],
  [NotFound, /./],
  [Gone, /\}\/issues|_format|class|assignm/],
  [Conflict, /^[DP](?!.*(?:team|issue|username|branch))|git\/|commits|repositories$/],
  [ValidationFailed, /^(?!GET .*(?:secret|runner|rule|key|type|sub))/]
]

/** Plans a call. */
export const planFor = (route: string, kind: Kind, asked: CallOptions): CallPlan.CallPlan<Forge> => {
  // The types of a route are stricter.
  const template = route as Template
  const { accept } = asked
  const errors = rules.filter(([, pattern]) => pattern.test(route)).map(([error]) => error)
  if (accept !== undefined) errors.push(NotAcceptable)
  const parsed = parse(template, manySegments, dialect.refusesInPath)
  return CallPlan.make(Forge, kind === "listing" ? listingDialect : dialect, {
    name: route,
    template,
    kind,
    result: asked.schema,
    errors,
    statuses,
    repeatable: asked.repeatable ?? isRepeatable.test(route),
    resource: resourceOf(route),
    accept,
    encode: encoderOf(template, parsed, asked),
    pathOf: (input) =>
      Result.map(Input.assemble(template, { path: parsed.path({ ...(input as object) }) }), ({ url }) => url)
  })
}

/** Plans an upload. The data are not part of the query. */
export const uploadPlanFor = (route: string, asked: CallOptions): CallPlan.CallPlan<Forge> => {
  const { call, encode, ...plan } = planFor(route, "upload", asked)
  return {
    ...plan,
    call: { ...call, host: route.endsWith("/assets") ? "upload" : call.host },
    encode: (input) => {
      const {
        content_type: _type,
        data: _data,
        size: _size,
        upload_url: _url,
        ...fields
      }: Fields = { ...(input as object) }
      return encode(fields)
    }
  }
}

/** The parameters of a path that keep their slashes. */
const manySegments = ["path", "dir"]

/** Writes whose fields are in the query: they have no body, or another one than JSON. */
const isQueried = /^GET |(?:assets|caches|restore|analysis_id\})$/

/** The parameters of pages are in the query of writes, too. */
const ofPages = /^(?:per_page|before|after)$/

/** Lists whose name the query repeats. */
const repeated = /^(?:owner|token_id)$/

/** Splits inputs into path, query and body. */
const encoderOf = (
  template: Template,
  { parameters, path }: PathTemplate,
  asked: CallOptions
): CallPlan.CallPlan<Forge>["encode"] => {
  const isAsked = ([name]: Field) => isQueried.test(template) || ofPages.test(name)
  return (input) => {
    const fields: Fields = { ...(input as object) }
    const rest = Object.entries(fields).filter(([name, value]) => value !== undefined && !parameters.includes(name))
    const query = [...rest.filter(isAsked), ...Object.entries({ ...asked.query })].flatMap(eachOf)
    const body = rest.filter((field) => !isAsked(field))
    return Input.assemble(template, {
      fields,
      path: path(fields),
      query,
      body: asked.body ?? (body.length === 0 ? undefined : Object.fromEntries(body))
    })
  }
}

/** The service reads a few lists only when their name is repeated. All others are joined with commas. */
const eachOf = ([name, value]: Field): ReadonlyArray<Field> =>
  Array.isArray(value) && repeated.test(name) ? value.map((each) => [`${name}[]`, each]) : [[name, value]]

/** Parameters with which workflow runs are listed. With any other one they are searched. */
const ofList = /owner|repo|workflow|page|exclude/

/** Where the service cuts a listing off. */
export const mostOf = (route: string, input: Fields): Truncation | undefined =>
  isCutOff.test(route) && Object.entries(input).some(([name, value]) => value !== undefined && !ofList.test(name))
    ? most
    : undefined

const json = Reader.json(Schema.Unknown)

/** Reads JSON. A response may be without a body from that status on. */
const jsonOrNothing =
  (from: number): Reader.Reader<unknown> =>
  (text, status) =>
    text === "" && status >= from ? Result.succeed(undefined) : json(text, status)

/** A 200 or a 201 without a body is cut off. */
const usual = jsonOrNothing(202)

/** The cache recognizes what it has decoded by its reader. */
const bySchema = memoize<AnySchema, Reader.Reader<unknown>>((schema) => Reader.valueOf("GET", schema))

/** Routes that return text. */
const isText = /markdown|octocat|zen/

/** Routes that return a 200 without a body. */
const isEmpty = /^[DP].*attestations\/(?!bulk)/

/** Writes whose only record is an empty one. Where the service leaves it out, nothing is missing. */
const isRecordless =
  /^P.*(?:secrets\/\{secret_name\}|\/variables|\/rerun(?:-failed-jobs)?|run_id\}\/approve|cancel|customization\/sub|rerequest|[-y]\/?setup)$/

const recordOrNothing: Reader.Reader<unknown> = (text, status) =>
  text === "" && status !== 204 ? Result.succeed({}) : usual(text, status)

/** Makes the reader of a value. */
export const readerFor = (route: string, { accept, schema }: CallOptions): Reader.Reader<unknown> => {
  if (schema !== undefined) return route.startsWith("GET ") ? bySchema(schema) : Reader.valueOf("", schema)
  if (accept === undefined ? isText.test(route) : !accept.endsWith("json")) return Result.succeed
  if (isRecordless.test(route)) return recordOrNothing
  return isEmpty.test(route) ? jsonOrNothing(200) : usual
}

/** Makes the reader of a page: a list, or an object with the list `items` or only one list. */
export const itemsOf = memoize((item: AnySchema): Reader.Reader<Reader.Items<unknown>> => {
  const decode = Decoder.make<Reader.Items<unknown>>(
    Schema.Struct({
      items: Schema.Array(item),
      total_count: Schema.NullOr(Schema.Int),
      incomplete_results: Schema.NullOr(Schema.Boolean)
    })
  )
  return (text, status) => {
    if (status === 204) return Result.succeed(Reader.noItems)
    return Result.flatMap(json(text, status), (page) => {
      const fields: Fields = Array.isArray(page) ? { "": page } : { ...(page as object) }
      const lists = Object.keys(fields).filter((name) => Array.isArray(fields[name]))
      const name = lists.find((name) => name === "items" || lists.length === 1) ?? ""
      return Result.mapError(
        decode({ ...Reader.noItems, ...fields, items: fields[name] ?? page }),
        ({ found, path }): Reader.Misread => ({ found, path: path.replace("items", name) })
      )
    })
  }
})
