/**
 * The first response that a process decodes: the contender, and the file of the response. Sends the
 * milliseconds to the parent.
 */
import { readFileSync } from "node:fs"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import { names } from "./answers.ts"

/** What a program without a client would do. */
const plain = (bytes: Uint8Array): ReadonlyArray<Float64Array> => {
  const { hourly } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly hourly: Readonly<Record<string, ReadonlyArray<number | null>>>
  }
  return ["time", ...names].map((name) => {
    const cells = hourly[name] ?? []
    const column = new Float64Array(cells.length)
    for (let row = 0; row < cells.length; row++) column[row] = cells[row] ?? Number.NaN
    return column
  })
}

const [, , contender, path = ""] = process.argv
const bytes = readFileSync(path)
const start = performance.now()
if (contender === "plain") plain(bytes)
else Result.getOrThrow(Decode.one(bytes, { hourly: names }))
process.send?.(performance.now() - start, () => process.disconnect())
