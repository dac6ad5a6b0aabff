/** Calls of routes that nothing declares: what the text of a route says about its requests and responses. */
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Misread, Reader } from "../../rest/Call.ts"
import type { AnyDeclaration, Template, Truncation } from "../../rest/Declaration.ts"
import * as Decoder from "../../rest/Decoder.ts"
import { type Plan, planOf, tagsOf } from "../../rest/internal/declare/plan.ts"
import * as Readers from "../../rest/internal/decode/reader.ts"
import { jsonBody, queryString, refused } from "../../rest/internal/input/input.ts"
import { parse, type Refused } from "../../rest/internal/input/template.ts"
import { Conflict, type DeclaredErrorClass, Gone, NotFound, ValidationFailed } from "../../rest/RestError.ts"
import { dialect } from "../dialect.ts"
import { Forge } from "../Forge.ts"
import { NotAcceptable, SearchTruncated, Unmergeable } from "../ForgeError.ts"
import { most, ofSearchedRuns } from "./search.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

type Fields = Readonly<Record<string, unknown>>

/** The options of a call. */
export interface Asked {
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
const resourceOf = (route: string): string => {
  if (!route.startsWith("GET /search/")) return dialect.resource
  return route.endsWith("/code") ? "code_search" : "search"
}

/** Plans a call. */
export const planFor = (
  route: string,
  kind: AnyDeclaration["kind"],
  asked: Asked,
  more: ReadonlyArray<DeclaredErrorClass> = []
): Plan<Forge> => {
  // The types of a route are stricter.
  const template = route as Template
  const { accept } = asked
  const errors = [
    ...(route.endsWith("}/merge") ? [Unmergeable] : []),
    ...more,
    ...(accept === undefined ? [] : [NotAcceptable]),
    NotFound,
    Gone,
    Conflict,
    ValidationFailed
  ]
  const plan = planOf(
    Forge,
    dialect,
    { accept, errors },
    {
      name: route,
      template,
      kind,
      path: {},
      query: {},
      body: undefined,
      result: asked.schema,
      errors: tagsOf(errors),
      statuses,
      repeatable: asked.repeatable ?? isRepeatable.test(route),
      foundBy: undefined,
      resource: resourceOf(route),
      host: "api"
    }
  )
  return { ...plan, wire: wireBy(template, asked) }
}

/** Plans an upload. The data are no part of the query. */
export const uploadPlanFor = (route: string, asked: Asked): Plan<Forge> => {
  const { call, wire, ...plan } = planFor(route, "upload", asked)
  return {
    ...plan,
    call: { ...call, host: route.endsWith("/assets") ? "upload" : call.host },
    wire: (input) => {
      const {
        content_type: _type,
        data: _data,
        size: _size,
        upload_url: _url,
        ...fields
      }: Fields = { ...(input as object) }
      return wire(fields)
    }
  }
}

/** The parameters of a path that keep their slashes. */
const manySegments = ["path", "dir"]

/** Writes whose fields are in the query: they have no body, or another one than JSON. */
const isQueried = /^GET |\/(?:assets|caches|restore|analyses\/\{analysis_id\})$/

/** The parameters of pages are in the query of writes, too. */
const ofPages = /^(?:per_page|before|after)$/

/** Lists whose name the query repeats. */
const repeated = /^(?:owner|token_id)$/

/** Splits inputs into path, query and body. */
const wireBy = (template: Template, asked: Asked): Plan<Forge>["wire"] => {
  const { parameters, path } = parse(template, manySegments)
  const allInQuery = isQueried.test(template)
  const refuse = ({ parameter, reason }: Refused) => Result.fail(refused(template, parameter, reason))
  return (input) => {
    const fields: Fields = { ...(input as object) }
    let url = path(fields)
    if (typeof url !== "string") return refuse(url)
    const query: Array<readonly [name: string, value: unknown]> = []
    const rest: Array<readonly [name: string, value: unknown]> = []
    for (const field of Object.entries(fields)) {
      const [name] = field
      if (!parameters.includes(name)) (allInQuery || ofPages.test(name) ? query : rest).push(field)
    }
    for (const [name, value] of [...query, ...Object.entries(asked.query ?? {})].flatMap(eachOf)) {
      const part = queryString({ [name]: value }, [name], {})
      if (typeof part !== "string") return refuse(part)
      url += url.includes("?") ? part.replace("?", "&") : part
    }
    const fieldsOfBody = rest.filter(([, value]) => value !== undefined)
    const body = asked.body ?? (fieldsOfBody.length === 0 ? undefined : Object.fromEntries(fieldsOfBody))
    if (body === undefined) return Result.succeed({ url, fields, body: HttpBody.empty })
    return Result.map(jsonBody(template, body), (body) => ({ url, fields, body }))
  }
}

/** The service reads a few lists only when their name is repeated. All others are joined with commas. */
const eachOf = (field: readonly [string, unknown]): ReadonlyArray<readonly [string, unknown]> => {
  const [name, value] = field
  return Array.isArray(value) && repeated.test(name) ? value.map((each) => [`${name}[]`, each]) : [field]
}

/** Plans a listing. A search fails with `SearchTruncated` for a page that is too far. */
export const listingPlanFor = (route: string, asked: Asked): Plan<Forge> =>
  planFor(route, "listing", asked, [SearchTruncated])

/** Where the service cuts a listing off. */
export const mostOf = (route: string, input: Fields): Truncation | undefined =>
  route.startsWith("GET /search/") ||
  (route.endsWith("/runs") && ofSearchedRuns.some((name) => input[name] !== undefined))
    ? most
    : undefined

/** The cache recognizes what it has decoded by its reader. */
const once = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  const made = new WeakMap<K, A>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

const json = Readers.json(Schema.Unknown)

const text: Reader<string> = (text) => Result.succeed(text)

/** Reads JSON. A response may be without a body from that status on. */
const jsonOrNothing =
  (from: number): Reader<unknown> =>
  (text, status) =>
    text === "" && status >= from ? Result.succeed(undefined) : json(text, status)

/** A 200 or a 201 without a body is cut off. */
const usual = jsonOrNothing(202)

/** For the few routes that respond with 200 and no body. */
const maybeEmpty = jsonOrNothing(200)

const bySchema = once((schema: AnySchema) => Readers.json(schema))

/** Routes that return text. */
const isText = /^\w+ \/(?:markdown|octocat|zen)/

/** Routes that return a 200 without a body. */
const isEmpty = /^(?:POST|DELETE) .*\/attestations\/(?!bulk)/

/** Makes the reader of a value. */
export const readerFor = (route: string, { accept, schema }: Asked): Reader<unknown> => {
  if (schema !== undefined) return bySchema(schema)
  if (accept === undefined ? isText.test(route) : !accept.endsWith("json")) return text
  return isEmpty.test(route) ? maybeEmpty : usual
}

/** Makes the reader of a page: a list, or an object with the list `items` or only one list. */
export const itemsOf = once((item: AnySchema): Reader<Readers.Items<unknown>> => {
  const decode = Decoder.make(Schema.Array(item))
  return (text, status) => {
    if (status === 204) return Result.succeed(Readers.noItems)
    return Result.flatMap(json(text, status), (page): Result.Result<Readers.Items<unknown>, Misread> => {
      const fields: Fields = Array.isArray(page) ? {} : { ...(page as object) }
      const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value))
      const only = lists.length === 1 ? lists[0] : undefined
      const [name, list] = lists.find(([name]) => name === "items") ?? only ?? ["", page]
      return Result.mapBoth(decode(list), {
        onFailure: ({ found, path }) => ({ path: name + path, found }),
        onSuccess: (items) => ({
          items,
          total_count: typeof fields["total_count"] === "number" ? fields["total_count"] : null,
          incomplete_results: typeof fields["incomplete_results"] === "boolean" ? fields["incomplete_results"] : null
        })
      })
    })
  }
})
