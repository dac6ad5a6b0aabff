import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A status of a commit for one context, set by an external service. */
export class CommitStatus extends Schema.Opaque<CommitStatus>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Always in lower case, however the service writes it. */
    state: anyCase(["success", "pending", "failure", "error"]),
    /** Distinguishes the statuses of a commit, such as `ci/build`. A newer status replaces the one of its context. */
    context: Schema.String,
    description: Wire.nullable(Schema.String),
    /** URL of the details on the external service. */
    target_url: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** Whether a pull request needs it to be merged; null where the service does not return it. */
    required: Wire.nullable(Schema.Boolean),
    /** The account that set the status; null in a combined status. */
    creator: Wire.nullable(SimpleUser),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** API URL. */
    url: Schema.String
  })
) {}
