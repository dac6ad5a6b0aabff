/**
 * Makes `src/testing/seed.schema.json`: the JSON Schema of seeds, whose descriptions are the docstrings of their types.
 * With `--write`, this module writes the file.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import { SeedFile } from "../../src/testing/internal/decodeSeed.ts"

const testing = Path.resolve(import.meta.dirname, "../../src/testing")

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
}

/** The docstrings of the interfaces in a module, and of the fields of their schemas. */
const documentedIn = (source: string): ReadonlyArray<readonly [name: string, Documented]> => {
  const known = new Map<string, Documented["fields"]>()
  for (const [, constant = "", body = ""] of source.matchAll(/const (\w+) = \{\n([^]*?)\n\}/g)) {
    const own = [...body.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\n +(\w+)\b/g)].map(
      ([, text = "", field = ""]) => [field, textOf(text)] as const
    )
    known.set(constant, Object.fromEntries(own))
  }
  const types = /(\/\*\*(?:(?!\*\/)[^])*\*\/)\nexport interface (\w+) extends ([^{]*)/g
  return [...source.matchAll(types)].map(([, text = "", name = "", parents = ""]) => {
    const fields = [...parents.matchAll(/<typeof (\w+)>/g)].map(([, constant = ""]) => known.get(constant))
    return [name, { description: textOf(text), fields: Object.assign({}, ...fields) as Documented["fields"] }]
  })
}

const documented = new Map(
  [
    "ForgeSeed.ts",
    "ForgeOAuthSeed.ts",
    "ForgeSharingSeed.ts",
    "ForgeContentSeed.ts",
    "ForgeIssueSeed.ts",
    "ForgeWorkflowSeed.ts"
  ].flatMap((name) => documentedIn(Fs.readFileSync(Path.join(testing, name), "utf8")))
)

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const described = (name: string, schema: Json): Json => {
  const { description, fields = {} } = documented.get(name) ?? {}
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
