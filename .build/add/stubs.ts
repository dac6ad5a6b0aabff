/** The parts of an operation as text, made from what the service's description says. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { operations } from "../../test/forge/operations/all.ts"
import { isJson, type Json } from "../../src/command/add/description.ts"
import type { Code } from "../../src/command/add/layout.ts"
import { type Field, Models } from "../../src/command/add/model.ts"
import {
  classText,
  declarationText,
  errorModule,
  type Host,
  pathField,
  recordsOf,
  sentence
} from "../../src/command/add/module.ts"
import { fieldSample } from "../../src/command/add/sample.ts"
import { root } from "../docs/snippets.ts"
import { description, knownOf, type Returned, type Wanted } from "./wanted.ts"

/** A part of an operation: its text, and what it imports. */
export interface Stub {
  readonly text: string
  readonly imports: ReadonlyArray<readonly [name: string, from: string]>
}

const literal = (value: unknown): string => JSON.stringify(value)

/** The `path` of an operation of the same module with the same parameters, as it is written there. */
const pathLike = (module: string, fields: ReadonlyArray<Field>): string | undefined => {
  const names = fields.map(({ name }) => name).toSorted()
  const source = Fs.readFileSync(Path.join(root, `src/forge/${module}.ts`), "utf8")
  return operations.flatMap(({ declaration, name }) => {
    if (!name.startsWith(`${module}.`) || Object.keys(declaration.path).toSorted().join() !== names.join()) return []
    const [, path] = new RegExp(`"${name}",[^]*?\\bpath: (\\w+)\\b`).exec(source) ?? []
    return path === undefined ? [] : [path]
  })[0]
}

const isRepo = ({ name }: Field): boolean => name === "owner" || name === "repo"

/** This repository: its modules import each other by relative paths, and have names for what they share. */
const house = (module: string): Host => ({
  importing: (name) => `../${name}.ts`,
  error: (name) => name,
  path: (fields): Code | undefined => {
    if (!fields.some(isRepo)) return fields.length === 0 ? undefined : pathLike(module, fields)
    const others = fields.filter((field) => !isRepo(field))
    return (
      pathLike(module, fields) ??
      (others.length === 0 ? "RepoPath" : { call: "inRepo", of: [{ object: others.map(pathField) }] })
    )
  }
})

/** For the end of `src/forge/<Module>.ts`. */
export const declaration = ({ declared, module }: Wanted): Stub => {
  const text = declarationText(declared, house(module))
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const { classes, errors } = declared
  const own = [...classes.keys()].filter((name) => uses(name))
  return {
    text,
    imports: [
      ...["RepoPath", "inRepo"].filter(uses).map((name) => [name, "./internal/fields.ts"] as const),
      ...recordsOf(declared, "value").map(([name, file]) => [name, `./schema/${file}.ts`] as const),
      ...own.map((name) => [name, `./schema/${[...classes.keys()].at(-1)}.ts`] as const),
      ...errors.map(
        (name) => [name, errorModule(name) === "ForgeError" ? "./ForgeError.ts" : "../rest/RestError.ts"] as const
      ),
      ...(uses("Reader") ? [["* as Reader", "../rest/Reader.ts"] as const] : []),
      ...(uses("Schema") ? [["* as Schema", "effect/Schema"] as const] : []),
      ...(uses("Wire") ? [["* as Wire", "../rest/Wire.ts"] as const] : [])
    ]
  }
}

/** `src/forge/schema/<Record>.ts`, with the records that are not here yet. It has the name of the last one. */
export const record = ({ declared }: Wanted): { readonly name: string; readonly text: string } | undefined => {
  const { classes } = declared
  const name = [...classes.keys()].at(-1)
  if (name === undefined) return undefined
  const text = [...classes.values()].map((made) => classText(made, classes)).join("\n\n")
  const imports = [
    'import * as Schema from "effect/Schema"',
    'import * as Wire from "../../rest/Wire.ts"',
    ...recordsOf(declared, "classes").map(([record, file]) => `import { ${record} } from "./${file}.ts"`)
  ]
  return { name, text: `${imports.join("\n")}\n\n${text}\n` }
}

const isPlain = (value: unknown): boolean => JSON.stringify(value) !== undefined && typeof value !== "object"

const models = new Models(description, "sent")

/** A value for a parameter: one that another row has, or one that fits. */
const valueOf = (field: Field): unknown => {
  const fits = fieldSample(models, field)
  if (field.model._tag === "Known") return fits
  return (
    operations.map(({ row }) => row.whole[field.name]).find((like) => isPlain(like) && typeof like === typeof fits) ??
    fits
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
  const { declared, kind, operation, returns } = wanted
  const { body: inBody, envelope, path: inPath, query: inQuery } = declared
  const needed = inBody.filter(({ isRequired }) => isRequired)
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
      returns?.fields.some((field) => field.name === name) === true &&
      isThere(name)
  )
}

/** For `docs/examples/operations/forge/<Module>.ts`. */
export const example = ({ declared, kind, module, operation, returns }: Wanted): Stub => {
  const { body, path, query, says } = declared
  const needed = [...path, ...[...query, ...body].filter(({ isRequired }) => isRequired)]
  const fields = shownOf(returns).join(", ")
  const call = `${module}.${operation}(${inputWith(needed)})`
  const mapped = (map: string) => (fields === "" ? [] : [`${map}(({ ${fields} }) => ({ ${fields} }))`])
  const steps = {
    list: ["Stream.take(10)", ...mapped("Stream.map"), "Stream.runCollect"],
    one: mapped("Effect.map"),
    nothing: []
  }[kind].join(", ")
  return {
    text: `/** ${sentence(says.split("\n\n")[0] ?? "")} */
export const ${operation} = ${call}${steps === "" ? "" : `.pipe(${steps})`}`,
    imports: [
      ...(kind === "list" ? [["* as Stream", "effect/Stream"] as const] : []),
      ...(steps.includes("Effect.") ? [["* as Effect", "effect/Effect"] as const] : []),
      [module, "forgecast/forge"]
    ]
  }
}
