/** Handler of `Commits.listPullRequests`. */
import { commitOrUnknown, notEmpty } from "../../access/commits.ts"
import { readable } from "../../access/lookups.ts"
import { type Handler, handler } from "../../http/call.ts"
import { pageOfTexts } from "../../http/paging.ts"
import { pullsBringing } from "../../state/pulls.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/pulls.ts"

export const listPulls: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const { sha } = yield* commitOrUnknown(call, repository, "commit_sha")
  const found = pullsBringing(call.world, repository, sha)
  return pageOfTexts(call, `${stablePath(repository)}/commits/${sha}/pulls`, found, (pull) =>
    Wire.pullText(call, repository, pull)
  )
})
