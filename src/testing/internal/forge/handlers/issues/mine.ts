/** Handler of the issues of the signed-in user, in all repositories. */
import * as Result from "effect/Result"
import { isVisible, roleOf } from "../../access/permissions.ts"
import { type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { requiresAuthentication } from "../../http/refusals.ts"
import { issueOrders } from "../../state/issues.ts"
import { labelNamed } from "../../state/model.ts"
import * as Wire from "../../wire/issues.ts"
import { repository as repositoryWire } from "../../wire/repository.ts"

const filters = ["assigned", "created", "mentioned", "subscribed", "repos", "all"] as const

const groupings = { assigned: "assignee", created: "creator", mentioned: "mentioned" } as const

export const list: Handler = handler(function* (call) {
  if (call.viewer === null) return yield* Result.fail(requiresAuthentication(call))
  const viewer = call.viewer.toLowerCase()
  const filter = yield* Input.choice(call, "filter", filters, "Issue")
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "Issue")
  const sort = yield* Input.choice(call, "sort", ["created", "updated", "comments"], "Issue")
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Issue")
  const since = yield* Input.since(call, "Issue")
  const names = (call.query.get("labels") ?? "").split(",").filter((name) => name.trim() !== "")
  const found = [...call.world.repositories.values()].flatMap((repository) => {
    if (roleOf(call, repository) === undefined || !isVisible(call, repository)) return []
    const ids = names.map((name) => labelNamed(repository, name.trim())?.id)
    const groups =
      filter === "assigned" || filter === "created" || filter === "mentioned"
        ? ([[groupings[filter], viewer]] as const)
        : []
    return repository.issues
      .select(groups, state, sort)
      .filter(
        ({ labels, updated_at }) => updated_at >= since && ids.every((id) => id !== undefined && labels.includes(id))
      )
      .map((issue) => ({ repository, issue }))
  })
  const order = issueOrders[sort]
  const sign = direction === "asc" ? 1 : -1
  found.sort((a, b) => sign * (order(a.issue) - order(b.issue) || a.issue.id - b.issue.id))
  return pageOf(call, "/issues", found, ({ issue, repository }) => ({
    ...Wire.issue(call, repository, issue),
    repository: repositoryWire(call, repository, call.viewer)
  }))
})
