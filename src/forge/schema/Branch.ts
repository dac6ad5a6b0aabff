import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Commit } from "./Commit.ts"
import { CommitLink } from "./Tag.ts"

/** A check that must succeed before a merge. */
export class RequiredCheck extends Schema.Opaque<RequiredCheck>()(
  Schema.Struct({
    /** The context of a status, or the name of a check run. */
    context: Schema.String,
    /** The App that must report it; null for any. */
    app_id: Wire.nullable(Schema.Int)
  })
) {}

/** The checks that a branch requires. */
export class RequiredStatusChecks extends Schema.Opaque<RequiredStatusChecks>()(
  Schema.Struct({
    /** Whom they bind. */
    enforcement_level: Wire.nullable(Wire.openEnum(["off", "non_admins", "everyone"])),
    /** Names of the required checks. */
    contexts: Wire.withDefault(Schema.Array(Schema.String), []),
    /** The required checks, with the App that must report each. */
    checks: Wire.withDefault(Schema.Array(RequiredCheck), []),
    /** Whether a branch must be up to date before it is merged. */
    strict: Wire.nullable(Schema.Boolean)
  })
) {}

/** How a branch is protected. */
export class BranchProtection extends Schema.Opaque<BranchProtection>()(
  Schema.Struct({
    enabled: Wire.nullable(Schema.Boolean),
    /** The checks that must pass before a merge. */
    required_status_checks: Wire.nullable(RequiredStatusChecks)
  })
) {}

/** A branch in a listing. */
export class ListedBranch extends Schema.Opaque<ListedBranch>()(
  Schema.Struct({
    name: Schema.String,
    /** The last commit. */
    commit: CommitLink,
    /** Whether rules protect the branch. */
    protected: Wire.withDefault(Schema.Boolean, false),
    /** The protection of the branch; null if it is not stated. */
    protection: Wire.nullable(BranchProtection),
    /** API URL. */
    protection_url: Wire.nullable(Schema.String)
  })
) {}

/** A branch with its last commit. */
export class Branch extends Schema.Opaque<Branch>()(
  Schema.Struct({
    name: Schema.String,
    /** The last commit. */
    commit: Commit,
    /** Whether rules protect the branch. */
    protected: Wire.withDefault(Schema.Boolean, false),
    /** The protection of the branch. */
    protection: BranchProtection,
    /** API URL. */
    protection_url: Schema.String
  })
) {}
