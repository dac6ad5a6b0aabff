/** What the inputs of branch protection contain. */
import * as Schema from "effect/Schema"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import { Flag, maybe } from "../internal/fields.ts"
import { RequiredCheck } from "./Branch.ts"

const Names = Schema.Array(Schema.NonEmptyString)

/** A check that must succeed. A `RequiredCheck` that was read fits. */
export class CheckRequirement extends Schema.Opaque<CheckRequirement>()(
  Schema.Struct({
    /** The context of a status, or the name of a check run. */
    context: Schema.NonEmptyString,
    /** The App that must report it; -1 for any. Default: the one that has reported it most recently, or any. */
    app_id: maybe(Schema.Int)
  }).annotate(UnknownFields.fits(RequiredCheck))
) {}

/** The checks that must succeed before a merge. */
export class CheckRequirements extends Schema.Opaque<CheckRequirements>()(
  Schema.Struct({
    /** Whether a branch must be up to date before it is merged. */
    strict: Schema.Boolean,
    /** Names of the required checks, whichever App reports them. Empty if `checks` says them. */
    contexts: Names,
    /** The required checks, with the App that must report each. */
    checks: Schema.optional(Schema.Array(CheckRequirement))
  })
) {}

/** Logins of users, slugs of teams, and slugs of Apps. Only repositories of organizations have them. */
export class NamedActors extends Schema.Opaque<NamedActors>()(
  Schema.Struct({
    /** Logins. */
    users: Schema.optional(Names),
    /** Slugs. */
    teams: Schema.optional(Names),
    /** Slugs. */
    apps: Schema.optional(Names)
  })
) {}

/** Who can push, of the users, teams and Apps with write access. */
export class PushRestrictions extends Schema.Opaque<PushRestrictions>()(
  Schema.Struct({
    /** Logins. */
    users: Names,
    /** Slugs. */
    teams: Names,
    /** Slugs. Default: none. */
    apps: Schema.optional(Names)
  })
) {}

/** The fields of what is required of reviews. */
export const reviewRequirements = {
  /** How many reviewers must approve, 0 to 6. */
  required_approving_review_count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))),
  /** Whether new commits dismiss approving reviews. */
  dismiss_stale_reviews: Flag,
  /** Whether the code owners of changed files must approve. */
  require_code_owner_reviews: Flag,
  /** Whether someone other than the author of the last push must approve it. Default: false. */
  require_last_push_approval: Flag,
  /** Who can dismiss reviews. Empty lifts the restriction. */
  dismissal_restrictions: Schema.optional(NamedActors),
  /** Who can push without a pull request. Empty for nobody. */
  bypass_pull_request_allowances: Schema.optional(NamedActors)
}

/** The reviews that a pull request needs. */
export class ReviewRequirements extends Schema.Opaque<ReviewRequirements>()(Schema.Struct(reviewRequirements)) {}
