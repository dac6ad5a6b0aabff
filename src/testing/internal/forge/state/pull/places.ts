/** Finds the lines of diffs that review comments refer to. */
import type { Objects, Sha } from "../../../git/objects.ts"
import type { ReviewComment, Side } from "../pulls.ts"
import { type DiffLine, lineOn, linesOf } from "./lines.ts"
import { diffOf } from "./range.ts"

/** Where a new comment belongs. */
export type Place = Pick<
  ReviewComment,
  "path" | "position" | "line" | "side" | "start_line" | "start_side" | "commit_id" | "diff_hunk"
>

/** What a comment refers to, as it was sent. */
export interface Wished {
  readonly path: string
  readonly line: number | undefined
  readonly side: Side
  readonly start_line: number | undefined
  readonly start_side: Side
  readonly position: number | undefined
  readonly subject: "line" | "file"
}

/** What of a comment is not part of the diff. */
export type Unresolved = "path" | "line" | "start_line"

/** The side and the number of a line of a diff. */
const sideOf = ({ left, right }: DiffLine): readonly [side: Side, line: number] =>
  right === null ? ["LEFT", left ?? 0] : ["RIGHT", right]

/** Finds the place of a comment in the diff of a commit. */
export const placeIn = (objects: Objects, base: Sha, commit_id: Sha, wished: Wished): Place | Unresolved => {
  const file = diffOf(objects, base, commit_id).files.find(({ path }) => path === wished.path)
  if (file === undefined) return "path"
  const patch = file.patch ?? ""
  const common = { path: wished.path, commit_id }
  if (wished.subject === "file") {
    return { ...common, line: null, start_line: null, start_side: null, side: "RIGHT", position: 1, diff_hunk: patch }
  }
  const lines = linesOf(patch)
  const found =
    wished.line === undefined
      ? lines.find(({ position }) => position === wished.position)
      : lineOn(lines, wished.side, wished.line)
  if (found === undefined) return "line"
  const [side, line] = wished.line === undefined ? sideOf(found) : [wished.side, wished.line]
  const place = { ...common, position: found.position, line, side, diff_hunk: found.hunk }
  if (wished.start_line === undefined) return { ...place, start_line: null, start_side: null }
  const start = lineOn(lines, wished.start_side, wished.start_line)
  return start === undefined || start.position >= found.position
    ? "start_line"
    : { ...place, start_line: wished.start_line, start_side: wished.start_side }
}
