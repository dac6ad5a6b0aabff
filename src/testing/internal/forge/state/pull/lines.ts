/** Lines of diffs, to which review comments refer. */
import type { FileChange } from "../../../git/changes.ts"
import type { Objects, Sha } from "../../../git/objects.ts"
import type { ReviewComment, Side } from "../pulls.ts"
import { changesFrom, diffOf } from "./range.ts"

export interface DiffLine {
  /** Its place in the file's patch: the line below the first `@@` has 1. */
  readonly position: number
  /** Its number in the old and in the new file; null where it is not part of it. */
  readonly left: number | null
  readonly right: number | null
  /** The patch from the header of its hunk up to this line. */
  readonly hunk: string
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

export const linesOf = (patch: string): ReadonlyArray<DiffLine> => {
  const lines: Array<DiffLine> = []
  let hunk: Array<string> = []
  let left = 0
  let right = 0
  for (const [position, text] of patch.split("\n").entries()) {
    const start = header.exec(text)
    if (start !== null) {
      left = Number(start[1])
      right = Number(start[2])
      hunk = [text]
      continue
    }
    // "\ No newline at end of file" is no line of either.
    if (!/^[ +-]/.test(text)) continue
    hunk.push(text)
    const sign = text[0]
    lines.push({
      position,
      left: sign === "+" ? null : left,
      right: sign === "-" ? null : right,
      hunk: hunk.join("\n")
    })
    if (sign !== "+") left++
    if (sign !== "-") right++
  }
  return lines
}

export const lineOn = (lines: ReadonlyArray<DiffLine>, side: Side, line: number): DiffLine | undefined =>
  lines.find((each) => (side === "LEFT" ? each.left : each.right) === line)

/** Returns the number that a line has after a change; undefined if the change touches it. */
const moved = (change: FileChange, line: number): number | undefined => {
  if (change.after === undefined || change.patch === undefined) return undefined
  let shift = 0
  for (const each of linesOf(change.patch)) {
    if (each.left === line) return each.right ?? undefined
    if (each.left !== null && each.left > line) break
    if (each.left === null) shift++
    if (each.right === null) shift--
  }
  return line + shift
}

/** Where a comment is now. Null stands for outdated ones. */
export interface Anchor {
  readonly line: number | null
  readonly start_line: number | null
  readonly position: number | null
}

const outdated: Anchor = { line: null, start_line: null, position: null }

/** Finds the place of a comment in the diff of a base and a head. */
export const anchorOf = (objects: Objects, base: Sha, head: Sha, comment: ReviewComment): Anchor => {
  const file = diffOf(objects, base, head).files.find(({ path }) => path === comment.path)
  if (file === undefined) return outdated
  if (comment.line === null) return { ...outdated, position: 1 }
  const change =
    comment.commit_id === head || comment.side === "LEFT"
      ? undefined
      : changesFrom(objects, comment.commit_id, head).find(({ path, previous }) => (previous ?? path) === comment.path)
  const now = (line: number | null) => (line === null || change === undefined ? line : (moved(change, line) ?? null))
  const line = now(comment.line)
  const found = line === null ? undefined : lineOn(linesOf(file.patch ?? ""), comment.side, line)
  return found === undefined ? outdated : { line, start_line: now(comment.start_line), position: found.position }
}
