import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A reaction of a user to an issue, a comment … */
export class Reaction extends Schema.Opaque<Reaction>()(
  Schema.Struct({
    /** Globally unique. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Who reacted; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    content: Wire.openEnum(["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]),
    created_at: Wire.Timestamp
  })
) {}
