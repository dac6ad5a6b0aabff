/** Runs an effect as a deployment: everybody who looks at the environment sees that it runs, and how it ended. */
import { Write } from "forgecast"
import { Deployments } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"

/** The branch was behind the default branch, which the service has merged into it. Deploy again once its checks are done. */
export class BranchUpdated extends Schema.TaggedError<BranchUpdated>()("BranchUpdated", { message: Schema.String }) {}

export interface Target {
  readonly owner: string
  readonly repo: string
  /** A branch, a tag or a sha. */
  readonly ref: string
  readonly environment: string
  /** Names the deployment, so that a lost response neither loses it nor makes a second one. */
  readonly key: string
  /** Where the output of the deployment is. */
  readonly log_url?: string
  /** Where the deployed version is, once it is there. */
  readonly environment_url?: string
}

/**
 * Creates a deployment, sets it to `in_progress`, runs the effect with the commit, and sets the deployment to `success`
 * or `failure`, as the effect ends. An interrupted effect is a failure, too.
 */
export const deploy = Effect.fnUntraced(function* <A, E, R>(
  { environment, environment_url, key, log_url, owner, ref, repo }: Target,
  work: (sha: string) => Effect.Effect<A, E, R>
) {
  const created = yield* Write.once(Deployments.create, { owner, repo, ref, environment, description: key }, { key })
  if (created._tag === "Merged") return yield* new BranchUpdated({ message: created.message })
  const { id, sha } = created
  const tell = (state: "in_progress" | "success" | "failure", url?: string) =>
    Write.once(
      Deployments.createStatus,
      { owner, repo, deployment_id: id, state, log_url, environment_url: url },
      { key: `${key} ${state}` }
    )
  yield* tell("in_progress")
  return yield* Effect.onExit(work(sha), (exit) =>
    Exit.isSuccess(exit) ? tell("success", environment_url) : tell("failure")
  )
})
