import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { CommitStatus } from "./CommitStatus.ts"
import { Repo } from "./Repo.ts"

/** The fields of a repository, without the URL of its web page. */
export type RepoFields = {
  readonly [K in keyof typeof Repo.fields as Exclude<K, "html_url">]: (typeof Repo.fields)[K]
}

/** Adds the fields of a repository. A call like `inRepo`, whose named type keeps the docstrings. */
const withRepo = <const F extends Schema.Struct.Fields>(fields: F): F & RepoFields => ({ ...Repo.fields, ...fields })

/** The repository of a combined status. */
export class CombinedRepo extends Schema.Opaque<CombinedRepo>()(
  Schema.Struct(
    withRepo({
      /** Web page URL. Some servers leave it out here. */
      html_url: Wire.nullable(Schema.String)
    })
  )
) {}

/** The statuses of a commit, combined into one state. */
export class CombinedStatus extends Schema.Opaque<CombinedStatus>()(
  Schema.Struct({
    /**
     * `failure` if a context has failed or has an error; else `pending` if a context is pending or there are none;
     * `success` only if all succeeded. Never `error`, which is decoded as `failure`. Always in lower case.
     */
    state: anyCase(["success", "pending", "failure"], (state) => (state === "error" ? "failure" : state)),
    /** The sha of the commit. */
    sha: Schema.String,
    /** Number of contexts, including those that are not in `statuses`. */
    total_count: Schema.Int,
    /** One status for each context, up to the size of a page. */
    statuses: Schema.Array(CommitStatus),
    repository: Wire.nullable(CombinedRepo),
    /** API URL of the commit. */
    commit_url: Wire.nullable(Schema.String),
    url: Wire.nullable(Schema.String)
  })
) {}
