/** Handlers that fetch pull requests, alone and in listings, with their files and commits. */
import type { Answer } from "../../../../Exchange.ts"
import { httpDate, json, noContent } from "../../../exchange.ts"
import { commitOf } from "../../../git/objects.ts"
import { diffText } from "../../../git/patch/diffText.ts"
import { patchText } from "../../../git/patch/mail.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import { represented } from "../../http/media.ts"
import { pageOf } from "../../http/paging.ts"
import { notFound } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { baseSha, comparedTree, diffOf, type Pull, rangeOf } from "../../state/pulls.ts"
import { commit, commitFile } from "../../wire/commits.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/pulls.ts"
import { readablePull } from "./lookups.ts"
import { lookAt, standingOf } from "./standing.ts"

export const pullAnswer = (call: Call, repository: Repository, pull: Pull, status = 200): Answer => {
  const wire = Wire.singlePull(call, repository, pull, standingOf(call, repository, pull))
  return json(status, wire, status === 201 ? { location: wire.url } : { "last-modified": httpDate(pull.updated_at) })
}

/** The changes as text, for those who ask for them by the media type. */
const textAnswer = (call: Call, repository: Repository, pull: Pull): Answer | undefined => {
  const { objects } = call.world
  const base = baseSha(repository, pull)
  const { sha } = pull.pull_request.head
  if (call.media === "diff") {
    return represented("diff", diffText(objects, comparedTree(objects, base, sha), commitOf(objects, sha).tree))
  }
  return call.media === "patch"
    ? represented("patch", patchText(objects, rangeOf(objects, base, sha).ahead))
    : undefined
}

export const get: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const text = textAnswer(call, repository, pull)
  if (text !== undefined) return text
  // What was not worked out yet is answered as unknown.
  const standing = standingOf(call, repository, pull)
  const seen = lookAt(call, repository, pull)
  return json(200, Wire.singlePull(call, repository, seen, standing), { "last-modified": httpDate(seen.updated_at) })
})

/** Tells whether it was merged, by the status alone. */
export const isMerged: Handler = handler(function* (call) {
  const { pull } = yield* readablePull(call)
  return pull.pull_request.merged_at === null ? notFound(call) : noContent
})

const mostFiles = 3000

export const listFiles: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const base = baseSha(repository, pull)
  const { sha } = pull.pull_request.head
  const files = diffOf(call.world.objects, base, sha).files.slice(0, mostFiles)
  const target = `${stablePath(repository)}/pulls/${pull.number}/files`
  const from = rangeOf(call.world.objects, base, sha).mergeBase
  return pageOf(call, target, files, (file) => commitFile(call, repository, file, sha, from))
})

const mostCommits = 250

export const listCommits: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const { ahead: commits } = rangeOf(call.world.objects, baseSha(repository, pull), pull.pull_request.head.sha)
  const target = `${stablePath(repository)}/pulls/${pull.number}/commits`
  return pageOf(call, target, commits.slice(0, mostCommits), (each) => commit(call, repository, each))
})
