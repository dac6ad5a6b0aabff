/** Steps of issues, comments, labels and milestones. */
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as Labels from "../../../../src/forge/Labels.ts"
import { canReopen, ensureLabel, type Issue, type Model, people, tipOf } from "./model.ts"
import { label, milestoneAt, states } from "./labels.ts"
import { calls, index, nth, optional, step, web } from "./step.ts"

const labels = fc.uniqueArray(label, { maxLength: 3 })
const logins = fc.uniqueArray(fc.constantFrom(...people, "ada", "OCTO"), { maxLength: 3 })
const text = fc.constantFrom("One", "Two", "Größer @octo", "<b>\n\n* x")

const known = (login: string): string => login.toLowerCase()

const canBeAssigned = (login: string): boolean => people.some((person) => person === known(login))

const unique = (all: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(all.map(known))]

export const namesOf = (all: Iterable<{ readonly name: string }>): ReadonlyArray<string> =>
  [...all].map(({ name }) => name).toSorted()

interface Shown {
  readonly number: number
  readonly title: string
  readonly state: string
  readonly state_reason: string | null
  readonly locked: boolean
  readonly comments: number
  readonly labels: ReadonlyArray<{ readonly name: string }>
  readonly assignees: ReadonlyArray<{ readonly login: string }>
  readonly milestone: { readonly number: number } | null
  readonly is_pull_request: boolean
}

/** Compares an issue with that of the model. */
export const looksLike = (issue: Issue, shown: Shown): void =>
  expect({
    number: shown.number,
    title: shown.title,
    state: shown.state,
    reason: shown.state_reason,
    locked: shown.locked,
    comments: shown.comments,
    labels: namesOf(shown.labels),
    assignees: shown.assignees.map(({ login }) => login),
    milestone: shown.milestone?.number ?? null,
    pull: shown.is_pull_request
  }).toEqual({
    number: issue.number,
    title: issue.title,
    state: issue.state,
    reason: issue.reason,
    locked: issue.locked,
    comments: issue.comments.size,
    labels: namesOf(issue.labels),
    assignees: issue.assignees,
    milestone: issue.milestone,
    pull: issue.pull !== undefined
  })

export const newIssue = (number: number, title: string, pull?: Issue["pull"]): Issue => ({
  number,
  title,
  state: "open",
  reason: null,
  locked: false,
  labels: new Set(),
  assignees: [],
  milestone: null,
  comments: new Map(),
  pull
})

/** The number of an issue, or of none. */
const issueAt = (model: Model, at: number): readonly [number: number, issue: Issue | undefined] => {
  const found = at % 7 === 6 ? undefined : nth(model.issues.values(), at)
  return [found?.number ?? 999, found]
}

const fields = fc.record({ title: text, labels, assignees: logins, milestone: fc.option(index) }, { requiredKeys: [] })

type Fields = typeof fields extends fc.Arbitrary<infer A> ? A : never

/** What is sent, and whether the service takes it. */
const sentFields = (model: Model, { milestone, ...given }: Fields) => {
  const number = typeof milestone === "number" ? milestoneAt(model, milestone) : milestone
  const isKnown = typeof number !== "number" || model.milestones.has(number)
  const isTaken = isKnown && (given.assignees ?? []).every(canBeAssigned)
  return { isTaken, sent: { ...given, ...(number === undefined ? {} : { milestone: number }) } }
}

const change = (model: Model, issue: Issue, sent: ReturnType<typeof sentFields>["sent"]): void => {
  if (sent.title !== undefined) issue.title = sent.title
  if (sent.labels !== undefined) issue.labels = new Set(sent.labels.map((name) => ensureLabel(model, name)))
  if (sent.assignees !== undefined) issue.assignees = unique(sent.assignees)
  if (sent.milestone !== undefined) issue.milestone = sent.milestone
}

const create = step("Issues.create", fields, (model, given) => {
  const { isTaken, sent } = sentFields(model, given)
  const call = Issues.create({ ...web, title: "New", ...sent })
  if (!isTaken) return calls(call, "ValidationFailed")
  return calls(call, (made) => {
    const issue = newIssue(model.issues.size + 1, "New")
    model.issues.set(issue.number, issue)
    change(model, issue, sent)
    looksLike(issue, made)
  })
})

const reasons = fc.constantFrom("completed", "not_planned", "duplicate", undefined)

/** Closes or opens it, if it can be. */
const transition = (issue: Issue, state: Issue["state"] | undefined, reason: string | undefined, tip: Model): void => {
  if (state === undefined || state === issue.state) return
  issue.state = state
  if (issue.pull === undefined) issue.reason = state === "open" ? "reopened" : (reason ?? "completed")
  else issue.pull.tip = state === "open" ? tipOf(tip, issue.pull.head) : issue.pull.tip
}

const update = step("Issues.update", fc.tuple(index, fields, states, reasons), (model, [at, given, state, reason]) => {
  const [issue_number, issue] = issueAt(model, at)
  const { isTaken, sent } = sentFields(model, given)
  const state_reason = state === "closed" && reason !== undefined ? { state_reason: reason } : {}
  const call = Issues.update({
    ...web,
    issue_number,
    ...sent,
    ...(state === undefined ? {} : { state }),
    ...state_reason
  })
  if (issue === undefined) return calls(call, "NotFound")
  const isStuck = state === "open" && issue.state === "closed" && issue.pull && !canReopen(model, issue.pull)
  if (!isTaken || isStuck === true) return calls(call, "ValidationFailed")
  return calls(call, (changed) => {
    change(model, issue, sent)
    transition(issue, state, reason, model)
    looksLike(issue, changed)
  })
})

const lock = step("Issues.lock", fc.tuple(index, fc.boolean()), (model, [at, isLocked]) => {
  const [issue_number, issue] = issueAt(model, at)
  const call = isLocked ? Issues.lock({ ...web, issue_number }) : Issues.unlock({ ...web, issue_number })
  return calls(call, issue === undefined ? "NotFound" : () => void (issue.locked = isLocked))
})

const assign = step("Issues.addAssignees", fc.tuple(index, logins, fc.boolean()), (model, [at, assignees, isAdded]) => {
  const [issue_number, issue] = issueAt(model, at)
  const input = { ...web, issue_number, assignees }
  const call = isAdded ? Issues.addAssignees(input) : Issues.removeAssignees(input)
  if (issue === undefined) return calls(call, "NotFound")
  return calls(call, (changed) => {
    issue.assignees = isAdded
      ? unique([...issue.assignees, ...assignees.filter(canBeAssigned)])
      : issue.assignees.filter((login) => !unique(assignees).includes(login))
    looksLike(issue, changed)
  })
})

const comment = step("Issues.createComment", fc.tuple(index, text), (model, [at, body]) => {
  const [issue_number, issue] = issueAt(model, at)
  const call = Issues.createComment({ ...web, issue_number, body })
  return calls(call, issue === undefined ? "NotFound" : ({ id }) => void issue.comments.set(id, body))
})

const edit = step("Issues.updateComment", fc.tuple(index, index, optional(text)), (model, [at, which, body]) => {
  const [, issue] = issueAt(model, at)
  const id = nth(issue?.comments.keys() ?? [], which)
  const comment_id = id ?? 999
  const done =
    body === undefined
      ? Issues.deleteComment({ ...web, comment_id })
      : Issues.updateComment({ ...web, comment_id, body })
  if (id === undefined) return calls(done, "NotFound")
  return calls(done, () => {
    if (body === undefined) issue?.comments.delete(id)
    else issue?.comments.set(id, body)
  })
})

const addLabels = step("Labels.addToIssue", fc.tuple(index, labels, fc.boolean()), (model, [at, names, isAll]) => {
  const [issue_number, issue] = issueAt(model, at)
  const input = { ...web, issue_number, labels: names }
  const call = isAll ? Labels.replaceOnIssue(input) : Labels.addToIssue(input)
  // The client refuses to add no label.
  if (names.length === 0 && !isAll) return calls(call, "InvalidInput")
  if (issue === undefined) return calls(call, "NotFound")
  return calls(call, (all) => {
    const added = names.map((name) => ensureLabel(model, name))
    issue.labels = new Set(isAll ? added : [...issue.labels, ...added])
    expect(namesOf(all)).toEqual(namesOf(issue.labels))
  })
})

const removeLabel = step("Labels.removeFromIssue", fc.tuple(index, label), (model, [at, name]) => {
  const [issue_number, issue] = issueAt(model, at)
  const call = Labels.removeFromIssue({ ...web, issue_number, name })
  const found = model.labels.get(name.toLowerCase())
  if (issue === undefined || found === undefined || !issue.labels.has(found)) return calls(call, "NotFound")
  return calls(call, (rest) => {
    issue.labels.delete(found)
    expect(namesOf(rest)).toEqual(namesOf(issue.labels))
  })
})

export const steps = [
  { weight: 4, arbitrary: create },
  { weight: 6, arbitrary: update },
  lock,
  assign,
  comment,
  comment,
  edit,
  addLabels,
  addLabels,
  removeLabel
]
