/** The durable workflow of one repository. */
import { ForgeError } from "forgecast/forge/ForgeError"
import * as Durable from "forgecast/workflow/Durable"
import { Merge, Propose } from "forgecast/workflow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import { closeStale, raiseDependency, syncLabels } from "./order.ts"

/** What a run has changed in a repository. */
const Changes = Schema.Struct({ labels: Schema.Int, closed: Schema.Int, merged: Schema.Int })
export type Changes = typeof Changes.Type

/** Keeps a repository in order. It runs once for each time that it is asked for, say once a day. */
export const KeepInOrder = Workflow.make("KeepInOrder", {
  payload: {
    owner: Schema.String,
    repo: Schema.String,
    default_branch: Schema.String,
    at: Schema.DateTimeUtcFromString
  },
  idempotencyKey: ({ at, owner, repo }) => `${owner}/${repo} at ${DateTime.formatIso(at)}`,
  success: Changes,
  error: Schema.Union([ForgeError, Merge.Failure, Propose.Failure])
})

/** Each request becomes a step of the journal, and each wait a durable clock. */
export const KeepInOrderLive = KeepInOrder.toLayer(
  Effect.fnUntraced(function* ({ at, default_branch, owner, repo }) {
    const repository = { owner, repo }
    const aYearAgo = DateTime.subtract(at, { years: 1 })
    return {
      labels: yield* Durable.steps(syncLabels(repository), { name: "labels" }),
      closed: yield* Durable.steps(closeStale(repository, aYearAgo), { name: "stale" }),
      merged: yield* Durable.steps(raiseDependency(repository, default_branch), { name: "dependency" })
    }
  })
)
