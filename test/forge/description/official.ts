/** What the service's official OpenAPI description says about the requests and the responses of our operations. */
import * as fc from "fast-check"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type * as Forge from "../../../src/forge/Forge.ts"
import * as modules from "../../../src/forge/index.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import { isJson, type Json, operationOf, resolved, responseOf, under } from "../../testing/forge/description.ts"

type Outcome = Effect.Effect<unknown, ForgeError, Forge.Forge> | Stream.Stream<unknown, ForgeError, Forge.Forge>

/** An operation of ours. */
export interface Callable {
  (input: object): Outcome
  readonly declaration: AnyDeclaration
  /** Of a listing; it takes the number of the page too. */
  readonly page?: (input: object) => Effect.Effect<unknown, ForgeError, Forge.Forge>
  /** Of a download: all of it as text. */
  readonly text?: (input: object) => Effect.Effect<unknown, ForgeError, Forge.Forge>
}

const isCallable = (value: unknown): value is Callable => typeof value === "function" && "declaration" in value

/** An operation of ours, and the service's description of it. */
export interface Described {
  readonly name: string
  readonly call: Callable
  readonly official: Json
}

/** The path as the description has it, where its parameters differ. */
export const template = (ours: string): string =>
  ours.replace("{base}...{head}", "{basehead}").replace(/\/zip$/, "/{archive_format}")

/** All operations, by name. */
export const described: ReadonlyArray<Described> = Object.entries(modules).flatMap(
  ([module, exports]: readonly [string, object]) =>
    Object.entries(exports).flatMap(([name, call]: readonly [string, unknown]) => {
      // A deprecated name is another operation's.
      if (!isCallable(call) || call.declaration.name !== `${module}.${name}`) return []
      const [method = "", path = ""] = template(call.declaration.template).split(" ")
      const official = operationOf(method, path)
      if (official === undefined) throw new Error(`${module}.${name} is not described`)
      return [{ name: `${module}.${name}`, call, official }]
    })
)

/** A parameter of the path or the query. */
export interface Parameter {
  readonly name: string
  readonly schema: Json
  readonly required: boolean
}

type Official = Pick<Described, "official">

export const parametersOf = ({ official }: Official, of: "path" | "query"): ReadonlyArray<Parameter> => {
  const { parameters } = official
  if (!Array.isArray(parameters)) return []
  return parameters.flatMap((given: unknown) => {
    const parameter = isJson(given) ? resolved(given) : {}
    const { in: place, name, required } = parameter
    return place === of && typeof name === "string"
      ? [{ name, schema: under(parameter, "schema"), required: required === true }]
      : []
  })
}

export const queryOf = (operation: Official): ReadonlyArray<Parameter> => parametersOf(operation, "query")

/** The schema of the JSON body; undefined if there is none. */
export const bodyOf = ({ official }: Official): Json | undefined => {
  const schema = under(official, "requestBody", "content", "application/json")["schema"]
  return isJson(schema) ? schema : undefined
}

/** The fields of a body that are required. */
export const requiredOf = (schema: Json | undefined): ReadonlyArray<unknown> => {
  const { required } = schema === undefined ? {} : resolved(schema)
  return Array.isArray(required) ? required : []
}

/** The responses of a success, with the examples of their bodies. */
export const successesOf = ({
  call,
  official
}: Described): ReadonlyArray<{
  readonly status: number
  readonly schema: Json
  readonly examples: ReadonlyArray<unknown>
}> =>
  // Our operations ask for the time of each star.
  jsonOf({ official }, call.declaration.statuses, "application/vnd.github.v3.star+json")

/** The JSON that a route responds with, by status: of the media type, if it has that. */
export const jsonOf = (
  { official }: Official,
  statuses: ReadonlyArray<number>,
  mediaType = "application/json"
): ReturnType<typeof successesOf> =>
  statuses.flatMap((status) => {
    const types = under(responseOf(official, status) ?? {}, "content")
    const content = under(types, mediaType in types ? mediaType : "application/json")
    if (Object.keys(content).length === 0) return []
    const examples = Object.values(under(content, "examples")).flatMap((example) =>
      isJson(example) ? [valueOf(resolved(example)["value"])] : []
    )
    return [{ status, schema: under(content, "schema"), examples }]
  })

/** The value of an example, which can refer to another example. */
const valueOf = (value: unknown): unknown =>
  isJson(value) && "$ref" in value ? valueOf(resolved(value)["value"]) : value

const sha = "0123456789abcdef0123456789abcdef01234567"

/** Full shas are many, since without one a commit is refused, whatever else an input has. */
const words = [
  sha,
  sha,
  "a",
  "Größe",
  "acme/web",
  "acme:main",
  "refs/heads/main",
  "1",
  "2026-02-06T07:08:09Z",
  "0099ff",
  "*",
  sha
]

const text = ({ format, maxLength, pattern }: Json): fc.Arbitrary<unknown> => {
  if (format === "date-time") return fc.constantFrom("2026-02-06T07:08:09Z", "2026-02-06T07:08:09.123+02:00")
  if (format === "date") return fc.constant("2026-02-06")
  if (format === "uri") return fc.constant("https://example.com/a?b=c")
  if (format === "repo.nwo") return fc.constant("acme/web")
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern))
  return fc.constantFrom(...words.filter(({ length }) => length <= Number(maxLength ?? Infinity)))
}

/** The value of a schema with its required fields only, of which those are null that may be. */
export const smallestValueOf = (given: unknown): unknown => {
  const schema = isJson(given) ? resolved(given) : {}
  const { allOf, anyOf, enum: known, items, minItems, nullable, oneOf, required, type } = schema
  if (nullable === true) return null
  if (Array.isArray(known)) return known[0]
  const [choice] = [oneOf, anyOf].flatMap((choices): ReadonlyArray<unknown> => (Array.isArray(choices) ? choices : []))
  if (choice !== undefined && required === undefined) return smallestValueOf(choice)
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(smallestValueOf)) as unknown
  if (type === "array") return Array.from({ length: Number(minItems ?? 0) }, () => smallestValueOf(items))
  if (type !== "object" && required === undefined)
    return fc.sample(plainValues(schema, depth), { numRuns: 1, seed: 1 })[0]
  const names: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const fields = Object.entries(under(schema, "properties")).filter(([name]) => names.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, smallestValueOf(field)]))
}

/** How deeply optional fields and items are generated. */
const depth = 5

/** Values that a schema of the description allows. */
export const valuesOf = (given: unknown, level = 0): fc.Arbitrary<unknown> => {
  const schema = isJson(given) ? resolved(given) : {}
  const plain = plainValues(schema, level)
  return schema["nullable"] === true ? fc.option(plain, { freq: 4 }) : plain
}

const plainValues = (schema: Json, level: number): fc.Arbitrary<unknown> => {
  const { additionalProperties, allOf, anyOf, enum: known, items, minItems, minimum, oneOf, properties, type } = schema
  if (Array.isArray(known)) return fc.constantFrom(...(known as ReadonlyArray<unknown>))
  const choices: unknown = oneOf ?? anyOf
  if (Array.isArray(choices) && !isJson(properties)) {
    return fc.oneof(...choices.map((choice: unknown) => valuesOf(choice, level)))
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part: unknown) => valuesOf(part, level))
    return parts.length === 1
      ? (parts[0] ?? fc.constant({}))
      : fc.tuple(...parts).map((all) => Object.assign({}, ...all) as unknown)
  }
  switch (type) {
    case "string":
      return text(schema)
    case "integer":
      return fc.integer({ min: Number(minimum ?? 1), max: 100 })
    case "number":
      return fc.constantFrom(1, 2, 0.5)
    case "boolean":
      return fc.boolean()
    case "array":
      return fc.array(valuesOf(items, level + 1), {
        minLength: Number(minItems ?? 0),
        maxLength: level < depth ? 2 : 1
      })
    default:
      if (isJson(properties)) return record(schema, properties, level)
      return isJson(additionalProperties)
        ? fc.dictionary(fc.constantFrom("one", "two"), valuesOf(additionalProperties, level + 1))
        : fc.constantFrom({}, { one: "two" })
  }
}

const record = ({ required }: Json, properties: Json, level: number): fc.Arbitrary<unknown> => {
  const names: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const kept = Object.entries(properties).filter(([name]) => names.includes(name) || level < depth)
  return fc.record(Object.fromEntries(kept.map(([name, field]) => [name, valuesOf(field, level + 1)])), {
    requiredKeys: kept.map(([name]) => name).filter((name) => names.includes(name))
  })
}
