/** What a seeded repository holds of GitHub Actions: workflows, their runs, and deployments. */
import * as Schema from "effect/Schema"
import { moment } from "./ForgeContentSeed.ts"
import {
  conclusion,
  content,
  flag,
  named,
  optional,
  orText,
  status,
  text,
  textOrNull,
  texts,
  whole
} from "./internal/seedFields.ts"

/** A workflow. A string is the name of its file. */
export interface WorkflowSeed extends Schema.Struct.Type<typeof workflowFields> {}

const workflowFields = {
  /** The name of its file in `.github/workflows`, such as `build.yml`. */
  file: Schema.String,
  id: whole,
  /** Made from the file by default. */
  name: text,
  /** The events that start it: `push` and `workflow_dispatch` by default. */
  on: texts,
  /** The names of its inputs; any by default. */
  inputs: texts,
  /** The title of runs that are dispatched, such as `Deploy ${{ inputs.place }}`; the name of the workflow by default. */
  run_name: text,
  /** `active` by default: events start no other one. */
  state: optional(Schema.Literals(["active", "disabled_manually", "disabled_inactivity", "disabled_fork"])),
  /** The environment that its runs deploy to. They wait for its reviewers. */
  environment: text
}

/** The schema of a `WorkflowSeed`. */
export const workflowSeed: Schema.Decoder<WorkflowSeed> = named("WorkflowSeed", workflowFields)

/** A step of a job. A string is its name. */
export interface StepSeed extends Schema.Struct.Type<typeof stepFields> {}

const stepFields = {
  name: Schema.String,
  /** As its job by default, like its times. */
  status,
  conclusion,
  started_at: moment,
  completed_at: moment
}

const stepSeed: Schema.Decoder<StepSeed> = named("StepSeed", stepFields)

/** A job of a run. A string is its name. */
export interface JobSeed extends Schema.Struct.Type<typeof jobFields> {}

const jobFields = {
  name: Schema.String,
  id: whole,
  /** As its attempt of the run by default, like its times. */
  status,
  conclusion,
  /** The labels of its runner: `ubuntu-latest` by default. */
  labels: texts,
  steps: orText(stepSeed),
  /** Its log; made of its steps by default. */
  log: text,
  created_at: moment,
  started_at: moment,
  completed_at: moment
}

const jobSeed: Schema.Decoder<JobSeed> = named("JobSeed", jobFields)

/** An attempt of a run. */
export interface AttemptSeed extends Schema.Struct.Type<typeof attemptFields> {}

const attemptFields = {
  /** `completed` by default. */
  status,
  /** `success` by default. */
  conclusion,
  /** Login: the run's actor by default, null for a deleted account. */
  triggering_actor: textOrNull,
  /** When the run was created, by default. */
  started_at: moment,
  /** A job `build` by default. */
  jobs: orText(jobSeed),
  /** The zip archive of its logs: made of those of its jobs by default, null for none. */
  logs: optional(Schema.NullOr(content))
}

const attemptSeed: Schema.Decoder<AttemptSeed> = named("AttemptSeed", attemptFields)

/** An artifact of a run. */
export interface ArtifactSeed extends Schema.Struct.Type<typeof artifactFields> {}

const artifactFields = {
  name: Schema.String,
  id: whole,
  /** The zip archive; an empty one by default. */
  content: optional(content),
  /** When the run was last updated, by default. */
  created_at: moment,
  /** 90 days later by default. From then on, it cannot be downloaded. */
  expires_at: moment
}

const artifactSeed: Schema.Decoder<ArtifactSeed> = named("ArtifactSeed", artifactFields)

const deploymentReviewSeed = Schema.Struct({
  /** Names. */
  environments: Schema.Array(Schema.String),
  state: Schema.Literals(["approved", "rejected"]),
  comment: Schema.String,
  user: Schema.String
})

/**
 * A run of a workflow, as its latest attempt is. One with the `id` of a run that is there takes its place: that is how a
 * test completes a run that was dispatched.
 */
export interface RunSeed extends Schema.Struct.Type<typeof attemptFields>, Schema.Struct.Type<typeof runFields> {}

const runFields = {
  /** The file of its workflow, such as `build.yml`. */
  workflow: Schema.String,
  id: whole,
  /** Its number among the runs of the workflow; the next one by default. */
  number: whole,
  /** `push` by default. */
  event: text,
  /** The branch, tag or sha of its commit; the default branch by default. */
  ref: text,
  /** Made from `ref` by default, null for a sha. */
  head_branch: textOrNull,
  /** The first line of the commit's message by default. */
  title: text,
  /** Login: the repository's owner by default, null for a deleted account. */
  actor: textOrNull,
  /** Id of its check suite. */
  suite: whole,
  /** The attempts before the latest one, the first one first. */
  earlier: optional(Schema.Array(attemptSeed)),
  /** Whether its logs were deleted. */
  logs_deleted: flag,
  /** Names of the environments that it waits for. */
  pending: texts,
  /** Names of those that were approved, and whose timers still run. */
  approved: texts,
  /** What reviewers have said of its deployments. */
  reviews: optional(Schema.Array(deploymentReviewSeed)),
  artifacts: optional(Schema.Array(artifactSeed)),
  /** By default, runs are a minute apart, and the last one was created at the time of the seeding. */
  created_at: moment,
  updated_at: moment
}

/** The schema of a `RunSeed`. */
export const runSeed: Schema.Decoder<RunSeed> = named("RunSeed", { ...attemptFields, ...runFields })

const deploymentState = Schema.Literals(["error", "failure", "inactive", "in_progress", "queued", "pending", "success"])

/** A status of a deployment. A string is its state. */
export interface DeploymentStatusSeed extends Schema.Struct.Type<typeof deploymentStatusFields> {}

const deploymentStatusFields = {
  state: deploymentState,
  id: whole,
  description: text,
  /** As the deployment's by default. */
  environment: text,
  environment_url: text,
  log_url: text,
  /** Login: the deployment's creator by default, null for a deleted account. */
  creator: textOrNull,
  created_at: moment
}

const deploymentStatusSeed: Schema.Decoder<DeploymentStatusSeed> = named("DeploymentStatusSeed", deploymentStatusFields)

/** A deployment. */
export interface DeploymentSeed extends Schema.Struct.Type<typeof deploymentFields> {}

const deploymentFields = {
  /** The branch, tag or sha; the default branch by default. */
  ref: text,
  id: whole,
  /** That of `ref` by default. */
  sha: text,
  /** `deploy` by default. */
  task: text,
  /** `production` by default. */
  environment: text,
  description: text,
  payload: optional(Schema.Union([Schema.String, Schema.JsonObject])),
  transient_environment: flag,
  production_environment: flag,
  /** Login: the repository's owner by default, null for a deleted account. */
  creator: textOrNull,
  /** The oldest first. */
  statuses: optional(Schema.Array(Schema.Union([deploymentState, deploymentStatusSeed]))),
  /** By default, deployments are a minute apart, and the last one was created at the time of the seeding. */
  created_at: moment,
  updated_at: moment
}

/** The schema of a `DeploymentSeed`. */
export const deploymentSeed: Schema.Decoder<DeploymentSeed> = named("DeploymentSeed", deploymentFields)
