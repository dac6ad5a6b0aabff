/** What a seeded repository holds of GitHub Actions: workflows, their runs, and deployments. */
import type * as Schema from "effect/Schema"
import type { Moment } from "./ForgeContentSeed.ts"
import type { CheckConclusion, CheckStatus, DeploymentState } from "./ForgeState.ts"

/** A workflow. A string is the name of its file. */
export interface WorkflowSeed {
  /** The name of its file in `.github/workflows`, such as `build.yml`. */
  readonly file: string
  readonly id?: number
  /** Made from the file by default. */
  readonly name?: string
  /** The events that start it: `push` and `workflow_dispatch` by default. */
  readonly on?: ReadonlyArray<string>
  /** The names of its inputs; any by default. */
  readonly inputs?: ReadonlyArray<string>
}

/** A step of a job. A string is its name. */
export interface StepSeed {
  readonly name: string
  /** As its job by default, like its times. */
  readonly status?: CheckStatus
  readonly conclusion?: CheckConclusion
  readonly started_at?: Moment
  readonly completed_at?: Moment
}

/** A job of a run. A string is its name. */
export interface JobSeed {
  readonly name: string
  readonly id?: number
  /** As its attempt of the run by default, like its times. */
  readonly status?: CheckStatus
  readonly conclusion?: CheckConclusion
  /** The labels of its runner: `ubuntu-latest` by default. */
  readonly labels?: ReadonlyArray<string>
  readonly steps?: ReadonlyArray<string | StepSeed>
  readonly created_at?: Moment
  readonly started_at?: Moment
  readonly completed_at?: Moment
}

/** An attempt of a run. */
export interface AttemptSeed {
  /** `completed` by default. */
  readonly status?: CheckStatus
  /** `success` by default. */
  readonly conclusion?: CheckConclusion
  /** Login: the run's actor by default, null for a deleted account. */
  readonly triggering_actor?: string | null
  /** When the run was created, by default. */
  readonly started_at?: Moment
  /** A job `build` by default. */
  readonly jobs?: ReadonlyArray<string | JobSeed>
}

/** An artifact of a run. */
export interface ArtifactSeed {
  readonly name: string
  readonly id?: number
  /** The zip archive; an empty one by default. */
  readonly content?: string | Uint8Array | { readonly base64: string }
  /** When the run was last updated, by default. */
  readonly created_at?: Moment
  /** 90 days later by default. From then on, it cannot be downloaded. */
  readonly expires_at?: Moment
}

/**
 * A run of a workflow, as its latest attempt is. One with the `id` of a run that is there takes its place: that is how a
 * test completes a run that was dispatched.
 */
export interface RunSeed extends AttemptSeed {
  /** The file of its workflow, such as `build.yml`. */
  readonly workflow: string
  readonly id?: number
  /** Its number among the runs of the workflow; the next one by default. */
  readonly number?: number
  /** `push` by default. */
  readonly event?: string
  /** The branch, tag or sha of its commit; the default branch by default. */
  readonly ref?: string
  /** Made from `ref` by default, null for a sha. */
  readonly head_branch?: string | null
  /** The first line of the commit's message by default. */
  readonly title?: string
  /** Login: the repository's owner by default, null for a deleted account. */
  readonly actor?: string | null
  /** Id of its check suite. */
  readonly suite?: number
  /** The attempts before the latest one, the first one first. */
  readonly earlier?: ReadonlyArray<AttemptSeed>
  /** The zip archive of its logs: an empty one by default, null for none. */
  readonly logs?: string | Uint8Array | { readonly base64: string } | null
  readonly artifacts?: ReadonlyArray<ArtifactSeed>
  /** By default, runs are a minute apart, and the last one was created at the time of the seeding. */
  readonly created_at?: Moment
  readonly updated_at?: Moment
}

/** A status of a deployment. A string is its state. */
export interface DeploymentStatusSeed {
  readonly state: DeploymentState
  readonly id?: number
  readonly description?: string
  /** As the deployment's by default. */
  readonly environment?: string
  readonly environment_url?: string
  readonly log_url?: string
  /** Login: the deployment's creator by default, null for a deleted account. */
  readonly creator?: string | null
  readonly created_at?: Moment
}

/** A deployment. */
export interface DeploymentSeed {
  /** The branch, tag or sha; the default branch by default. */
  readonly ref?: string
  readonly id?: number
  /** That of `ref` by default. */
  readonly sha?: string
  /** `deploy` by default. */
  readonly task?: string
  /** `production` by default. */
  readonly environment?: string
  readonly description?: string
  readonly payload?: string | Schema.JsonObject
  readonly transient_environment?: boolean
  readonly production_environment?: boolean
  /** Login: the repository's owner by default, null for a deleted account. */
  readonly creator?: string | null
  /** The oldest first. */
  readonly statuses?: ReadonlyArray<DeploymentState | DeploymentStatusSeed>
  /** By default, deployments are a minute apart, and the last one was created at the time of the seeding. */
  readonly created_at?: Moment
  readonly updated_at?: Moment
}
