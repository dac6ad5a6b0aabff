/** Releases, and their generated notes. Drafts are only for those who may write. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { httpDate, json, noContent } from "../../exchange.ts"
import { ancestorsOf } from "../../git/history.ts"
import { isRefName, isSha } from "../../git/names.ts"
import { type Commit, commitOf, type Sha } from "../../git/objects.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { mayRelease } from "../access/workflowFiles.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { type Issue, nextId, type Repository, userOf, type World } from "../state/model.ts"
import { notifyOfRelease } from "../state/notifications.ts"
import type { Release } from "../state/records.ts"
import { branchTip, isEmpty, moveRef, resolveCommit, tagRef } from "../state/refs.ts"
import { byRecency, latestOf, publishedTag, putRelease } from "../state/releases.ts"
import { type Context, pageUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/releases.ts"

const resource = "Release"

const longBody = 125_000

const latestWords = { true: true, false: false, legacy: null } as const

/** Reads the fields that creating and changing a release share. */
const optionalFields = (call: Call, fields: Input.Fields) =>
  Result.gen(function* () {
    const name = yield* Input.text(call, fields, "name")
    const body = yield* Input.boundedText(call, fields, "body", { resource, maximum: longBody, blank: true })
    const draft = yield* Input.flag(call, fields, "draft")
    const prerelease = yield* Input.flag(call, fields, "prerelease")
    const latest = yield* Input.oneOf(call, fields, "make_latest", ["true", "false", "legacy"], resource)
    return {
      ...(name === undefined ? {} : { name }),
      ...(body === undefined ? {} : { body }),
      ...(draft === undefined ? {} : { draft }),
      ...(prerelease === undefined ? {} : { prerelease }),
      ...(latest === undefined || latest === null ? {} : { make_latest: latestWords[latest] })
    }
  })

/** Checks that a name can be a tag's. */
const checkTag = (call: Call, tag: string): OrRefusal<void> =>
  isRefName(tagRef(tag)) && !tag.startsWith("-") && tag !== "@"
    ? Result.void
    : Result.fail(
        invalid(call, { resource, code: "custom", field: "tag_name", message: "tag_name is not a valid tag" })
      )

const taken = (call: Call): Response => invalid(call, { resource, code: "already_exists", field: "tag_name" })

/** The commit of a branch or a whole sha. */
const commitNamed = (call: Call, repository: Repository, name: string): Commit | undefined => {
  const tip = branchTip(repository, name.replace(/^refs\/heads\//, ""))
  const sha = tip ?? (isSha(name.toLowerCase()) ? name : undefined)
  return sha === undefined ? undefined : resolveCommit(call.world, repository, sha)
}

/** Returns the commit of a tag, or the one that would be tagged. */
const commitToTag = (call: Call, repository: Repository, tag: string, target: string): OrRefusal<Commit> => {
  const tagged = repository.refs.get(tagRef(tag))
  if (tagged !== undefined) return Result.succeed(commitOf(call.world.objects, tagged))
  const commit = commitNamed(call, repository, target)
  return commit === undefined
    ? Result.fail(invalid(call, { resource, code: "invalid", field: "target_commitish" }))
    : Result.succeed(commit)
}

/** The tag of the last published release before a commit. */
const previousTag = (repository: Repository, tag: string, before: ReadonlySet<Sha>): string | undefined =>
  byRecency(repository).find((release) => {
    const sha = repository.refs.get(tagRef(release.tag_name))
    return !release.draft && release.tag_name !== tag && sha !== undefined && before.has(sha)
  })?.tag_name

/** A merged pull request. */
interface Merged {
  readonly issue: Issue
  readonly at: number
  readonly commit: Sha
}

/** Lists all merged pull requests, the oldest merge first. */
const mergedPulls = (repository: Repository): ReadonlyArray<Merged> => {
  const merged: Array<Merged> = []
  for (const issue of repository.issues.group("kind", "pull", "created").all) {
    const at = issue.pull_request?.merged_at ?? null
    if (at !== null) merged.push({ issue, at, commit: issue.pull_request?.merge_commit_sha ?? "" })
  }
  return merged.sort((a, b) => a.at - b.at || a.issue.number - b.issue.number)
}

const isPerson = (world: World, login: string): boolean => userOf(world, login)?.type === "User"

interface Notes {
  readonly name: string
  readonly body: string
}

/** Writes the notes of what leads to a commit. Without `previous`, they start at the last release before it. */
const notesFor = (context: Context, repository: Repository, tag: string, commit: Sha, previous?: string): Notes => {
  const { objects } = context.world
  const page = pageUrl(context, repository)
  const history = ancestorsOf(objects, commit)
  const start = previous ?? previousTag(repository, tag, history)
  const startSha = start === undefined ? undefined : repository.refs.get(tagRef(start))
  const earlier: ReadonlySet<Sha> = startSha === undefined ? new Set() : ancestorsOf(objects, startSha)
  const changes: Array<string> = []
  const newcomers: Array<string> = []
  const known = new Set<string>()
  for (const { commit: merge, issue } of mergedPulls(repository)) {
    const author = issue.user ?? "ghost"
    const url = `${page}/pull/${issue.number}`
    if (history.has(merge) && !earlier.has(merge)) {
      changes.push(`* ${issue.title} by @${author} in ${url}`)
      if (!known.has(author) && isPerson(context.world, author)) {
        newcomers.push(`* @${author} made their first contribution in ${url}`)
      }
    }
    known.add(author)
  }
  const full =
    start === undefined
      ? `${page}/commits/${encodeURIComponent(tag)}`
      : `${page}/compare/${encodeURIComponent(start)}...${encodeURIComponent(tag)}`
  const sections = [
    ...(changes.length === 0 ? [] : [["## What's Changed", ...changes].join("\n")]),
    ...(newcomers.length === 0 ? [] : [["## New Contributors", ...newcomers].join("\n")]),
    `**Full Changelog**: ${full}`
  ]
  return { name: tag, body: sections.join("\n\n") }
}

/** Whether the viewer may see a release. */
export const isShown = (call: Call, repository: Repository, release: Release): boolean =>
  !release.draft || may(call, repository, "write")

type Found = OrRefusal<readonly [repository: Repository, release: Release]>

const found = (call: Call, repository: Repository, release: Release | undefined): Found =>
  release === undefined || !isShown(call, repository, release)
    ? Result.fail(notFound(call))
    : Result.succeed([repository, release] as const)

/** Returns the path's release, or 404 for a draft that the viewer may not see. */
export const releaseOf = (call: Call): Found =>
  Result.flatMap(readable(call), (repository) =>
    found(call, repository, repository.releases.get(pathNumber(call, "release_id") ?? 0))
  )

/** Returns the path's release for a change, or 403 without the permission. */
export const editableRelease = (call: Call): Found =>
  Result.flatMap(writable(call), ([repository]) =>
    found(call, repository, repository.releases.get(pathNumber(call, "release_id") ?? 0))
  )

const releaseResponse = (call: Call, repository: Repository, release: Release, status = 200): Response => {
  const wire = Wire.release(call, repository, release)
  const { updated_at } = release
  return json(status, wire, status === 201 ? { location: wire.url } : { "last-modified": httpDate(updated_at) })
}

const one = (find: (call: Call) => Found): Handler =>
  handler(function* (call) {
    const [repository, release] = yield* find(call)
    return releaseResponse(call, repository, release)
  })

const get: Handler = one(releaseOf)

const getLatest: Handler = one((call) =>
  Result.flatMap(readable(call), (repository) => found(call, repository, latestOf(repository)))
)

const getByTag: Handler = one((call) =>
  Result.flatMap(readable(call), (repository) =>
    found(call, repository, publishedTag(repository, call.params["tag"] ?? ""))
  )
)

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const shown = byRecency(repository).filter((release) => isShown(call, repository, release))
  return pageOf(call, `${stablePath(repository)}/releases`, shown, (release) => Wire.release(call, repository, release))
})

const listAssets: Handler = handler(function* (call) {
  const [repository, release] = yield* releaseOf(call)
  const target = `${stablePath(repository)}/releases/${release.id}/assets`
  return pageOf(call, target, release.assets, (asset) => Wire.asset(call, repository, release, asset))
})

const tagRule = { resource, maximum: 255 }

/** Refuses a tag that another published release has. */
const tagIsFree = (call: Call, repository: Repository, tag: string, except?: Release): OrRefusal<void> => {
  const other = publishedTag(repository, tag)
  return other === undefined || other.id === except?.id ? Result.void : Result.fail(taken(call))
}

/** Stores a release. A published one has a tag, and those who watch the repository are told. */
const store = (call: Call, repository: Repository, release: Release, commit: Commit): Repository => {
  const ref = tagRef(release.tag_name)
  const isNew = !release.draft && !repository.refs.has(ref)
  const current = isNew ? moveRef(call.world, repository, ref, commit.sha, call.now, call.viewer) : repository
  const wasPublished = repository.releases.get(release.id)?.draft === false
  putRelease(current, release)
  if (!release.draft && !wasPublished) {
    notifyOfRelease(call.world, current, release.id, { by: call.viewer, now: call.now })
  }
  return current
}

/** Reads the branch or sha to tag; the given one by default. */
const targetOf = (call: Call, fields: Input.Fields, otherwise: string): OrRefusal<string> =>
  Result.map(Input.text(call, fields, "target_commitish"), (target) => target || otherwise)

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const tag_name = yield* Input.requiredText(call, fields, "tag_name", tagRule)
  const target_commitish = yield* targetOf(call, fields, repository.default_branch)
  const optional = yield* optionalFields(call, fields)
  const withNotes = yield* Input.flag(call, fields, "generate_release_notes")
  yield* checkTag(call, tag_name)
  if (isEmpty(repository)) {
    return yield* Result.fail(invalid(call, { resource, code: "custom", message: "Repository is empty." }))
  }
  yield* tagIsFree(call, repository, tag_name)
  const commit = yield* commitToTag(call, repository, tag_name, target_commitish)
  if (!repository.refs.has(tagRef(tag_name))) yield* mayRelease(call, repository, commit)
  const draft = optional.draft ?? false
  const given: Release = {
    name: null,
    body: null,
    prerelease: false,
    make_latest: true,
    ...optional,
    id: nextId(call.world, "release"),
    tag_name,
    target_commitish,
    draft,
    author: viewer,
    created_at: commit.committer.date,
    published_at: draft ? null : call.now,
    updated_at: call.now,
    assets: [],
    reactions: []
  }
  const notes = withNotes === true ? notesFor(call, repository, tag_name, commit.sha) : undefined
  const release: Release =
    notes === undefined
      ? given
      : { ...given, name: given.name || notes.name, body: given.body ? `${given.body}\n\n${notes.body}` : notes.body }
  return releaseResponse(call, store(call, repository, release, commit), release, 201)
})

const update: Handler = handler(function* (call) {
  const [repository, before] = yield* editableRelease(call)
  const fields = yield* Input.fieldsOf(call)
  const tag_name = (yield* Input.boundedText(call, fields, "tag_name", tagRule)) ?? before.tag_name
  const target_commitish = yield* targetOf(call, fields, before.target_commitish)
  const optional = yield* optionalFields(call, fields)
  yield* checkTag(call, tag_name)
  const draft = optional.draft ?? before.draft
  // A draft may wish for a tag that is taken in the meantime.
  if (!draft || tag_name !== before.tag_name) yield* tagIsFree(call, repository, tag_name, before)
  const commit = yield* commitToTag(call, repository, tag_name, target_commitish)
  if (!repository.refs.has(tagRef(tag_name))) yield* mayRelease(call, repository, commit)
  const release: Release = {
    ...before,
    ...optional,
    tag_name,
    target_commitish,
    draft,
    created_at: commit.committer.date,
    published_at: draft ? null : (before.published_at ?? call.now),
    updated_at: call.now
  }
  return releaseResponse(call, store(call, repository, release, commit), release)
})

/** The tag stays. */
const remove: Handler = handler(function* (call) {
  const [repository, release] = yield* editableRelease(call)
  repository.releases.delete(release.id)
  return noContent
})

const generateNotes: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const tag_name = yield* Input.requiredText(call, fields, "tag_name", tagRule)
  const target = yield* targetOf(call, fields, repository.default_branch)
  const previous = (yield* Input.text(call, fields, "previous_tag_name")) ?? undefined
  const commit = yield* commitToTag(call, repository, tag_name, target)
  if (previous !== undefined && !repository.refs.has(tagRef(previous))) {
    return yield* Result.fail(invalid(call, { resource, code: "invalid", field: "previous_tag_name" }))
  }
  return json(200, notesFor(call, repository, tag_name, commit.sha, previous))
})

const releases = "/repos/{owner}/{repo}/releases"
const release = `${releases}/{release_id}`

const endpoint = endpointsOf("releases/releases")

export const routes: ReadonlyArray<Route> = [
  endpoint("Releases.list", `GET ${releases}`, "list-releases", list),
  endpoint("Releases.getLatest", `GET ${releases}/latest`, "get-the-latest-release", getLatest),
  endpoint("Releases.getByTag", `GET ${releases}/tags/{tag}`, "get-a-release-by-tag-name", getByTag),
  endpoint("Releases.get", `GET ${release}`, "get-a-release", get),
  endpoint("Releases.create", `POST ${releases}`, "create-a-release", create),
  endpoint("Releases.update", `PATCH ${release}`, "update-a-release", update),
  endpoint("Releases.delete", `DELETE ${release}`, "delete-a-release", remove),
  endpoint(
    "Releases.generateNotes",
    `POST ${releases}/generate-notes`,
    "generate-release-notes-content-for-a-release",
    generateNotes
  ),
  endpoint("Releases.listAssets", `GET ${release}/assets`, "releases/assets#list-release-assets", listAssets)
]
