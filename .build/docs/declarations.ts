/** The declarations, as tables show them. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { root } from "./snippets.ts"

type Schemas = { readonly [name: string]: { readonly ast: SchemaAST.AST } }

/** The name of an input's type. */
const typeOf = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "Union": {
      const members = [...new Set(ast.types.filter(({ _tag }) => _tag !== "Undefined").map(typeOf))]
      return members.join(" \\| ")
    }
    case "Arrays": {
      const item = ast.rest[0] === undefined ? "" : typeOf(ast.rest[0])
      return / \\?\| /.test(item.replace(/\{.*?\}/g, "")) ? `(${item})[]` : `${item}[]`
    }
    case "Literal":
      return String(ast.literal)
    case "Number":
      return ast.checks?.some(({ annotations }) => annotations?.["expected"] === "an integer") ? "int" : "number"
    case "Declaration":
      return ast.annotations?.["expected"] === "Uint8Array" ? "bytes" : "instant"
    case "Objects":
      return `{ ${ast.propertySignatures.map(({ name, type }) => field(String(name), type)).join(", ")} }`
    default:
      return ast._tag.toLowerCase()
  }
}

const field = (name: string, ast: SchemaAST.AST): string =>
  `${name}${ast.context?.isOptional === true ? "?" : ""}: ${typeOf(ast)}`

/** The fields of an input, as a table shows them. */
export const fields = (schemas: object | undefined): ReadonlyArray<string> =>
  Object.entries((schemas ?? {}) as Schemas).map(([name, { ast }]) => {
    const [key, ...type] = field(name, ast).split(": ")
    const said = type.join(": ")
    return said === "string" ? `\`${key}\`` : `\`${key}\`: ${said}`
  })

/** The name of a record, or of what contains it. */
const nameOf = (schema: unknown): string => {
  if (schema === undefined) return "nothing"
  const named = nameIn(schema)
  if (named !== undefined) return named
  if ((typeof schema !== "function" && typeof schema !== "object") || schema === null) return "object"
  if ("members" in schema && Array.isArray(schema.members)) return schema.members.map(nameOf).join(" \\| ")
  if ("to" in schema) return nameOf(schema.to)
  return "value" in schema && !("key" in schema) ? `${nameOf(schema.value)}[]` : "object"
}

/** The name of a class of records, or the one that a schema is annotated with. */
const nameIn = (schema: unknown): string | undefined => {
  if (typeof schema === "function" && schema.name !== "Schema") return schema.name
  if (!Schema.isSchema(schema)) return undefined
  const { annotations } = schema.ast
  const name =
    annotations?.["identifier"] ?? (schema.ast._tag === "Declaration" ? annotations?.["expected"] : undefined)
  return typeof name === "string" ? name : undefined
}

/** What an operation returns, as a table shows it. */
export const resultOf = ({ kind, result, statuses }: AnyDeclaration): string => {
  if (kind === "download") return "Stream of bytes"
  if (statuses.includes(404)) return "boolean"
  return kind === "listing" || kind === "stream" ? `Stream of ${nameOf(result)}` : nameOf(result)
}

const isOperation = (value: unknown): value is { readonly declaration: AnyDeclaration } =>
  typeof value === "function" && "declaration" in value

/** The declarations of a module, by name. Deprecated names are left out. */
export const declarationsOf = (module: object): ReadonlyArray<readonly [string, AnyDeclaration]> =>
  Object.entries(module).flatMap(([name, value]: readonly [string, unknown]) =>
    isOperation(value) && value.declaration.name.endsWith(`.${name}`) ? [[name, value.declaration] as const] : []
  )

/** Writes a generated page; with `--check`, fails if the page differs. */
export const writePage = (page: string, text: string): void => {
  const file = Path.join(root, page)
  if (!process.argv.includes("--check")) Fs.writeFileSync(file, text)
  else if (!Fs.existsSync(file) || Fs.readFileSync(file, "utf8") !== text) {
    console.error(`${page} does not match its sources: run \`npm run pages\``)
    process.exitCode = 1
  }
}
