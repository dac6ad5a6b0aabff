/** Checks the lines that review comments refer to. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Sha } from "../../../git/objects.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import type { Repository } from "../../state/model.ts"
import { baseSha, type CommentPosition, placeIn, type Pull, type Unresolved, type Wished } from "../../state/pulls.ts"

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

/** Finds the place of a comment in the diff of a commit. */
export const placeOf = (
  call: Call,
  repository: Repository,
  pull: Pull,
  commit_id: Sha,
  wished: Wished
): Result.Result<CommentPosition, Unresolved> => {
  const found = placeIn(call.world.objects, baseSha(repository, pull), commit_id, wished)
  return typeof found === "string" ? Result.fail(found) : Result.succeed(found)
}
