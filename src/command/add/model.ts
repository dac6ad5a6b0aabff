/** What a schema of the description means: the same for all that is written from it. */
import { type Description, isJson, type Json, listOf, refOf, textOf, under } from "./description.ts"
import type { Records } from "./records.ts"

/** Bounds of an input. */
export interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
}

export interface Field {
  readonly name: string
  readonly says: string
  readonly isRequired: boolean
  readonly default: unknown
  readonly example: unknown
  readonly model: Model
  /** Whether it tells the members of a choice apart: its only value is a part of its type. */
  readonly isTag?: boolean
}

export interface Struct {
  readonly _tag: "Struct"
  readonly fields: ReadonlyArray<Field>
  /** What all other fields are, if they are described. */
  readonly rest: Model | undefined
}

/** `Json` is anything, `Object` an object with any fields. */
export interface Scalar {
  readonly _tag: "String" | "Integer" | "Number" | "Boolean" | "Timestamp" | "Json" | "Object" | "Null"
  readonly bounds: Bounds
}

export type Model =
  | Scalar
  | Struct
  | { readonly _tag: "Known"; readonly values: ReadonlyArray<string | number | boolean> }
  | { readonly _tag: "Array"; readonly of: Model; readonly bounds: Bounds }
  | { readonly _tag: "Record"; readonly of: Model }
  | { readonly _tag: "Union"; readonly of: ReadonlyArray<Model> }
  | { readonly _tag: "Nullable"; readonly of: Model }
  /** A class of its own, by its name, and that in the description. `file` is the module of the library that has it. */
  | { readonly _tag: "Class"; readonly name: string; readonly ref: string; readonly file: string | undefined }

export interface Class {
  readonly name: string
  /** Its name in the description. */
  readonly ref: string
  readonly says: string
  struct: Struct
  /** Whether one of its fields leads back to it. */
  isRecursive: boolean
}

/** Classes by their names. */
export type Classes = Map<string, Class>

const noBounds: Bounds = {}

export const scalar = (_tag: Scalar["_tag"], bounds: Bounds = noBounds): Scalar => ({ _tag, bounds })

const json = scalar("Json")

export const nullable = (of: Model): Model =>
  of._tag === "Nullable" || of._tag === "Json" || of._tag === "Null" ? of : { _tag: "Nullable", of }

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `code-scanning` becomes `CodeScanning`. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("")
    .replace(/^(?=\d)/, "_")

/** Names that a module uses for other things, and those that readers take for something else. */
const taken =
  /^(?:Array|Blob|Boolean|DateTime|Date|Error|Event|File|Forge|ForgeError|Function|Map|Number|Object|Promise|Reader|Request|Response|RestError|Schema|Set|String|Symbol|Wire)$/

const classNameOf = (ref: string): string => {
  const name = pascal(ref)
  return taken.test(name) ? `${name}Record` : name
}

const numberIn = (schema: Json, name: keyof Bounds) =>
  typeof schema[name] === "number" ? { [name]: schema[name] } : {}

const boundsOf = (schema: Json): Bounds => ({
  ...numberIn(schema, "minimum"),
  ...numberIn(schema, "maximum"),
  ...numberIn(schema, "minLength"),
  ...numberIn(schema, "maxLength"),
  ...numberIn(schema, "minItems"),
  ...numberIn(schema, "maxItems"),
  ...(typeof schema["pattern"] === "string" ? { pattern: schema["pattern"] } : {})
})

/** The pattern of a text; undefined if it is none of JavaScript. */
export const patternOf = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Makes models of schemas. Inputs have no classes: their fields are written where they are used. */
export class Models {
  readonly classes: Classes = new Map()
  /** Modules of the library whose records examples do not fit. */
  readonly unfit = new Set<string>()
  readonly #description: Description
  readonly #isSent: boolean
  /** References that are being read: one that occurs again leads back. */
  readonly #open = new Set<string>()
  /** The records of the library. */
  readonly #records: Records

  constructor(description: Description, kind: "sent" | "read", records: Records = () => undefined) {
    this.#description = description
    this.#isSent = kind === "sent"
    this.#records = records
  }

  of(schema: unknown): Model {
    const ref = refOf(schema)
    if (ref !== undefined) return this.#component(ref)
    if (!isJson(schema)) return json
    const { nullable: isNullable, ...rest } = schema
    const types = listOf(rest["type"])
    if (types.length > 0) {
      const models = types.filter((type) => type !== "null").map((type) => this.of({ ...rest, type }))
      const model = this.union(models)
      return types.includes("null") ? nullable(model) : model
    }
    const known = listOf("const" in rest ? [rest["const"]] : rest["enum"])
    const model = known.length > 0 ? this.#known(known, rest) : this.#whole(rest)
    return isNullable === true || known.includes(null) ? nullable(model) : model
  }

  /** The fields of a model, if it is an object with fields. Those of a record of the library are as described. */
  structOf(model: Model): Struct | undefined {
    if (model._tag === "Struct") return model
    if (model._tag !== "Class") return undefined
    const described = bareOf(this.#description)
    if (model.file === undefined) return (this.classes.get(model.name) ?? described.classes.get(model.name))?.struct
    const own = described.of({ $ref: `#/components/schemas/${model.ref}` })
    return described.structOf(own._tag === "Nullable" ? own.of : own)
  }

  #component(ref: string): Model {
    const schema = this.#description.component(ref) ?? {}
    const base = ref.replace(/^nullable-/, "")
    if (base !== ref && this.#description.component(base) !== undefined) {
      return nullable(this.of({ $ref: `#/components/schemas/${base}` }))
    }
    const record = this.#isSent ? undefined : this.#records(ref)
    if (record !== undefined) return wrapped(schema, { _tag: "Class", ref, ...record })
    const name = classNameOf(ref)
    const made = this.classes.get(name)
    if (made !== undefined) {
      made.isRecursive ||= this.#open.has(ref)
      return wrapped(schema, { _tag: "Class", name, ref, file: undefined })
    }
    if (this.#open.has(ref)) {
      // A class is known before its fields are. Anything else that leads back to itself has no name.
      if (this.#isSent || !hasFields(schema)) return json
      this.classes.set(name, { name, ref, says: textOf(schema["description"]), struct: noFields, isRecursive: true })
      return { _tag: "Class", name, ref, file: undefined }
    }
    this.#open.add(ref)
    const model = this.of(schema)
    this.#open.delete(ref)
    const struct = model._tag === "Nullable" ? model.of : model
    if (this.#isSent || struct._tag !== "Struct") return model
    const isRecursive = this.classes.has(name)
    // Those that others are made of come first.
    this.classes.delete(name)
    this.classes.set(name, { name, ref, says: textOf(schema["description"]), struct, isRecursive })
    return wrapped(schema, { _tag: "Class", name, ref, file: undefined })
  }

  #known(values: ReadonlyArray<unknown>, schema: Json): Model {
    const plain = values.filter((value) => ["string", "number", "boolean"].includes(typeof value))
    if (plain.length === 0) return values.includes(null) ? scalar("Null") : json
    // What is not text is as open as its type.
    const isText = plain.every((value) => typeof value === "string")
    if (!this.#isSent && !isText) return this.#whole({ ...schema, type: schema["type"] ?? typeof plain[0] })
    // Examples in place of the values: `type: array` with an enumeration of texts.
    if (isText && schema["type"] === "array") return this.#whole(schema)
    return { _tag: "Known", values: [...new Set(plain)] as ReadonlyArray<string | number | boolean> }
  }

  #whole(schema: Json): Model {
    const all = listOf(schema["allOf"])
    const choice = listOf(schema["oneOf"] ?? schema["anyOf"])
    const { allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema
    const isObject = Object.keys(under(own, "properties")).length > 0 || isJson(own["additionalProperties"])
    if (all.length > 0) return this.#merged([...all, ...(isObject ? [own] : [])].map((part) => this.of(part)))
    if (choice.length > 0) {
      const parts = choice.map((part) => (isJson(part) && isObject ? this.#beside(part) : part))
      // Rules about which fields go together, without fields of their own.
      const members = parts.filter((part) => !isJson(part) || !isRule(part))
      const of = members.length === 0 ? [] : [this.union(members.map((part) => this.of(part)))]
      if (isObject) return this.#merged([this.of(own), ...of])
      return of[0] ?? this.of(own)
    }
    switch (schema["type"]) {
      case "array":
        return { _tag: "Array", of: this.of(schema["items"] ?? {}), bounds: boundsOf(schema) }
      case "string":
        return schema["format"] === "date-time" ? scalar("Timestamp") : scalar("String", boundsOf(schema))
      case "integer":
        return scalar("Integer", boundsOf(schema))
      case "number":
        return scalar("Number", boundsOf(schema))
      case "boolean":
        return scalar("Boolean")
      case "null":
        return scalar("Null")
      case "object":
      case undefined:
        return schema["type"] === "object" || isObject ? this.#object(schema) : json
      default:
        return json
    }
  }

  /** A member of a choice, next to fields that all members have: what is required has to be a field. */
  #beside(part: Json): Json {
    const { required: _, ...rest } = part
    return refOf(part) === undefined && Object.keys(under(part, "properties")).length === 0 ? rest : part
  }

  #object(schema: Json): Model {
    const properties = Object.entries(under(schema, "properties"))
    const more = schema["additionalProperties"]
    const rest = isJson(more) && Object.keys(more).length > 0 ? this.of(more) : undefined
    if (properties.length === 0) return rest === undefined ? scalar("Object") : { _tag: "Record", of: rest }
    const required = listOf(schema["required"])
    const fields = properties.map(([name, given]): Field => {
      const whole = this.#description.resolved(given)
      const own = under({ given }, "given")
      return {
        name,
        says: textOf(own["description"]) || (Object.keys(own).length === 1 ? "" : textOf(whole["description"])),
        isRequired: required.includes(name),
        default: whole["default"],
        example: whole["example"],
        model: this.of(given)
      }
    })
    return { _tag: "Struct", fields, rest }
  }

  /** All parts at once: the fields of all of them. */
  #merged(parts: ReadonlyArray<Model>): Model {
    const [first = json, ...others] = parts.filter(({ _tag }) => _tag !== "Json" && _tag !== "Object")
    if (others.length === 0) return first
    const isNullable = parts.every(({ _tag }) => _tag === "Nullable")
    const bare = [first, ...others].map((part) => (part._tag === "Nullable" ? part.of : part))
    const choice = bare.find((part) => part._tag === "Union")
    if (choice?._tag === "Union") {
      const rest = bare.filter((part) => part !== choice)
      return this.union(choice.of.map((member) => this.#merged([...rest, member])))
    }
    const structs = bare.map((part) => this.#opened(part))
    const fields = new Map<string, Field>()
    for (const field of structs.flatMap((struct) => struct?.fields ?? [])) {
      const known = fields.get(field.name)
      fields.set(field.name, { ...field, isRequired: field.isRequired || known?.isRequired === true })
    }
    if (structs.includes(undefined)) return json
    const rest = structs.find((struct) => struct?.rest !== undefined)?.rest
    const struct: Struct = { _tag: "Struct", fields: [...fields.values()], rest }
    return isNullable ? nullable(struct) : struct
  }

  /** The fields of a part, written out if it is a record of the library. */
  #opened(part: Model): Struct | undefined {
    if (part._tag !== "Class" || part.file === undefined) return this.structOf(part)
    const model = this.of(this.#description.component(part.ref))
    return this.structOf(model._tag === "Nullable" ? model.of : model)
  }

  union(members: ReadonlyArray<Model>): Model {
    const flat = members.flatMap((member): ReadonlyArray<Model> => {
      const bare = member._tag === "Nullable" ? member.of : member
      return bare._tag === "Union" ? bare.of : bare._tag === "Null" ? [] : [bare]
    })
    const isNullable = members.some(({ _tag }) => _tag === "Nullable" || _tag === "Null")
    const of = flat.filter((member, index) => flat.findIndex((other) => isEqual(member, other)) === index)
    const lists = of.filter((member) => member._tag === "Array")
    const [only = json] = of
    const model: Model =
      of.length === 1 || of.some(({ _tag }) => _tag === "Json")
        ? of.length === 1
          ? only
          : json
        : lists.length === of.length && !this.#isSent
          ? { _tag: "Array", of: this.union(lists.map((list) => list.of)), bounds: noBounds }
          : { _tag: "Union", of: this.#told(of).toSorted((a, b) => this.#weight(b) - this.#weight(a)) }
    return isNullable ? nullable(model) : model
  }

  /** The first member that takes a value counts, so the one that asks for most comes first. */
  #weight(member: Model): number {
    const struct = this.structOf(member)
    if (struct === undefined) return member._tag === "Object" || member._tag === "Record" ? -1 : 1_000
    const needed = struct.fields.filter(({ isRequired }) => isRequired).length
    return needed + struct.fields.length / 1_000
  }

  /** Where each member has a field with a value of its own, it is a tag, and objects of other kinds come last. */
  #told(members: ReadonlyArray<Model>): ReadonlyArray<Model> {
    const structs = members.map((member) => this.structOf(member))
    const names = structs[0]?.fields.map(({ name }) => name) ?? []
    const tag = names.find((name) => {
      const values = structs.map((struct) => {
        const field = struct?.fields.find((each) => each.name === name)
        return field?.isRequired === true && field.model._tag === "Known" && field.model.values.length === 1
          ? field.model.values[0]
          : undefined
      })
      return !values.includes(undefined) && new Set(values).size === values.length
    })
    if (tag === undefined || this.#isSent) return members
    const tagged = (struct: Struct): Struct => ({
      ...struct,
      fields: struct.fields.map((field) => (field.name === tag ? { ...field, isTag: true } : field))
    })
    const other = {
      name: tag,
      says: "Of a kind that the description does not know.",
      default: undefined,
      example: undefined
    }
    return [
      ...members.map((member) => {
        const made = member._tag === "Class" ? this.classes.get(member.name) : undefined
        if (made !== undefined) made.struct = tagged(made.struct)
        return member._tag === "Struct" ? tagged(member) : member
      }),
      { _tag: "Struct", fields: [{ ...other, isRequired: true, model: scalar("String") }], rest: undefined }
    ]
  }
}

const bares = new WeakMap<Description, Models>()

/** The models of a description without the records of the library. */
const bareOf = (description: Description): Models => {
  const known = bares.get(description) ?? new Models(description, "read")
  bares.set(description, known)
  return known
}

const noFields: Struct = { _tag: "Struct", fields: [], rest: undefined }

const wrapped = (schema: Json, model: Model): Model => (schema["nullable"] === true ? nullable(model) : model)

const hasFields = (schema: Json): boolean => "properties" in schema || "allOf" in schema

const isRule = (part: Json): boolean =>
  Object.keys(part).every((key) => ["required", "not", "description"].includes(key))
