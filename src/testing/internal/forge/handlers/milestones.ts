/** Handlers of the `Milestones` operations. */
import * as Result from "effect/Result"
import type { State } from "../../../ForgeState.ts"
import { json, noContent } from "../../exchange.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { type Milestone, nextId, nextNumber, type Repository } from "../state/model.ts"
import { dayOf } from "../state/seed/moments.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { replaceIssue } from "./issues.ts"

const title = { resource: "Milestone", maximum: 256 }
const states: ReadonlyArray<State> = ["open", "closed"]

/** The share of a milestone's issues that are closed, from 0 to 1. */
const completeness = (repository: Repository, { number }: Milestone): number => {
  const { closed_issues, open_issues } = Wire.milestoneCounts(repository, number)
  const all = open_issues + closed_issues
  return all === 0 ? 0 : closed_issues / all
}

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "Milestone")
  const sort = yield* Input.choice(call, "sort", ["due_on", "completeness"], "Milestone")
  const direction = yield* Input.choice(call, "direction", ["asc", "desc"], "Milestone")
  const sign = direction === "asc" ? 1 : -1
  const rank = (milestone: Milestone): number =>
    // Milestones without a due date come last in both directions.
    sort === "due_on" ? (milestone.due_on ?? sign * Infinity) : completeness(repository, milestone)
  const found = [...repository.milestones.values()]
    .filter((milestone) => state === "all" || milestone.state === state)
    .map((milestone) => ({ milestone, rank: rank(milestone) }))
    .sort((a, b) => (a.rank === b.rank ? a.milestone.number - b.milestone.number : sign * (a.rank - b.rank)))
  const target = `${stablePath(repository)}/milestones`
  return pageOf(call, target, found, ({ milestone }) => Wire.milestone(call, repository, milestone))
})

/** Returns the path's milestone, or 404 if there is none. */
const milestoneOf = (call: Call, repository: Repository): OrRefusal<Milestone> => {
  const milestone = repository.milestones.get(pathNumber(call, "milestone_number") ?? 0)
  return milestone === undefined ? Result.fail(notFound(call)) : Result.succeed(milestone)
}

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const milestone = yield* milestoneOf(call, repository)
  return json(200, Wire.milestone(call, repository, milestone))
})

/** Lists the labels of all issues of a milestone. */
const listLabels: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { number } = yield* milestoneOf(call, repository)
  const issues = repository.issues.group("milestone", number, "created").all
  const used = new Set(issues.flatMap(({ labels }) => labels))
  const found = [...repository.labels.values()].filter(({ id }) => used.has(id))
  const target = `${stablePath(repository)}/milestones/${number}/labels`
  return pageOf(call, target, found, (label) => Wire.label(call, repository, label))
})

const titleIsFree = (call: Call, repository: Repository, wanted: string, except?: Milestone) => {
  for (const milestone of repository.milestones.values()) {
    if (milestone.number !== except?.number && milestone.title === wanted) {
      return Result.fail(invalid(call, { resource: "Milestone", code: "already_exists", field: "title" }))
    }
  }
  return Result.void
}

const optionalFields = (call: Call, fields: Input.Fields) =>
  Result.gen(function* () {
    const state = yield* Input.oneOf(call, fields, "state", states, "Milestone")
    const description = yield* Input.text(call, fields, "description")
    const due_on = yield* Input.instant(call, fields, "due_on")
    return {
      ...(state === undefined || state === null ? {} : { state }),
      ...(description === undefined ? {} : { description }),
      ...(due_on === undefined ? {} : { due_on: due_on === null ? null : dayOf(due_on) })
    }
  })

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const wanted = yield* Input.requiredText(call, fields, "title", title)
  const optional = yield* optionalFields(call, fields)
  yield* titleIsFree(call, repository, wanted)
  const milestone: Milestone = {
    description: null,
    state: "open",
    due_on: null,
    ...optional,
    id: nextId(call.world, "milestone"),
    number: nextNumber(call.world, repository, "milestones"),
    title: wanted,
    creator: viewer,
    created_at: call.now,
    updated_at: call.now,
    closed_at: optional.state === "closed" ? call.now : null
  }
  repository.milestones.set(milestone.number, milestone)
  const wire = Wire.milestone(call, repository, milestone)
  return json(201, wire, { location: wire.url })
})

/** Returns the path's milestone, or 403 if the viewer may not write to the repository. */
const editable = (call: Call): OrRefusal<readonly [repository: Repository, milestone: Milestone]> =>
  Result.flatMap(writable(call), ([repository]) =>
    Result.map(milestoneOf(call, repository), (milestone) => [repository, milestone] as const)
  )

const update: Handler = handler(function* (call) {
  const [repository, milestone] = yield* editable(call)
  const fields = yield* Input.fieldsOf(call)
  const wanted = (yield* Input.boundedText(call, fields, "title", title)) ?? milestone.title
  const optional = yield* optionalFields(call, fields)
  yield* titleIsFree(call, repository, wanted, milestone)
  const state = optional.state ?? milestone.state
  const closed_at = state === "open" ? null : (milestone.closed_at ?? call.now)
  const edited: Milestone = { ...milestone, ...optional, title: wanted, closed_at, updated_at: call.now }
  repository.milestones.set(edited.number, edited)
  return json(200, Wire.milestone(call, repository, edited))
})

const remove: Handler = handler(function* (call) {
  const [repository, milestone] = yield* editable(call)
  repository.milestones.delete(milestone.number)
  for (const issue of repository.issues.group("milestone", milestone.number, "created").all) {
    replaceIssue(call, repository, issue, { milestone: null })
  }
  return noContent
})

const repo = "/repos/{owner}/{repo}"
const milestone = `${repo}/milestones/{milestone_number}`

const endpoint = endpointsOf("issues/milestones")

export const routes: ReadonlyArray<Route> = [
  endpoint("Milestones.list", `GET ${repo}/milestones`, "list-milestones", list),
  endpoint("Milestones.get", `GET ${milestone}`, "get-a-milestone", get),
  endpoint(
    "Milestones.listLabels",
    `GET ${milestone}/labels`,
    "issues/labels#list-labels-for-issues-in-a-milestone",
    listLabels
  ),
  endpoint("Milestones.create", `POST ${repo}/milestones`, "create-a-milestone", create),
  endpoint("Milestones.update", `PATCH ${milestone}`, "update-a-milestone", update),
  endpoint("Milestones.delete", `DELETE ${milestone}`, "delete-a-milestone", remove)
]
