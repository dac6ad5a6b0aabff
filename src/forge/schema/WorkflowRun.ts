import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { CheckedPullRequest, conclusions } from "./CheckRun.ts"
import { MinimalRepo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** Whether a workflow run or a job has begun, waits or is over. */
export const WorkflowStatus = Wire.openEnum([
  "queued",
  "in_progress",
  "completed",
  "waiting",
  "requested",
  "pending",
  "action_required"
])

/** How a workflow run or a job ended. */
export const WorkflowConclusion = Wire.openEnum(conclusions)

/** The author or the committer of the commit of a run. */
export class RunCommitIdentity extends Schema.Opaque<RunCommitIdentity>()(
  Schema.Struct({ name: Schema.String, email: Schema.String })
) {}

/** The commit of a workflow run. */
export class RunCommit extends Schema.Opaque<RunCommit>()(
  Schema.Struct({
    /** The sha. */
    id: Schema.String,
    /** The sha of its tree. */
    tree_id: Schema.String,
    message: Schema.String,
    timestamp: Wire.Timestamp,
    author: Wire.nullable(RunCommitIdentity),
    committer: Wire.nullable(RunCommitIdentity)
  })
) {}

/** A reusable workflow that a run has called. */
export class ReferencedWorkflow extends Schema.Opaque<ReferencedWorkflow>()(
  Schema.Struct({
    /** Repository, file and ref, such as `acme/web/.github/workflows/deploy.yml@main`. */
    path: Schema.String,
    sha: Schema.String,
    /** The full ref; null if the workflow was called by its sha. */
    ref: Wire.nullable(Schema.String)
  })
) {}

/** A run of a workflow of GitHub Actions. */
export class WorkflowRun extends Schema.Opaque<WorkflowRun>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Name of the workflow. */
    name: Wire.nullable(Schema.String),
    /** What the run is about, such as the title of the commit or of the pull request, or its `run-name`. */
    display_title: Wire.nullable(Schema.String),
    /** The file of the workflow, such as `.github/workflows/build.yml`. */
    path: Wire.nullable(Schema.String),
    workflow_id: Schema.Int,
    /** Number of the run among those of its workflow. A rerun keeps it. */
    run_number: Schema.Int,
    /** Number of the attempt, from 1. A rerun is another attempt. */
    run_attempt: Wire.withDefault(Schema.Int, 1),
    /** What has triggered it, such as `push`, `pull_request` or `workflow_dispatch`. */
    event: Schema.String,
    /** The progress of the run. */
    status: Wire.nullable(WorkflowStatus),
    /** Null until the run is completed. */
    conclusion: Wire.nullable(WorkflowConclusion),
    head_branch: Wire.nullable(Schema.String),
    head_sha: Schema.String,
    head_commit: Wire.nullable(RunCommit),
    /** The account that has triggered the first attempt. */
    actor: Wire.nullable(SimpleUser),
    /** The account that has triggered this attempt. */
    triggering_actor: Wire.nullable(SimpleUser),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** When this attempt began. */
    run_started_at: Wire.nullable(Wire.Timestamp),
    /** The open pull requests of the repository whose head is the commit. */
    pull_requests: Wire.withDefault(Schema.Array(CheckedPullRequest), []),
    referenced_workflows: Wire.withDefault(Schema.Array(ReferencedWorkflow), []),
    check_suite_id: Wire.nullable(Schema.Int),
    repository: MinimalRepo,
    /** The repository of the head: a fork, for pull requests from forks; null when it was deleted. */
    head_repository: Wire.nullable(MinimalRepo),
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    /** API URL of the attempt before this one; null for the first one. */
    previous_attempt_url: Wire.nullable(Schema.String)
  })
) {}

/** The run that a `workflow_dispatch` has started. */
export class DispatchedRun extends Schema.Opaque<DispatchedRun>()(
  Schema.Struct({
    /** The `id` of the run, for `Actions.getRun`. */
    workflow_run_id: Schema.Int,
    /** API URL of the run. */
    run_url: Schema.String,
    /** Web page URL of the run. */
    html_url: Schema.String
  })
) {}
