import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { ListedRepo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A user who has starred a repository. */
export class Stargazer extends Schema.Opaque<Stargazer>()(
  Schema.Struct({
    starred_at: Wire.Timestamp,
    /** Null for a deleted account. */
    user: Wire.nullable(SimpleUser)
  })
) {}

/** A repository that a user has starred. */
export class StarredRepo extends Schema.Opaque<StarredRepo>()(
  Schema.Struct({ starred_at: Wire.Timestamp, repo: ListedRepo })
) {}
