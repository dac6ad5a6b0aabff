import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { EnvironmentReviewer } from "./Environment.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** An environment that a workflow run deploys to. */
export class RunEnvironment extends Schema.Opaque<RunEnvironment>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** A deployment of a workflow run that waits for the protection rules of its environment. */
export class PendingDeployment extends Schema.Opaque<PendingDeployment>()(
  Schema.Struct({
    environment: RunEnvironment,
    /** How long it waits, in minutes. */
    wait_timer: Schema.Int,
    /** When it began to wait; null if there is no timer. */
    wait_timer_started_at: Wire.nullable(Wire.Timestamp),
    /** Whether the caller is one of the reviewers, and may decide. */
    current_user_can_approve: Schema.Boolean,
    /** One of them has to approve. */
    reviewers: Schema.Array(EnvironmentReviewer)
  })
) {}

/** What a reviewer has said about deployments of a workflow run. */
export class DeploymentReview extends Schema.Opaque<DeploymentReview>()(
  Schema.Struct({
    state: Wire.openEnum(["approved", "rejected", "pending"]),
    comment: Schema.String,
    user: SimpleUser,
    environments: Schema.Array(RunEnvironment)
  })
) {}
