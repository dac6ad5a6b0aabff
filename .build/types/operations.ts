/**
 * Writes .snippets/check/operations.types.ts: for each operation, lines by which the compiler compares its types with
 * its declaration, and with the service's official types (npm `@octokit/openapi-types`). What differs on purpose is in
 * test/forge/support/adjusted.types.ts.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { type Described, described, jsonOf } from "../../test/forge/description/official.ts"
import { renewFile } from "../docs/renew.ts"
import { root } from "../docs/snippets.ts"

/** Schemas by what they are, with their name and their file. */
const schemas = new Map<unknown, readonly [name: string, file: string]>()
for (const file of Fs.globSync("src/forge/schema/*.ts", { cwd: root }).toSorted()) {
  const exports = (await import(Path.join(root, file))) as Readonly<Record<string, unknown>>
  for (const [name, schema] of Object.entries(exports)) {
    if (typeof schema === "function" || typeof schema === "object") schemas.set(schema, [name, file])
  }
}

type Parts = { readonly value?: unknown; readonly key?: unknown; readonly members?: ReadonlyArray<unknown> }

const partsOf = (schema: unknown): Parts =>
  (typeof schema === "object" || typeof schema === "function") && schema !== null ? schema : {}

const used = { schemas: new Set<string>(), modules: new Set<string>() }

const nameOf = (schema: unknown): string | undefined => {
  const [name, file] = schemas.get(schema) ?? []
  if (name === undefined) return undefined
  used.schemas.add(`import type { ${name} as ${name}Schema } from "../../${file}"`)
  return `${name}Schema`
}

/** What an operation returns: a record, a list of them as one value, or a record that may be missing. */
const resultOf = ({
  name,
  result
}: AnyDeclaration): { readonly schema: string; readonly as: "One" | "All" | "Taken" } => {
  const { key, members = [], value } = partsOf(result)
  const own = nameOf(result)
  if (own !== undefined) return { schema: own, as: "One" }
  const item = key === undefined ? nameOf(value) : undefined
  if (item !== undefined) return { schema: item, as: "All" }
  const [present, missing] = members
  const optional = missing === Schema.Null ? nameOf(present) : undefined
  if (optional !== undefined) return { schema: optional, as: "Taken" }
  throw new Error(`What ${name} returns has no name in src/forge/schema`)
}

/** The service's body of each success, beside the schema that reads it. */
const answersOf = (each: Described, declaration: AnyDeclaration): ReadonlyArray<string> => {
  const { kind, result } = declaration
  if (result === undefined || kind === "download") return []
  const { as, schema } = resultOf(declaration)
  return jsonOf(each, declaration.statuses).map(({ status }) => {
    const { envelope } = declaration
    const items = envelope !== undefined ? `["${envelope}"]` : ""
    const body = `Answer<"${each.name}", Body<"${String(each.official["operationId"])}", ${status}>${items}>`
    if (as === "Taken") return `Taken<typeof ${schema}, ${body}>`
    const compared = kind === "listing" ? "Many" : as
    return `${compared}<typeof ${schema}, Called<"${each.name}", typeof ${each.name}>, ${body}>`
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

const valueOf = (declaration: AnyDeclaration): string => {
  if (declaration.kind === "download") return "Uint8Array"
  if (declaration.result === undefined) return declaration.statuses.includes(404) ? "boolean" : "void"
  const { as, schema } = resultOf(declaration)
  const type = `(typeof ${schema})["Type"]`
  return as === "All" ? `ReadonlyArray<${type}>` : as === "Taken" ? `${type} | null` : type
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
const values = questions(({ name }, declaration) =>
  isPlain(declaration) ? `Same<ValueOf<typeof ${name}>, ${valueOf(declaration)}>` : undefined
)
const needs = questions(({ name }, declaration) =>
  isPlain(declaration) ? `Same<NeedsOf<typeof ${name}>, Forge>` : undefined
)

const modules = [...used.modules].map((name) => `import type * as ${name} from "../../src/forge/${name}.ts"`)

renewFile(
  Path.join(root, ".snippets/check/operations.types.ts"),
  `${[...modules, ...used.schemas].join("\n")}
import type { Forge } from "../../src/forge/Forge.ts"
import type { ForgeError } from "../../src/forge/ForgeError.ts"
import type { ExchangeError, RequestError } from "../../src/rest/RestError.ts"
import type { Answer, Called, Given, LeftOut, None } from "../../test/forge/support/adjusted.types.ts"
import type { All, Body, Many, One, Taken } from "../../test/forge/support/officialAnswers.ts"
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
