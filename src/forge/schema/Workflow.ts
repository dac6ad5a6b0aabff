import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A workflow of GitHub Actions: a file in `.github/workflows`. */
export class Workflow extends Schema.Opaque<Workflow>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Its name; the path of its file if that gives none. */
    name: Schema.String,
    /** The path of its file in the repository, such as `.github/workflows/build.yml`. */
    path: Schema.String,
    /** Only an `active` workflow is started by events. */
    state: Wire.openEnum(["active", "deleted", "disabled_fork", "disabled_inactivity", "disabled_manually"]),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    deleted_at: Wire.nullable(Wire.Timestamp),
    /** API URL. */
    url: Schema.String,
    /** Web page URL of its file. */
    html_url: Schema.String,
    /** URL of a picture that shows how its last run on the default branch has ended. */
    badge_url: Schema.String
  })
) {}
