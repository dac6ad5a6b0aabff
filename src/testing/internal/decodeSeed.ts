/** Reads seeds from JSON. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import { type Seed, seed } from "../ForgeSeed.ts"
import { isTooDeep } from "./depth.ts"
import { text } from "./seedFields.ts"
import { written } from "./unknownInSeed.ts"

/** A file also names its schema, so that editors find it. */
export const SeedFile = Schema.Struct({ $schema: text, ...seed.fields })

const decode = Schema.decodeUnknownResult(SeedFile, { onExcessProperty: "error" })

const unknownIn = UnknownFields.finder(Schema.toEncoded(SeedFile))

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

type Path = ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>

const keysOf = (path: Path): ReadonlyArray<PropertyKey> =>
  path.map((step) => (typeof step === "object" ? step.key : step))

const valueAt = (json: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    json
  )

const longest = 60

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

const excess = "Expected no excess property"
const missing = "Missing key"

/** Says in one line which place of the seed is wrong, and what belongs there. */
const explained = (error: Schema.SchemaError, json: unknown): string => {
  const { issues } = issuesOf(error.issue)
  // Of several forms, the one whose fields fit says most.
  const first = issues.find(({ message }) => message !== excess && message !== missing) ?? issues[0]
  const path = keysOf(first?.path ?? [])
  const place = path.length === 0 ? "The seed" : written(path)
  const message = first?.message ?? error.message
  if (message === excess) {
    const unknown = unknownIn(json).filter(({ keys }) => written(keys) === place)
    return `${place} is not a field of a seed${UnknownFields.question(unknown)}`
  }
  if (message === missing) return `${place} is missing`
  return `${place}: ${message.replace(/^Expected/, "expected")}, got ${shown(valueAt(json, path))}`
}

/** Checks a seed that was read as JSON. Fails with one line that names the place of the first mistake. */
export const decodeSeed = (json: unknown): Result.Result<Seed, string> => {
  if (isTooDeep(json)) return Result.fail("The seed nests too deep")
  return decode(json).pipe(
    Result.map((file): Seed => {
      const { $schema: _, ...seed } = file
      return seed
    }),
    Result.mapError((error) => explained(error, json))
  )
}

/** Reads a seed from the text of a file. */
export const parseSeed = (text: string): Result.Result<Seed, string> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return Result.fail(`The seed is not JSON. ${error instanceof Error ? error.message : String(error)}`)
  }
  return decodeSeed(json)
}
