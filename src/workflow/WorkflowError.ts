/**
 * What workflows can fail with besides the errors of their operations.
 *
 * Match them with `Effect.catchTag`. Like all errors, they can be encoded with `Schema.toCodecJson`.
 */
import * as Schema from "effect/Schema"
import { Milliseconds } from "../rest/ErrorFields.ts"
import { Annotation, Check } from "./CheckStates.ts"

const commit = {
  /** Login of the owner. */
  owner: Schema.String,
  /** Name of the repository. */
  repo: Schema.String,
  /** The commit, or the branch or tag that was watched. */
  ref: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}

type CommitFields = { readonly [K in keyof typeof commit]: (typeof commit)[K] }

// As in `rest/ErrorFields`: a call, which bundlers can drop, and a named type, which keeps the docstrings.
const withCommitFields = <const F extends Schema.Struct.Fields>(fields: F): CommitFields & F => ({
  ...commit,
  ...fields
})

/** A check has failed. */
export class ChecksFailed extends Schema.TaggedError<ChecksFailed>("forgecast/ChecksFailed")(
  "ChecksFailed",
  withCommitFields({
    /** The checks that have failed, with links to their results. */
    failed: Schema.Array(Check),
    /** What their check runs say about lines of files: the first 100 of each run, of the first 10 runs. */
    annotations: Schema.Array(Annotation)
  })
) {}

/** The checks did not come to a result in time. */
export class ChecksTimedOut extends Schema.TaggedError<ChecksTimedOut>("forgecast/ChecksTimedOut")(
  "ChecksTimedOut",
  withCommitFields({
    /** The checks without a result. */
    pending: Schema.Array(Check),
    /** Names of required checks that have not appeared. */
    missing: Schema.Array(Schema.String),
    /** How long it was waited. */
    after: Milliseconds
  })
) {}

const pullRequest = {
  /** Login of the owner. */
  owner: Schema.String,
  /** Name of the repository. */
  repo: Schema.String,
  /** Number of the pull request. */
  pull_number: Schema.Int,
  /** One sentence for people. */
  message: Schema.String
}

type PullRequestFields = { readonly [K in keyof typeof pullRequest]: (typeof pullRequest)[K] }

const withPullRequestFields = <const F extends Schema.Struct.Fields>(fields: F): PullRequestFields & F => ({
  ...pullRequest,
  ...fields
})

/** The head of a pull request is no longer the awaited one. Nothing was merged, unless somebody else merged it. */
export class HeadMoved extends Schema.TaggedError<HeadMoved>("forgecast/HeadMoved")(
  "HeadMoved",
  withPullRequestFields({
    /** The sha that was awaited. */
    expected: Schema.String,
    /** The sha that it has now. */
    found: Schema.String
  })
) {}

/** A pull request was closed without being merged. */
export class PullRequestClosed extends Schema.TaggedError<PullRequestClosed>("forgecast/PullRequestClosed")(
  "PullRequestClosed",
  pullRequest
) {}

/** A reviewer has asked for changes to a pull request. */
export class ChangesRequested extends Schema.TaggedError<ChangesRequested>("forgecast/ChangesRequested")(
  "ChangesRequested",
  withPullRequestFields({
    /** The newest review of each reviewer that asks for changes. */
    reviews: Schema.Array(
      Schema.Struct({
        /** Login of the reviewer; null for a deleted account. */
        user: Schema.NullOr(Schema.String),
        /** Markdown. */
        body: Schema.String,
        /** Web page URL. */
        url: Schema.String
      })
    )
  })
) {}

const repository = {
  /** Login of the owner. */
  owner: Schema.String,
  /** Name of the repository. */
  repo: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}

type RepositoryFields = { readonly [K in keyof typeof repository]: (typeof repository)[K] }

const withRepositoryFields = <const F extends Schema.Struct.Fields>(fields: F): RepositoryFields & F => ({
  ...repository,
  ...fields
})

/** What was awaited did not happen in time. */
export class AwaitTimedOut extends Schema.TaggedError<AwaitTimedOut>("forgecast/AwaitTimedOut")(
  "AwaitTimedOut",
  withRepositoryFields({
    /** What was awaited. `queue` is a place in a merge queue, or auto-merge. */
    awaited: Schema.Literals(["run", "review", "deployment", "comment", "queue", "merge"]),
    /** How long it was waited. */
    after: Milliseconds
  })
) {}

/** A workflow run ended without success. */
export class RunFailed extends Schema.TaggedError<RunFailed>("forgecast/RunFailed")(
  "RunFailed",
  withRepositoryFields({
    /** The `id` of the run. */
    run_id: Schema.Int,
    /** How it ended, such as `failure` or `cancelled`; null if the service does not say. */
    conclusion: Schema.NullOr(Schema.String),
    /** The jobs of the latest attempt that have not succeeded. */
    failed: Schema.Array(
      Schema.Struct({
        /** The `id` of the job. */
        id: Schema.Int,
        name: Schema.String,
        conclusion: Schema.NullOr(Schema.String),
        /** Web page URL. */
        url: Schema.NullOr(Schema.String)
      })
    ),
    /** Web page URL of the run. */
    url: Schema.String
  })
) {}

/** A deployment has not succeeded. */
export class DeploymentFailed extends Schema.TaggedError<DeploymentFailed>("forgecast/DeploymentFailed")(
  "DeploymentFailed",
  withRepositoryFields({
    /** The `id` of the deployment. */
    deployment_id: Schema.Int,
    /** Where it was deployed. */
    environment: Schema.String,
    /** Its state: `failure` or `error`, or `inactive` if another one has replaced it. */
    state: Schema.String,
    /** What its newest status says. */
    description: Schema.String,
    /** URL of its output; null if none was given. */
    log_url: Schema.NullOr(Schema.String)
  })
) {}

/** A release is published, but not with all of its files. Nothing was changed. */
export class AlreadyPublished extends Schema.TaggedError<AlreadyPublished>("forgecast/AlreadyPublished")(
  "AlreadyPublished",
  {
    /** Login of the owner. */
    owner: Schema.String,
    /** Name of the repository. */
    repo: Schema.String,
    /** Name of the tag. */
    tag_name: Schema.String,
    /** The `id` of the release. */
    release_id: Schema.Int,
    /** Names of the files that it lacks, or has with another content. */
    lacking: Schema.Array(Schema.String),
    /** One sentence for people. */
    message: Schema.String
  }
) {}

/** The changes of a commit conflict with a branch. The branch is as it was. */
export class PickConflict extends Schema.TaggedError<PickConflict>("forgecast/PickConflict")("PickConflict", {
  /** Login of the owner. */
  owner: Schema.String,
  /** Name of the repository. */
  repo: Schema.String,
  /** The branch. */
  branch: Schema.String,
  /** The commit that was to be applied or reverted. */
  commit: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}) {}

/** As many proposals are open as there may be. Nothing was written. */
export class ProposalsLimited extends Schema.TaggedError<ProposalsLimited>("forgecast/ProposalsLimited")(
  "ProposalsLimited",
  {
    /** Login of the owner. */
    owner: Schema.String,
    /** Name of the repository. */
    repo: Schema.String,
    /** Numbers of the pull requests that are open. */
    open: Schema.Array(Schema.Int),
    /** How many there may be. */
    limit: Schema.Int,
    /** One sentence for people. */
    message: Schema.String
  }
) {}

/** The service does not take over the merge of a proposal. Its pull request is open, and otherwise as wanted. */
export class AutoMergeRefused extends Schema.TaggedError<AutoMergeRefused>("forgecast/AutoMergeRefused")(
  "AutoMergeRefused",
  {
    /** Login of the owner. */
    owner: Schema.String,
    /** Name of the repository. */
    repo: Schema.String,
    /** Number of the pull request. */
    pull_number: Schema.Int,
    /**
     * `not_allowed`: the settings of the repository do not allow auto-merge, or not this method. `refused`: the service says
     * something else. `changed`: the pull request was closed or moved in the meantime, or left the merge queue.
     * `timed_out`: the service did not take it over in time.
     */
    reason: Schema.Literals(["not_allowed", "refused", "changed", "timed_out"]),
    /** One sentence for people. */
    message: Schema.String
  }
) {}
