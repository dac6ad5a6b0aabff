/**
 * Chooses where changes are shown. If the line before a group of changed lines equals the group's last one, the group may
 * as well start a line earlier. Like git, this prefers a place beside a change of the other text, then one where the
 * indentation suggests that a block starts.
 */
import { costOf, type Cost, dearer } from "./indent.ts"

/** A group of changed lines, and the number of unchanged lines before it. */
interface Group {
  gap: number
  start: number
  end: number
}

/** Where a group goes that has no change of the other text beside it: where it reads well, or as far down as it can. */
export type Preference = "readable" | "lowest"

/** Slides the groups of changed lines in `gaps`, which counts them before, between and after the unchanged lines. */
export const slide = (
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
