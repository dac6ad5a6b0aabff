/** Compares lines: which of them were removed and added, and where git would show that. */
import { diffArrays } from "diff"
import { type Preference, slide } from "./slide.ts"

/** Lines of the first text that lines of the second one replace. Either may be none. */
export interface Edit {
  readonly oldStart: number
  readonly oldLength: number
  readonly newStart: number
  readonly newLength: number
}

/** Splits text into lines, each with its line feed; only the last one may have none. */
export const splitLines = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let start = 0
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

/** Texts that differ by more lines than this are compared as if they had nothing in common between the first and last change. */
const mostEdits = 5_000

/** Lists the edits that turn one text into another, with unchanged lines between them. */
export const editsOf = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
  preference: Preference = "readable"
): ReadonlyArray<Edit> => {
  const [removed, added] = changedLines(before, after)
  const old = gapsOf(before.length, removed)
  const now = gapsOf(after.length, added)
  slide(before, old, now, preference)
  slide(after, now, old, preference)
  const edits: Array<Edit> = []
  let oldStart = 0
  let newStart = 0
  for (const [gap, oldLength = 0] of old.entries()) {
    const newLength = now[gap] ?? 0
    if (oldLength > 0 || newLength > 0) edits.push({ oldStart, oldLength, newStart, newLength })
    oldStart += oldLength + 1
    newStart += newLength + 1
  }
  return edits
}

/** How many changed lines stand before, between and after the unchanged ones. */
const gapsOf = (length: number, changed: Uint8Array): Array<number> => {
  const gaps = [0]
  for (let line = 0; line < length; line++) {
    if (changed[line] === 1) gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + 1
    else gaps.push(0)
  }
  return gaps
}

/** Marks the lines that are not common to both. */
const changedLines = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): [Uint8Array, Uint8Array] => {
  let head = 0
  const shorter = Math.min(before.length, after.length)
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const removed = new Uint8Array(before.length).fill(1, head, before.length - tail)
  const added = new Uint8Array(after.length).fill(1, head, after.length - tail)
  // A line that the other text does not have cannot be common. Without such lines, the search is short.
  const old = shared(before, removed, after, added)
  const now = shared(after, added, before, removed)
  const parts = diffArrays(
    old.map((line) => before[line]),
    now.map((line) => after[line]),
    { maxEditLength: mostEdits }
  )
  let oldAt = 0
  let newAt = 0
  for (const part of parts ?? []) {
    if (part.removed) oldAt += part.count
    else if (part.added) newAt += part.count
    else {
      for (let common = 0; common < part.count; common++) {
        removed[old[oldAt++] ?? 0] = 0
        added[now[newAt++] ?? 0] = 0
      }
    }
  }
  return [removed, added]
}

/** The marked lines that are also among the marked lines of the other text. */
const shared = (
  lines: ReadonlyArray<string>,
  marked: Uint8Array,
  others: ReadonlyArray<string>,
  othersMarked: Uint8Array
): ReadonlyArray<number> => {
  const known = new Set(others.filter((_, line) => othersMarked[line] === 1))
  return lines.flatMap((text, line) => (marked[line] === 1 && known.has(text) ? [line] : []))
}
