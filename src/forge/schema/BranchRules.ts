import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { RequiredCheck, RequiredStatusChecks } from "./Branch.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { Team } from "./Team.ts"

/** A rule that is either on or off. */
export class BranchRule extends Schema.Opaque<BranchRule>()(
  Schema.Struct({ enabled: Wire.withDefault(Schema.Boolean, false) })
) {}

/** A rule that is either on or off, read on its own. */
export class EnforcedRule extends Schema.Opaque<EnforcedRule>()(
  Schema.Struct({
    enabled: Schema.Boolean,
    /** API URL. */
    url: Schema.String
  })
) {}

/** The checks that a branch requires, read on their own. */
export class StatusCheckPolicy extends Schema.Opaque<StatusCheckPolicy>()(
  Schema.Struct({
    /** Whether a branch must be up to date before it is merged. */
    strict: Schema.Boolean,
    /** Names of the required checks. */
    contexts: Schema.Array(Schema.String),
    /** The required checks, with the App that must report each. */
    checks: Schema.Array(RequiredCheck),
    /** API URL. */
    url: Schema.String
  })
) {}

/** The names of the checks that a branch requires: contexts of statuses, and names of check runs. */
export const CheckContexts = Schema.Array(Schema.String)
export type CheckContexts = typeof CheckContexts.Type

/** The users, teams and Apps that a rule names. */
export class Actors extends Schema.Opaque<Actors>()(
  Schema.Struct({
    users: Wire.withDefault(Schema.Array(SimpleUser), []),
    teams: Wire.withDefault(Schema.Array(Team), []),
    apps: Wire.withDefault(Schema.Array(App), [])
  })
) {}

/** Who can push to a branch, read on its own. */
export class PushPolicy extends Schema.Opaque<PushPolicy>()(
  Schema.Struct({
    users: Schema.Array(SimpleUser),
    teams: Schema.Array(Team),
    apps: Schema.Array(App),
    /** API URL. */
    url: Schema.String
  })
) {}

/** The reviews that a pull request into the branch needs. */
export class RequiredReviews extends Schema.Opaque<RequiredReviews>()(
  Schema.Struct({
    /** How many reviewers must approve; null where the service does not return it. */
    required_approving_review_count: Wire.nullable(Schema.Int),
    /** Whether new commits dismiss approving reviews. */
    dismiss_stale_reviews: Schema.Boolean,
    /** Whether the code owners of changed files must approve. */
    require_code_owner_reviews: Schema.Boolean,
    /** Whether someone other than the author of the last push must approve it. */
    require_last_push_approval: Wire.withDefault(Schema.Boolean, false),
    /** Who can dismiss reviews; null if everyone with write access can. */
    dismissal_restrictions: Wire.nullable(Actors),
    /** Who can push without a pull request; null if nobody is named. */
    bypass_pull_request_allowances: Wire.nullable(Actors)
  })
) {}

/** The rules that protect a branch. A rule is null where the service does not return it. */
export class BranchRules extends Schema.Opaque<BranchRules>()(
  Schema.Struct({
    /** The checks that must pass before a merge; null if there are none. */
    required_status_checks: Wire.nullable(RequiredStatusChecks),
    /** The reviews that a pull request needs; null if none are needed. */
    required_pull_request_reviews: Wire.nullable(RequiredReviews),
    /** Who can push; null if everyone with write access can. */
    restrictions: Wire.nullable(Actors),
    /** Whether the rules also apply to administrators. */
    enforce_admins: Wire.nullable(BranchRule),
    /** Whether commits must be signed. */
    required_signatures: Wire.nullable(BranchRule),
    /** Whether merge commits are refused. */
    required_linear_history: Wire.nullable(BranchRule),
    /** Whether the branch can move to a commit that does not follow its current one. */
    allow_force_pushes: Wire.nullable(BranchRule),
    /** Whether the branch can be deleted. */
    allow_deletions: Wire.nullable(BranchRule),
    /** Whether a branch that the rules match can only be created by those who can push. */
    block_creations: Wire.nullable(BranchRule),
    /** Whether all conversations must be resolved before a merge. */
    required_conversation_resolution: Wire.nullable(BranchRule),
    /** Whether nobody can push. */
    lock_branch: Wire.nullable(BranchRule),
    /** Whether a locked branch of a fork can be synchronised with its origin. */
    allow_fork_syncing: Wire.nullable(BranchRule),
    /** API URL. */
    url: Schema.String
  })
) {}
