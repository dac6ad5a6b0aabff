/**
 * The schema of an input as models are given it.
 *
 * The strict modes of the model providers take subsets of JSON Schema, each its own. What is made here lies in all of them
 * (docs/decisions/053-tools.md): types, enumerations of texts, lists, closed objects and `anyOf`, without recursion. Bounds
 * of numbers and lengths are said in words: the operation checks them.
 */
import * as Schema from "effect/Schema"
import type { Fields } from "../../rest/Declaration.ts"

/** A schema that lies in the common subset. */
export interface ModelSchema {
  readonly type?: Type | readonly [Type, "null"]
  readonly description?: string
  readonly enum?: ReadonlyArray<string | null>
  readonly items?: ModelSchema
  readonly properties?: Readonly<Record<string, ModelSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: false
  readonly anyOf?: ReadonlyArray<ModelSchema>
}

type Type = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null"

/** The schema of a value, and how the value of a model becomes one of an input. */
export interface Node {
  readonly schema: ModelSchema
  readonly read: (value: unknown) => unknown
  /** Whether null is a value where it can be left out. */
  readonly keepsNull?: boolean
}

type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const asIs = (value: unknown): unknown => value

/** What no strict mode can describe is sent as text: any value, and objects whose keys are not known. */
const anyJson = (kind: string): Node => ({
  schema: { type: "string", description: `${kind}, as JSON text.` },
  read: (value) => {
    if (typeof value !== "string") return value
    try {
      const parsed: unknown = JSON.parse(value)
      return parsed
    } catch {
      // A text may be meant. The operation refuses it where it is not.
      return value
    }
  }
})

/** The bounds that the subsets do not have, in words. */
const boundsOf = (json: Json): string => {
  const at = (key: string): number | undefined => {
    const value = json[key]
    return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
  }
  const [least, most] = [at("minimum"), at("maximum")]
  const [items, length] = [at("maxItems"), at("maxLength")]
  return [
    ...(least !== undefined && most !== undefined ? [`${least} to ${most}.`] : []),
    ...(least === undefined && most !== undefined ? [`At most ${most}.`] : []),
    ...(items === undefined ? [] : [`At most ${items}.`]),
    ...(length === undefined ? [] : [`At most ${length} characters.`])
  ].join(" ")
}

const described = (schema: ModelSchema, ...texts: ReadonlyArray<string | undefined>): ModelSchema => {
  const description = texts.filter((text) => text !== undefined && text !== "").join(" ")
  return description === "" ? schema : { ...schema, description }
}

/** The members of a union, nested ones included. */
const membersOf = (json: Json): ReadonlyArray<Json> => {
  const members = json["anyOf"] ?? json["oneOf"]
  return Array.isArray(members) ? members.filter(isObject).flatMap(membersOf) : [json]
}

/** Checks next to each other are one. */
const merged = (json: Json): Json => {
  const all = json["allOf"]
  return Array.isArray(all)
    ? all.filter(isObject).reduce<Json>((whole, part) => ({ ...whole, ...part }), { ...json, allOf: undefined })
    : json
}

const isNull = (json: Json): boolean => json["type"] === "null"

interface Context {
  readonly definitions: Json
  readonly isStrict: boolean
  /** Whether it is a field of the input itself. What is emptied there is named in a field of its own. */
  readonly isTop: boolean
  /** The definitions that the place is in. */
  readonly within: ReadonlyArray<string>
}

const nodeOf = (given: Json, context: Context): Node => {
  const json = merged(given)
  const ref = json["$ref"]
  if (typeof ref === "string") {
    const name = ref.slice(ref.lastIndexOf("/") + 1)
    const found = context.definitions[name]
    // Recursion is in no strict subset.
    return isObject(found) && !context.within.includes(name)
      ? nodeOf(found, { ...context, within: [...context.within, name] })
      : anyJson("A value")
  }
  const members = membersOf(json)
  if (members.length > 1) return unionOf(members, context)
  const only = merged(members[0] ?? {})
  const values = "const" in only ? [only["const"]] : only["enum"]
  if (Array.isArray(values)) return enumerationOf(values)
  switch (only["type"]) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return { schema: described({ type: only["type"] }, boundsOf(only)), read: asIs }
    case "array":
      return listOf(only, context)
    case "object":
      return objectOf(only, context)
    case "null":
      return { schema: { type: "null" }, read: asIs }
    default:
      return anyJson("Any value")
  }
}

const enumerationOf = (values: ReadonlyArray<unknown>): Node => {
  const texts = values.filter((value) => typeof value === "string")
  if (texts.length === values.length) return { schema: { type: "string", enum: texts }, read: asIs }
  const type = values.every((value) => typeof value === "boolean") ? "boolean" : "integer"
  // Enumerations of numbers and truths are not in all subsets.
  return { schema: described({ type }, `One of ${values.join(", ")}.`), read: asIs }
}

const unionOf = (members: ReadonlyArray<Json>, context: Context): Node => {
  const nullable = members.some(isNull)
  const nodes = members.filter((member) => !isNull(member)).map((member) => nodeOf(member, context))
  const distinct = nodes.filter(
    ({ schema }, index) => nodes.findIndex((other) => JSON.stringify(other.schema) === JSON.stringify(schema)) === index
  )
  const plain = distinct.some(({ schema }) => schema.type === "string" && schema.enum === undefined)
  // Next to any text, the known ones are examples.
  const examples = plain ? distinct.flatMap(({ schema }) => (schema.type === "string" ? (schema.enum ?? []) : [])) : []
  const kept = distinct.filter(({ schema }) => !(plain && schema.type === "string" && schema.enum !== undefined))
  const [first, ...others] = kept
  const note = examples.length === 0 ? undefined : `Such as ${examples.slice(0, 8).join(", ")}.`
  if (first === undefined) return { schema: { type: "null" }, read: asIs }
  const one =
    others.length === 0
      ? { ...first, schema: described(first.schema, first.schema.description, note) }
      : { schema: { anyOf: kept.map(({ schema }) => schema) }, read: readOneOf(kept) }
  // One that must be there, and may be null.
  return nullable ? { ...one, schema: withNull(one.schema) } : one
}

/** Which of several the value of a model is. Only objects and lists have something to read inside. */
const readOneOf =
  (nodes: ReadonlyArray<Node>) =>
  (value: unknown): unknown => {
    const type = Array.isArray(value) ? "array" : isObject(value) ? "object" : typeof value
    const fits = nodes.filter(({ schema }) => schema.type === type)
    const known = (node: Node) =>
      isObject(value) ? Object.keys(value).every((key) => node.schema.properties?.[key] !== undefined) : true
    return (fits.find(known) ?? fits[0])?.read(value) ?? value
  }

const listOf = (json: Json, context: Context): Node => {
  const prefix = Array.isArray(json["prefixItems"]) ? json["prefixItems"].filter(isObject) : []
  const items = isObject(json["items"]) ? [...prefix, json["items"]] : prefix
  // A list that begins with an item of its own, as one that must not be empty.
  const node = items.length === 0 ? anyJson("Any value") : nodeOf({ anyOf: items }, context)
  return {
    schema: described({ type: "array", items: node.schema }, boundsOf(json)),
    read: (value) => (Array.isArray(value) ? value.map(node.read) : value)
  }
}

const objectOf = (json: Json, context: Context): Node => {
  const properties = isObject(json["properties"]) ? json["properties"] : {}
  const names = Object.keys(properties)
  if (names.length === 0) return anyJson("An object")
  const required = Array.isArray(json["required"]) ? json["required"].map(String) : []
  const nodes = names.map((name): readonly [string, Node] => [
    name,
    propertyOf(isObject(properties[name]) ? properties[name] : {}, required.includes(name), {
      ...context,
      isTop: false
    })
  ])
  return closed(nodes, required, context.isStrict)
}

/** An object with these properties and no others. In strict form, all are required: null says that one is left out. */
export const closed = (
  nodes: ReadonlyArray<readonly [name: string, node: Node]>,
  required: ReadonlyArray<string>,
  isStrict: boolean
): Node => {
  const byName = new Map(nodes)
  const isValue = (name: string) => !byName.has(name) || required.includes(name) || byName.get(name)?.keepsNull === true
  const read = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name, field]) => field !== null || isValue(name))
            .map(([name, field]) => [name, byName.get(name)?.read(field) ?? field])
        )
      : value
  const shown = nodes.map(([name, { schema }]): readonly [string, ModelSchema] => [
    name,
    isStrict && !required.includes(name) ? orNull(schema) : schema
  ])
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(shown),
      required: isStrict ? shown.map(([name]) => name) : required,
      additionalProperties: false
    },
    read
  }
}

/**
 * A property. Null stands for undefined in the JSON of a schema: it is not meant where the property can be left out, unless it
 * is there twice. Strict mode has no other word for what is left out, so that null is not a value there.
 */
const propertyOf = (json: Json, isRequired: boolean, context: Context): Node => {
  if (isRequired) return nodeOf(json, context)
  const all = membersOf(merged(json))
  const members = all.filter((member) => !isNull(member))
  const node = nodeOf(members.length === 1 && members[0] !== undefined ? members[0] : { anyOf: members }, context)
  const keepsNull = !context.isTop && !context.isStrict && all.length - members.length > 1
  return keepsNull ? { ...node, schema: withNull(node.schema), keepsNull } : node
}

/** A schema that also takes null. */
const withNull = (schema: ModelSchema): ModelSchema => ({ anyOf: [...(schema.anyOf ?? [schema]), { type: "null" }] })

const orNull = (schema: ModelSchema): ModelSchema => {
  const { anyOf, type } = schema
  if (anyOf !== undefined) {
    return anyOf.some((member) => member.type === "null") ? schema : { ...schema, anyOf: [...anyOf, { type: "null" }] }
  }
  if (typeof type !== "string" || type === "null") return schema
  return schema.enum === undefined
    ? { ...schema, type: [type, "null"] }
    : { ...schema, type: [type, "null"], enum: [...schema.enum, null] }
}

/** The fields of an input, each as a property. */
export const fieldsOf = (
  fields: Fields,
  isStrict: boolean
): { readonly nodes: ReadonlyArray<readonly [name: string, node: Node]>; readonly required: ReadonlyArray<string> } => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct(fields))
  const properties = isObject(schema["properties"]) ? schema["properties"] : {}
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : []
  const context: Context = { definitions, isStrict, isTop: true, within: [] }
  return {
    nodes: Object.entries(properties).map(([name, json]) => [
      name,
      propertyOf(isObject(json) ? json : {}, required.includes(name), context)
    ]),
    required
  }
}

/** Whether a text has what another one says, such as `0 to 16`. */
const saysAll = (text = "", own = ""): boolean => text.includes(own.replace(/\.$/, ""))

/** Adds a description before what the schema says of itself. */
export const withDescription = (node: Node, text: string | undefined): Node => ({
  ...node,
  schema: described(node.schema, text, saysAll(text, node.schema.description) ? undefined : node.schema.description)
})
