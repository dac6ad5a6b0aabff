/** Merges the lines of three texts. */
import { concatBytes } from "@noble/hashes/utils.js"
import { diff3MergeRegions } from "node-diff3"

const lineFeed = 10
// Maps each byte to a character of its own, so that lines are equal exactly if their bytes are.
const decoder = new TextDecoder("latin1")

const linesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const lines: Array<Uint8Array> = []
  let start = 0
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
    lines.push(bytes.subarray(start, end + 1))
    start = end + 1
  }
  if (start < bytes.length) lines.push(bytes.subarray(start))
  return lines
}

/** Merges the changes of both sides to a base; undefined for a conflict. */
export const mergeLines = (base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined => {
  const sides = { a: linesOf(ours), o: linesOf(base), b: linesOf(theirs) }
  const keys = (lines: ReadonlyArray<Uint8Array>): Array<string> => lines.map((line) => decoder.decode(line))
  const merged: Array<Uint8Array> = []
  for (const region of diff3MergeRegions(keys(sides.a), keys(sides.o), keys(sides.b))) {
    if (region.stable) {
      merged.push(...sides[region.buffer].slice(region.bufferStart, region.bufferStart + region.bufferLength))
    } else {
      if (region.aContent.join("") !== region.bContent.join("")) return undefined
      merged.push(...sides.a.slice(region.aStart, region.aStart + region.aLength))
    }
  }
  return concatBytes(...merged)
}
