/** Handlers that create, change and delete releases. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json, noContent } from "../../../exchange.ts"
import type { Commit } from "../../../git/objects.ts"
import { writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import { nextId, type Repository } from "../../state/model.ts"
import type { Release } from "../../state/records.ts"
import { isEmpty, moveRef, tagRef } from "../../state/refs.ts"
import { publishedTag, putRelease } from "../../state/releases.ts"
import { checkTag, commitToTag, optionalFields, resource, taken } from "./fields.ts"
import { notesFor } from "./notes.ts"
import { editableRelease, releaseAnswer } from "./read.ts"

const tagRule = { resource, maximum: 255 }

/** Refuses a tag that another published release has. */
const tagIsFree = (call: Call, repository: Repository, tag: string, except?: Release): Result.Result<void, Answer> => {
  const other = publishedTag(repository, tag)
  return other === undefined || other.id === except?.id ? Result.void : Result.fail(taken(call))
}

/** Stores a release. A published one has a tag. */
const store = (call: Call, repository: Repository, release: Release, commit: Commit): Repository => {
  const ref = tagRef(release.tag_name)
  const isNew = !release.draft && !repository.refs.has(ref)
  const current = isNew ? moveRef(call.world, repository, ref, commit.sha, call.now) : repository
  putRelease(current, release)
  return current
}

/** Reads the branch or sha to tag; the given one by default. */
const targetOf = (call: Call, fields: Input.Fields, otherwise: string): Result.Result<string, Answer> =>
  Result.map(Input.text(call, fields, "target_commitish"), (target) => target || otherwise)

export const create: Handler = handler(function* (call) {
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
    assets: []
  }
  const notes = withNotes === true ? notesFor(call, repository, tag_name, commit.sha) : undefined
  const release: Release =
    notes === undefined
      ? given
      : { ...given, name: given.name || notes.name, body: given.body ? `${given.body}\n\n${notes.body}` : notes.body }
  return releaseAnswer(call, store(call, repository, release, commit), release, 201)
})

export const update: Handler = handler(function* (call) {
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
  return releaseAnswer(call, store(call, repository, release, commit), release)
})

/** The tag stays. */
export const remove: Handler = handler(function* (call) {
  const [repository, release] = yield* editableRelease(call)
  repository.releases.delete(release.id)
  return noContent
})

export const generateNotes: Handler = handler(function* (call) {
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
