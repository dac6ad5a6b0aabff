/**
 * Writes docs/operations.md from the declarations; with `--check`, fails when the page says anything else.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type * as SchemaAST from "effect/SchemaAST"
import * as forge from "../../src/forge/index.ts"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { root } from "./snippets.ts"

type Schemas = { readonly [name: string]: { readonly ast: SchemaAST.AST } }

/** A type in the words of an input. */
const typeOf = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "Union": {
      const members = [...new Set(ast.types.filter(({ _tag }) => _tag !== "Undefined").map(typeOf))]
      return members.join(" \\| ")
    }
    case "Arrays": {
      const item = ast.rest[0] === undefined ? "" : typeOf(ast.rest[0])
      return item.includes(" ") ? `(${item})[]` : `${item}[]`
    }
    case "Literal":
      return String(ast.literal)
    case "Number":
      return "int"
    case "Declaration":
      return "instant"
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

/** The name of a record, or what holds it. */
const nameOf = (schema: unknown): string => {
  if (schema === undefined) return "nothing"
  if (typeof schema === "object" && schema !== null) {
    if ("key" in schema) return "Record"
    if ("value" in schema) return `${nameOf(schema.value)}[]`
    if ("members" in schema && Array.isArray(schema.members)) return schema.members.map(nameOf).join(" \\| ")
  }
  return typeof schema === "function" && schema.name !== "Schema"
    ? schema.name
    : isArray(schema)
      ? `${nameOf(schema.value)}[]`
      : "object"
}

const isArray = (schema: unknown): schema is { readonly value: unknown } =>
  typeof schema === "function" && "value" in schema

const resultOf = ({ kind, result }: AnyDeclaration): string => {
  if (kind === "listing") return `Stream of ${nameOf(result)}`
  return kind === "download" ? "Stream of bytes" : nameOf(result)
}

const rowOf = (name: string, declaration: AnyDeclaration): string => {
  const { body, errors, kind, path, query, repeatable, template } = declaration
  const { page: _, ...ofAll } = query
  const input = [...fields(path), ...fields(kind === "listing" ? ofAll : query), ...fields(body)].join(", ")
  const cells = [
    `\`${name}\``,
    `\`${template}\``,
    input,
    resultOf(declaration),
    errors.join(", "),
    repeatable ? "yes" : "no"
  ]
  return `| ${cells.join(" | ")} |`
}

const declarationsOf = (module: object): ReadonlyArray<readonly [string, AnyDeclaration]> =>
  Object.entries(module).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === "function" && "declaration" in value ? [[name, value.declaration as AnyDeclaration] as const] : []
  )

const header = "| operation | wire | input | result | own errors | repeat |\n|---|---|---|---|---|---|"

const sections = Object.entries(forge).flatMap(([module, exports]) => {
  const rows = declarationsOf(exports).map(([name, declaration]) => rowOf(`${module}.${name}`, declaration))
  return rows.length === 0 ? [] : [`## ${module}\n\n${header}\n${rows.join("\n")}`]
})

const page = `# Operations

Made from the declarations by \`node test/docs/operations.ts\`; the docstrings tell more.

Inputs are one flat object with the wire's names; what has no type here is a string, \`?\` may be left out. A listing
also takes \`page\` in its \`.page\`. Every operation can fail with \`RequestError\` besides its own errors. Repeat says
whether an ambiguous failure is tried again.

${sections.join("\n\n")}
`

const file = Path.join(root, "docs/operations.md")
if (!process.argv.includes("--check")) Fs.writeFileSync(file, page)
else if (!Fs.existsSync(file) || Fs.readFileSync(file, "utf8") !== page) {
  console.error("docs/operations.md is not what the declarations say: run `node test/docs/operations.ts`")
  process.exitCode = 1
}
