import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { WorkflowConclusion, WorkflowStatus } from "./WorkflowRun.ts"

/** A step of a job. */
export class WorkflowStep extends Schema.Opaque<WorkflowStep>()(
  Schema.Struct({
    name: Schema.String,
    /** Its place in the job, from 1. */
    number: Schema.Int,
    /** The progress of the step. */
    status: WorkflowStatus,
    /** Null until the step is completed. */
    conclusion: Wire.nullable(WorkflowConclusion),
    started_at: Wire.nullable(Wire.Timestamp),
    completed_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** A job of a workflow run. */
export class WorkflowJob extends Schema.Opaque<WorkflowJob>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The `id` of its run. */
    run_id: Schema.Int,
    /** The attempt of the run that it belongs to, from 1. */
    run_attempt: Wire.withDefault(Schema.Int, 1),
    name: Schema.String,
    workflow_name: Wire.nullable(Schema.String),
    head_branch: Wire.nullable(Schema.String),
    head_sha: Schema.String,
    /** The progress of the job. */
    status: WorkflowStatus,
    /** Null until the job is completed. */
    conclusion: Wire.nullable(WorkflowConclusion),
    created_at: Wire.nullable(Wire.Timestamp),
    started_at: Wire.Timestamp,
    /** Null until the job is completed. */
    completed_at: Wire.nullable(Wire.Timestamp),
    steps: Wire.withDefault(Schema.Array(WorkflowStep), []),
    /** The labels that its runner must have (`runs-on`). */
    labels: Wire.withDefault(Schema.Array(Schema.String), []),
    /** Null until a runner has taken the job. */
    runner_id: Wire.nullable(Schema.Int),
    runner_name: Wire.nullable(Schema.String),
    runner_group_id: Wire.nullable(Schema.Int),
    runner_group_name: Wire.nullable(Schema.String),
    /** API URL of its check run. */
    check_run_url: Schema.String,
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String),
    /** API URL. */
    url: Schema.String
  })
) {}
