import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { withUser } from "./SimpleUser.ts"

/**
 * A user or an organization that a search found. The fields of the profile are null where the service leaves them out,
 * which it mostly does.
 */
export class FoundUser extends Schema.Opaque<FoundUser>()(
  Schema.Struct(
    withUser({
      /** How well it matches the search. */
      score: Schema.Finite,
      company: Wire.nullable(Schema.String),
      blog: Wire.nullable(Schema.String),
      location: Wire.nullable(Schema.String),
      bio: Wire.nullable(Schema.String),
      hireable: Wire.nullable(Schema.Boolean),
      public_repos: Wire.nullable(Schema.Int),
      public_gists: Wire.nullable(Schema.Int),
      followers: Wire.nullable(Schema.Int),
      following: Wire.nullable(Schema.Int),
      created_at: Wire.nullable(Wire.Timestamp),
      updated_at: Wire.nullable(Wire.Timestamp),
      suspended_at: Wire.nullable(Wire.Timestamp)
    })
  )
) {}
