import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { RepoPermissions } from "./Repo.ts"

/** The parent of a team. A `Team` without a parent. */
export class ParentTeam extends Schema.Opaque<ParentTeam>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    /** The name as used in URLs and inputs. */
    slug: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Who can see it. Only its members and the owners of the organization see a `secret` team. */
    privacy: Wire.nullable(Wire.openEnum(["closed", "secret"])),
    /** Whether members are notified when the team is mentioned. */
    notification_setting: Wire.nullable(Wire.openEnum(["notifications_enabled", "notifications_disabled"])),
    /** The permission of its members on the repository. */
    permission: Schema.String,
    /** What its members may do in the repository; null where the service does not return it. */
    permissions: Wire.nullable(RepoPermissions),
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Schema.String
  })
) {}

/** The fields of every team. */
export type TeamFields = { readonly [K in keyof typeof ParentTeam.fields]: (typeof ParentTeam.fields)[K] }

/** Adds the fields of every team. A call like `inRepo`, whose named type keeps the docstrings. */
const withTeam = <const F extends Schema.Struct.Fields>(fields: F): TeamFields & F => ({
  ...ParentTeam.fields,
  ...fields
})

/** A team of an organization, as embedded in other records. */
export class Team extends Schema.Opaque<Team>()(
  Schema.Struct(
    withTeam({
      /** The team that it is part of; null where the service does not return it. */
      parent: Wire.nullable(ParentTeam)
    })
  )
) {}
