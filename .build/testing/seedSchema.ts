/**
 * Makes `src/testing/seed.schema.json`: the JSON Schema of seeds, whose descriptions are the docstrings of their types.
 * With `--write`, this module writes the file.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import { SeedFile } from "../../src/testing/internal/decodeSeed.ts"
import { described, documentedIn, type Json } from "../documentedSchema.ts"

const testing = Path.resolve(import.meta.dirname, "../../src/testing")

export const file = Path.join(testing, "seed.schema.json")

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

export const makeJsonSchema = (): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(SeedFile, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Seed of forgecast's simulated GitHub",
    ...described(documented, "Seed", schema),
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [name, described(documented, name, definition)])
    )
  }
}

if (process.argv.includes("--write")) Fs.writeFileSync(file, `${JSON.stringify(makeJsonSchema(), null, 2)}\n`)
