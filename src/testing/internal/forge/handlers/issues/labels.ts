/** Handlers of the `Labels` operations. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json, noContent } from "../../../exchange.ts"
import { issueOf, readable, writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { invalid, missing, notFound } from "../../http/refusals.ts"
import { ensureLabel, type Issue, type Label, labelNamed, type Repository } from "../../state/model.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/issues.ts"
import { withoutSuggestions } from "./content.ts"
import { replaceIssue } from "./issues.ts"
import { colorOf, namesOf } from "./labelInput.ts"

const name = { resource: "Label", maximum: 50 }
const description = { resource: "Label", maximum: 100, blank: true }

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const target = `${stablePath(repository)}/labels`
  return pageOf(call, target, [...repository.labels.values()], (label) => Wire.label(call, repository, label))
})

export const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const label = labelNamed(repository, call.params["name"] ?? "")
  return label === undefined ? notFound(call) : json(200, Wire.label(call, repository, label))
})

export const listForIssue: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const target = `${stablePath(repository)}/issues/${issue.number}/labels`
  return pageOf(call, target, Wire.issueLabels(call, repository, issue), (label) => label)
})

/** Answers with all labels of an issue, as operations on them do. */
const issueLabels = (call: Call, repository: Repository, issue: Issue): Answer =>
  json(200, Wire.issueLabels(call, repository, issue))

export const addToIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const fields = yield* Input.fieldsOrList(call, "labels")
  yield* Input.required(call, fields, "labels")
  const names = yield* namesOf(call, withoutSuggestions(fields))
  const added = (names ?? []).map((each) => ensureLabel(call.world, repository, each).id)
  const labels = [...new Set([...issue.labels, ...added])]
  return issueLabels(call, repository, replaceIssue(call, repository, issue, { labels }))
})

/** Replaces all labels of an issue. Without any, it has none. */
export const replaceOnIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const names = yield* namesOf(call, yield* Input.fieldsOrList(call, "labels"))
  const labels = [...new Set((names ?? []).map((each) => ensureLabel(call.world, repository, each).id))]
  return issueLabels(call, repository, replaceIssue(call, repository, issue, { labels }))
})

export const removeAllFromIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  replaceIssue(call, repository, issue, { labels: [] })
  return noContent
})

export const removeFromIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const label = labelNamed(repository, call.params["name"] ?? "")
  if (label === undefined || !issue.labels.includes(label.id)) {
    return yield* Result.fail(missing(call, "Label does not exist"))
  }
  const labels = issue.labels.filter((id) => id !== label.id)
  return issueLabels(call, repository, replaceIssue(call, repository, issue, { labels }))
})

const alreadyExists = (call: Call): Answer =>
  invalid(call, { resource: "Label", code: "already_exists", field: "name" })

export const create: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const wanted = yield* Input.requiredText(call, fields, "name", name)
  const color = yield* colorOf(call, fields)
  const text = yield* Input.boundedText(call, fields, "description", description)
  if (labelNamed(repository, wanted) !== undefined) return yield* Result.fail(alreadyExists(call))
  const label = ensureLabel(call.world, repository, wanted, {
    ...(color === undefined ? {} : { color }),
    description: text ?? null
  })
  const wire = Wire.label(call, repository, label)
  return json(201, wire, { location: wire.url })
})

/** Returns the path's label, or 403 if the viewer may not write to the repository. */
const editable = (call: Call): Result.Result<readonly [repository: Repository, label: Label], Answer> =>
  Result.flatMap(writable(call), ([repository]) => {
    const label = labelNamed(repository, call.params["name"] ?? "")
    return label === undefined ? Result.fail(notFound(call)) : Result.succeed([repository, label] as const)
  })

export const update: Handler = handler(function* (call) {
  const [repository, label] = yield* editable(call)
  const fields = yield* Input.fieldsOf(call)
  const renamed = yield* Input.boundedText(call, fields, "new_name", name)
  const color = yield* colorOf(call, fields)
  const text = yield* Input.boundedText(call, fields, "description", description)
  const taken = typeof renamed === "string" ? labelNamed(repository, renamed) : undefined
  if (taken !== undefined && taken.id !== label.id) return yield* Result.fail(alreadyExists(call))
  const edited: Label = {
    ...label,
    name: renamed ?? label.name,
    color: color ?? label.color,
    description: text === undefined ? label.description : text
  }
  repository.labels.set(label.id, edited)
  return json(200, Wire.label(call, repository, edited))
})

export const remove: Handler = handler(function* (call) {
  const [repository, label] = yield* editable(call)
  repository.labels.delete(label.id)
  for (const issue of repository.issues.group("label", label.id, "created").all) {
    const labels = issue.labels.filter((id) => id !== label.id)
    replaceIssue(call, repository, issue, { labels })
  }
  return noContent
})
