/** What the service's description says about an operation that is to be added. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { described, parametersOf, bodyOf, type Parameter, requiredOf } from "../../test/forge/description/official.ts"
import { isJson, type Json, operationOf, resolved, responseOf, under } from "../../test/testing/forge/description.ts"
import { routes } from "../../src/testing/internal/forge/routes.ts"
import { root } from "../docs/snippets.ts"

/** A field of an input or of a record. */
export interface Field extends Parameter {
  readonly description: string
}

/** A record that an operation returns. */
export interface Returned {
  /** Its name in the description, such as `simple-user`; undefined if it has none. */
  readonly ref: string | undefined
  /** The name of its class, if it has fields. */
  readonly name: string
  readonly schema: Json
  /** The first of them that the description has as an example. */
  readonly example: unknown
}

export interface Wanted {
  readonly module: string
  readonly operation: string
  readonly method: string
  readonly path: string
  /** What it does, in the words of the description. */
  readonly says: string
  /** The page of the documentation, without its host. */
  readonly page: string
  readonly inPath: ReadonlyArray<Field>
  readonly inQuery: ReadonlyArray<Field>
  readonly inBody: ReadonlyArray<Field>
  /** The described statuses. */
  readonly statuses: ReadonlyArray<number>
  readonly kind: "list" | "one" | "nothing"
  readonly returns: Returned | undefined
  /** The field around the items of a list. */
  readonly envelope: string | undefined
}

/** The name of a component, without asking what it is. */
const refOf = (schema: unknown): string | undefined =>
  isJson(schema) && typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined

const jsonIn = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value.filter(isJson) : [])

/** Whether an example is of a schema, as far as tells one schema of a choice from another. */
const fits = (schema: Json, example: unknown): boolean => {
  const { items, required, type } = resolved(schema)
  if (type === "array" || Array.isArray(example)) {
    return type === "array" && Array.isArray(example) && (!isJson(items) || example.every((item) => fits(items, item)))
  }
  return isJson(example) && Array.isArray(required) && required.every((name) => String(name) in example)
}

/** The schema itself: of a choice, what the example is, or the first one; of several that apply at once, all fields. */
const chosenOf = (schema: Json, example: unknown): Json => {
  const whole = resolved(schema)
  const choice = jsonIn(whole["anyOf"] ?? whole["oneOf"])
  const [chosen] = [...choice.filter((each) => fits(each, example)), ...choice]
  if (chosen !== undefined) return chosenOf(chosen, example)
  const parts = jsonIn(whole["allOf"])
  const [part] = parts
  if (part === undefined) return schema
  if (parts.length === 1) return chosenOf(part, example)
  const all = parts.map((each) => resolved(chosenOf(each, example)))
  const required = all.flatMap((each) => (Array.isArray(each["required"]) ? (each["required"] as Array<unknown>) : []))
  return { ...whole, required, properties: Object.assign({}, ...all.map((each) => under(each, "properties"))) as Json }
}

/** What a response is: a list, perhaps in an envelope, or one record. */
export const shapeOf = (
  given: Json,
  example?: unknown
): Pick<Wanted, "kind" | "envelope"> & { readonly of: unknown } => {
  const schema = chosenOf(given, example)
  const whole = resolved(schema)
  const fields = under(whole, "properties")
  if (whole["type"] === "array") return { kind: "list", envelope: undefined, of: whole["items"] }
  const [envelope] = Object.entries(fields).filter(([, field]) => isJson(field) && field["type"] === "array")
  if ("total_count" in fields && envelope !== undefined && isJson(envelope[1]))
    return { kind: "list", envelope: envelope[0], of: envelope[1]["items"] }
  return { kind: "one", envelope: undefined, of: schema }
}

/** The JSON of the first success; undefined if it has none. */
const successOf = (official: Json): Json | undefined => {
  const status = Object.keys(under(official, "responses")).find((each) => Number(each) < 300)
  const content = under(responseOf(official, Number(status)) ?? {}, "content", "application/json")
  return isJson(content["schema"]) ? content : undefined
}

const exampleOf = (content: Json): unknown => {
  const [example] = Object.values(under(content, "examples"))
  return isJson(example) ? resolved(example)["value"] : undefined
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const fieldsOf = (official: Json, place: "path" | "query"): ReadonlyArray<Field> => {
  const all = Array.isArray(official["parameters"])
    ? official["parameters"].filter(isJson).map((part) => resolved(part))
    : []
  return parametersOf({ official }, place).map((parameter) => ({
    ...parameter,
    description: text(all.find(({ name }) => name === parameter.name)?.["description"])
  }))
}

const bodyFieldsOf = (official: Json): ReadonlyArray<Field> => {
  const body = bodyOf({ official })
  const required = requiredOf(body)
  return Object.entries(under(body === undefined ? {} : resolved(body), "properties")).map(([name, given]) => {
    const schema = isJson(given) ? resolved(given) : {}
    return { name, schema, required: required.includes(name), description: text(schema["description"]) }
  })
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const camel = (words: string): string => words.split(/[-_]/).map(capital).join("")

/** How many segments two paths have in common at their beginning. */
export const common = (a: string, b: string): number => {
  const other = b.split("/")
  const index = a.split("/").findIndex((segment, index) => segment !== other[index])
  return index < 0 ? a.split("/").length : index
}

/** The item of the list that is largest by a number. */
export const best = <A>(all: ReadonlyArray<A>, by: (item: A) => number): A | undefined =>
  all.toSorted((a, b) => by(b) - by(a))[0]

const verbs: Readonly<Record<string, string>> = { POST: "create", PUT: "replace", PATCH: "update", DELETE: "remove" }

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/s$/, "")

const lastOf = (path: string): string => path.split("/").findLast((segment) => !segment.startsWith("{")) ?? ""

/** The name that the simulator has, or one by the rules of the house: the module of the nearest path, and what the last segment is about. */
const nameOf = (method: string, path: string, isList: boolean): string => {
  const served = routes.find((route) => route.method === method && `/${route.template.join("/")}` === path)
  if (served !== undefined) return served.operation
  // Of those that are equally near, the shortest is the resource itself.
  const nearest = best(described, ({ call }) => {
    const [, other = ""] = call.declaration.template.split(" ")
    return common(path, other) - other.length / 1_000
  })
  const plural = camel(lastOf(path))
  const thing = isList ? plural : singular(plural)
  return `${nearest?.name.split(".")[0]}.${isList ? "list" : (verbs[method] ?? "get")}${thing}`
}

/** Reads the description of a route such as `GET /repos/{owner}/{repo}/subscribers`. */
export const wantedOf = (route: string, name?: string): Wanted => {
  const [method = "", path = ""] = route.split(" ")
  const official = operationOf(method, path)
  if (official === undefined) throw new Error(`GitHub describes no ${route}`)
  const content = successOf(official)
  const given = exampleOf(content ?? {})
  const shape = content === undefined ? undefined : shapeOf(under(content, "schema"), given)
  const isPaged = parametersOf({ official }, "query").some((parameter) => parameter.name === "per_page")
  const isList = method === "GET" && shape?.kind === "list" && isPaged
  const [module = "", operation = ""] = (name ?? nameOf(method, path, isList)).split(".")
  const items: unknown = shape?.envelope === undefined ? given : under({ given }, "given")[shape.envelope]
  const whole = content === undefined ? undefined : chosenOf(under(content, "schema"), given)
  const item = isList && Array.isArray(items) ? (items[0] as unknown) : given
  const of = isList && isJson(shape.of) ? chosenOf(shape.of, item) : whole
  const record = of === undefined ? {} : resolved(of)
  return {
    module,
    operation,
    method,
    path,
    says: text(official["description"]) || text(official["summary"]),
    page: text(under(official, "externalDocs")["url"]).replace(/^https:\/\/[^/]+\/rest\//, ""),
    inPath: fieldsOf(official, "path"),
    inQuery: fieldsOf(official, "query").filter(({ name }) => !isList || !/^(?:per_)?page$/.test(name)),
    inBody: bodyFieldsOf(official),
    statuses: Object.keys(under(official, "responses")).map(Number),
    kind: isList ? "list" : Object.keys(record).length === 0 ? "nothing" : "one",
    returns:
      Object.keys(record).length === 0
        ? undefined
        : { ref: refOf(of), name: nameOfRecord(refOf(of), module, path), schema: record, example: item },
    envelope: isList ? shape.envelope : undefined
  }
}

/** A class of records, and the file that has it. */
export interface Known {
  readonly record: string
  readonly file: string
  readonly source: string
  /** The operations that return it. */
  readonly operations: ReadonlyArray<string>
}

const filesOfRecords = (): ReadonlyArray<readonly [file: string, source: string]> =>
  Fs.globSync("src/forge/schema/*.ts", { cwd: root }).map((file) => [
    Path.basename(file),
    Fs.readFileSync(Path.join(root, file), "utf8")
  ])

/** The class that operations of ours return for a component of the description. */
export const knownOf = (ref: string | undefined): Known | undefined => {
  if (ref === undefined) return undefined
  const returning = described.flatMap(({ call: { declaration }, name, official }) => {
    const content = successOf(official)
    const shape = content === undefined ? undefined : shapeOf(under(content, "schema"), exampleOf(content))
    const isOf = refOf(shape?.of) === ref && (shape?.kind === "list") === (declaration.kind === "listing")
    const record: unknown = declaration.result
    return isOf && typeof record === "function" ? [{ name, record: record.name }] : []
  })
  const [first] = returning
  // One that no operation returns by itself may be there under its own name.
  const record = first?.record ?? recordOf(ref)
  const found = filesOfRecords().find(([, source]) =>
    new RegExp(`^export (?:class|const) ${record}\\b`, "m").test(source)
  )
  if (found === undefined) return undefined
  return { record, file: found[0], source: found[1], operations: returning.map(({ name }) => name) }
}

const recordOf = (ref: string): string => camel(ref)

/** The name of the class of a record: that of the description, or what the path is about. */
const nameOfRecord = (ref: string | undefined, module: string, path: string): string => {
  if (ref !== undefined) return knownOf(ref)?.record ?? recordOf(ref)
  const name = singular(camel(lastOf(path)))
  const isTaken = filesOfRecords().some(([, source]) =>
    new RegExp(`^export (?:class|const) ${name}\\b`, "m").test(source)
  )
  return isTaken || name in globalThis ? `${singular(module)}${name}` : name
}
