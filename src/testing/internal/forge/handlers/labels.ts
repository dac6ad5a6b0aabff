/** Handlers of the `Labels` operations. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { issueOf, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, missing, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { ensureLabel, type Issue, type Label, labelNamed, type Repository } from "../state/model.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { colorOf, namesOf, withoutSuggestions } from "./issueFields.ts"
import { replaceIssue } from "./issues.ts"

const name = { resource: "Label", maximum: 50 }
const description = { resource: "Label", maximum: 100, blank: true }

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const target = `${stablePath(repository)}/labels`
  return pageOf(call, target, [...repository.labels.values()], (label) => Wire.label(call, repository, label))
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const label = labelNamed(repository, call.params["name"] ?? "")
  return label === undefined ? notFound(call) : json(200, Wire.label(call, repository, label))
})

const listForIssue: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const target = `${stablePath(repository)}/issues/${issue.number}/labels`
  return pageOf(call, target, Wire.issueLabels(call, repository, issue), (label) => label)
})

/** Answers with all labels of an issue, as operations on them do. */
const issueLabels = (call: Call, repository: Repository, issue: Issue): Response =>
  json(200, Wire.issueLabels(call, repository, issue))

const addToIssue: Handler = handler(function* (call) {
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
const replaceOnIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const names = yield* namesOf(call, yield* Input.fieldsOrList(call, "labels"))
  const labels = [...new Set((names ?? []).map((each) => ensureLabel(call.world, repository, each).id))]
  return issueLabels(call, repository, replaceIssue(call, repository, issue, { labels }))
})

const removeAllFromIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  replaceIssue(call, repository, issue, { labels: [] })
  return noContent
})

const removeFromIssue: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const label = labelNamed(repository, call.params["name"] ?? "")
  if (label === undefined || !issue.labels.includes(label.id)) {
    return yield* Result.fail(missing(call, "Label does not exist"))
  }
  const labels = issue.labels.filter((id) => id !== label.id)
  return issueLabels(call, repository, replaceIssue(call, repository, issue, { labels }))
})

const alreadyExists = (call: Call): Response =>
  invalid(call, { resource: "Label", code: "already_exists", field: "name" })

const create: Handler = handler(function* (call) {
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
const editable = (call: Call): OrRefusal<readonly [repository: Repository, label: Label]> =>
  Result.flatMap(writable(call), ([repository]) => {
    const label = labelNamed(repository, call.params["name"] ?? "")
    return label === undefined ? Result.fail(notFound(call)) : Result.succeed([repository, label] as const)
  })

const update: Handler = handler(function* (call) {
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

const remove: Handler = handler(function* (call) {
  const [repository, label] = yield* editable(call)
  repository.labels.delete(label.id)
  for (const issue of repository.issues.group("label", label.id, "created").all) {
    const labels = issue.labels.filter((id) => id !== label.id)
    replaceIssue(call, repository, issue, { labels })
  }
  return noContent
})

const repo = "/repos/{owner}/{repo}"
const issues = `${repo}/issues`
const issue = `${issues}/{issue_number}`

const endpoint = endpointsOf("issues/labels")

export const routes: ReadonlyArray<Route> = [
  endpoint("Labels.list", `GET ${repo}/labels`, "list-labels-for-a-repository", list),
  endpoint("Labels.get", `GET ${repo}/labels/{name}`, "get-a-label", get),
  endpoint("Labels.create", `POST ${repo}/labels`, "create-a-label", create),
  endpoint("Labels.update", `PATCH ${repo}/labels/{name}`, "update-a-label", update),
  endpoint("Labels.delete", `DELETE ${repo}/labels/{name}`, "delete-a-label", remove),
  endpoint("Labels.listForIssue", `GET ${issue}/labels`, "list-labels-for-an-issue", listForIssue),
  endpoint("Labels.replaceOnIssue", `PUT ${issue}/labels`, "set-labels-for-an-issue", replaceOnIssue),
  endpoint(
    "Labels.removeAllFromIssue",
    `DELETE ${issue}/labels`,
    "remove-all-labels-from-an-issue",
    removeAllFromIssue
  ),
  endpoint("Labels.addToIssue", `POST ${issue}/labels`, "add-labels-to-an-issue", addToIssue),
  endpoint("Labels.removeFromIssue", `DELETE ${issue}/labels/{name}`, "remove-a-label-from-an-issue", removeFromIssue)
]
