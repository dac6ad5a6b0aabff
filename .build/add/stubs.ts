/** The parts of an operation as text, made from what the service's description says. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { operations } from "../../test/forge/operations/all.ts"
import { isJson, type Json, resolved, under } from "../../test/testing/forge/description.ts"
import { root } from "../docs/snippets.ts"
import { type Field, knownOf, type Returned, type Wanted } from "./wanted.ts"

/** A part of an operation: its text, and what it imports. */
export interface Stub {
  readonly text: string
  readonly imports: ReadonlyArray<readonly [name: string, from: string]>
}

/** Markdown in one line, without links. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()

const sentence = (says: string): string => {
  const [first = ""] = plain(says).split(/(?<=\.) (?=[A-Z])/)
  return first === "" || first.endsWith(".") ? first : `${first}.`
}

const comment = (says: string, indent: string): string => {
  const [first, ...rest] = plain(says).split(/(?<=\.) (?=[A-Z*>])/)
  const lines = [first === undefined || first === "" ? "" : sentence(first), ...rest].join(" ")
  return lines === "" ? "" : `${indent}/** ${lines} */\n`
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const literal = (value: unknown): string => JSON.stringify(value)

/** What a field of an input is. */
const inputOf = ({ enum: known, format, items, type }: Json): string => {
  if (Array.isArray(known)) return `Schema.Literals(${literal(known.filter((each) => each !== null))})`
  if (type === "integer") return "Schema.Int"
  if (type === "number") return "Schema.Finite"
  if (type === "boolean") return "Schema.Boolean"
  if (type === "array") return `Schema.Array(${inputOf(isJson(items) ? resolved(items) : {})})`
  if (type === "object") return "Schema.JsonObject"
  return format === "date-time" ? "Wire.InputTimestamp" : "Schema.String"
}

const fieldOf = ({ description, name, required, schema }: Field): string => {
  const usual = schema["default"] === undefined ? "" : ` Default: ${literal(schema["default"])}.`
  const type = inputOf(schema)
  return `${comment(`${sentence(description)}${usual}`, "")}${name}: ${required ? type : `Schema.optional(${type})`}`
}

const block = (key: string, fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.length === 0 ? [] : [`${key}: {\n${fields.join(",\n")}\n}`]

/** The `path` of an operation of the same module with the same parameters, as it is written there. */
const pathLike = ({ inPath, module }: Wanted): string | undefined => {
  const names = inPath.map(({ name }) => name).toSorted()
  const source = Fs.readFileSync(Path.join(root, `src/forge/${module}.ts`), "utf8")
  return operations.flatMap(({ declaration, name }) => {
    if (!name.startsWith(`${module}.`) || Object.keys(declaration.path).toSorted().join() !== names.join()) return []
    const [, path] = new RegExp(`"${name}",[^]*?\\bpath: (\\w+)\\b`).exec(source) ?? []
    return path === undefined ? [] : [path]
  })[0]
}

const pathOf = (wanted: Wanted): ReadonlyArray<string> => {
  const { inPath } = wanted
  if (inPath.length === 0) return []
  const like = pathLike(wanted)
  if (like !== undefined) return [`path: ${like}`]
  const isRepo = (name: string) => name === "owner" || name === "repo"
  if (inPath.every(({ name }) => isRepo(name))) return ["path: RepoPath"]
  const fields = inPath.filter(({ name }) => !isRepo(name)).map(fieldOf)
  if (!inPath.some(({ name }) => isRepo(name))) return block("path", fields)
  return [`path: inRepo({\n${fields.join(",\n")}\n})`]
}

const tags: Readonly<Record<number, string>> = { 409: "Conflict", 410: "Gone", 422: "ValidationFailed" }

const docstring = ({ method, path, says }: Wanted): string => {
  const sentences = plain(says).split(/(?<=\.) (?=[A-Z])/)
  const words = sentences.filter((each) => !/token|scope|endpoint/.test(each)).join(" ")
  const lines = [" *"]
  for (const word of (words.endsWith(".") ? words : `${words}.`).split(" ")) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > 118) lines.push(` * ${word}`)
    else lines[lines.length - 1] = line
  }
  return `/**\n${lines.join("\n")}\n *\n * ${method} ${path}\n */`
}

const fieldsIn = (schema: Json): ReadonlyArray<string> => Object.keys(under(schema, "properties"))

/** Whether what it returns is a class of records, and no text, number, list or any object. */
const isRecord = ({ ref, schema }: Returned): boolean => knownOf(ref) !== undefined || fieldsIn(schema).length > 0

/** For the end of `src/forge/<Module>.ts`. */
export const declaration = (wanted: Wanted): Stub => {
  const { envelope, inBody, inPath, inQuery, kind, method, module, operation, path, returns, statuses } = wanted
  const errors = [...(inPath.length > 0 ? ["NotFound"] : []), ...statuses.flatMap((status) => tags[status] ?? [])]
  const record = returns !== undefined && isRecord(returns) ? returns.name : undefined
  const value = record ?? (returns === undefined ? undefined : readOf(returns.schema))
  const parts = [
    ...pathOf(wanted),
    ...block("query", inQuery.map(fieldOf)),
    ...block("body", inBody.map(fieldOf)),
    ...(value === undefined || kind === "nothing" ? [] : [`${kind === "list" ? "item" : "success"}: ${value}`]),
    ...(envelope === undefined ? [] : [`envelope: "${envelope}"`]),
    ...(errors.length === 0 ? [] : [`errors: [${errors.join(", ")}]`]),
    ...(method === "PUT" || method === "PATCH" ? ["repeatable: true"] : [])
  ]
  const declare = kind === "list" ? "listing" : "operation"
  const text = `${docstring(wanted)}
export const ${operation} = Forge.${declare}("${module}.${operation}", "${method} ${path}", {
${parts.join(",\n")}
})`
  const file = knownOf(returns?.ref)?.file ?? `${record}.ts`
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  return {
    text,
    imports: [
      ...["RepoPath", "inRepo"].filter(uses).map((name) => [name, "./internal/fields.ts"] as const),
      ...(record === undefined || kind === "nothing" ? [] : [[record, `./schema/${file}`] as const]),
      ...errors.map((name) => [name, "../rest/RestError.ts"] as const),
      ...(uses("Schema") ? [["* as Schema", "effect/Schema"] as const] : []),
      ...(uses("Wire") ? [["* as Wire", "../rest/Wire.ts"] as const] : [])
    ]
  }
}

/** What a field of a record is, as it is read. */
const readOf = (given: unknown): string => {
  const whole = isJson(given) ? resolved(given) : {}
  const { enum: known, format, items, nullable, type } = whole
  const plainly = Array.isArray(known)
    ? `Wire.openEnum(${literal(known)})`
    : type === "array"
      ? `Schema.Array(${readOf(items)})`
      : format === "date-time"
        ? "Wire.Timestamp"
        : type === undefined
          ? "Schema.Json"
          : inputOf(whole)
  return nullable === true ? `Wire.nullable(${plainly})` : plainly
}

/** `src/forge/schema/<Record>.ts`, if no operation returns the record yet. */
export const record = ({ returns }: Wanted): { readonly name: string; readonly text: string } | undefined => {
  if (returns === undefined || knownOf(returns.ref) !== undefined || !isRecord(returns)) return undefined
  const { name } = returns
  const required = Array.isArray(returns.schema["required"])
    ? (returns.schema["required"] as ReadonlyArray<unknown>)
    : []
  const fields = Object.entries(under(returns.schema, "properties")).map(([key, given]) => {
    const read = readOf(given)
    const type = required.includes(key) || read.startsWith("Wire.nullable(") ? read : `Wire.nullable(${read})`
    const says = isJson(given) ? resolved(given)["description"] : undefined
    return `${comment(textOf(says), "")}${/^\w+$/.test(key) ? key : literal(key)}: ${type}`
  })
  return {
    name,
    text: `import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

${comment(textOf(returns.schema["description"]) || `A ${(returns.ref ?? name).replaceAll("-", " ")}`, "")}export class ${name} extends Schema.Opaque<${name}>()(
  Schema.Struct({
${fields.join(",\n")}
  })
) {}
`
  }
}

const isPlain = (value: unknown): boolean => JSON.stringify(value) !== undefined && typeof value !== "object"

/** Values that fit a type. */
const fitting: Readonly<Record<string, unknown>> = {
  integer: 7,
  number: 7,
  boolean: true,
  array: ["a"],
  object: { a: "b" }
}

/** A value for a parameter: one that another row has, or one that fits. */
const valueOf = ({ name, schema }: Pick<Field, "name" | "schema">): unknown => {
  const { enum: known, items, type } = schema
  if (Array.isArray(known)) return known[0] as unknown
  if (type === "array" && isJson(items)) return [valueOf({ name, schema: resolved(items) })]
  const fits = fitting[textOf(type)] ?? name
  return (
    operations.map(({ row }) => row.whole[name]).find((like) => isPlain(like) && typeof like === typeof fits) ?? fits
  )
}

const inputWith = (fields: ReadonlyArray<Field>, more: ReadonlyArray<string> = []): string => {
  const own = fields.filter(({ name }) => name !== "owner" && name !== "repo")
  const isRepo = fields.some(({ name }) => name === "repo")
  const parts = [
    ...(isRepo ? ["...repo"] : []),
    ...own.map((field) => `${field.name}: ${literal(valueOf(field))}`),
    ...more
  ]
  return parts.length === 1 && isRepo ? "repo" : `{ ${parts.join(", ")} }`
}

/** The constant of `test/forge/support` that has a record, by the rows that use it. */
const fixtureOf = async (ref: string | undefined): Promise<readonly [name: string, file: string] | undefined> => {
  const known = knownOf(ref)
  const bodies = operations
    .filter(({ name }) => known?.operations.includes(name) === true)
    .map(({ row: { response } }): unknown => {
      const items = isJson(response) ? Object.values(response).find(Array.isArray) : response
      return Array.isArray(items) ? items[0] : response
    })
  for (const file of Fs.globSync("test/forge/support/*.ts", { cwd: root })) {
    if (!/export const \w+: Schemas|satisfies|openapi-types/.test(Fs.readFileSync(Path.join(root, file), "utf8")))
      continue
    const exports = Object.entries((await import(Path.join(root, file))) as Readonly<Record<string, unknown>>)
    const found = exports.find(([, value]) => typeof value === "object" && bodies.includes(value))
    if (found !== undefined) return [found[0], `../support/${Path.basename(file)}`]
  }
  return undefined
}

/** A few fields that tell a record from others. */
const mainOf = (example: unknown): Json =>
  isJson(example)
    ? Object.fromEntries(
        Object.entries(example)
          .filter(([name, value]) => isPlain(value) && !/_(?:url|at)$|^url$/.test(name))
          .slice(0, 3)
      )
    : {}

/** For the rows of `test/forge/operations/<Module>.ts`. */
export const row = async (wanted: Wanted): Promise<Stub> => {
  const { envelope, inBody, inPath, inQuery, kind, operation, returns } = wanted
  const needed = inBody.filter(({ required }) => required)
  const fixture = await fixtureOf(returns?.ref)
  const response = fixture?.[0] ?? literal(returns?.example)
  const like = operations.find(({ name }) => knownOf(returns?.ref)?.operations.includes(name) === true)?.row.value
  const value = fixture === undefined ? mainOf(returns?.example) : Array.isArray(like) ? (like[0] as unknown) : like
  const wrapped = envelope === undefined ? `[${response}]` : `{ total_count: 1, ${envelope}: [${response}] }`
  const parts = [
    `whole: ${inputWith([...inPath, ...inQuery, ...inBody], kind === "list" ? ["...third"] : [])}`,
    ...(kind === "nothing" ? [] : [`response: ${kind === "list" ? wrapped : response}`]),
    ...(kind === "nothing" ? [] : [`value: ${kind === "list" ? `[${literal(value)}]` : literal(value)}`]),
    ...(needed.length === 0 ? [] : [`octokit: { with: ${inputWith(needed)} }`])
  ]
  return {
    text: `${operation}: {\n${parts.join(",\n")}\n}`,
    imports: [
      ...(fixture === undefined ? [] : [fixture]),
      ...(inPath.some(({ name }) => name === "repo") ? [["repo", "../support/records.ts"] as const] : []),
      ...(kind === "list" ? [["third", "./row.ts"] as const] : [])
    ]
  }
}

/** For the routes of the simulator. */
export const endpoint = ({ method, module, operation, page, path }: Wanted): string =>
  `endpoint("${module}.${operation}", "${method} ${path}", "${page}", ${operation})`

/** For the handlers of the simulator. It answers 501 until somebody writes it. */
export const handler = ({ method, operation, path }: Wanted): Stub => ({
  text: `const ${operation}: Handler = handler(function* () {
  return yield* Result.fail(notServed("${method}", "${path}"))
})`,
  imports: [
    ["type Handler", "../http/call.ts"],
    ["handler", "../http/call.ts"],
    ["notServed", "../http/refusals.ts"],
    ["* as Result", "effect/Result"]
  ]
})

/** Words that no variable can have as its name. */
const reserved =
  /^(?:case|class|default|delete|do|else|enum|export|extends|false|for|function|if|import|in|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|true|try|var|void|while|with|yield)$/

/** The main fields that its class has. */
const shownOf = (returns: Returned | undefined): ReadonlyArray<string> => {
  const source = knownOf(returns?.ref)?.source
  const isThere = (name: string) => source === undefined || new RegExp(`^\\s*${name}:`, "m").test(source)
  return Object.keys(mainOf(returns?.example)).filter(
    (name) =>
      /^[a-z]\w*$/i.test(name) &&
      !reserved.test(name) &&
      fieldsIn(returns?.schema ?? {}).includes(name) &&
      isThere(name)
  )
}

/** For `docs/examples/operations/forge/<Module>.ts`. */
export const example = ({ inBody, inPath, inQuery, kind, module, operation, returns, says }: Wanted): Stub => {
  const needed = [...inPath, ...[...inQuery, ...inBody].filter(({ required }) => required)]
  const fields = shownOf(returns).join(", ")
  const call = `${module}.${operation}(${inputWith(needed)})`
  const mapped = (map: string) => (fields === "" ? [] : [`${map}(({ ${fields} }) => ({ ${fields} }))`])
  const steps = {
    list: ["Stream.take(10)", ...mapped("Stream.map"), "Stream.runCollect"],
    one: mapped("Effect.map"),
    nothing: []
  }[kind].join(", ")
  return {
    text: `/** ${sentence(says)} */
export const ${operation} = ${call}${steps === "" ? "" : `.pipe(${steps})`}`,
    imports: [
      ...(kind === "list" ? [["* as Stream", "effect/Stream"] as const] : []),
      ...(steps.includes("Effect.") ? [["* as Effect", "effect/Effect"] as const] : []),
      [module, "forgecast/forge"]
    ]
  }
}
