/** Responses whose every part tells their version, so that a mixture of two is recognized. */
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"

const Written = Schema.Struct({ id: Schema.Int, version: Schema.String, parts: Schema.Array(Schema.String) })

export const getWritten = Forge.operation("Things.getWritten", "GET /things/{id}", {
  path: { id: Schema.Int },
  success: Written
})

export const ids: ReadonlyArray<number> = Array.from({ length: 20 }, (_, i) => i + 1)

/** The response of a version. Bodies of odd things are short, and not compressed. */
export const writtenAs = (id: number, version: string): (typeof Written)["Type"] => ({
  id,
  version,
  parts: Array.from({ length: id % 2 === 0 ? 20_000 : 20 }, (_, i) => `${version} ${i}`)
})

export const idOf = (path: string): number => Number(path.split("/").at(-1))
