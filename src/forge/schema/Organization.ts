import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Blog } from "./Blog.ts"

/** The plan of an organization. Only its owners can see it. */
export class OrganizationPlan extends Schema.Opaque<OrganizationPlan>()(
  Schema.Struct({
    name: Schema.String,
    space: Schema.Int,
    private_repos: Schema.Int,
    /** Seats that are taken. */
    filled_seats: Wire.nullable(Schema.Int),
    /** Seats that are paid for. */
    seats: Wire.nullable(Schema.Int)
  })
) {}

/** The profile of an organization. Fields that only members can see are null for anyone else. */
export class Organization extends Schema.Opaque<Organization>()(
  Schema.Struct({
    login: Schema.String,
    /** Globally unique. It stays the same when the login changes. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    avatar_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Schema.String,
    type: Wire.openEnum(["Organization"]),
    name: Wire.nullable(Schema.String),
    company: Wire.nullable(Schema.String),
    description: Wire.nullable(Schema.String),
    /** Its website; null when it has none. */
    blog: Blog,
    location: Wire.nullable(Schema.String),
    /** The public e-mail address. */
    email: Wire.nullable(Schema.String),
    twitter_username: Wire.nullable(Schema.String),
    /** Whether the service has verified that it owns its website and e-mail address. */
    is_verified: Wire.nullable(Schema.Boolean),
    has_organization_projects: Schema.Boolean,
    has_repository_projects: Schema.Boolean,
    /** Number of public repositories. */
    public_repos: Wire.withDefault(Schema.Int, 0),
    /** Number of public gists. */
    public_gists: Wire.withDefault(Schema.Int, 0),
    /** Number of followers. */
    followers: Wire.withDefault(Schema.Int, 0),
    /** Number of accounts that it follows. */
    following: Wire.withDefault(Schema.Int, 0),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Null unless the organization is archived. */
    archived_at: Wire.nullable(Wire.Timestamp),
    /** Visible to members only, like the fields below. */
    total_private_repos: Wire.nullable(Schema.Int),
    /** Number of private repositories that it owns. */
    owned_private_repos: Wire.nullable(Schema.Int),
    /** Number of private gists. */
    private_gists: Wire.nullable(Schema.Int),
    /** In KiB. */
    disk_usage: Wire.nullable(Schema.Int),
    /** Number of collaborators on private repositories. */
    collaborators: Wire.nullable(Schema.Int),
    /** Where invoices go. */
    billing_email: Wire.nullable(Schema.String),
    plan: Wire.nullable(OrganizationPlan),
    /** The permission of members on each repository. */
    default_repository_permission: Wire.nullable(Wire.openEnum(["none", "read", "write", "admin"])),
    /** Name of the default branch of new repositories. */
    default_repository_branch: Wire.nullable(Schema.String),
    members_can_create_repositories: Wire.nullable(Schema.Boolean),
    members_can_create_public_repositories: Wire.nullable(Schema.Boolean),
    members_can_create_private_repositories: Wire.nullable(Schema.Boolean),
    members_can_create_internal_repositories: Wire.nullable(Schema.Boolean),
    members_can_fork_private_repositories: Wire.nullable(Schema.Boolean),
    /** Such as `all`, `private` or `none`. */
    members_allowed_repository_creation_type: Wire.nullable(Schema.String),
    members_can_create_pages: Wire.nullable(Schema.Boolean),
    members_can_create_public_pages: Wire.nullable(Schema.Boolean),
    members_can_create_private_pages: Wire.nullable(Schema.Boolean),
    members_can_create_teams: Wire.nullable(Schema.Boolean),
    members_can_delete_repositories: Wire.nullable(Schema.Boolean),
    members_can_change_repo_visibility: Wire.nullable(Schema.Boolean),
    members_can_invite_outside_collaborators: Wire.nullable(Schema.Boolean),
    members_can_delete_issues: Wire.nullable(Schema.Boolean),
    members_can_view_dependency_insights: Wire.nullable(Schema.Boolean),
    readers_can_create_discussions: Wire.nullable(Schema.Boolean),
    /** Whether members must use two-factor authentication. */
    two_factor_requirement_enabled: Wire.nullable(Schema.Boolean),
    /** Whether commits made on the web pages must be signed off. */
    web_commit_signoff_required: Wire.nullable(Schema.Boolean)
  })
) {}
