/**
 * Inputs: one flat object with the names of the service. It is checked, and then split into path, query and body.
 *
 * The declaring functions (`Operation.operation` and the others) do this themselves. These functions are for calls that
 * are made in another way: from a text or a document, or split into several requests. No function throws: an input that
 * cannot be sent results in `InvalidInput`, which names the field.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import type { BytesBody, NoBody } from "./Call.ts"
import type { Field, Fields, Rule, Template } from "./Declaration.ts"
import * as FieldPath from "./internal/decode/fieldPath.ts"
import { placeholder } from "./internal/text/redact.ts"
import { json, noBody } from "./internal/wire/requestBody.ts"
import { isPlain, parse, type RefusesInPath, type Unfit, whyUnencodable } from "./PathTemplate.ts"
import { type InvalidInput, invalidInput } from "./RestError.ts"
import * as UnknownFields from "./UnknownFields.ts"

/** The fields of an input, encoded. */
export type Encoded = Readonly<Record<string, unknown>>

/** An encoded input. */
export interface EncodedInput {
  /** Path and query. */
  readonly url: string
  /** All fields, encoded. */
  readonly fields: Encoded
  /** The JSON body, or none. */
  readonly body: NoBody | BytesBody
  /** The values of the fields that are secrets; undefined for none. */
  readonly secrets?: ReadonlyArray<string> | undefined
}

/** The fields of an operation, and where each of them goes. */
export interface Shape {
  /** Name of the operation, which the errors name. */
  readonly operation: string
  /** Method and path, such as `GET /users/{username}`. */
  readonly template: Template
  /** Parameters of the path that span several segments. Default: none. */
  readonly manySegments?: ReadonlyArray<string> | undefined
  /** Why a parameter of the path cannot have a value that has to be encoded. Default: any text is sent. */
  readonly refusesInPath?: RefusesInPath | undefined
  /** Schemas of the parameters of the path. */
  readonly path: Fields
  /** Schemas of the parameters of the query. Default: none. */
  readonly query?: Fields | undefined
  /** Schemas of the fields of the JSON body. Default: there is no body. */
  readonly body?: Fields | undefined
  /** Parameters of the query that mean nothing without another. Default: none. */
  readonly requires?: { readonly [name: PropertyKey]: PropertyKey | undefined } | undefined
  /** Lists of the query whose parameter is repeated, as `id[]=1&id[]=2`. Default: none. */
  readonly repeated?: ReadonlyArray<string> | undefined
  /** The names in the request of fields of the body. Default: those in the input. */
  readonly sentAs?: { readonly [name: PropertyKey]: string | undefined } | undefined
  /** The fields of the body that are secrets, such as `config.secret`. Default: none. */
  readonly secrets?: ReadonlyArray<string> | undefined
  /** Rules that involve several fields. Default: none. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** Further fields that an input may have. They are not part of the request. Default: none. */
  readonly beside?: ReadonlyArray<string> | undefined
}

/** Makes a function that checks and encodes a value. The schema is compiled on first use. */
export const encoder = <S extends Field>(
  operation: string,
  schema: S
): ((value: unknown) => Result.Result<S["Encoded"], InvalidInput>) => encoderOf(operation, () => schema)

/**
 * Makes a function that checks and encodes the fields of an input. With `beside`, an input has no other fields than these
 * and those, which are not encoded. Otherwise, other fields are ignored.
 */
export const fieldsEncoder = (
  operation: string,
  fields: Fields,
  beside?: ReadonlyArray<string>
): ((input: unknown) => Result.Result<Encoded, InvalidInput>) =>
  encoderOf(operation, () => Schema.Struct(fields), beside)

const encoderOf = <S extends Field>(
  operation: string,
  schema: () => S,
  beside?: ReadonlyArray<string>,
  secrets?: ReadonlyArray<string>
) => {
  let compiled:
    | readonly [
        encode: (input: unknown) => Result.Result<S["Encoded"], SchemaIssue.Issue>,
        unknownIn: ReturnType<typeof UnknownFields.finder> | undefined
      ]
    | undefined
  const compile = () => {
    const made = schema()
    return [SchemaParser.encodeUnknownResult(made), beside && UnknownFields.finder(made, beside)] as const
  }
  return (input: unknown): Result.Result<S["Encoded"], InvalidInput> => {
    const [encode, unknownIn] = (compiled ??= compile())
    const unknown = unknownIn?.(input) ?? []
    return unknown.length > 0
      ? Result.fail(refusedAsUnknown(operation, unknown))
      : Result.mapError(encode(input), (issue) => refusedBySchema(operation, issue, input, secrets))
  }
}

/** Makes a function that checks an input, and encodes it as URL and body. Schemas are compiled on first use. */
export const compile = (shape: Shape): ((input: unknown) => Result.Result<EncodedInput, InvalidInput>) => {
  const { beside = [], body, manySegments, operation, path, query = {}, refusesInPath } = shape
  const { repeated = [], requires = {}, rules = [], secrets, sentAs = {}, template } = shape
  const route = parse(template, manySegments, refusesInPath)
  const queryNames = Object.keys(query)
  const bodyNames = body === undefined ? undefined : Object.keys(body)
  const encode = encoderOf(operation, () => Schema.Struct({ ...path, ...query, ...body }), beside, secrets)
  // Where all fields may be left out, so may the input.
  return (input = {}) => {
    const encoded = encode(input)
    if (Result.isFailure(encoded)) return Result.fail(encoded.failure)
    const fields = encoded.success
    const broken = rules.find((rule) => rule.isBroken(fields))
    if (broken !== undefined) return Result.fail(invalidInput(operation, broken.path, broken.reason))
    const parameters = queryNames.map((name): QueryParameter => [name, fields[name], requires[name]])
    const assembled = assemble(operation, {
      fields,
      path: route.path(fields),
      query: repeated.length === 0 ? parameters : parameters.flatMap((parameter) => repeatedly(parameter, repeated)),
      body: bodyNames && pick(fields, bodyNames, sentAs)
    })
    return secrets === undefined
      ? assembled
      : Result.map(assembled, (input) => ({ ...input, secrets: secrets.flatMap((path) => textAt(fields, path)) }))
  }
}

/** The text at a path such as `config.secret`; none if it is not there. */
const textAt = (fields: Encoded, path: string): ReadonlyArray<string> => {
  const value = valueAt(fields, path.split("."))
  return typeof value === "string" ? [value] : []
}

/** A parameter of a query, its encoded value, and another parameter without which it means nothing. */
export type QueryParameter = readonly [name: string, value: unknown, requires?: PropertyKey | undefined]

/** A parameter for each item of a list. */
const repeatedly = (parameter: QueryParameter, names: ReadonlyArray<string>): ReadonlyArray<QueryParameter> => {
  const [name, value] = parameter
  return names.includes(name) && Array.isArray(value) ? value.map((item: unknown) => [`${name}[]`, item]) : [parameter]
}

/** The parts of a request. */
export interface RequestParts {
  /** The encoded fields of the input. Default: none. */
  readonly fields?: Encoded | undefined
  /** The path, or the parameter that cannot be a part of it, as `PathTemplate.parse` returns it. */
  readonly path: string | Unfit
  /** In the order of the query. Lists are joined with commas; undefined, null and empty lists are left out. */
  readonly query?: ReadonlyArray<QueryParameter> | undefined
  /** What to send as JSON; undefined for no body. */
  readonly body?: unknown
}

/** Joins the parts of a request. Fails if one of them cannot be a part of a URL, or of JSON. */
export const assemble = (
  operation: string,
  { body, fields = {}, path, query = [] }: RequestParts
): Result.Result<EncodedInput, InvalidInput> => {
  if (typeof path !== "string") return unfit(operation, path)
  const search = query.length === 0 ? "" : queryString(query, fields)
  if (typeof search !== "string") return unfit(operation, search)
  const url = path + search
  if (body === undefined) return Result.succeed({ url, fields, body: noBody })
  try {
    return Result.succeed({ url, fields, body: json(body) })
  } catch {
    // A schema may allow anything: a bigint, or an object that contains itself.
    return Result.fail(invalidInput(operation, "", "cannot be encoded as JSON"))
  }
}

const unfit = (operation: string, { parameter, reason }: Unfit) =>
  Result.fail(invalidInput(operation, parameter, reason))

const queryString = (parameters: ReadonlyArray<QueryParameter>, fields: Encoded): string | Unfit => {
  let query = ""
  for (const [name, given, other] of parameters) {
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
const pick = (fields: Encoded, names: ReadonlyArray<string>, sentAs: NonNullable<Shape["sentAs"]>): Encoded => {
  const picked: Record<string, unknown> = {}
  for (const name of names) picked[sentAs[name] ?? name] = fields[name]
  return picked
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** A path of fields. A name that may be a secret is not shown: no field has so many letters in a row, and digits among them. */
const shown = (keys: ReadonlyArray<PropertyKey>): string =>
  FieldPath.show(
    keys.map((key) => (typeof key === "string" && /(?=[A-Za-z]{0,19}\d)[A-Za-z\d]{20}/.test(key) ? placeholder : key))
  )

const refusedBySchema = (
  operation: string,
  issue: SchemaIssue.Issue,
  input: unknown,
  secrets: ReadonlyArray<string> = []
): InvalidInput => {
  const first = issuesOf(issue).issues[0]
  const keys = FieldPath.keysOf(first?.path)
  const message = first?.message ?? "is invalid"
  const value = valueAt(input, keys)
  // Of what has the right type, the kind says nothing. Neither does "a string", if strings are expected.
  const isKnown = isOfCheck(issue) || (typeof value === "string" && message.includes('"'))
  const found = scalar(value, secrets.includes(keys.join("."))) ?? (isKnown ? undefined : kindOf(value))
  const got = message.startsWith("Expected ") && found !== undefined ? `, got ${found}` : ""
  return invalidInput(operation, shown(keys), message + got)
}

const valueAt = (input: unknown, keys: ReadonlyArray<PropertyKey>): unknown =>
  keys.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), input)

/** Whether the first issue is that of a check, which looks only at values of the right type. */
const isOfCheck = (issue: SchemaIssue.Issue | undefined): boolean => {
  switch (issue?._tag) {
    case "Filter":
      return true
    case "Encoding":
    case "Pointer":
      return isOfCheck(issue.issue)
    case "Composite":
    case "AnyOf":
      return isOfCheck(issue.issues[0])
    default:
      return false
  }
}

/** A value that may be shown; undefined for any other. A text may be a secret. */
const scalar = (value: unknown, isSecret: boolean): string | undefined => {
  if (value === null || value === undefined) return String(value)
  if (value === "") return "an empty string"
  return !isSecret && (typeof value === "number" || typeof value === "boolean") ? String(value) : undefined
}

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

const refusedAsUnknown = (operation: string, unknown: ReadonlyArray<UnknownFields.Unknown>): InvalidInput => {
  const [first = "", ...others] = unknown.map(({ keys }) => shown(keys))
  const isAre = others.length === 1 ? ", nor is" : ", nor are"
  const reason = `is not a field of the input${others.length === 0 ? "" : `${isAre} ${others.join(", ")}`}`
  // Several that resemble no field are likely those of a record that was read.
  const advice =
    others.length === 0 ? "" : "; `pick` of forgecast/rest/Operation leaves out the fields of other records"
  return invalidInput(operation, first, reason + (UnknownFields.question(unknown) || advice))
}
