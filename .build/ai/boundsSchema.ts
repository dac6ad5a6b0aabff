/**
 * Makes `src/ai/bounds.schema.json`: the JSON Schema of bounds, whose descriptions are the docstrings of their types. With
 * `--write`, this module writes the file.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Schema from "effect/Schema"
import { schema as options } from "../../src/ai/BoundsTypes.ts"
import { described, documentedIn, type Json } from "../documentedSchema.ts"

const ai = Path.resolve(import.meta.dirname, "../../src/ai")

export const file = Path.join(ai, "bounds.schema.json")

const documented = new Map(documentedIn(Fs.readFileSync(Path.join(ai, "BoundsTypes.ts"), "utf8")))

export const makeJsonSchema = (): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(options, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Bounds of a session of an agent",
    ...described(documented, "Options", schema),
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [name, described(documented, name, definition)])
    )
  }
}

if (process.argv.includes("--write")) Fs.writeFileSync(file, `${JSON.stringify(makeJsonSchema(), null, 2)}\n`)
