/** Checks the lines that review comments refer to. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Sha } from "../../../git/objects.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import type { Repository } from "../../state/model.ts"
import { type DiffLine, lineOn, linesOf } from "../../state/pull/lines.ts"
import { diffOf } from "../../state/pull/range.ts"
import { baseSha, type Pull } from "../../state/pull/register.ts"
import type { ReviewComment, Side } from "../../state/pulls.ts"

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

const sides = ["LEFT", "RIGHT"] as const

/** Reads what a comment refers to. */
export const wishedOf = (call: Call, fields: Input.Fields): Result.Result<Wished, Answer> =>
  Result.gen(function* () {
    const path = (yield* Input.text(call, fields, "path")) ?? ""
    const side = (yield* Input.oneOf(call, fields, "side", sides, "PullRequestReviewComment")) ?? "RIGHT"
    const start = yield* Input.oneOf(call, fields, "start_side", sides, "PullRequestReviewComment")
    const subject = yield* Input.oneOf(call, fields, "subject_type", ["line", "file"], "PullRequestReviewComment")
    return {
      path,
      line: yield* Input.integer(call, fields, "line"),
      side,
      start_line: yield* Input.integer(call, fields, "start_line"),
      start_side: start ?? side,
      position: yield* Input.integer(call, fields, "position"),
      subject: subject ?? "line"
    }
  })

/** What of a comment is not part of the diff. */
export type Unresolved = "path" | "line" | "start_line"

/** The side and the number of a line of a diff. */
const sideOf = ({ left, right }: DiffLine): readonly [side: Side, line: number] =>
  right === null ? ["LEFT", left ?? 0] : ["RIGHT", right]

/** Finds the place of a comment in the diff of a commit. */
export const placeOf = (
  call: Call,
  repository: Repository,
  pull: Pull,
  commit_id: Sha,
  wished: Wished
): Result.Result<Place, Unresolved> => {
  const file = diffOf(call.world.objects, baseSha(repository, pull), commit_id).files.find(
    ({ path }) => path === wished.path
  )
  if (file === undefined) return Result.fail("path")
  const patch = file.patch ?? ""
  const common = { path: wished.path, commit_id }
  if (wished.subject === "file") {
    const nowhere = { line: null, start_line: null, start_side: null, side: "RIGHT" as const, position: 1 }
    return Result.succeed({ ...common, ...nowhere, diff_hunk: patch })
  }
  const lines = linesOf(patch)
  const found =
    wished.line === undefined
      ? lines.find(({ position }) => position === wished.position)
      : lineOn(lines, wished.side, wished.line)
  if (found === undefined) return Result.fail("line")
  const [side, line] = wished.line === undefined ? sideOf(found) : [wished.side, wished.line]
  const place = { ...common, position: found.position, line, side, diff_hunk: found.hunk }
  if (wished.start_line === undefined) return Result.succeed({ ...place, start_line: null, start_side: null })
  const start = lineOn(lines, wished.start_side, wished.start_line)
  return start === undefined || start.position >= found.position
    ? Result.fail("start_line")
    : Result.succeed({ ...place, start_line: wished.start_line, start_side: wished.start_side })
}
