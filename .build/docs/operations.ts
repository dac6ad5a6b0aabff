/** Writes docs/operations.md from the declarations; with `--check`, fails if the page differs. */
import * as forge from "../../src/forge/index.ts"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import * as weather from "../../src/weather/index.ts"
import { declarationsOf, fields, resultOf, writePage } from "./declarations.ts"

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

All operations. The docstrings have more details. An input is one flat object with the service's names. A field without a
type is a string, and \`?\` marks an optional field. Every operation can also fail with \`RequestError\`, or with
\`ExchangeError\` if it returns nothing. "Retry" says whether the operation is retried when the service may have acted. A host
other than \`api\` is written before the path: \`{upload}\`.

## GitHub

${gitHub.count} operations of the GitHub API. The \`.page\` of a listing also takes \`page\`. An upload of a Stream needs its \`size\`.
"Found by" is how \`Write.once\` finds the write of an operation that is not safe to retry.

${gitHub.tables}

## Open-Meteo

${openMeteo.count} operations of the weather services. An \`Answer\` has the blocks and columns that the request
names. \`places\` are sent as lists of their parameters, and in several requests if there are many.

${openMeteo.tables}

\`npm run pages\` generates this page from the declarations.
`

writePage("docs/operations.md", page)
