import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { RepoPermissions } from "./Repo.ts"
import { withUser } from "./SimpleUser.ts"

/** A user who has access to a repository, with what the user may do. */
export class Collaborator extends Schema.Opaque<Collaborator>()(
  Schema.Struct(
    withUser({
      /** What the user may do; null where the service does not return it. */
      permissions: Wire.nullable(RepoPermissions),
      /** The role: one of the usual ones, or one that the organization has defined. Null where the service does not return it. */
      role_name: Wire.nullable(Wire.openEnum(["read", "triage", "write", "maintain", "admin"]))
    })
  )
) {}

/** What a user may do in a repository. */
export class CollaboratorPermission extends Schema.Opaque<CollaboratorPermission>()(
  Schema.Struct({
    /** The older permission: `maintain` counts as `write` here, and `triage` as `read`. */
    permission: Wire.openEnum(["none", "read", "write", "admin"]),
    /** The role in the repository: one of the usual ones, or one that the organization has defined. */
    role_name: Wire.openEnum(["none", "read", "triage", "write", "maintain", "admin"]),
    /** Null for a deleted account. */
    user: Wire.nullable(Collaborator)
  })
) {}
