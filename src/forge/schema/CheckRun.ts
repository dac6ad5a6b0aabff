import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { App } from "./App.ts"

/** The repository at one side of a pull request that a check run belongs to. */
export class CheckedRepo extends Schema.Opaque<CheckedRepo>()(
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}

/** One side of a pull request that a check run belongs to. */
export class CheckedRef extends Schema.Opaque<CheckedRef>()(
  Schema.Struct({
    /** The branch. */
    ref: Schema.String,
    sha: Schema.String,
    repo: Wire.nullable(CheckedRepo)
  })
) {}

/** A pull request that a check run belongs to. */
export class CheckedPullRequest extends Schema.Opaque<CheckedPullRequest>()(
  Schema.Struct({
    id: Schema.Int,
    number: Schema.Int,
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    head: CheckedRef,
    base: CheckedRef
  })
) {}

/** What a check run has to say. */
export class CheckOutput extends Schema.Opaque<CheckOutput>()(
  Schema.Struct({
    title: Wire.nullable(Schema.String),
    /** Markdown. */
    summary: Wire.nullable(Schema.String),
    /** Markdown. */
    text: Wire.nullable(Schema.String),
    annotations_count: Wire.withDefault(Schema.Int, 0),
    /** Of the API. */
    annotations_url: Wire.nullable(Schema.String)
  })
) {}

/** The suite of a check run: all the runs of one App for one commit. */
export class CheckSuiteLink extends Schema.Opaque<CheckSuiteLink>()(Schema.Struct({ id: Schema.Int })) {}

/**
 * A check of a commit, run by a GitHub App.
 *
 * **Gotchas**
 *
 * `status` and `conclusion` are the same values in capitals for some servers and interfaces. They are read in lower
 * case, so `status === "completed"` holds whatever the service writes.
 */
export class CheckRun extends Schema.Opaque<CheckRun>()(
  Schema.Struct({
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    /** The App's own id of the run. */
    external_id: Wire.nullable(Schema.String),
    name: Schema.String,
    /** The commit. */
    head_sha: Schema.String,
    /** How far it is. */
    status: anyCase(["queued", "in_progress", "completed", "waiting", "requested", "pending"]),
    /** Null until it is completed. */
    conclusion: Wire.nullable(
      anyCase([
        "success",
        "failure",
        "neutral",
        "cancelled",
        "skipped",
        "timed_out",
        "action_required",
        "stale",
        "startup_failure"
      ])
    ),
    started_at: Wire.nullable(Wire.Timestamp),
    /** Null while it runs. */
    completed_at: Wire.nullable(Wire.Timestamp),
    output: Wire.nullable(CheckOutput),
    check_suite: Wire.nullable(CheckSuiteLink),
    /** Who runs it. */
    app: Wire.nullable(App),
    /** The open ones of the repository whose head is the commit. */
    pull_requests: Wire.withDefault(Schema.Array(CheckedPullRequest), []),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String),
    /** The results, at the App's own site. */
    details_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}
