import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { CommitStatus } from "./CommitStatus.ts"
import { Repo } from "./Repo.ts"

/** The statuses of a commit, and what they come to. */
export class CombinedStatus extends Schema.Opaque<CombinedStatus>()(
  Schema.Struct({
    /**
     * `failure` when a context failed or has an error, else `pending` when one is pending or there are none, and
     * `success` only when all succeeded. Never `error`: that is read as `failure`. In lower case, whatever the service
     * writes.
     */
    state: anyCase(["success", "pending", "failure"], (state) => (state === "error" ? "failure" : state)),
    /** The commit. */
    sha: Schema.String,
    /** How many contexts there are, those included that are not in `statuses`. */
    total_count: Schema.Int,
    /** One a context; as many as a page holds. */
    statuses: Schema.Array(CommitStatus),
    repository: Wire.nullable(Repo),
    /** Of the API, as is `url`. */
    commit_url: Wire.nullable(Schema.String),
    url: Wire.nullable(Schema.String)
  })
) {}
