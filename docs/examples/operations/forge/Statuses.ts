import { PullRequests, Statuses } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Reports on the newest commit of a pull request. */
export const create = PullRequests.get({ ...repo, pull_number: 6 }).pipe(
  Effect.flatMap(({ head }) =>
    Statuses.create({ ...repo, sha: head.sha, context: "preview", state: "success", description: "Deployed" })
  ),
  Effect.map(({ context, state }) => ({ context, state }))
)

/** Reads whether all statuses of a commit are a success. Check runs do not count: see `Checks.listRuns`. */
export const getCombined = Statuses.getCombined({ ...repo, ref: "main" }).pipe(
  Effect.map(({ state, statuses }) => ({ state, contexts: statuses.map(({ context }) => context) }))
)

/** Lists all statuses that a commit has had, the newest first. */
export const list = Statuses.list({ ...repo, ref: "main" }).pipe(
  Stream.map(({ context, state }) => ({ context, state })),
  Stream.runCollect
)
