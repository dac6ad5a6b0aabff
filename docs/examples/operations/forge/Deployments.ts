import { Deployments } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Creates a deployment. If the branch is behind, the service merges the default branch into it instead. */
export const create = Deployments.create({ ...repo, ref: "main", environment: "staging", required_contexts: [] }).pipe(
  Effect.map((outcome) => (outcome._tag === "Created" ? outcome.environment : outcome.message)),
  Effect.catchTag("Conflict", () => Effect.succeed("The branch conflicts with the default one, or its checks failed."))
)

/** Says that a deployment has succeeded, and where it is. */
export const createStatus = Deployments.createStatus({
  ...repo,
  deployment_id: 902,
  state: "success",
  environment_url: "https://staging.example.com"
}).pipe(Effect.map(({ environment, state }) => ({ environment, state })))

/** Reads a deployment. */
export const get = Deployments.get({ ...repo, deployment_id: 901 }).pipe(
  Effect.map(({ creator, environment, ref }) => ({ environment, ref, creator: creator?.login ?? null }))
)

/** Finds out what was last deployed to an environment. */
export const list = Deployments.list({ ...repo, environment: "production" }).pipe(
  Stream.take(1),
  Stream.map(({ id, ref }) => ({ id, ref })),
  Stream.runCollect
)

/** Lists the states of a deployment, the newest first. */
export const listStatuses = Deployments.listStatuses({ ...repo, deployment_id: 901 }).pipe(
  Stream.map(({ state }) => state),
  Stream.runCollect
)

/** Reads which environments a run waits for, and whether the caller may decide. */
export const getPendingForRun = Deployments.getPendingForRun({ ...repo, run_id: 7004 }).pipe(
  Effect.map((all) => all.map(({ current_user_can_approve: may, environment }) => ({ name: environment.name, may })))
)

/** Approves all deployments of a run that the caller may decide about. */
export const reviewPendingForRun = Effect.gen(function* () {
  const pending = yield* Deployments.getPendingForRun({ ...repo, run_id: 7004 })
  const environment_ids = pending
    .filter((each) => each.current_user_can_approve)
    .map(({ environment }) => environment.id)
  const decision = { environment_ids, state: "approved", comment: "Ship it" } as const
  const approved = yield* Deployments.reviewPendingForRun({ ...repo, run_id: 7004, ...decision })
  return approved.map(({ environment }) => environment)
})

/** Reads who has approved the deployments of a run. */
export const getReviewsForRun = Deployments.getReviewsForRun({ ...repo, run_id: 7001 }).pipe(
  Effect.map((reviews) => reviews.map(({ state, user }) => ({ state, by: user.login })))
)
