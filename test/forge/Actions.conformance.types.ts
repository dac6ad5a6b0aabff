/** Checks workflow runs and deployments against the service's official types: responses and requests. */
import type * as Actions from "../../src/forge/Actions.ts"
import type * as Deployments from "../../src/forge/Deployments.ts"
import type { Artifact } from "../../src/forge/schema/Artifact.ts"
import type { CreatedDeployment, Deployment, MergedBranch } from "../../src/forge/schema/Deployment.ts"
import type { DeploymentStatus } from "../../src/forge/schema/DeploymentStatus.ts"
import type { WorkflowJob } from "../../src/forge/schema/WorkflowJob.ts"
import type { DispatchedRun, WorkflowRun } from "../../src/forge/schema/WorkflowRun.ts"
import type { Body, Many, One, Taken, Told } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, Same, ValueOf } from "./support/types.ts"

export type Answers = [
  Many<typeof WorkflowRun, typeof Actions.listRuns, Body<"actions/list-workflow-runs-for-repo", 200>["workflow_runs"]>,
  Many<typeof WorkflowRun, typeof Actions.listWorkflowRuns, Body<"actions/list-workflow-runs", 200>["workflow_runs"]>,
  One<typeof WorkflowRun, typeof Actions.getRun, Body<"actions/get-workflow-run", 200>>,
  Many<typeof WorkflowJob, typeof Actions.listJobs, Body<"actions/list-jobs-for-workflow-run", 200>["jobs"]>,
  Many<
    typeof WorkflowJob,
    typeof Actions.listAttemptJobs,
    Body<"actions/list-jobs-for-workflow-run-attempt", 200>["jobs"]
  >,
  Taken<typeof DispatchedRun, Body<"actions/create-workflow-dispatch", 200>>,
  Many<typeof Artifact, typeof Actions.listArtifacts, Body<"actions/list-workflow-run-artifacts", 200>["artifacts"]>,
  Many<typeof Artifact, typeof Actions.listArtifactsForRepo, Body<"actions/list-artifacts-for-repo", 200>["artifacts"]>,
  Taken<typeof CreatedDeployment, Body<"repos/create-deployment", 201>>,
  // The service always sends the message.
  Taken<typeof MergedBranch, Told<Body<"repos/create-deployment", 202>>>,
  Many<typeof Deployment, typeof Deployments.list, Body<"repos/list-deployments", 200>>,
  One<typeof Deployment, typeof Deployments.get, Body<"repos/get-deployment", 200>>,
  One<typeof DeploymentStatus, typeof Deployments.createStatus, Body<"repos/create-deployment-status", 201>>,
  Many<typeof DeploymentStatus, typeof Deployments.listStatuses, Body<"repos/list-deployment-statuses", 200>>
]

export type Values = All<
  [
    Same<ValueOf<typeof Actions.dispatch>, DispatchedRun | null>,
    Same<ValueOf<typeof Actions.rerun>, void>,
    Same<ValueOf<typeof Actions.rerunFailedJobs>, void>,
    Same<ValueOf<typeof Actions.cancel>, void>,
    Same<ValueOf<typeof Deployments.create>, CreatedDeployment | MergedBranch>
  ]
>

export type Requests = All<
  [
    Accepted<typeof Actions.listRuns, "actions/list-workflow-runs-for-repo">,
    Accepted<typeof Actions.listWorkflowRuns, "actions/list-workflow-runs">,
    Accepted<typeof Actions.getRun, "actions/get-workflow-run">,
    Accepted<typeof Actions.listJobs, "actions/list-jobs-for-workflow-run">,
    Accepted<typeof Actions.listAttemptJobs, "actions/list-jobs-for-workflow-run-attempt">,
    Accepted<typeof Actions.dispatch, "actions/create-workflow-dispatch">,
    Accepted<typeof Actions.rerun, "actions/re-run-workflow">,
    Accepted<typeof Actions.rerunFailedJobs, "actions/re-run-workflow-failed-jobs">,
    Accepted<typeof Actions.cancel, "actions/cancel-workflow-run">,
    Accepted<typeof Actions.listArtifacts, "actions/list-workflow-run-artifacts">,
    Accepted<typeof Actions.listArtifactsForRepo, "actions/list-artifacts-for-repo">,
    Accepted<typeof Deployments.create, "repos/create-deployment">,
    Accepted<typeof Deployments.list, "repos/list-deployments">,
    Accepted<typeof Deployments.get, "repos/get-deployment">,
    Accepted<typeof Deployments.createStatus, "repos/create-deployment-status">,
    Accepted<typeof Deployments.listStatuses, "repos/list-deployment-statuses">
  ]
>

/** Every official field is supported. */
export type LeftOut = All<
  [
    Same<Left<typeof Actions.listRuns, "actions/list-workflow-runs-for-repo">, never>,
    Same<Left<typeof Actions.listWorkflowRuns, "actions/list-workflow-runs">, never>,
    Same<Left<typeof Actions.getRun, "actions/get-workflow-run">, never>,
    Same<Left<typeof Actions.listJobs, "actions/list-jobs-for-workflow-run">, never>,
    Same<Left<typeof Actions.listAttemptJobs, "actions/list-jobs-for-workflow-run-attempt">, never>,
    Same<Left<typeof Actions.dispatch, "actions/create-workflow-dispatch">, never>,
    Same<Left<typeof Actions.listArtifacts, "actions/list-workflow-run-artifacts">, never>,
    Same<Left<typeof Actions.listArtifactsForRepo, "actions/list-artifacts-for-repo">, never>,
    Same<Left<typeof Deployments.create, "repos/create-deployment">, never>,
    Same<Left<typeof Deployments.list, "repos/list-deployments">, never>,
    Same<Left<typeof Deployments.createStatus, "repos/create-deployment-status">, never>
  ]
>
