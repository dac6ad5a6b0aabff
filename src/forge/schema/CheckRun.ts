import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { App } from "./App.ts"

/** The repository of the head or base of a pull request that a check run belongs to. */
export class CheckedRepo extends Schema.Opaque<CheckedRepo>()(
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** The head or base of a pull request that a check run belongs to. */
export class CheckedRef extends Schema.Opaque<CheckedRef>()(
  Schema.Struct({
    /** The branch. */
    ref: Schema.String,
    sha: Schema.String,
    repo: CheckedRepo
  })
) {}

/** A pull request that a check run belongs to. */
export class CheckedPullRequest extends Schema.Opaque<CheckedPullRequest>()(
  Schema.Struct({
    id: Schema.Int,
    number: Schema.Int,
    /** API URL. */
    url: Schema.String,
    head: CheckedRef,
    base: CheckedRef
  })
) {}

/** The output of a check run. */
export class CheckOutput extends Schema.Opaque<CheckOutput>()(
  Schema.Struct({
    title: Wire.nullable(Schema.String),
    /** Markdown. */
    summary: Wire.nullable(Schema.String),
    /** Markdown. */
    text: Wire.nullable(Schema.String),
    /** Number of annotations. */
    annotations_count: Wire.withDefault(Schema.Int, 0),
    /** API URL. */
    annotations_url: Schema.String
  })
) {}

/** The suite of a check run: all runs of one App for one commit. */
export class CheckSuiteLink extends Schema.Opaque<CheckSuiteLink>()(Schema.Struct({ id: Schema.Int })) {}

/** How a check run, a workflow run or a job can end. */
export const conclusions = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
  "stale",
  "startup_failure"
] as const

/**
 * A check of a commit, run by a GitHub App.
 *
 * **Gotchas**
 *
 * Some servers and interfaces write `status` and `conclusion` in capitals. They are decoded in lower case, so
 * `status === "completed"` always works.
 */
export class CheckRun extends Schema.Opaque<CheckRun>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The App's own id for the run. */
    external_id: Wire.nullable(Schema.String),
    name: Schema.String,
    /** The sha of the commit. */
    head_sha: Schema.String,
    /** The progress of the run. */
    status: anyCase(["queued", "in_progress", "completed", "waiting", "requested", "pending"]),
    /** Null until the run is completed. */
    conclusion: Wire.nullable(anyCase(conclusions)),
    started_at: Wire.nullable(Wire.Timestamp),
    /** Null until the run is completed. */
    completed_at: Wire.nullable(Wire.Timestamp),
    output: CheckOutput,
    check_suite: Wire.nullable(CheckSuiteLink),
    /** The App that runs the check. */
    app: Wire.nullable(App),
    /** The open pull requests of the repository whose head is the commit. */
    pull_requests: Wire.withDefault(Schema.Array(CheckedPullRequest), []),
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String),
    /** URL of the results on the App's own site. */
    details_url: Wire.nullable(Schema.String),
    /** API URL. */
    url: Schema.String
  })
) {}
