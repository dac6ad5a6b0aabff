/** Valid inputs, made from declared fields: another value for each field, so that no field can stand for another. */
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Fields } from "../../../src/rest/Declaration.ts"

export type { Fields }

const instant = DateTime.makeUnsafe("2026-02-06T07:08:09Z")

/** What may fit a type; the schema decides. */
const candidates = (name: string, ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  switch (ast._tag) {
    case "String":
      return [
        name,
        "2026-02-06",
        "de",
        "0123456789abcdef".repeat(4).slice(0, 40),
        "0099ff",
        "acme/web",
        "acme:main",
        "refs/heads/main"
      ]
    case "Number":
      return [name.length, name.length / 8, 1]
    case "Boolean":
      return [true]
    case "Literal":
      return [ast.literal]
    case "Union":
      // Literals first: strings of an open enumeration tell less.
      return ast.types
        .toSorted((a, b) => Number(b._tag === "Literal") - Number(a._tag === "Literal"))
        .filter(({ _tag }) => _tag !== "Null" && _tag !== "Undefined")
        .flatMap((member) => candidates(name, member))
    case "Arrays": {
      const [item] = ast.rest
      const items = item === undefined ? [] : candidates(name, item)
      const second = item === undefined ? [] : candidates(`${name}_2`, item)
      return items.flatMap((value, i) => [[value, second[i]], [value]])
    }
    case "Objects": {
      const record: Record<string, unknown> = {}
      for (const property of ast.propertySignatures) {
        const key = String(property.name)
        record[key] = candidates(key, property.type).find((value) => fits(property.type, value))
      }
      // Some fields exclude each other.
      const optional = ast.propertySignatures.flatMap(({ name, type }) =>
        SchemaAST.isOptional(type) ? [String(name)] : []
      )
      // Others are true or false in turn.
      const flags = Object.keys(record).filter((key) => record[key] === true)
      return [
        record,
        ...flags.map((key) => ({ ...record, [key]: false })),
        ...optional.map((key) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))),
        ...optional.map((key) =>
          Object.fromEntries(Object.entries(record).filter(([name]) => name === key || !optional.includes(name)))
        )
      ]
    }
    case "Declaration":
      return [instant, DateTime.toDateUtc(instant), new TextEncoder().encode(name)]
    default:
      return []
  }
}

const fits = (ast: SchemaAST.AST, value: unknown): boolean => Schema.is(Schema.make(ast))(value)

/** A field's value, and what it is on the wire. */
export interface Value {
  readonly value: unknown
  readonly encoded: unknown
}

const valueOf = (name: string, schema: Fields[string]): Value => {
  const encode = Schema.encodeUnknownResult(schema)
  for (const value of candidates(name, SchemaAST.toType(schema.ast))) {
    const encoded = encode(value)
    if (Result.isSuccess(encoded)) return { value, encoded: encoded.success }
  }
  throw new Error(`no value fits ${name}`)
}

/** All candidates that a field takes, null and nothing among them, with what they are on the wire. */
export const choicesOf = (name: string, schema: Fields[string]): ReadonlyArray<Value> => {
  const encode = Schema.encodeUnknownResult(schema)
  return [...candidates(name, SchemaAST.toType(schema.ast)), null, [], ""].flatMap((value) => {
    const encoded = encode(value)
    return Result.isSuccess(encoded) ? [{ value, encoded: encoded.success }] : []
  })
}

/** A value for each field, by its name. */
export const valuesOf = (fields: Fields): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, valueOf(name, schema)]))

/** The input that they make. */
export const inputOf = (values: Readonly<Record<string, Value>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]))

/** As it stands in a query: lists joined by commas. */
export const queryText = (encoded: unknown): string => (Array.isArray(encoded) ? encoded.join(",") : String(encoded))
