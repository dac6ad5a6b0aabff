import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A team of an organization, as it stands inside other records. */
export class Team extends Schema.Opaque<Team>()(
  Schema.Struct({
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    name: Schema.String,
    /** The name in URLs, and in inputs. */
    slug: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Who sees it: `secret` is for its members and owners of the organization. */
    privacy: Wire.nullable(Wire.openEnum(["closed", "secret"])),
    notification_setting: Wire.nullable(Wire.openEnum(["notifications_enabled", "notifications_disabled"])),
    /** What its members may do with the repository. */
    permission: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String)
  })
) {}
