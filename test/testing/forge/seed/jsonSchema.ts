/**
 * Makes `src/testing/seed.schema.json`: the JSON Schema of seeds, whose descriptions are the docstrings of their types.
 * With `--write`, this module writes the file.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import { SeedFile } from "../../../../src/testing/internal/seed/seed.ts"

const testing = Path.resolve(import.meta.dirname, "../../../../src/testing")

export const file = Path.join(testing, "seed.schema.json")

const textOf = (docstring: string): string =>
  docstring
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\*/gm, "")
    .replace(/\s+/g, " ")
    .trim()

interface Documented {
  readonly description: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly parents: ReadonlyArray<string>
}

/** The docstrings of the interfaces in a module, and of their fields. */
const documentedIn = (source: string): ReadonlyArray<readonly [name: string, Documented]> =>
  [...source.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export interface (\w+)([^{]*)\{(?:\}|\n([^]*?)\n\})/g)].map(
    ([, docstring, name = "", heritage = "", body = ""]) => {
      const fields = [...body.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\n {2}readonly (\w+)\??:/g)]
      return [
        name,
        {
          description: docstring === undefined ? undefined : textOf(docstring.trim()),
          fields: Object.fromEntries(fields.map(([, text = "", field = ""]) => [field, textOf(text)])),
          parents: [...heritage.matchAll(/\w+Seed|PullFields/g)].map(([parent]) => parent)
        }
      ]
    }
  )

const documented = new Map(
  ["ForgeSeed.ts", "ForgeContentSeed.ts", "ForgeIssueSeed.ts", "ForgeWorkflowSeed.ts"].flatMap((name) =>
    documentedIn(Fs.readFileSync(Path.join(testing, name), "utf8"))
  )
)

/** The descriptions of an interface's fields, its parents' included. */
const fieldsOf = (name: string): Readonly<Record<string, string>> => {
  const own = documented.get(name)
  return Object.assign({}, ...(own?.parents ?? []).map(fieldsOf), own?.fields) as Readonly<Record<string, string>>
}

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const described = (name: string, schema: Json): Json => {
  const fields = { ...fieldsOf(name), ...(name === "Seed" ? fieldsOf("ContentSeed") : {}) }
  const description = documented.get(name)?.description
  const properties = isJson(schema["properties"]) ? schema["properties"] : undefined
  return {
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, property]) => [
              key,
              isJson(property) && fields[key] !== undefined ? { description: fields[key], ...property } : property
            ])
          )
        })
  }
}

export const makeJsonSchema = (): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(SeedFile, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Seed of forgecast's simulated code-hosting service",
    ...described("Seed", schema),
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [name, described(name, definition)])
    )
  }
}

if (process.argv.includes("--write")) Fs.writeFileSync(file, `${JSON.stringify(makeJsonSchema(), null, 2)}\n`)
