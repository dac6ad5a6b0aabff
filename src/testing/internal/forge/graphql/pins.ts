/** What only GraphQL does to issues: it pins them to their repository, and deletes them. */
import * as Result from "effect/Result"
import { noContent } from "../../exchange.ts"
import { issueOf, writable } from "../access/lookups.ts"
import { type Handler, handler } from "../http/call.ts"
import { notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf } from "../http/router.ts"
import { withEvents } from "../state/issues.ts"
import { pinnedIssues, pinOf } from "../state/pinned.ts"
import { isPull } from "../state/pulls.ts"

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

const endpoint = endpointsOf("graphql/reference/mutations")
const issue = "/repos/{owner}/{repo}/issues/{issue_number}"

export const pin = endpoint("pinIssue", `PUT ${issue}/pin`, "pinissue", setPinned(true))
export const unpin = endpoint("unpinIssue", `DELETE ${issue}/pin`, "unpinissue", setPinned(false))
export const deleteIssue = endpoint("deleteIssue", `DELETE ${issue}`, "deleteissue", remove)
