/** The schemas of workflows, their runs and deployments in seeds. */
import * as Schema from "effect/Schema"
import { content } from "./git.ts"
import { flag, moment, named, optional, text, textOrNull, texts, whole } from "./parts.ts"

const status = optional(Schema.Literals(["queued", "in_progress", "completed", "waiting", "requested", "pending"]))

const conclusion = optional(
  Schema.Literals(["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", "stale"])
)

/** A record that is given by one text alone, or with more. */
const orText = <S extends Schema.Constraint>(schema: S) => optional(Schema.Array(Schema.Union([Schema.String, schema])))

export const WorkflowSeed = named("WorkflowSeed", {
  file: Schema.String,
  id: whole,
  name: text,
  on: texts,
  inputs: texts
})

export const workflows = orText(WorkflowSeed)

const StepSeed = named("StepSeed", {
  name: Schema.String,
  status,
  conclusion,
  started_at: moment,
  completed_at: moment
})

const JobSeed = named("JobSeed", {
  name: Schema.String,
  id: whole,
  status,
  conclusion,
  labels: texts,
  steps: orText(StepSeed),
  created_at: moment,
  started_at: moment,
  completed_at: moment
})

const attempt = { status, conclusion, triggering_actor: textOrNull, started_at: moment, jobs: orText(JobSeed) }

const AttemptSeed = named("AttemptSeed", attempt)

const ArtifactSeed = named("ArtifactSeed", {
  name: Schema.String,
  id: whole,
  content: optional(content),
  created_at: moment,
  expires_at: moment
})

export const RunSeed = named("RunSeed", {
  workflow: Schema.String,
  ...attempt,
  id: whole,
  number: whole,
  event: text,
  ref: text,
  head_branch: textOrNull,
  title: text,
  actor: textOrNull,
  suite: whole,
  earlier: optional(Schema.Array(AttemptSeed)),
  logs: optional(Schema.NullOr(content)),
  artifacts: optional(Schema.Array(ArtifactSeed)),
  created_at: moment,
  updated_at: moment
})

const state = Schema.Literals(["error", "failure", "inactive", "in_progress", "queued", "pending", "success"])

const DeploymentStatusSeed = named("DeploymentStatusSeed", {
  state,
  id: whole,
  description: text,
  environment: text,
  environment_url: text,
  log_url: text,
  creator: textOrNull,
  created_at: moment
})

export const DeploymentSeed = named("DeploymentSeed", {
  ref: text,
  id: whole,
  sha: text,
  task: text,
  environment: text,
  description: text,
  payload: optional(Schema.Union([Schema.String, Schema.JsonObject])),
  transient_environment: flag,
  production_environment: flag,
  creator: textOrNull,
  statuses: optional(Schema.Array(Schema.Union([state, DeploymentStatusSeed]))),
  created_at: moment,
  updated_at: moment
})
