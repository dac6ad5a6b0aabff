/** Handler of `Commits.compare`. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { changesBetween } from "../../../git/changes.ts"
import { type Commit, commitOf } from "../../../git/objects.ts"
import { diffText } from "../../../git/patch/diffText.ts"
import { patchText } from "../../../git/patch/mail.ts"
import { commitNamed } from "../../access/commits.ts"
import { readable } from "../../access/lookups.ts"
import { isVisible } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import { represented } from "../../http/media.ts"
import { cut } from "../../http/paging.ts"
import { missing, notFound } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { rangeOf } from "../../state/pulls.ts"
import { inNetwork } from "../../state/repositories.ts"
import * as Wire from "../../wire/commits.ts"
import { stablePath } from "../../wire/common.ts"

const mostFiles = 300

/** Without parameters of pages, the most recent commits are shown. */
const mostCommits = 250

/** Reads one side: a name, `owner:branch` or `owner:repository:branch`. */
const sideOf = (call: Call, repository: Repository, side: string): Result.Result<Commit, Answer> => {
  const parts = side.split(":")
  const [owner = "", second = "", third] = parts
  if (parts.length === 1) return commitNamed(call, repository, side)
  const other = inNetwork(call.world, repository, owner, third === undefined ? undefined : second)
  return other === undefined || !isVisible(call, other)
    ? Result.fail(notFound(call))
    : commitNamed(call, other, third ?? second)
}

export const compare: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const name = call.params["basehead"] ?? ""
  const [left = "", right] = name.split("...")
  if (right === undefined) return yield* Result.fail(notFound(call))
  const base = yield* sideOf(call, repository, left)
  const head = yield* sideOf(call, repository, right)
  const { objects } = call.world
  const { ahead, behind, mergeBase } = rangeOf(objects, base.sha, head.sha)
  if (mergeBase === undefined) {
    return yield* Result.fail(missing(call, `No common ancestor between ${left} and ${right}.`))
  }
  const mergeBaseCommit = commitOf(objects, mergeBase)
  if (call.media === "diff") return represented("diff", diffText(objects, mergeBaseCommit.tree, head.tree))
  if (call.media === "patch") return represented("patch", patchText(objects, ahead))
  const paged = call.query.has("page") || call.query.has("per_page")
  const target = `${stablePath(repository)}/compare/${encodeURIComponent(name)}`
  const page = paged ? cut(call, target, ahead) : { items: ahead.slice(-mostCommits), number: 1, headers: {} }
  const files = page.number > 1 ? undefined : changesBetween(objects, mergeBaseCommit.tree, head.tree)
  const comparison: Wire.Comparison = {
    base,
    head,
    mergeBase: mergeBaseCommit,
    name,
    ahead: ahead.length,
    behind,
    commits: page.items,
    files: files?.slice(0, mostFiles)
  }
  return json(200, Wire.comparison(call, repository, comparison), page.headers)
})
