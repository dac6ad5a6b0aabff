import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** The fields of every user. */
export type UserFields = { readonly [K in keyof typeof SimpleUser.fields]: (typeof SimpleUser.fields)[K] }

/** Adds the fields of every user. A call like `inRepo`, whose named type keeps the docstrings. */
const withUser = <const F extends Schema.Struct.Fields>(fields: F): F & UserFields => ({
  ...fields,
  ...SimpleUser.fields
})

/**
 * A user or an organization that a search found. The fields of the profile are null where the service leaves them out,
 * which it mostly does.
 */
export class FoundUser extends Schema.Opaque<FoundUser>()(
  Schema.Struct(
    withUser({
      /** How well it matches the search. */
      score: Wire.nullable(Schema.Finite),
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
