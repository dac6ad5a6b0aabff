import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** An SSH key that gives a machine access to a single repository. */
export class DeployKey extends Schema.Opaque<DeployKey>()(
  Schema.Struct({
    /** Unique identifier. */
    id: Schema.Int,
    /** The public key, without its comment: `ssh-ed25519 AAAA…`. */
    key: Schema.String,
    title: Schema.String,
    /** Whether the service has verified that the key may be used. */
    verified: Schema.Boolean,
    /** Whether it can only be used to read. */
    read_only: Schema.Boolean,
    created_at: Wire.Timestamp,
    /** Login of the user who has added it. */
    added_by: Wire.nullable(Schema.String),
    /** When it was used last; null if it never was. */
    last_used: Wire.nullable(Wire.Timestamp),
    /** Whether it can be used at all; null where the service does not return it. */
    enabled: Wire.nullable(Schema.Boolean),
    /** API URL. */
    url: Schema.String
  })
) {}
