/**
 * The fields of our records beside the service's descriptions: those of github.com, of Enterprise Cloud, and of each
 * Enterprise Server. A field is null where the service may leave it out or send null, and nowhere else.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import {
  isJson,
  type Json,
  operationOf,
  resolved,
  responseOf,
  under,
  type Version,
  versions
} from "../../testing/forge/description.ts"
import { nullable } from "./differences.ts"
import { type Described, described, template } from "./official.ts"

/** What comes in on the wire for a schema. */
const wireOf = (ast: AST.AST): AST.AST => {
  const link = ast.encoding?.at(-1)
  return link === undefined ? ast : wireOf(link.to)
}

const directory = Path.resolve(import.meta.dirname, "../../../src/forge/schema")

/** The names of our records, by what comes in for them. */
const names = new Map<AST.AST, string>()
for (const file of Fs.readdirSync(directory)) {
  const exports = (await import(Path.join(directory, file))) as Readonly<Record<string, unknown>>
  for (const [name, record] of Object.entries(exports)) {
    if (Schema.isSchema(record) && !names.has(wireOf(record.ast))) names.set(wireOf(record.ast), name)
  }
}

const isNull = (ast: AST.AST) => ast._tag === "Union" && ast.types.some(({ _tag }) => _tag === "Null")

/** Whether a response that lacks the field is not read. */
const isRequired = ({ type }: AST.PropertySignature) =>
  !isNull(type) && !isNull(wireOf(type)) && wireOf(type).context?.isOptional !== true

const listed = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** A value that a description allows: the schemas of what is not null, and whether it may be null. */
interface Allowed {
  readonly schemas: ReadonlyArray<Json>
  readonly isNullable: boolean
}

const allowed = (given: unknown, version: Version): Allowed => {
  const schema = isJson(given) ? resolved(given, version) : {}
  const { allOf, anyOf, nullable, oneOf } = schema
  const choices = [...listed(oneOf), ...listed(anyOf)].map((choice) => allowed(choice, version))
  const parts = listed(allOf).flatMap((part) => allowed(part, version).schemas)
  const whole = {
    ...schema,
    ...(parts.length === 1 ? parts[0] : undefined),
    properties: Object.assign({}, ...[schema, ...parts].map((part) => under(part, "properties"))) as Json,
    required: [schema, ...parts].flatMap(({ required }) => listed(required))
  }
  return {
    schemas: choices.length === 0 ? [whole] : choices.flatMap(({ schemas }) => schemas),
    isNullable: nullable === true || choices.some(({ isNullable }) => isNullable)
  }
}

/** Where the description of a field always has it, and where it may be absent or null: by version. */
interface Field {
  readonly isNullable: boolean
  readonly always: Map<string, Set<Version>>
  readonly maybe: Map<string, Set<Version>>
}

const newField = ({ type }: AST.PropertySignature): Field => ({
  isNullable: isNull(type),
  always: new Map(),
  maybe: new Map()
})

const fields = new Map<string, Field>()

const note = (places: Map<string, Set<Version>>, place: string, version: Version) =>
  places.set(place, (places.get(place) ?? new Set()).add(version))

/** Of several shapes, those that have all that the record needs, with the same literals. */
const fitting = (shapes: ReadonlyArray<Json>, { propertySignatures }: AST.Objects) => {
  const needed = propertySignatures.filter(isRequired)
  const fits = (shape: Json) =>
    needed.every(({ name, type }) => {
      const field = under(shape, "properties")[String(name)]
      const known = listed(under({ field }, "field")["enum"])
      return field !== undefined && (type._tag !== "Literal" || known.length === 0 || known.includes(type.literal))
    })
  const fit = shapes.filter(fits)
  return fit.length === 0 ? shapes : fit
}

/** Compares a record with the shapes of a description, and all that is in it. */
const compare = (ast: AST.AST, given: ReadonlyArray<Json>, place: string, version: Version): void => {
  const wire = wireOf(ast)
  if (wire._tag === "Union") for (const member of wire.types) compare(member, given, place, version)
  if (wire._tag === "Arrays") {
    const items = given.flatMap(({ items }) => (items === undefined ? [] : allowed(items, version).schemas))
    for (const item of [...wire.elements, ...wire.rest]) compare(item, items, `${place}[]`, version)
  }
  if (wire._tag !== "Objects") return
  const shapes = fitting(
    given.filter((shape) => Object.keys(under(shape, "properties")).length > 0),
    wire
  )
  for (const signature of wire.propertySignatures) {
    const name = String(signature.name)
    const found = shapes.map((shape) => ({
      isRequired: listed(shape["required"]).includes(name),
      ...allowed(under(shape, "properties", name), version)
    }))
    const record = names.get(wire)
    if (record !== undefined && found.length > 0) {
      const key = `${record}.${name}`
      const field = fields.get(key) ?? newField(signature)
      fields.set(key, field)
      const isAlways = found.every(({ isNullable, isRequired }) => isRequired && !isNullable)
      note(isAlways ? field.always : field.maybe, place, version)
    }
    compare(
      signature.type,
      found.flatMap(({ schemas }) => schemas),
      `${place}.${name}`,
      version
    )
  }
}

/** The items of a listing: in an array, or in that of an object. */
const itemsOf = ({ schemas }: Allowed, version: Version): ReadonlyArray<Json> =>
  schemas.flatMap((schema) => {
    const arrays = schema["items"] === undefined ? Object.values(under(schema, "properties")) : [schema]
    return arrays.flatMap((array) =>
      allowed(array, version).schemas.flatMap(({ items }) =>
        items === undefined ? [] : allowed(items, version).schemas
      )
    )
  })

const compareAnswers = ({ call: { declaration }, name }: Described, version: Version) => {
  const [method = "", path = ""] = template(declaration.template).split(" ")
  const official = operationOf(method, path, version)
  if (declaration.result === undefined || official === undefined) return
  for (const status of declaration.statuses) {
    const content = under(responseOf(official, status, version) ?? {}, "content", "application/json")
    if (content["schema"] === undefined) continue
    const whole = allowed(content["schema"], version)
    const schemas = declaration.kind === "listing" ? itemsOf(whole, version) : whole.schemas
    compare(declaration.result.ast, schemas, `${name} ${status}`, version)
  }
}

describe("the fields of records", () => {
  for (const version of versions) for (const operation of described) compareAnswers(operation, version)
  const all = [...fields]

  it("are those of many records", () => {
    assert.isAbove(all.length, 900)
    assert.isAbove(new Set(all.map(([name]) => name.split(".")[0])).size, 80)
  })

  it("may be null only where the service may leave them out, but for these", () => {
    const found = all.filter(([, { always, isNullable, maybe }]) => {
      return isNullable && [...always.keys()].some((place) => !maybe.has(place))
    })
    assert.deepStrictEqual(found.map(([name]) => name).toSorted(), Object.keys(nullable).toSorted())
  })

  it("are there on every Enterprise Server if they are always there on github.com", () => {
    const found = all.filter(([, { always, isNullable, maybe }]) =>
      isNullable ? false : [...maybe.keys()].some((place) => always.get(place)?.has("api.github.com") === true)
    )
    assert.deepStrictEqual(
      found.map(([name]) => name),
      []
    )
  })
})
