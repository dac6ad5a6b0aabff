import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { withUser } from "./SimpleUser.ts"

/** A member of a team. */
export class TeamMember extends Schema.Opaque<TeamMember>()(
  Schema.Struct(
    withUser({
      /** Null on older servers. */
      role: Wire.nullable(Wire.openEnum(["member", "maintainer"])),
      /** Whether the membership comes from a child team; null on older servers. */
      inherited: Wire.nullable(Schema.Boolean)
    })
  )
) {}
