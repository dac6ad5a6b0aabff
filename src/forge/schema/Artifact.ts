import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The workflow run that has made an artifact. */
export class ArtifactRun extends Schema.Opaque<ArtifactRun>()(
  Schema.Struct({
    id: Wire.nullable(Schema.Int),
    repository_id: Wire.nullable(Schema.Int),
    /** The repository of the head: a fork, for pull requests from forks. */
    head_repository_id: Wire.nullable(Schema.Int),
    head_branch: Wire.nullable(Schema.String),
    head_sha: Wire.nullable(Schema.String)
  })
) {}

/** Files that a workflow run has stored. `Actions.downloadArtifact` downloads them as a zip archive. */
export class Artifact extends Schema.Opaque<Artifact>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    size_in_bytes: Schema.Int,
    /** `sha256:` and the hex digits of the archive; null for those that older workflows have stored. */
    digest: Wire.nullable(Schema.String),
    /** Whether its files were deleted. It cannot be downloaded then. */
    expired: Wire.withDefault(Schema.Boolean, false),
    created_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp),
    /** When its files are deleted. */
    expires_at: Wire.nullable(Wire.Timestamp),
    workflow_run: Wire.nullable(ArtifactRun),
    /** API URL of the archive. It needs a token. */
    archive_download_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}
