import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { CheckedPullRequest, conclusions } from "./CheckRun.ts"
import { EventInstant } from "./EventRepo.ts"
import { EventCommit } from "./PushCommit.ts"
import { ReviewComment } from "./ReviewComment.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { CommitLink } from "./Tag.ts"

/** The installation of the App that gets an event. */
export class InstallationLink extends Schema.Opaque<InstallationLink>()(
  Schema.Struct({
    /** Takes the credentials of the App to it: see `AppCredentials`. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String)
  })
) {}

/** An installation of an App, as its events have it. */
export class EventInstallation extends Schema.Opaque<EventInstallation>()(
  Schema.Struct({
    id: Schema.Int,
    /** The account that it is installed on; null for an enterprise. */
    account: Wire.nullable(SimpleUser),
    /** Whether it covers all repositories of the account. */
    repository_selection: Wire.openEnum(["all", "selected"]),
    app_id: Schema.Int,
    app_slug: Wire.nullable(Schema.String),
    /** The id of the account. */
    target_id: Schema.Int,
    target_type: Wire.openEnum(["User", "Organization"]),
    /** Permissions by name, such as `{ issues: "write" }`. */
    permissions: Schema.Record(Schema.String, Schema.String),
    /** The events that the App gets. */
    events: Schema.Array(Schema.String),
    created_at: EventInstant,
    updated_at: EventInstant,
    /** Null unless it is suspended. */
    suspended_at: Wire.nullable(Wire.Timestamp),
    suspended_by: Wire.nullable(SimpleUser),
    /** Web page URL. */
    html_url: Schema.String
  })
) {}

/** A repository that an installation covers. */
export class InstalledRepo extends Schema.Opaque<InstalledRepo>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    /** `owner/name`. */
    full_name: Schema.String,
    private: Schema.Boolean
  })
) {}

/** A repository that an installation no longer covers. The service may leave out what it was. */
export class RemovedRepo extends Schema.Opaque<RemovedRepo>()(
  Schema.Struct({
    id: Wire.nullable(Schema.Int),
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String),
    name: Wire.nullable(Schema.String),
    /** `owner/name`. */
    full_name: Wire.nullable(Schema.String),
    private: Wire.nullable(Schema.Boolean)
  })
) {}

/** The checks of one App for a commit. */
export class EventCheckSuite extends Schema.Opaque<EventCheckSuite>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Null if no branch has the commit any longer. */
    head_branch: Wire.nullable(Schema.String),
    head_sha: Schema.String,
    status: Wire.nullable(Wire.openEnum(["queued", "in_progress", "completed", "waiting", "requested", "pending"])),
    /** Null until it is completed. */
    conclusion: Wire.nullable(Wire.openEnum(conclusions)),
    /** The commit before the push. */
    before: Wire.nullable(Schema.String),
    /** The commit after the push. */
    after: Wire.nullable(Schema.String),
    /** Those of the same repository, whose head is the commit. */
    pull_requests: Wire.withDefault(Schema.Array(CheckedPullRequest), []),
    app: Wire.nullable(App),
    latest_check_runs_count: Wire.nullable(Schema.Int),
    head_commit: Wire.nullable(EventCommit),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** API URL. */
    url: Schema.String,
    /** API URL. */
    check_runs_url: Schema.String
  })
) {}

/** A conversation about lines of a pull request. */
export class ReviewThread extends Schema.Opaque<ReviewThread>()(
  Schema.Struct({
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    comments: Schema.Array(ReviewComment)
  })
) {}

/** A branch that has a commit. */
export class BranchOfCommit extends Schema.Opaque<BranchOfCommit>()(
  Schema.Struct({ name: Schema.String, commit: CommitLink, protected: Schema.Boolean })
) {}

const Enforcement = Wire.nullable(Wire.openEnum(["off", "non_admins", "everyone"]))

/** The rule that protects branches. */
export class ProtectionRule extends Schema.Opaque<ProtectionRule>()(
  Schema.Struct({
    id: Schema.Int,
    repository_id: Schema.Int,
    /** The name of the branch, or a pattern of names. */
    name: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    admin_enforced: Wire.nullable(Schema.Boolean),
    allow_deletions_enforcement_level: Enforcement,
    allow_force_pushes_enforcement_level: Enforcement,
    authorized_actor_names: Wire.withDefault(Schema.Array(Schema.String), []),
    authorized_actors_only: Wire.nullable(Schema.Boolean),
    authorized_dismissal_actors_only: Wire.nullable(Schema.Boolean),
    dismiss_stale_reviews_on_push: Wire.nullable(Schema.Boolean),
    ignore_approvals_from_contributors: Wire.nullable(Schema.Boolean),
    linear_history_requirement_enforcement_level: Enforcement,
    lock_branch_enforcement_level: Enforcement,
    merge_queue_enforcement_level: Enforcement,
    pull_request_reviews_enforcement_level: Enforcement,
    require_code_owner_review: Wire.nullable(Schema.Boolean),
    require_last_push_approval: Wire.nullable(Schema.Boolean),
    required_approving_review_count: Wire.nullable(Schema.Int),
    required_conversation_resolution_level: Enforcement,
    required_deployments_enforcement_level: Enforcement,
    required_status_checks: Wire.withDefault(Schema.Array(Schema.String), []),
    required_status_checks_enforcement_level: Enforcement,
    signature_requirement_enforcement_level: Enforcement,
    strict_required_status_checks_policy: Wire.nullable(Schema.Boolean)
  })
) {}

/** The membership of an account in an organization. */
export class EventMembership extends Schema.Opaque<EventMembership>()(
  Schema.Struct({
    /** `pending` until the invitation is accepted. */
    state: Wire.openEnum(["active", "pending"]),
    role: Wire.openEnum(["admin", "member"]),
    user: Wire.nullable(SimpleUser),
    /** API URL. */
    url: Schema.String,
    /** API URL. */
    organization_url: Schema.String
  })
) {}

/** A team, as events have it: without its permissions. */
export class EventTeam extends Schema.Opaque<EventTeam>()(
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    /** The name in URLs. Null once it is deleted. */
    slug: Wire.nullable(Schema.String),
    description: Wire.nullable(Schema.String),
    privacy: Wire.nullable(Wire.openEnum(["open", "closed", "secret"])),
    /** What members may do by default. */
    permission: Wire.nullable(Schema.String),
    /** API URL. */
    url: Wire.nullable(Schema.String),
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String)
  })
) {}

/** A webhook, as its `ping` has it. */
export class PingedHook extends Schema.Opaque<PingedHook>()(
  Schema.Struct({
    id: Schema.Int,
    /** What it belongs to. */
    type: Wire.openEnum(["Repository", "Organization", "App"]),
    active: Schema.Boolean,
    /** The events that it gets; `*` for all. */
    events: Schema.Array(Schema.String),
    /** Null for a hook of an App. */
    created_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp)
  })
) {}

const WasText = Wire.nullable(Schema.Struct({ from: Wire.nullable(Schema.String) }))

/** Another base of a pull request. */
export class BaseChange extends Schema.Opaque<BaseChange>()(Schema.Struct({ ref: WasText, sha: WasText })) {}

/** What was changed in a pull request, with the previous values. Null for what has not changed. */
export class PullRequestChanges extends Schema.Opaque<PullRequestChanges>()(
  Schema.Struct({
    title: WasText,
    body: WasText,
    /** The base that the pull request had. */
    base: Wire.nullable(BaseChange)
  })
) {}
