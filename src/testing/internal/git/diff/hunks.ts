/** Writes edits as hunks of a unified diff, as git does. */
import type { Edit } from "./lines.ts"

/** Unchanged lines that are shown around changes. */
const context = 3

/** Edits that share their context. */
const hunksOf = (edits: ReadonlyArray<Edit>): ReadonlyArray<ReadonlyArray<Edit>> => {
  const hunks: Array<Array<Edit>> = []
  for (const edit of edits) {
    const hunk = hunks.at(-1)
    const last = hunk?.at(-1)
    if (hunk !== undefined && last !== undefined && edit.oldStart - last.oldStart - last.oldLength <= 2 * context) {
      hunk.push(edit)
    } else hunks.push([edit])
  }
  return hunks
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const longestTitle = 80

/** The last line before a hunk that starts a section (with a letter, `_` or `$`). Git shows it beside the hunk's numbers. */
const titleAbove = (lines: ReadonlyArray<string>, from: number, to: number): string | undefined => {
  for (let at = from - 1; at >= to; at--) {
    const line = lines[at] ?? ""
    if (/^[A-Za-z_$]/.test(line)) return decoder.decode(encoder.encode(line).subarray(0, longestTitle)).trimEnd()
  }
  return undefined
}

const range = (start: number, length: number): string =>
  length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`

const shown = (sign: " " | "-" | "+", lines: ReadonlyArray<string>): string =>
  lines.map((line) => `${sign}${line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`}`).join("")

/** Returns the hunks as text; empty without edits. */
export const patchOf = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
  edits: ReadonlyArray<Edit>
): string => {
  let text = ""
  let title = ""
  let searched = 0
  for (const hunk of hunksOf(edits)) {
    const [first] = hunk
    const last = hunk.at(-1)
    if (first === undefined || last === undefined) continue
    const lead = Math.min(context, first.oldStart, first.newStart)
    const oldStart = first.oldStart - lead
    const newStart = first.newStart - lead
    const oldEnd = Math.min(last.oldStart + last.oldLength + context, before.length)
    const newEnd = Math.min(last.newStart + last.newLength + context, after.length)
    title = titleAbove(before, oldStart, searched) ?? title
    searched = oldStart
    const numbers = `-${range(oldStart, oldEnd - oldStart)} +${range(newStart, newEnd - newStart)}`
    text += `@@ ${numbers} @@${title === "" ? "" : ` ${title}`}\n`
    let at = oldStart
    for (const edit of hunk) {
      text += shown(" ", before.slice(at, edit.oldStart))
      at = edit.oldStart + edit.oldLength
      text += shown("-", before.slice(edit.oldStart, at))
      text += shown("+", after.slice(edit.newStart, edit.newStart + edit.newLength))
    }
    text += shown(" ", before.slice(at, oldEnd))
  }
  return text
}
