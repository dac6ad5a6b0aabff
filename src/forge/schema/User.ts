import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Blog } from "./Blog.ts"

const profile = {
  login: Schema.String,
  /** Globally unique. It stays the same when the login changes. */
  id: Schema.Int,
  /** The id in the service's GraphQL API. */
  node_id: Schema.String,
  avatar_url: Schema.String,
  /** API URL. */
  url: Schema.String,
  /** Web page URL. */
  html_url: Schema.String,
  type: Wire.openEnum(["User", "Bot", "Organization", "Mannequin"]),
  /** Whether the account belongs to the staff of the service. */
  site_admin: Wire.withDefault(Schema.Boolean, false),
  name: Wire.nullable(Schema.String),
  company: Wire.nullable(Schema.String),
  /** The website; null when there is none. */
  blog: Blog,
  location: Wire.nullable(Schema.String),
  /** The public e-mail address; null for anonymous callers. */
  email: Wire.nullable(Schema.String),
  /** Whether the user is available for hire; null if not stated. */
  hireable: Wire.nullable(Schema.Boolean),
  bio: Wire.nullable(Schema.String),
  twitter_username: Wire.nullable(Schema.String),
  /** Number of public repositories. */
  public_repos: Wire.withDefault(Schema.Int, 0),
  /** Number of public gists. */
  public_gists: Wire.withDefault(Schema.Int, 0),
  /** Number of followers. */
  followers: Wire.withDefault(Schema.Int, 0),
  /** Number of accounts that it follows. */
  following: Wire.withDefault(Schema.Int, 0),
  created_at: Wire.Timestamp,
  updated_at: Wire.Timestamp,
  /** Enterprise Server only. Null unless the account is suspended. */
  suspended_at: Wire.nullable(Wire.Timestamp)
}

/** The fields of every profile. */
export type Profile = { readonly [K in keyof typeof profile]: (typeof profile)[K] }

/** Adds the fields of every profile. A call like `inRepo`, whose named type keeps the docstrings. */
export const withProfile = <const F extends Schema.Struct.Fields>(fields: F): F & Profile => ({ ...fields, ...profile })

/** The public profile of a user, a bot, or an organization requested as a user. */
export class User extends Schema.Opaque<User>()(Schema.Struct(withProfile({}))) {}
