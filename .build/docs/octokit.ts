/** Writes docs/octokit.md: each method of Octokit that an operation covers. With `--check`, fails if the page differs. */
import * as forge from "../../src/forge/index.ts"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { isJson, operationOf, resolved, under, type Json } from "../../test/testing/forge/description.ts"
import { declarationsOf, writePage } from "./declarations.ts"
import { isDescribed, isMethodOf, type Method, methods, withoutOperation } from "./octokitMethods.ts"

const operations = Object.entries(forge).flatMap(([module, exports]: readonly [string, object]) =>
  declarationsOf(exports).map(([name, declaration]) => ({ name: `${module}.${name}`, declaration }))
)

/** The properties of a schema, with those of its alternatives. */
const propertiesOf = (schema: Json): ReadonlyArray<string> => {
  const whole = resolved(schema)
  const parts = ["oneOf", "anyOf", "allOf"].flatMap((key) => {
    const list = whole[key]
    return Array.isArray(list) ? list.filter(isJson) : []
  })
  return [...Object.keys(under(whole, "properties")), ...parts.flatMap(propertiesOf)]
}

/** The names of the parameters that a method takes. */
const parametersOf = ({ route }: Method): ReadonlyArray<string> => {
  const [method = "", path = ""] = route.split(" ")
  const official = operationOf(method, path)
  const { parameters } = official ?? {}
  const ofUrl = (Array.isArray(parameters) ? parameters.filter(isJson) : []).map((part) => resolved(part))
  const named = ofUrl.filter((each) => each["in"] === "path" || each["in"] === "query").map(({ name }) => String(name))
  const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const body = under(official, "requestBody", "content", "application/json", "schema")
  return [...new Set([...inPath, ...named, ...propertiesOf(body)])]
}

const list = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

/** How the input of an operation differs from the parameters of a method. */
const inputOf = (method: Method, { body, kind, path, query }: AnyDeclaration): string => {
  const theirs = parametersOf(method)
  const ours = [path, query, body].flatMap((fields) => Object.keys(fields ?? {}))
  const known = kind === "upload" ? [...ours, "data", "content_type", "size", "upload_url"] : ours
  const paged = kind === "listing" ? ["page", "per_page"] : []
  const left = theirs.filter((name) => !known.includes(name) && !paged.includes(name))
  const added = known.filter((name) => !theirs.includes(name) && name !== "data")
  return [left.length > 0 ? `without ${list(left)}` : "", added.length > 0 ? `with ${list(added)}` : ""]
    .filter((part) => part !== "")
    .join("; ")
}

const rowOf = (method: Method): ReadonlyArray<string> =>
  operations
    .filter(({ declaration }) => isMethodOf(method, declaration))
    .map(({ declaration, name }) => {
      const [module = ""] = name.split(".")
      const cells = [
        `\`${method.scope}.${method.name}\``,
        // The site leads to the page of the operation.
        `[\`${name}\`](operations.md#${module.toLowerCase()})`,
        inputOf(method, declaration)
      ]
      return `| ${cells.join(" | ")} |`
    })

const header = "| `octokit.rest` | operation | input |\n|---|---|---|"

const tables = [...new Set(methods.map(({ scope }) => scope))].flatMap((scope) => {
  const rows = methods.filter((method) => method.scope === scope).flatMap(rowOf)
  return rows.length === 0 ? [] : [`## ${scope}\n\n${header}\n${rows.join("\n")}`]
})

const others = withoutOperation(operations.map(({ declaration }) => declaration))
const byRoute = others.filter(isDescribed)
const undescribed = others.filter((method) => !isDescribed(method))

/** The methods that no operation covers, each with its route. */
const routes = [...new Set(byRoute.map(({ scope }) => scope))].map((scope) => {
  const rows = byRoute
    .filter((method) => method.scope === scope)
    .map(({ name, route }) => `| \`${scope}.${name}\` | \`${route}\` |`)
  return `### ${scope}, by route\n\n| \`octokit.rest\` | route |\n|---|---|\n${rows.join("\n")}`
})

const covered = methods.length - others.length

const missing = operations.filter(({ declaration }) => methods.every((method) => !isMethodOf(method, declaration)))
if (missing.length > 0) throw new Error(`No method of Octokit for ${missing.map(({ name }) => name).join(", ")}`)

writePage(
  "docs/octokit.md",
  `# Methods of Octokit

An operation covers each of these ${covered} methods. [\`Routes\`](guides/every-endpoint.md) calls ${byRoute.length} others
[by their routes](#methods-without-an-operation). GitHub's description of its API lacks the routes of
[the last ${undescribed.length}](#methods-without-a-description). A method that has several media types has several operations. [From
Octokit](guides/from-octokit.md) explains what is different. [Operations](operations.md) has the types of the inputs, the
results and the errors.

The input has the same names as the parameters of Octokit, except for those that the table names: "without" a parameter
that the operation does not take, "with" one that it adds. A listing is a Stream of all items, and takes no \`page\`; its
\`.page\` does.

${tables.join("\n\n")}

## Methods without an operation

\`Routes.request\` calls them by their routes, with the same parameters. [Every endpoint](guides/every-endpoint.md) explains
how, and how to make an operation of one.

${routes.join("\n\n")}

## Methods without a description

GitHub's description of its API lacks the routes of these methods, so neither an operation nor \`Routes\` has them.

${undescribed.map(({ name, scope }) => `- \`${scope}.${name}\``).join("\n")}

\`npm run pages\` generates this page from the methods of \`@octokit/rest\`, GitHub's description of its API and
the declarations.
`
)
