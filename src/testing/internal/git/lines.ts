/**
 * Compares lines, and writes the edits as hunks of a unified diff.
 *
 * Where the line before a group of changed lines equals the group's last one, the group may as well start a line
 * earlier. Like git, this prefers a place beside a change of the other text, then one where blank lines and indentation
 * suggest that a block starts.
 */
import { diffArrays } from "diff"

/** What a place costs: the less it is indented the better, and then the fewer penalties. */
interface Cost {
  readonly indent: number
  readonly penalty: number
}

/** The weights that git settled on, from a survey of many diffs. */
const weights = {
  startOfText: 1,
  endOfText: 21,
  blank: -30,
  blankAfter: 6,
  // Each without and with blank lines around the cut.
  indented: [-4, 10],
  outdented: [24, 17],
  dedented: [23, 17],
  indentation: 60
} as const

const mostIndented = 200
const mostBlanks = 20

/** The column of the first character that is not white; -1 for a blank line. */
const indentOf = (line: string): number => {
  let column = 0
  for (const char of line) {
    if (char === " ") column++
    else if (char === "\t") column += 8 - (column % 8)
    else if (!/[\n\v\f\r]/.test(char)) return column
    if (column >= mostIndented) return mostIndented
  }
  return -1
}

/** The indentation of the next line that is not blank, in a direction, and how many blank ones are passed. */
const neighbour = (
  lines: ReadonlyArray<string>,
  from: number,
  step: 1 | -1
): readonly [indent: number, blanks: number] => {
  let blanks = 0
  for (let at = from; ; at += step) {
    const line = lines[at]
    if (line === undefined) return [-1, blanks]
    const indent = indentOf(line)
    if (indent !== -1) return [indent, blanks]
    if (++blanks === mostBlanks) return [0, blanks]
  }
}

/** What it costs to cut the text before a line. */
const costOfCut = (lines: ReadonlyArray<string>, at: number): Cost => {
  const line = lines[at]
  const own = line === undefined ? -1 : indentOf(line)
  const [before, blanksBefore] = neighbour(lines, at - 1, -1)
  const [after, blanksPast] = neighbour(lines, at + 1, 1)
  const blanksAfter = own === -1 ? 1 + blanksPast : 0
  const blanks = blanksBefore + blanksAfter
  const indent = own === -1 ? after : own
  const around = blanks > 0 ? 1 : 0
  const kind =
    indent === -1 || before === -1 || indent === before
      ? undefined
      : indent > before
        ? weights.indented
        : after > indent
          ? weights.outdented
          : weights.dedented
  return {
    indent,
    penalty:
      (before === -1 && blanksBefore === 0 ? weights.startOfText : 0) +
      (line === undefined ? weights.endOfText : 0) +
      weights.blank * blanks +
      weights.blankAfter * blanksAfter +
      (kind?.[around] ?? 0)
  }
}

/** What it costs to show a group of changed lines at a place. */
const costOf = (lines: ReadonlyArray<string>, start: number, end: number): Cost => {
  const first = costOfCut(lines, start)
  const last = costOfCut(lines, end)
  return { indent: first.indent + last.indent, penalty: first.penalty + last.penalty }
}

const dearer = (a: Cost, b: Cost): boolean =>
  weights.indentation * Math.sign(a.indent - b.indent) + a.penalty - b.penalty > 0

/** A group of changed lines, and the number of unchanged lines before it. */
interface Group {
  gap: number
  start: number
  end: number
}

/** Where a group goes that has no change of the other text beside it: where it reads well, or as far down as it can. */
type Preference = "readable" | "lowest"

/** Slides the groups of changed lines in `gaps`, which counts them before, between and after the unchanged lines. */
const slide = (
  lines: ReadonlyArray<string>,
  gaps: Array<number>,
  others: ReadonlyArray<number>,
  preference: Preference
): void => {
  let start = 0
  for (let gap = 0; gap < gaps.length; gap++) {
    const size = gaps[gap] ?? 0
    if (size > 0) {
      const group = { gap, start, end: start + size }
      settle(lines, gaps, others, preference, group)
      gap = group.gap
      start = group.end
    }
    start++
  }
}

/** Moves a group up by a line, if it can be. A group that it meets joins it. */
const up = (lines: ReadonlyArray<string>, gaps: Array<number>, group: Group): boolean => {
  if (group.start === 0 || lines[group.start - 1] !== lines[group.end - 1]) return false
  gaps[group.gap] = 0
  group.gap--
  group.end--
  group.start -= 1 + (gaps[group.gap] ?? 0)
  gaps[group.gap] = group.end - group.start
  return true
}

const down = (lines: ReadonlyArray<string>, gaps: Array<number>, group: Group): boolean => {
  if (group.end === lines.length || lines[group.start] !== lines[group.end]) return false
  gaps[group.gap] = 0
  group.gap++
  group.start++
  group.end += 1 + (gaps[group.gap] ?? 0)
  gaps[group.gap] = group.end - group.start
  return true
}

const settle = (
  lines: ReadonlyArray<string>,
  gaps: Array<number>,
  others: ReadonlyArray<number>,
  preference: Preference,
  group: Group
): void => {
  let size: number
  let highest: number
  let beside: number | undefined
  const look = (): void => {
    if ((others[group.gap] ?? 0) > 0) beside = group.gap
  }
  do {
    size = group.end - group.start
    beside = undefined
    while (up(lines, gaps, group));
    highest = group.end
    look()
    while (down(lines, gaps, group)) look()
  } while (group.end - group.start !== size)
  if (group.end === highest) return
  if (beside !== undefined) {
    while (group.gap > beside) up(lines, gaps, group)
    return
  }
  if (preference === "lowest") return
  const end = bestEnd(lines, size, Math.max(highest, group.end - size - 1, group.end - farthest), group.end)
  while (group.end > end) up(lines, gaps, group)
}

/** How far back a better place is looked for. */
const farthest = 100

const bestEnd = (lines: ReadonlyArray<string>, size: number, from: number, to: number): number => {
  let best = to
  let least: Cost | undefined
  for (let end = from; end <= to; end++) {
    const cost = costOf(lines, end - size, end)
    if (least !== undefined && dearer(cost, least)) continue
    least = cost
    best = end
  }
  return best
}

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
