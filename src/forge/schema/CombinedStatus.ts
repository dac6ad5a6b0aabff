import * as Schema from "effect/Schema"
import { anyCase } from "../internal/anyCase.ts"
import { CommitStatus } from "./CommitStatus.ts"
import { MinimalRepo } from "./Repo.ts"

/** The statuses of a commit, combined into one state. */
export class CombinedStatus extends Schema.Opaque<CombinedStatus>()(
  Schema.Struct({
    /**
     * `failure` if a context has failed or has an error; otherwise `pending` if a context is pending or there are none;
     * `success` only if all succeeded. Never `error`, which is decoded as `failure`. Always in lower case.
     */
    state: anyCase(["success", "pending", "failure"], (state) => (state === "error" ? "failure" : state)),
    /** The sha of the commit. */
    sha: Schema.String,
    /** Number of contexts, including those that are not in `statuses`. */
    total_count: Schema.Int,
    /** One status for each context, up to the size of a page. */
    statuses: Schema.Array(CommitStatus),
    repository: MinimalRepo,
    /** API URL of the commit. */
    commit_url: Schema.String,
    url: Schema.String
  })
) {}
