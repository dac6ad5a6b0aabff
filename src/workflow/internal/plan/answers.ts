/** Answers that are not known yet: records with the fields of a schema, of which some are known and others stand for it. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import type { ValueOf } from "../../PlanError.ts"
import type { Expected } from "../../PlanTypes.ts"
import type { Symbols } from "./symbols.ts"

/** What is known of an answer: JSON of the service, of which parts may be missing. */
export type Known = unknown

/** Where the answer comes from, and what is done about what the program does with it. */
export interface Origin {
  readonly of: "write" | "read"
  readonly number: number
  readonly operation: string
  /** The root of the URLs of the service. */
  readonly root: string
  readonly symbols: Symbols
  /** Ends the plan. */
  readonly stop: (at: ValueOf) => never
  /** Notes what the program takes for true. */
  readonly expect: (expected: Expected) => void
}

/** Makes the answer to a request. */
export const answer = (origin: Origin, schema: Schema.ConstraintDecoder<unknown>, known: Known): unknown => {
  const sent = SchemaAST.toEncoded(schema.ast)
  const names = sent._tag === "Objects" ? new Set(sent.propertySignatures.map(({ name }) => String(name))) : undefined
  // The service does not send what is derived from other fields.
  const expect = (expected: Expected) => {
    if (names?.has(expected.field[0] ?? "") !== false) origin.expect(expected)
  }
  return valueOf({ ...origin, expect }, schema.ast, known, [])
}

/** A value that cannot be looked at. */
export const unknown = (origin: Origin, field: ReadonlyArray<string> = []): unknown =>
  guarded({}, () => origin.stop(at(origin, field)))

const at = ({ number, of, operation }: Origin, field: ReadonlyArray<string>): ValueOf => ({
  of,
  number,
  operation,
  field
})

const valueOf = (origin: Origin, ast: SchemaAST.AST, known: Known, field: ReadonlyArray<string>): unknown => {
  if (ast._tag === "Suspend") return valueOf(origin, ast.thunk(), known, field)
  if (ast._tag === "Objects" && isRecord(known)) return record(origin, ast, known, field)
  if (ast._tag === "Arrays" && Array.isArray(known)) return list(origin, ast, known, field)
  if (ast._tag === "Union" && known !== undefined && known !== null) {
    const [only, ...others] = ast.types.filter((type) => !isNothing(type))
    if (only !== undefined && others.length === 0) return valueOf(origin, only, known, field)
  }
  if (known !== undefined) {
    const decoded = SchemaParser.decodeUnknownResult(Schema.make<Schema.ConstraintDecoder<unknown>>(ast))(known)
    if (Result.isSuccess(decoded)) {
      // A time is compared with nothing: it can be written in several ways.
      if (typeof known !== "object" && typeof decoded.success !== typeof known) return decoded.success
      // The cast is safe: what is known is JSON.
      if (field.length > 0) origin.expect({ field, that: "is", value: known as Schema.Json })
      return decoded.success
    }
  }
  return unknownOf(origin, ast, field)
}

const unknownOf = (origin: Origin, ast: SchemaAST.AST, field: ReadonlyArray<string>): unknown => {
  const value = at(origin, field)
  const name = field.at(-1) ?? ""
  switch (ast._tag) {
    case "Suspend":
      return unknownOf(origin, ast.thunk(), field)
    case "Objects":
      return record(origin, ast, {}, field)
    case "String": {
      const made = isUrl(name) ? origin.symbols.url(value, origin.root) : origin.symbols.text(value)
      return Schema.is(Schema.make(ast))(made) ? made : origin.stop(value)
    }
    case "Number":
      // Other numbers are counts and sizes.
      return isIdentity(name) ? origin.symbols.number(value) : origin.stop(value)
    case "Union": {
      const types = ast.types.filter((type) => !isNothing(type))
      const [only, ...others] = types
      if (only === undefined || others.length > 0) return origin.stop(value)
      const there = unknownOf(origin, only, field)
      origin.expect({ field, that: "there", value: null })
      return there
    }
    case "Arrays":
      return guarded([], () => origin.stop(value))
    case "Null":
    case "Undefined":
    case "Void":
      return undefined
    case "Boolean":
    case "Literal":
    case "Enum":
    case "BigInt":
    case "TemplateLiteral":
      return origin.stop(value)
    default:
      return guarded({}, () => origin.stop(value))
  }
}

const isNothing = ({ _tag }: SchemaAST.AST): boolean => _tag === "Null" || _tag === "Undefined"

const isIdentity = (name: string): boolean => /(?:^|_)(?:id|number)$/.test(name)

const isUrl = (name: string): boolean => /(?:^|_)url$/.test(name)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A record whose fields are made when they are read. */
const record = (
  origin: Origin,
  { propertySignatures }: SchemaAST.Objects,
  known: Readonly<Record<string, unknown>>,
  field: ReadonlyArray<string>
): object => {
  const made = new Map<string, unknown>()
  const fields = propertySignatures.map(({ name, type }): [string, PropertyDescriptor] => {
    const key = String(name)
    const get = () => {
      if (!made.has(key)) made.set(key, valueOf(origin, type, known[key], [...field, key]))
      return made.get(key)
    }
    return [key, { enumerable: true, get }]
  })
  return Object.defineProperties({}, Object.fromEntries(fields))
}

const list = (
  origin: Origin,
  { elements, rest }: SchemaAST.Arrays,
  known: ReadonlyArray<unknown>,
  field: ReadonlyArray<string>
): ReadonlyArray<unknown> => {
  // Its length is looked at sooner or later.
  if (known.length === 0) origin.expect({ field, that: "is", value: [] })
  return known.map((item, index) => {
    const type = elements[index] ?? rest[0]
    return type === undefined ? item : valueOf(origin, type, item, [...field, String(index)])
  })
}

/** An object that cannot be looked at. */
export const guarded = (target: object, stop: () => never, fields: Readonly<Record<string, unknown>> = {}): unknown =>
  new Proxy(target, {
    get: (_, name) => (typeof name === "string" && Object.hasOwn(fields, name) ? fields[name] : stop()),
    has: stop,
    ownKeys: stop,
    getOwnPropertyDescriptor: stop,
    getPrototypeOf: stop,
    set: stop,
    deleteProperty: stop,
    defineProperty: stop
  })
