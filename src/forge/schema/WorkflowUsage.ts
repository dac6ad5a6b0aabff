import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The time on one system of GitHub's runners. */
export class UsedTime extends Schema.Opaque<UsedTime>()(Schema.Struct({ total_ms: Wire.withDefault(Schema.Int, 0) })) {}

const systemsOf = <S extends Schema.Constraint>(time: S) =>
  Schema.Struct({ UBUNTU: Wire.nullable(time), MACOS: Wire.nullable(time), WINDOWS: Wire.nullable(time) })

/** The time of a workflow on GitHub's runners that is billed in this billing cycle, by system. */
export class WorkflowUsage extends Schema.Opaque<WorkflowUsage>()(
  Schema.Struct({
    /** Systems that are not used are null. */
    billable: systemsOf(UsedTime)
  })
) {}

/** The time of a job. */
export class JobTime extends Schema.Opaque<JobTime>()(Schema.Struct({ job_id: Schema.Int, duration_ms: Schema.Int })) {}

/** The time of the jobs of a run on one system of GitHub's runners. */
export class RunTime extends Schema.Opaque<RunTime>()(
  Schema.Struct({
    total_ms: Schema.Int,
    /** How many jobs there were. */
    jobs: Schema.Int,
    job_runs: Wire.withDefault(Schema.Array(JobTime), [])
  })
) {}

/** How long a workflow run has taken, and the time on GitHub's runners that is billed, by system. */
export class RunUsage extends Schema.Opaque<RunUsage>()(
  Schema.Struct({
    /** Systems that are not used are null. */
    billable: systemsOf(RunTime),
    /** From the start to the end of the run, in milliseconds; null while it runs. */
    run_duration_ms: Wire.nullable(Schema.Int)
  })
) {}
