/**
 * Writes .snippets/check/operations.types.ts: for each operation, lines by which the compiler compares its types with
 * its declaration, and with the service's official types (npm `@octokit/openapi-types`). What differs on purpose is in
 * test/forge/support/adjusted.types.ts.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { type Described, described, jsonOf } from "../../test/forge/description/official.ts"
import { under } from "../../test/testing/forge/description.ts"
import { shapeOf } from "../add/wanted.ts"
import { root } from "../docs/snippets.ts"

/** Schemas by what they are, with their name and their file. */
const schemas = new Map<unknown, readonly [name: string, file: string]>()
for (const file of Fs.globSync("src/forge/schema/*.ts", { cwd: root }).toSorted()) {
  const exports = (await import(Path.join(root, file))) as Readonly<Record<string, unknown>>
  for (const [name, schema] of Object.entries(exports)) {
    if (typeof schema === "function" || typeof schema === "object") schemas.set(schema, [name, file])
  }
}

/** The item of an array. */
const itemOf = (schema: unknown): unknown =>
  schema !== null && typeof schema === "object" && "value" in schema && !("key" in schema) ? schema.value : undefined

const used = { schemas: new Set<string>(), modules: new Set<string>() }

const nameOf = (schema: unknown): string | undefined => {
  const [name, file] = schemas.get(schema) ?? []
  if (name === undefined) return undefined
  used.schemas.add(`import type { ${name} as ${name}Schema } from "../../${file}"`)
  return `${name}Schema`
}

/** The service's body of each success, beside the schema that reads it. */
const answersOf = (each: Described, declaration: AnyDeclaration): ReadonlyArray<string> => {
  const { kind, result } = declaration
  const item = nameOf(itemOf(result))
  const schema = nameOf(result) ?? item
  if (schema === undefined || kind === "download") return []
  const compared = kind === "listing" ? "Many" : nameOf(result) === undefined ? "All" : "One"
  return jsonOf(each, declaration.statuses).map(({ schema: given, status }) => {
    const { envelope } = shapeOf(under({ given }, "given"))
    const items = kind === "listing" && envelope !== undefined ? `["${envelope}"]` : ""
    return `${compared}<typeof ${schema}, Called<"${each.name}", typeof ${each.name}>, Answer<"${each.name}", Body<"${String(each.official["operationId"])}", ${status}>${items}>>`
  })
}

const lines = (of: (each: Described, declaration: AnyDeclaration) => ReadonlyArray<string>): string =>
  described.flatMap((each) => of(each, each.call.declaration).map((line) => `  ${line}`)).join(",\n")

/** A question for each operation, by its name. */
const questions = (of: (each: Described, declaration: AnyDeclaration) => string | undefined): string =>
  described
    .flatMap((each) => {
      const question = of(each, each.call.declaration)
      return question === undefined ? [] : [`  "${each.name}": ${question}`]
    })
    .join("\n")

const errorsOf = ({ errors, kind, result }: AnyDeclaration): string =>
  [
    result === undefined && kind === "operation" ? "ExchangeError" : "RequestError",
    ...errors.map((tag) => `Failure<"${tag}">`)
  ].join(" | ")

const valueOf = ({ kind, result }: AnyDeclaration): string | undefined => {
  if (kind === "download") return "Uint8Array"
  if (result === undefined) return "void"
  const item = nameOf(itemOf(result))
  const name = nameOf(result)
  return name === undefined ? item && `ReadonlyArray<${item}["Type"]>` : `(typeof ${name})["Type"]`
}

// The values of an upload depend on its data: test/forge/types/files.types.ts.
const isPlain = ({ kind }: AnyDeclaration): boolean => kind !== "upload"

for (const { name } of described) used.modules.add(name.split(".")[0] ?? "")

const answers = lines(answersOf)
const requests = questions(
  ({ name, official }) => `Accepted<Given<"${name}", typeof ${name}>, "${String(official["operationId"])}">`
)
const left = questions(
  ({ name, official }) =>
    `Same<Left<Given<"${name}", typeof ${name}>, "${String(official["operationId"])}">, LeftOut<"${name}">>`
)
const errors = questions(({ name }, declaration) =>
  isPlain(declaration) ? `Same<ErrorOf<typeof ${name}>, ${errorsOf(declaration)}>` : undefined
)
const values = questions(({ name }, declaration) => {
  const value = isPlain(declaration) ? valueOf(declaration) : undefined
  return value === undefined ? undefined : `Same<ValueOf<typeof ${name}>, ${value}>`
})
const needs = questions(({ name }, declaration) =>
  isPlain(declaration) ? `Same<NeedsOf<typeof ${name}>, Forge>` : undefined
)

const modules = [...used.modules].map((name) => `import type * as ${name} from "../../src/forge/${name}.ts"`)

const directory = Path.join(root, ".snippets/check")
Fs.mkdirSync(directory, { recursive: true })
Fs.writeFileSync(
  Path.join(directory, "operations.types.ts"),
  `${[...modules, ...used.schemas].join("\n")}
import type { Forge } from "../../src/forge/Forge.ts"
import type { ForgeError } from "../../src/forge/ForgeError.ts"
import type { ExchangeError, RequestError } from "../../src/rest/RestError.ts"
import type { Answer, Called, Given, LeftOut, None } from "../../test/forge/support/adjusted.types.ts"
import type { All, Body, Many, One } from "../../test/forge/support/officialAnswers.ts"
import type { Accepted, Left } from "../../test/forge/support/officialRequests.ts"
import type { ErrorOf, NeedsOf, Same, ValueOf } from "../../test/forge/support/types.ts"

type Failure<Tag> = Extract<ForgeError, { readonly _tag: Tag }>

export type Answers = [
${answers}
]

/** What the service's official types refuse of our inputs. */
export type Requests = None<{
${requests}
}>

/** What our inputs lack of the service's official types. */
export type LeftOutOnPurpose = None<{
${left}
}>

/** Errors in the type that are not those of the declaration. */
export type Errors = None<{
${errors}
}>

/** Values in the type that are not those of the declaration's schema. */
export type Values = None<{
${values}
}>

export type Needs = None<{
${needs}
}>
`
)
