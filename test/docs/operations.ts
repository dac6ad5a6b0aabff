/** Writes docs/operations.md from the declarations; with `--check`, fails if the page differs. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as forge from "../../src/forge/index.ts"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import * as weather from "../../src/weather/index.ts"
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

const fields = (schemas: object | undefined): ReadonlyArray<string> =>
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

const resultOf = ({ kind, result }: AnyDeclaration): string => {
  if (kind === "download") return "Stream of bytes"
  return kind === "listing" || kind === "stream" ? `Stream of ${nameOf(result)}` : nameOf(result)
}

/** The input of an upload beyond the fields of its declaration. */
const payload = ["`content_type`", "`data`: bytes \\| string \\| Stream of bytes", "`size?`: int", "`upload_url?`"]

/** The request. A host other than `api` is written before the path. */
const wireOf = ({ host, template }: AnyDeclaration): string =>
  host === "api" ? template : template.replace(" /", ` {${host}}/`)

const rowOf = (name: string, declaration: AnyDeclaration): string => {
  const { body, errors, foundBy, kind, path, query, repeatable } = declaration
  const { page: _, ...ofAll } = query
  const input = [
    ...fields(path),
    ...fields(kind === "listing" ? ofAll : query),
    ...fields(body),
    ...(kind === "upload" ? payload : [])
  ].join(", ")
  const cells = [
    `\`${name}\``,
    `\`${wireOf(declaration)}\``,
    input,
    resultOf(declaration),
    errors.join(", "),
    repeatable ? "yes" : "no",
    foundBy ?? ""
  ]
  return `| ${cells.join(" | ")} |`
}

const declarationsOf = (module: object): ReadonlyArray<readonly [string, AnyDeclaration]> =>
  Object.entries(module).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === "function" && "declaration" in value ? [[name, value.declaration as AnyDeclaration] as const] : []
  )

const header = "| operation | request | input | result | own errors | retry | found by |\n|---|---|---|---|---|---|---|"

/** The operations of a service: how many, and a table for each of its modules. */
const tablesOf = (service: object) => {
  const modules = Object.entries(service).map(
    ([module, exports]: readonly [string, object]) =>
      [module, declarationsOf(exports).map(([name, declaration]) => rowOf(`${module}.${name}`, declaration))] as const
  )
  return {
    count: modules.flatMap(([, rows]) => rows).length,
    tables: modules
      .flatMap(([module, rows]) => (rows.length === 0 ? [] : [`### ${module}\n\n${header}\n${rows.join("\n")}`]))
      .join("\n\n")
  }
}

const gitHub = tablesOf(forge)
const openMeteo = tablesOf(weather)

const page = `# Operations

\`node test/docs/operations.ts\` generates this page from the declarations. The docstrings have more details. An input is one
flat object with the service's names. A field without a type is a string, and \`?\` marks an optional field. Every operation
can also fail with \`RequestError\`, or with \`ExchangeError\` if it returns nothing. "Retry" is whether the operation is
retried when the service may have acted. A host other than \`api\` is written before the path: \`{upload}\`.

## GitHub

${gitHub.count} operations of the GitHub API. The \`.page\` of a listing also takes \`page\`. An upload of a Stream needs its \`size\`.
"Found by" is how \`Write.once\` finds the write of an operation that is not safe to retry.

${gitHub.tables}

## Open-Meteo

${openMeteo.count} operations of the weather services. An \`Answer\` has the blocks and columns that the request
names. \`places\` are sent as lists of their parameters, and in several requests if there are many.

${openMeteo.tables}
`

const file = Path.join(root, "docs/operations.md")
if (!process.argv.includes("--check")) Fs.writeFileSync(file, page)
else if (!Fs.existsSync(file) || Fs.readFileSync(file, "utf8") !== page) {
  console.error("docs/operations.md does not match the declarations: run `node test/docs/operations.ts`")
  process.exitCode = 1
}
