import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { App } from "./App.ts"
import { CheckedPullRequest, conclusions } from "./CheckRun.ts"
import { MinimalRepo } from "./Repo.ts"
import { RunCommit } from "./WorkflowRun.ts"

/** The check runs of one App for one commit, together. */
export class CheckSuite extends Schema.Opaque<CheckSuite>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The branch that was pushed; null for branches of forks. */
    head_branch: Wire.nullable(Schema.String),
    /** The sha of the commit. */
    head_sha: Schema.String,
    /** The progress of its latest runs. */
    status: Wire.nullable(anyCase(["queued", "in_progress", "completed", "waiting", "requested", "pending"])),
    /** Null until all of its runs are completed. */
    conclusion: Wire.nullable(anyCase(conclusions)),
    /** The sha of the branch before the push. */
    before: Wire.nullable(Schema.String),
    /** The sha of the branch after the push. */
    after: Wire.nullable(Schema.String),
    /** The App that runs the checks. */
    app: Wire.nullable(App),
    /** The open pull requests of the repository whose head is the commit. */
    pull_requests: Wire.withDefault(Schema.Array(CheckedPullRequest), []),
    head_commit: RunCommit,
    repository: MinimalRepo,
    created_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp),
    /** How many checks it has: the newest run of each counts. */
    latest_check_runs_count: Schema.Int,
    /** Whether `Checks.rerequestSuite` is possible. Not all servers say. */
    rerequestable: Wire.nullable(Schema.Boolean),
    /** Whether `Checks.rerequest` is possible for its runs. Not all servers say. */
    runs_rerequestable: Wire.nullable(Schema.Boolean),
    /** API URL. */
    url: Wire.nullable(Schema.String),
    /** API URL of its runs. */
    check_runs_url: Schema.String
  })
) {}

/** Whether pushes create check suites for an App. */
export class AutoTrigger extends Schema.Opaque<AutoTrigger>()(
  Schema.Struct({ app_id: Schema.Int, setting: Schema.Boolean })
) {}

/** For which Apps pushes create check suites. */
export class CheckSuitePreferences extends Schema.Opaque<CheckSuitePreferences>()(
  Schema.Struct({
    preferences: Schema.Struct({ auto_trigger_checks: Wire.withDefault(Schema.Array(AutoTrigger), []) }),
    repository: MinimalRepo
  })
) {}
