/** Merges the lines of three texts. */
import { concatBytes } from "@noble/hashes/utils.js"
import { type Edit, editsOf } from "./diff/lines.ts"

const lineFeed = 10
// Maps each byte to a character of its own, so that lines are equal exactly if their bytes are.
const decoder = new TextDecoder("latin1")

interface Lines {
  readonly bytes: ReadonlyArray<Uint8Array>
  readonly texts: ReadonlyArray<string>
}

const linesOf = (content: Uint8Array): Lines => {
  const bytes: Array<Uint8Array> = []
  let start = 0
  for (let end = content.indexOf(lineFeed); end !== -1; end = content.indexOf(lineFeed, start)) {
    bytes.push(content.subarray(start, end + 1))
    start = end + 1
  }
  if (start < content.length) bytes.push(content.subarray(start))
  return { bytes, texts: bytes.map((line) => decoder.decode(line)) }
}

const endOf = ({ oldLength, oldStart }: Edit): number => oldStart + oldLength

/** The lines that an edit writes. */
const written = <A>(lines: ReadonlyArray<A>, { newLength, newStart }: Edit): ReadonlyArray<A> =>
  lines.slice(newStart, newStart + newLength)

const sameEdit = (a: Edit, ours: Lines, b: Edit, theirs: Lines): boolean =>
  a.oldStart === b.oldStart &&
  a.oldLength === b.oldLength &&
  a.newLength === b.newLength &&
  written(ours.texts, a).every((text, line) => text === theirs.texts[b.newStart + line])

/**
 * Merges the changes of both sides to a base; undefined for a conflict. As in git, edits of both sides that overlap or
 * touch are in conflict, unless they are the same.
 */
export const mergeLines = (base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined => {
  const old = linesOf(base)
  const our = linesOf(ours)
  const their = linesOf(theirs)
  const ourEdits = editsOf(old.texts, our.texts, "lowest")
  const theirEdits = editsOf(old.texts, their.texts, "lowest")
  const merged: Array<Uint8Array> = []
  let at = 0
  const apply = (edit: Edit, side: Lines): void => {
    merged.push(...old.bytes.slice(at, edit.oldStart), ...written(side.bytes, edit))
    at = endOf(edit)
  }
  let ourNext = 0
  let theirNext = 0
  for (;;) {
    const a = ourEdits[ourNext]
    const b = theirEdits[theirNext]
    if (a !== undefined && (b === undefined || endOf(a) < b.oldStart)) {
      apply(a, our)
      ourNext++
    } else if (b !== undefined && (a === undefined || endOf(b) < a.oldStart)) {
      apply(b, their)
      theirNext++
    } else if (a !== undefined && b !== undefined) {
      if (!sameEdit(a, our, b, their)) return undefined
      apply(a, our)
      ourNext++
      theirNext++
    } else {
      return concatBytes(...merged, ...old.bytes.slice(at))
    }
  }
}
