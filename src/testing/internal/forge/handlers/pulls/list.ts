/** Handler of `PullRequests.list`. */
import { readable } from "../../access/lookups.ts"
import { type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOfTexts, reversed, type Rows } from "../../http/paging.ts"
import { headKey } from "../../state/issues.ts"
import type { Issue } from "../../state/model.ts"
import { isPull, type Pull } from "../../state/pulls.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/pulls.ts"

const sorts = ["created", "updated", "popularity", "long-running"] as const
const month = 30 * 24 * 60 * 60 * 1000

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "PullRequest")
  const sort = yield* Input.choice(call, "sort", sorts, "PullRequest")
  const usual = sort === "created" ? "desc" : "asc"
  const direction = yield* Input.choice(call, "direction", [usual, "asc", "desc"], "PullRequest")
  const base = call.query.get("base") ?? ""
  // Without an owner, the service ignores the filter.
  const [, owner = "", branch = ""] = /^([^:]+):(.+)$/.exec(call.query.get("head") ?? "") ?? []
  const order = sort === "popularity" ? "comments" : sort === "updated" ? "updated" : "created"
  const found = repository.issues.select(
    [
      ["kind", "pull"],
      ...(base === "" ? [] : [["base", base] as const]),
      ...(owner === "" ? [] : [["head", headKey({ owner, ref: branch })] as const])
    ],
    state,
    order
  )
  // Open for more than a month, and active within the last one.
  const isLong = ({ created_at, updated_at }: Issue) => created_at < call.now - month && updated_at >= call.now - month
  const chosen = sort === "long-running" ? found.filter(isLong) : found
  const ordered = direction === "asc" ? chosen : reversed(chosen)
  // All of them are pull requests.
  const pulls: Rows<Pull> = {
    length: ordered.length,
    slice: (start, end) => ordered.slice(start, end).filter(isPull)
  }
  return pageOfTexts(call, `${stablePath(repository)}/pulls`, pulls, (pull) => Wire.pullText(call, repository, pull))
})
