/** Inputs: one flat object with the wire's names. It is checked, then split into path, query and body. */
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import type { Fields, Rule } from "../../Declaration.ts"
import { InvalidInput } from "../../RestError.ts"
import * as FieldPath from "../decode/fieldPath.ts"
import { isPlain, type Refused, type Route, whyUnencodable } from "./template.ts"

/** An encoded input. */
export interface Wired {
  /** Path and query. */
  readonly url: string
  /** The encoded fields. */
  readonly fields: Encoded
  readonly body: HttpBody.Empty | HttpBody.Uint8Array
}

export interface Shape {
  readonly operation: string
  readonly route: Route
  readonly path: Fields
  readonly query: Fields
  /** Undefined when the operation has no body. */
  readonly body: Fields | undefined
  /** Parameters of the query that mean nothing without another. */
  readonly requires: { readonly [name: PropertyKey]: PropertyKey | undefined }
  readonly rules: ReadonlyArray<Rule>
}

type Encoded = Readonly<Record<string, unknown>>

/** Makes a function that checks and encodes an input. Schemas are compiled on first use. */
export const encoder = (
  operation: string,
  fields: Fields
): ((input: unknown) => Result.Result<Encoded, InvalidInput>) => {
  let encode: ((input: unknown) => Result.Result<Encoded, SchemaIssue.Issue>) | undefined
  return (input) => {
    encode ??= SchemaParser.encodeUnknownResult(Schema.Struct(fields))
    return Result.mapError(encode(input), (issue) => refusedBySchema(operation, issue))
  }
}

/** Makes a function that checks an input and turns it into URL and body. */
export const compile = (shape: Shape): ((input: unknown) => Result.Result<Wired, InvalidInput>) => {
  const { body, operation, path, query, requires, route, rules } = shape
  const queryNames = Object.keys(query)
  const bodyNames = body === undefined ? undefined : Object.keys(body)
  const encode = encoder(operation, { ...path, ...query, ...body })
  return (input) => {
    const encoded = encode(input)
    if (Result.isFailure(encoded)) return Result.fail(encoded.failure)
    const fields = encoded.success
    const broken = rules.find((rule) => rule.isBroken(fields))
    if (broken !== undefined) return Result.fail(refused(operation, broken.path, broken.reason))
    return wired(
      operation,
      fields,
      route.path(fields),
      queryString(
        queryNames.map((name) => [name, fields[name], requires[name]]),
        fields
      ),
      bodyNames && pick(fields, bodyNames)
    )
  }
}

/** Makes a function that fills in the path alone. */
export const pathOf = ({
  operation,
  path,
  route
}: Pick<Shape, "operation" | "path" | "route">): ((input: unknown) => Result.Result<string, InvalidInput>) => {
  const encode = encoder(operation, path)
  return (input) => Result.flatMap(encode(input), (fields) => filled(operation, route, fields))
}

/** Fills in a path, unless a parameter is refused. */
export const filled = (operation: string, route: Route, fields: Encoded): Result.Result<string, InvalidInput> => {
  const path = route.path(fields)
  return typeof path === "string" ? Result.succeed(path) : refusedPart(operation, path)
}

/** Joins the parts of a request, unless one of them is refused. */
export const wired = (
  operation: string,
  fields: Encoded,
  path: string | Refused,
  query: string | Refused,
  body: unknown
): Result.Result<Wired, InvalidInput> => {
  if (typeof path !== "string") return refusedPart(operation, path)
  if (typeof query !== "string") return refusedPart(operation, query)
  const url = path + query
  if (body === undefined) return Result.succeed({ url, fields, body: HttpBody.empty })
  try {
    return Result.succeed({ url, fields, body: HttpBody.jsonUnsafe(body) })
  } catch {
    // A schema may allow anything: a bigint, or an object that contains itself.
    return Result.fail(refused(operation, "", "cannot be encoded as JSON"))
  }
}

const refusedPart = (operation: string, { parameter, reason }: Refused) =>
  Result.fail(refused(operation, parameter, reason))

/** A parameter of the query, and another one without which it means nothing. */
type Asked = readonly [name: string, value: unknown, requires?: PropertyKey | undefined]

/** Joins lists with commas. Leaves out undefined, null and empty lists. */
export const queryString = (asked: ReadonlyArray<Asked>, fields: Encoded = {}): string | Refused => {
  let query = ""
  for (const [name, given, other] of asked) {
    // The schemas of a query encode to scalars and lists of strings.
    const value = given as string | number | boolean | ReadonlyArray<string> | null | undefined
    if (value === undefined || value === null || (typeof value === "object" && value.length === 0)) continue
    const text = typeof value === "object" ? value.join(",") : String(value)
    const isAlone = other !== undefined && fields[String(other)] === undefined
    const isReady = isPlain(text)
    const reason = isAlone ? `needs ${String(other)}` : isReady ? undefined : whyUnencodable(text)
    if (reason !== undefined) return { parameter: name, reason }
    query += `${query === "" ? "?" : "&"}${encodeURIComponent(name)}=${isReady ? text : encodeURIComponent(text)}`
  }
  return query
}

/** `JSON.stringify` leaves undefined out, and keeps the nulls that the schema allows. */
const pick = (fields: Encoded, names: ReadonlyArray<string>): Encoded => {
  const picked: Record<string, unknown> = {}
  for (const name of names) picked[name] = fields[name]
  return picked
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const refusedBySchema = (operation: string, issue: SchemaIssue.Issue): InvalidInput => {
  const first = issuesOf(issue).issues[0]
  return refused(operation, FieldPath.show(FieldPath.keysOf(first?.path)), first?.message ?? "is invalid")
}

export const refused = (operation: string, path: string, reason: string): InvalidInput =>
  new InvalidInput({ operation, path, reason, message: `${operation}: ${path || "the input"}: ${reason}` })
