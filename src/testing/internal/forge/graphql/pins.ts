/** What only GraphQL does to issues: it pins them to their repository, transfers and deletes them. */
import * as Result from "effect/Result"
import { json, noContent } from "../../exchange.ts"
import { issueOf, mustBeAdmin, writable } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf } from "../http/router.ts"
import { withEvents } from "../state/issues.ts"
import { transferIssue } from "../state/issueTransfers.ts"
import { same } from "../state/model.ts"
import { pinnedIssues, pinOf } from "../state/pinned.ts"
import { isPull } from "../state/pulls.ts"
import { nodeId } from "../wire/nodeIds.ts"

/** How many issues a repository shows first. */
const most = 3

const setPinned = (isPinned: boolean): Handler =>
  handler(function* (call) {
    const [repository] = yield* writable(call)
    const issue = yield* issueOf(call, repository)
    if (isPull(issue)) return yield* Result.fail(notFound(call))
    if (isPinned === (pinOf(issue) !== undefined)) return noContent
    if (isPinned && pinnedIssues(repository).length >= most) {
      return yield* Result.fail(unprocessable(call, `Maximum ${most} pinned issues per repository`))
    }
    const more = [{ event: isPinned ? "pinned" : "unpinned" }]
    const { now, viewer: by, world } = call
    repository.issues.set(issue.number, withEvents(world, repository, issue, issue, { by, now, more }))
    return noContent
  })

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const { number } = yield* issueOf(call, repository)
  repository.issues.delete(number)
  repository.deletedIssues.add(number)
  return noContent
})

const transfer: Handler = handler(function* (call) {
  const [from, by] = yield* writable(call)
  const issue = yield* issueOf(call, from)
  const fields = yield* Input.fieldsOf(call)
  const to = call.world.repositories.get((yield* Input.integer(call, fields, "repository")) ?? 0)
  const withLabels = (yield* Input.flag(call, fields, "labels")) ?? false
  if (to === undefined || isPull(issue)) return yield* Result.fail(notFound(call))
  if (!may(call, to, "write")) return yield* Result.fail(mustBeAdmin(call))
  const refused = (message: string) => Result.fail(unprocessable(call, message))
  if (to.id === from.id) return yield* refused("The issue is in this repository already.")
  if (!same(to.owner, from.owner)) {
    return yield* refused(
      "Issues can only be transferred between repositories owned by the same user or organization account."
    )
  }
  if (from.private && !to.private) {
    return yield* refused("Issues cannot be transferred from a private repository to a public repository.")
  }
  if (!to.has_issues || to.archived) return yield* refused("The repository takes no issues.")
  const moved = transferIssue(call.world, { from, to, issue, withLabels }, { by, now: call.now })
  return json(200, { node_id: nodeId("I", moved.id, to) })
})

const endpoint = endpointsOf("graphql/reference/mutations")
const issue = "/repos/{owner}/{repo}/issues/{issue_number}"

export const pin = endpoint("pinIssue", `PUT ${issue}/pin`, "pinissue", setPinned(true))
export const unpin = endpoint("unpinIssue", `DELETE ${issue}/pin`, "unpinissue", setPinned(false))
export const transferred = endpoint("transferIssue", `POST ${issue}/transfer`, "transferissue", transfer)
export const deleteIssue = endpoint("deleteIssue", `DELETE ${issue}`, "deleteissue", remove)
