/**
 * Deployments of commits to environments, and their statuses.
 *
 * The service itself does not deploy anything. The program that deploys creates a deployment, or waits for one, and
 * reports its progress with statuses.
 */
import * as Schema from "effect/Schema"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, inRepo, Name, Ordinal, RepoPath, Text } from "./internal/fields.ts"
import { RunPath } from "./internal/runFields.ts"
import { CreatedDeployment, Deployment, DeploymentOutcome } from "./schema/Deployment.ts"
import { DeploymentStatus } from "./schema/DeploymentStatus.ts"
import { DeploymentReview, PendingDeployment } from "./schema/PendingDeployment.ts"

const DeploymentPath = inRepo({
  /** The `id` of the deployment. */
  deployment_id: Ordinal
})

const Payload = Schema.Union([Schema.JsonObject, Schema.String])

/** What an empty payload is, as the service stores it. */
const written = (payload: unknown): string => {
  const text = JSON.stringify(payload ?? {})
  return text === '""' ? "{}" : text
}

/**
 * Creates a deployment of a branch, a tag or a sha. Its `_tag` is `Created`.
 *
 * If the ref is behind the default branch, the service merges that into it instead, and creates no deployment: the
 * result is `Merged` then. With `auto_merge: false`, it never merges. Fails with `Conflict` if it cannot merge, or if
 * the statuses of the commit are not all `success`; `required_contexts` chooses those that count. Fails with
 * `ValidationFailed` if the ref does not exist.
 *
 * For `Write.once`, a deployment is the same if ref, task, environment, description and payload are the same.
 *
 * POST /repos/{owner}/{repo}/deployments · needs write access · not retried when the service may have acted
 */
export const create = Forge.operation("Deployments.create", "POST /repos/{owner}/{repo}/deployments", {
  path: RepoPath,
  body: {
    /** A branch, a tag or a sha. */
    ref: Schema.NonEmptyString,
    /** What to do, such as `deploy:migrations`. Default: deploy. */
    task: Name,
    /** Whether to merge the default branch into the ref if that is behind. Default: true. */
    auto_merge: Flag,
    /** The statuses that must be `success`; `[]` requires none. Default: all statuses of the commit. */
    required_contexts: Schema.optional(Schema.Array(Schema.String)),
    /** Whatever the deploying program needs to know: an object, or text. */
    payload: Schema.optional(Payload),
    /** Where to deploy, such as `staging`. Default: production. */
    environment: Name,
    /** A short description. */
    description: Schema.optional(Schema.NullOr(Schema.String)),
    /** Whether the environment exists for this deployment only, and goes away. Default: false. */
    transient_environment: Flag,
    /** Whether users work with the environment. Default: true for `production`, else false. */
    production_environment: Flag
  },
  // 202: the default branch was merged.
  statuses: [200, 201, 202, 203],
  success: DeploymentOutcome,
  errors: [NotFound, Conflict, ValidationFailed],
  foundBy: {
    by: "content",
    find: (input, look) => {
      const { description, environment = "production", payload, ref, task = "deploy" } = input
      return look.first(
        "/repos/{owner}/{repo}/deployments",
        CreatedDeployment,
        (deployment) =>
          !look.isEarlier(deployment.created_at) &&
          (deployment.description ?? "") === (description ?? "") &&
          written(deployment.payload) === written(payload),
        {
          input,
          query: { ref, task, environment },
          until: ({ created_at }) => look.isEarlier(created_at)
        }
      )
    }
  }
})

/**
 * Lists the deployments of a repository, newest first.
 *
 * GET /repos/{owner}/{repo}/deployments
 */
export const list = Forge.listing("Deployments.list", "GET /repos/{owner}/{repo}/deployments", {
  path: RepoPath,
  query: {
    /** Only the deployments of this commit: its full sha. */
    sha: Name,
    /** Only the deployments of this branch, tag or sha, as it was asked for. */
    ref: Name,
    /** Only the deployments with this task. */
    task: Name,
    /** Only the deployments to this environment. */
    environment: Schema.optional(Schema.NullOr(Schema.NonEmptyString))
  },
  item: Deployment,
  errors: [NotFound]
})

/**
 * Gets a deployment.
 *
 * GET /repos/{owner}/{repo}/deployments/{deployment_id}
 */
export const get = Forge.operation("Deployments.get", "GET /repos/{owner}/{repo}/deployments/{deployment_id}", {
  path: DeploymentPath,
  success: Deployment,
  errors: [NotFound]
})

/**
 * Adds a status to a deployment, which becomes its state. With `success`, the service makes the earlier deployments to
 * the same environment `inactive`, unless that is a production or a transient one, or `auto_inactive` is false.
 *
 * POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses · needs write access · not retried when the service
 * may have acted
 */
export const createStatus = Forge.operation(
  "Deployments.createStatus",
  "POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
  {
    path: DeploymentPath,
    body: {
      /** How far the deployment is; `inactive` says that another one has replaced it. */
      state: Schema.Literals(["error", "failure", "inactive", "in_progress", "queued", "pending", "success"]),
      /** URL of the output of the deployment. */
      log_url: Text,
      /** The former name of `log_url`. */
      target_url: Text,
      /** A short description, at most 140 characters. */
      description: Schema.optional(
        Schema.String.check(Schema.isMaxLength(140, { expected: "at most 140 characters" }))
      ),
      /** Where it was deployed. Default: as in the status before, else as in the deployment. */
      environment: Name,
      /** URL of what was deployed. */
      environment_url: Text,
      /** Whether `success` makes earlier deployments inactive. Default: true. */
      auto_inactive: Flag
    },
    success: DeploymentStatus,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "content",
      find: (input, look) => {
        const { description = "", environment, environment_url = "", log_url = input.target_url ?? "", state } = input
        return look.first(
          "/repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
          DeploymentStatus,
          (status) =>
            !look.isEarlier(status.created_at) &&
            status.state === state &&
            status.description === description &&
            (status.environment_url ?? "") === environment_url &&
            (status.log_url ?? status.target_url) === log_url &&
            (environment === undefined || status.environment === environment),
          { input, until: ({ created_at }) => look.isEarlier(created_at) }
        )
      }
    }
  }
)

/**
 * Lists the statuses of a deployment, newest first.
 *
 * GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses
 */
export const listStatuses = Forge.listing(
  "Deployments.listStatuses",
  "GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
  { path: DeploymentPath, item: DeploymentStatus, errors: [NotFound] }
)

/**
 * Gets the deployments of a workflow run that wait for the protection rules of their environments, all at once.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments
 */
export const getPendingForRun = Forge.operation(
  "Deployments.getPendingForRun",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments",
  {
    path: RunPath,
    success: Schema.Array(PendingDeployment),
    errors: [NotFound]
  }
)

/**
 * Approves or rejects deployments of a workflow run that wait for a review, and returns them. Only a reviewer of the
 * environments may (`current_user_can_approve`); for others, it fails with `ValidationFailed`. A job that is rejected
 * fails.
 *
 * POST /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments · not retried when the service may have acted
 */
export const reviewPendingForRun = Forge.operation(
  "Deployments.reviewPendingForRun",
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments",
  {
    path: RunPath,
    body: {
      /** The ids of the environments. */
      environment_ids: Schema.Array(Ordinal).check(Schema.isMinLength(1, { expected: "at least one environment" })),
      /** The decision. */
      state: Schema.Literals(["approved", "rejected"]),
      /** Why. */
      comment: Schema.String
    },
    success: Schema.Array(Deployment),
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Gets what reviewers have said of the deployments of a workflow run, all at once.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals
 */
export const getReviewsForRun = Forge.operation(
  "Deployments.getReviewsForRun",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals",
  {
    path: RunPath,
    success: Schema.Array(DeploymentReview),
    errors: [NotFound]
  }
)
