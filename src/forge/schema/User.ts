import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Blog } from "./Blog.ts"

/** The public profile of a user, a bot, or an organization looked at as a user. */
export class User extends Schema.Opaque<User>()(
  Schema.Struct({
    login: Schema.String,
    /** Globally unique, and kept when the login changes. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String),
    type: Wire.nullable(Wire.openEnum(["User", "Bot", "Organization", "Mannequin"])),
    site_admin: Wire.withDefault(Schema.Boolean, false),
    name: Wire.nullable(Schema.String),
    company: Wire.nullable(Schema.String),
    /** Their web site; null when they have none. */
    blog: Blog,
    location: Wire.nullable(Schema.String),
    /** The public one; anonymous credentials see none. */
    email: Wire.nullable(Schema.String),
    hireable: Wire.nullable(Schema.Boolean),
    bio: Wire.nullable(Schema.String),
    twitter_username: Wire.nullable(Schema.String),
    public_repos: Wire.withDefault(Schema.Int, 0),
    public_gists: Wire.withDefault(Schema.Int, 0),
    followers: Wire.withDefault(Schema.Int, 0),
    following: Wire.withDefault(Schema.Int, 0),
    created_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp),
    /** Enterprise Server: null unless the account is suspended. */
    suspended_at: Wire.nullable(Wire.Timestamp)
  })
) {}
