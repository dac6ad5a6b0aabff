/** Recorded responses of the service. `manifest.json` describes each of them. */
import * as fs from "node:fs"
import * as Schema from "effect/Schema"

const directory = new URL("../fixtures/open-meteo/", import.meta.url)

const Manifest = Schema.Array(
  Schema.Struct({
    file: Schema.String,
    category: Schema.String,
    service: Schema.String,
    status: Schema.Int,
    validJson: Schema.Boolean
  })
)

export const read = (file: string): string => fs.readFileSync(new URL(file, directory), "utf8")

export const manifest = Schema.decodeUnknownSync(Manifest)(JSON.parse(read("manifest.json")))

export const files = (...categories: ReadonlyArray<string>): ReadonlyArray<string> =>
  manifest.filter((entry) => categories.includes(entry.category)).map((entry) => entry.file)
