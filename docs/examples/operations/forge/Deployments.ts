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

/** Finds out what was deployed to an environment last. */
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
