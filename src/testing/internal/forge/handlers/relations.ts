/** Sub-issues, and which issues block others. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import { issueOf, pathNumber, readable, writable } from "../access/lookups.ts"
import { isVisible } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import {
  depthOf,
  heightOf,
  leadsTo,
  linksOf,
  linksTo,
  type Links,
  parentOf,
  placed,
  type Placed,
  setLinks
} from "../state/issueLinks.ts"
import { withEvents } from "../state/issues.ts"
import type { Issue } from "../state/model.ts"
import { repositoryUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { repository as writeRepository } from "../wire/repository.ts"

const respond = (call: Call, { issue, repository }: Placed, status = 200): Response =>
  json(
    status,
    Wire.issue(call, repository, issue),
    status === 201 ? { location: `${repositoryUrl(call, repository)}/issues/${issue.number}` } : {}
  )

const list = (path: string, of: (call: Call, issue: Issue) => ReadonlyArray<Placed>): Handler =>
  handler(function* (call) {
    const repository = yield* readable(call)
    const issue = yield* issueOf(call, repository)
    const found = of(call, issue).filter((each) => isVisible(call, each.repository))
    return pageOf(call, `${stablePath(repository)}/issues/${issue.number}/${path}`, found, (each) =>
      Wire.issue(call, each.repository, each.issue)
    )
  })

const listSubIssues = list("sub_issues", ({ world }, { id }) => linksOf(world, world.subIssues, id))
const listBlockedBy = list("dependencies/blocked_by", ({ world }, { id }) => linksOf(world, world.blockers, id))
const listBlocking = list("dependencies/blocking", ({ world }, { id }) => linksTo(world, world.blockers, id))

const getParent: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const parent = parentOf(call.world, issue.id)
  return parent === undefined || !isVisible(call, parent.repository)
    ? yield* Result.fail(notFound(call))
    : respond(call, parent)
})

/** The path's issue, which the sender may link. Pull requests have no links. */
const linkable = (call: Call): OrRefusal<Placed> =>
  Result.gen(function* () {
    const [repository] = yield* writable(call, "triage")
    const issue = yield* issueOf(call, repository)
    return issue.pull_request === null ? { repository, issue } : yield* Result.fail(notFound(call))
  })

/** The issue that a field of the body names by its id. */
const named = (call: Call, fields: Input.Fields, name: string): OrRefusal<Placed> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, name)
    const found = placed(call.world, (yield* Input.integer(call, fields, name)) ?? 0)
    return found === undefined || !isVisible(call, found.repository) ? yield* Result.fail(notFound(call)) : found
  })

/** Writes what happened to an issue. Returns it as it is then. */
const note = (call: Call, { issue, repository }: Placed, event: string, linked: Placed): Placed => {
  const before = repository.issues.get(issue.number) ?? issue
  const changed = { ...before, updated_at: call.now }
  const context = { by: call.viewer, now: call.now, more: [{ event, linked_issue: linked.issue.id }] }
  const after = withEvents(call.world, repository, before, changed, context)
  repository.issues.set(after.number, after)
  return { repository, issue: after }
}

/** Tells the repositories of both issues of their link, of which each issue has a name of its own. */
const tell = (
  call: Call,
  links: Links,
  from: Placed,
  to: Placed,
  events: readonly [from: string, to: string]
): void => {
  const isPart = links === call.world.subIssues
  const [above, below] = isPart ? ["parent_issue", "sub_issue"] : ["blocked_issue", "blocking_issue"]
  const event = isPart ? "sub_issues" : "issue_dependencies"
  const self = (name: string, { issue, repository }: Placed) => {
    const now = repository.issues.get(issue.number) ?? issue
    return { [`${name}_id`]: issue.id, [name]: Wire.issue(call, repository, now) }
  }
  const both = () => ({ ...self(above, from), ...self(below, to) })
  const other = (name: string, { repository }: Placed) => ({ [`${name}_repo`]: writeRepository(call, repository) })
  call.world.said.push(
    { repository: from.repository, event, action: events[0], fields: () => ({ ...both(), ...other(below, to) }) },
    { repository: to.repository, event, action: events[1], fields: () => ({ ...both(), ...other(above, from) }) }
  )
}

const link = (
  call: Call,
  links: Links,
  from: Placed,
  to: Placed,
  events: readonly [from: string, to: string]
): Placed => {
  setLinks(links, from.issue.id, [...(links.get(from.issue.id) ?? []), to.issue.id])
  note(call, to, events[1], from)
  tell(call, links, from, to, events)
  return note(call, from, events[0], to)
}

const unlink = (
  call: Call,
  links: Links,
  from: Placed,
  to: Placed,
  events: readonly [from: string, to: string]
): Placed => {
  const rest = (links.get(from.issue.id) ?? []).filter((id) => id !== to.issue.id)
  setLinks(links, from.issue.id, rest)
  note(call, to, events[1], from)
  tell(call, links, from, to, events)
  return note(call, from, events[0], to)
}

const mostSubIssues = 100
const deepest = 8

const refused = "An error occurred while adding the sub-issue to the parent issue."

/** Why an issue cannot be a part of another one; undefined if it can. */
const whyNot = ({ world }: Call, parent: Placed, child: Placed, replaces: boolean): string | undefined => {
  const [above, below] = [parent.issue.id, child.issue.id]
  const { subIssues } = world
  const before = parentOf(world, below)
  if (parent.repository.owner.toLowerCase() !== child.repository.owner.toLowerCase()) {
    return `${refused} Sub issues must belong to the same owner as their parent`
  }
  if (before?.issue.id === above || (before !== undefined && !replaces)) {
    return `${refused} Issue may not contain duplicate sub-issues and Sub issue may only have one parent`
  }
  if (leadsTo(subIssues, below, above)) return `${refused} Sub issue cannot be the parent of its own parent`
  if ((subIssues.get(above) ?? []).length >= mostSubIssues) {
    return `${refused} Parent cannot have more than ${mostSubIssues} sub-issues`
  }
  return depthOf(world, above) + heightOf(subIssues, below) > deepest
    ? `${refused} Sub issues cannot be nested deeper than ${deepest} layers`
    : undefined
}

const childEvents = {
  added: ["sub_issue_added", "parent_issue_added"],
  removed: ["sub_issue_removed", "parent_issue_removed"]
} as const

const addSubIssue: Handler = handler(function* (call) {
  const parent = yield* linkable(call)
  const fields = yield* Input.fieldsOf(call)
  const child = yield* named(call, fields, "sub_issue_id")
  const replaces = (yield* Input.flag(call, fields, "replace_parent")) === true
  const why = whyNot(call, parent, child, replaces)
  if (why !== undefined) return yield* Result.fail(unprocessable(call, why))
  const { subIssues } = call.world
  const before = parentOf(call.world, child.issue.id)
  if (before !== undefined) unlink(call, subIssues, before, child, childEvents.removed)
  return respond(call, link(call, subIssues, parent, child, childEvents.added), 201)
})

/** The path's issue, and one of its sub-issues that the body names. */
const withChild = (call: Call): OrRefusal<readonly [parent: Placed, child: Placed, fields: Input.Fields]> =>
  Result.gen(function* () {
    const parent = yield* linkable(call)
    const fields = yield* Input.fieldsOf(call)
    const child = yield* named(call, fields, "sub_issue_id")
    return call.world.subIssues.get(parent.issue.id)?.includes(child.issue.id) === true
      ? ([parent, child, fields] as const)
      : yield* Result.fail(notFound(call))
  })

const removeSubIssue: Handler = handler(function* (call) {
  const [parent, child] = yield* withChild(call)
  return respond(call, unlink(call, call.world.subIssues, parent, child, childEvents.removed))
})

const reprioritize: Handler = handler(function* (call) {
  const [parent, child, fields] = yield* withChild(call)
  const after = yield* Input.integer(call, fields, "after_id")
  const before = yield* Input.integer(call, fields, "before_id")
  if ((after === undefined) === (before === undefined)) {
    return yield* Result.fail(unprocessable(call, "Either after_id or before_id must be specified."))
  }
  const { subIssues } = call.world
  const others = (subIssues.get(parent.issue.id) ?? []).filter((id) => id !== child.issue.id)
  const at = others.indexOf(after ?? before ?? 0)
  if (at < 0) return yield* Result.fail(unprocessable(call, "The provided sub-issue is not a sub-issue of this issue."))
  setLinks(subIssues, parent.issue.id, others.toSpliced(after === undefined ? at : at + 1, 0, child.issue.id))
  return respond(call, parent)
})

const blockEvents = {
  added: ["blocked_by_added", "blocking_added"],
  removed: ["blocked_by_removed", "blocking_removed"]
} as const

const mostBlockers = 50

const addBlockedBy: Handler = handler(function* (call) {
  const blocked = yield* linkable(call)
  const blocker = yield* named(call, yield* Input.fieldsOf(call), "issue_id")
  const { blockers } = call.world
  const known = blockers.get(blocked.issue.id) ?? []
  const why = known.includes(blocker.issue.id)
    ? "Target issue has already been taken"
    : leadsTo(blockers, blocker.issue.id, blocked.issue.id)
      ? "An issue cannot block itself, directly or by others"
      : known.length >= mostBlockers
        ? `An issue cannot be blocked by more than ${mostBlockers} others`
        : undefined
  if (why !== undefined) return yield* Result.fail(unprocessable(call, `Validation Failed: ${why}`))
  return respond(call, link(call, blockers, blocked, blocker, blockEvents.added), 201)
})

const removeBlockedBy: Handler = handler(function* (call) {
  const blocked = yield* linkable(call)
  const { blockers } = call.world
  const blocker = placed(call.world, pathNumber(call, "issue_id") ?? 0)
  const isBlocking = blocker !== undefined && blockers.get(blocked.issue.id)?.includes(blocker.issue.id) === true
  return isBlocking
    ? respond(call, unlink(call, blockers, blocked, blocker, blockEvents.removed))
    : yield* Result.fail(notFound(call))
})

const issue = "/repos/{owner}/{repo}/issues/{issue_number}"
const blockedBy = `${issue}/dependencies/blocked_by`
const dependencies = "issues/issue-dependencies#"

const endpoint = endpointsOf("issues/sub-issues")

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.listSubIssues", `GET ${issue}/sub_issues`, "list-sub-issues", listSubIssues),
  endpoint("Issues.getParent", `GET ${issue}/parent`, "get-parent-issue", getParent),
  endpoint("Issues.addSubIssue", `POST ${issue}/sub_issues`, "add-sub-issue", addSubIssue),
  endpoint("Issues.removeSubIssue", `DELETE ${issue}/sub_issue`, "remove-sub-issue", removeSubIssue),
  endpoint("Issues.reprioritizeSubIssue", `PATCH ${issue}/sub_issues/priority`, "reprioritize-sub-issue", reprioritize),
  endpoint(
    "Issues.listBlockedBy",
    `GET ${blockedBy}`,
    `${dependencies}list-dependencies-an-issue-is-blocked-by`,
    listBlockedBy
  ),
  endpoint(
    "Issues.listBlocking",
    `GET ${issue}/dependencies/blocking`,
    `${dependencies}list-dependencies-an-issue-is-blocking`,
    listBlocking
  ),
  endpoint(
    "Issues.addBlockedBy",
    `POST ${blockedBy}`,
    `${dependencies}add-a-dependency-an-issue-is-blocked-by`,
    addBlockedBy
  ),
  endpoint(
    "Issues.removeBlockedBy",
    `DELETE ${blockedBy}/{issue_id}`,
    `${dependencies}remove-dependency-an-issue-is-blocked-by`,
    removeBlockedBy
  )
]
