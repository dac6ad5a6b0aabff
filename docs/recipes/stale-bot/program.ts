/**
 * Marks issues that nobody has touched for 60 days as stale, closes them two weeks later, and takes the mark off where
 * somebody has answered. Pull requests have more time, and drafts are left alone.
 */
import { Stale } from "forgecast/workflow"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export interface Options {
  readonly owner: string
  readonly repo: string
  readonly markAfter: Duration.Input
  readonly closeAfter: Duration.Input
  /** Issues and pull requests with one of these labels, or with a milestone, are left alone. */
  readonly exempt: ReadonlyArray<string>
}

export const staleBot = Effect.fn("staleBot")(function* ({ closeAfter, exempt, markAfter, owner, repo }: Options) {
  const spared = { labels: exempt, milestones: "any" } as const
  return {
    issues: yield* Stale.issues({ owner, repo }, { markAfter, closeAfter, exempt: spared }),
    pulls: yield* Stale.pullRequests(
      { owner, repo },
      {
        markAfter: "90 days",
        closeAfter: "30 days",
        notice: "Nothing has happened here for 90 days. Is it still wanted? It will be closed in 30 days.",
        exempt: { ...spared, drafts: true }
      }
    )
  }
})

export default staleBot({
  owner: "acme",
  repo: "web",
  markAfter: "60 days",
  closeAfter: "14 days",
  exempt: ["security", "pinned"]
})
