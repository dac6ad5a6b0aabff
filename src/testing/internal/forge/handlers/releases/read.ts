/** Handlers that read releases. Drafts are only for those who may write. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { httpDate, json } from "../../../exchange.ts"
import { pathNumber, readable, writable } from "../../access/lookups.ts"
import { may } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import { pageOf } from "../../http/paging.ts"
import { notFound } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import type { Release } from "../../state/records.ts"
import { byRecency, latestOf, publishedTag } from "../../state/releases.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/releases.ts"

/** Whether the viewer may see a release. */
export const isShown = (call: Call, repository: Repository, release: Release): boolean =>
  !release.draft || may(call, repository, "write")

type Found = Result.Result<readonly [repository: Repository, release: Release], Answer>

const found = (call: Call, repository: Repository, release: Release | undefined): Found =>
  release === undefined || !isShown(call, repository, release)
    ? Result.fail(notFound(call))
    : Result.succeed([repository, release] as const)

/** Returns the path's release, or 404 for a draft that the viewer may not see. */
const releaseOf = (call: Call): Found =>
  Result.flatMap(readable(call), (repository) =>
    found(call, repository, repository.releases.get(pathNumber(call, "release_id") ?? 0))
  )

/** Returns the path's release for a change, or 403 without the permission. */
export const editableRelease = (call: Call): Found =>
  Result.flatMap(writable(call), ([repository]) =>
    found(call, repository, repository.releases.get(pathNumber(call, "release_id") ?? 0))
  )

export const releaseAnswer = (call: Call, repository: Repository, release: Release, status = 200): Answer => {
  const wire = Wire.release(call, repository, release)
  const { updated_at } = release
  return json(status, wire, status === 201 ? { location: wire.url } : { "last-modified": httpDate(updated_at) })
}

const one = (find: (call: Call) => Found): Handler =>
  handler(function* (call) {
    const [repository, release] = yield* find(call)
    return releaseAnswer(call, repository, release)
  })

export const get: Handler = one(releaseOf)

export const getLatest: Handler = one((call) =>
  Result.flatMap(readable(call), (repository) => found(call, repository, latestOf(repository)))
)

export const getByTag: Handler = one((call) =>
  Result.flatMap(readable(call), (repository) =>
    found(call, repository, publishedTag(repository, call.params["tag"] ?? ""))
  )
)

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const shown = byRecency(repository).filter((release) => isShown(call, repository, release))
  return pageOf(call, `${stablePath(repository)}/releases`, shown, (release) => Wire.release(call, repository, release))
})

export const listAssets: Handler = handler(function* (call) {
  const [repository, release] = yield* releaseOf(call)
  const target = `${stablePath(repository)}/releases/${release.id}/assets`
  return pageOf(call, target, release.assets, (asset) => Wire.asset(call, repository, release, asset))
})
