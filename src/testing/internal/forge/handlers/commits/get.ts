/** Handlers of `Commits.get` and of what belongs to a single commit. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { changesBetween } from "../../../git/changes.ts"
import { type Commit, commitOf, type Objects, type Sha } from "../../../git/objects.ts"
import { diffText } from "../../../git/patch/diffText.ts"
import { patchText } from "../../../git/patch/mail.ts"
import { commitOrUnknown, notEmpty } from "../../access/commits.ts"
import { readable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import { represented } from "../../http/media.ts"
import { cut } from "../../http/paging.ts"
import { unprocessable } from "../../http/refusals.ts"
import { branchTip, refNames } from "../../state/refs.ts"
import * as Wire from "../../wire/commits.ts"
import { stablePath } from "../../wire/common.ts"
import { shortBranch } from "../../wire/git.ts"

/** How many files the service shows of a commit, on all of its pages. */
const mostFiles = 3000

const filesPerPage = { usual: 300, most: 300 }

/** The tree that a commit is compared with: its first parent's. */
const formerTree = (objects: Objects, { parents: [parent] }: Commit): Sha | undefined =>
  parent === undefined ? undefined : commitOf(objects, parent).tree

/** The commit as text, for those who ask for it by the media type. */
const textAnswer = ({ media, world: { objects } }: Call, commit: Commit): Answer | undefined => {
  if (media === "sha") return represented(media, commit.sha)
  if (media === "diff") return represented(media, diffText(objects, formerTree(objects, commit), commit.tree))
  return media === "patch" ? represented(media, patchText(objects, [commit])) : undefined
}

export const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const commit = yield* commitOrUnknown(call, repository)
  const text = textAnswer(call, commit)
  if (text !== undefined) return text
  const { objects } = call.world
  const changes = changesBetween(objects, formerTree(objects, commit), commit.tree)
  const target = `${stablePath(repository)}/commits/${encodeURIComponent(call.params["ref"] ?? "")}`
  const { headers, items } = cut(call, target, changes.slice(0, mostFiles), filesPerPage)
  return json(200, Wire.commitWithFiles(call, repository, commit, changes, items), headers)
})

/** Lists the branches that end with the commit. */
export const listBranches: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["commit_sha"] ?? ""
  const commit = yield* commitOrUnknown(call, repository, "commit_sha")
  if (commit.sha !== sha) return yield* Result.fail(unprocessable(call, `No commit found for SHA: ${sha}`))
  const names = refNames(repository, "heads").filter((name) => branchTip(repository, name) === sha)
  return json(
    200,
    names.map((name) => shortBranch(call, repository, name, sha))
  )
})
