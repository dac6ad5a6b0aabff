import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A status of a deployment. The newest one is its state. */
export class DeploymentStatus extends Schema.Opaque<DeploymentStatus>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** An `inactive` deployment was replaced by a later one. */
    state: Wire.openEnum(["error", "failure", "inactive", "pending", "success", "queued", "in_progress"]),
    description: Wire.withDefault(Schema.String, ""),
    /** Where it is deployed. */
    environment: Wire.nullable(Schema.String),
    /** URL of what was deployed; empty if none was given. */
    environment_url: Wire.nullable(Schema.String),
    /** URL of the output of the deployment; empty if none was given. */
    log_url: Wire.nullable(Schema.String),
    /** The same as `log_url`, which replaces it. */
    target_url: Schema.String,
    creator: Wire.nullable(SimpleUser),
    /** The App that has created it; null if none has. */
    performed_via_github_app: Wire.nullable(App),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** API URL of the deployment. */
    deployment_url: Schema.String,
    /** API URL of the repository. */
    repository_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}
