/** Judges where a group of changed lines would best start and end, by blank lines and indentation. */

/** What a place costs: the less it is indented the better, and then the fewer penalties. */
export interface Cost {
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
export const costOf = (lines: ReadonlyArray<string>, start: number, end: number): Cost => {
  const first = costOfCut(lines, start)
  const last = costOfCut(lines, end)
  return { indent: first.indent + last.indent, penalty: first.penalty + last.penalty }
}

export const dearer = (a: Cost, b: Cost): boolean =>
  weights.indentation * Math.sign(a.indent - b.indent) + a.penalty - b.penalty > 0
