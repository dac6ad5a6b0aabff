/**
 * Writes docs/operations.md from the declarations, and from the docstrings of the weather's calls, which are not
 * declarations. With `--check`, fails when the page differs.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type * as SchemaAST from "effect/SchemaAST"
import * as forge from "../../src/forge/index.ts"
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
      return item.includes(" ") ? `(${item})[]` : `${item}[]`
    }
    case "Literal":
      return String(ast.literal)
    case "Number":
      return "int"
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
  if (typeof schema !== "function") return "object"
  if (schema.name !== "Schema") return schema.name
  if ("members" in schema && Array.isArray(schema.members)) return schema.members.map(nameOf).join(" \\| ")
  return "value" in schema && !("key" in schema) ? `${nameOf(schema.value)}[]` : "object"
}

const resultOf = ({ kind, result }: AnyDeclaration): string => {
  if (kind === "listing") return `Stream of ${nameOf(result)}`
  return kind === "download" ? "Stream of bytes" : nameOf(result)
}

/** The input of an upload beyond the fields of its declaration. */
const payload = ["`content_type`", "`data`: bytes \\| string \\| Stream of bytes", "`size?`: int", "`upload_url?`"]

const rowOf = (name: string, declaration: AnyDeclaration): string => {
  const { body, errors, foundBy, kind, path, query, repeatable, template } = declaration
  const { page: _, ...ofAll } = query
  const input = [
    ...fields(path),
    ...fields(kind === "listing" ? ofAll : query),
    ...fields(body),
    ...(kind === "upload" ? payload : [])
  ].join(", ")
  const cells = [
    `\`${name}\``,
    `\`${template}\``,
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

const header = "| operation | wire | input | result | own errors | repeat | found by |\n|---|---|---|---|---|---|---|"

const modules = Object.entries(forge).map(
  ([module, exports]) =>
    [module, declarationsOf(exports).map(([name, declaration]) => rowOf(`${module}.${name}`, declaration))] as const
)

const sections = modules.flatMap(([module, rows]) =>
  rows.length === 0 ? [] : [`### ${module}\n\n${header}\n${rows.join("\n")}`]
)

/** The calls of a weather module: those whose docstring ends with the request. */
const callsOf = (file: string): ReadonlyArray<string> => {
  const source = Fs.readFileSync(Path.join(root, file), "utf8")
  const docstrings = source.matchAll(/^\/\*\*\n((?: \*.*\n)+?) \*\/\nexport const (\w+)/gm)
  return [...docstrings].flatMap(([, lines = "", name]) => {
    const text = lines.replaceAll(/^ \* ?/gm, "")
    const [, wire] = /^(GET \{\w+\}[^\s,]+).*\s*$/m.exec(text) ?? []
    const [, sentence] = /^([^]+?\.)\s/.exec(text) ?? []
    if (wire === undefined || sentence === undefined) return []
    return [`| \`${Path.basename(file, ".ts")}.${name}\` | \`${wire}\` | ${sentence.replaceAll("\n", " ")} |`]
  })
}

const calls = Fs.globSync("src/weather/*.ts", { cwd: root }).toSorted().flatMap(callsOf)

const page = `# Operations

Made from the declarations by \`node test/docs/operations.ts\`; the docstrings tell more.

## GitHub

${modules.flatMap(([, rows]) => rows).length} operations of the GitHub API. Inputs are one flat object with the wire's names; what has no type here is a
string, \`?\` may be left out. A listing also takes \`page\` in its \`.page\`; an upload of a Stream needs its \`size\`. Every
operation can fail with \`RequestError\` besides its own errors. Repeat says whether an ambiguous failure is tried again.
Found by says how \`Write.once\` finds the write of an operation that is not.

${sections.join("\n\n")}

## Open-Meteo

${calls.length} calls of the weather services, whose hosts are written as \`{archive}\`. Inputs have the wire's names; a place may be a
\`Location\` of the geocoding service. Every call can fail with \`RequestError\`, \`Geocoding.get\` with \`NotFound\` too.

| operation | wire | |
|---|---|---|
${calls.join("\n")}
`

const file = Path.join(root, "docs/operations.md")
if (!process.argv.includes("--check")) Fs.writeFileSync(file, page)
else if (!Fs.existsSync(file) || Fs.readFileSync(file, "utf8") !== page) {
  console.error("docs/operations.md is not what the declarations say: run `node test/docs/operations.ts`")
  process.exitCode = 1
}
