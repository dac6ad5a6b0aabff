import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { Team } from "./Team.ts"

/** A user or a team that may review deployments to an environment. */
export class EnvironmentReviewer extends Schema.Opaque<EnvironmentReviewer>()(
  Schema.Struct({
    /** `Team` has a `reviewer` with a `slug`, `User` one with a `login`. */
    type: Wire.openEnum(["User", "Team"]),
    reviewer: Schema.Union([SimpleUser, Team])
  })
) {}

/** What a deployment to an environment waits for. */
export class ProtectionRule extends Schema.Opaque<ProtectionRule>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** `branch_policy` is the `deployment_branch_policy` of the environment. */
    type: Wire.openEnum(["wait_timer", "required_reviewers", "branch_policy"]),
    /** Of a `wait_timer`: how long a deployment waits, in minutes. */
    wait_timer: Wire.nullable(Schema.Int),
    /** For `required_reviewers`: people may not approve deployments that they started. */
    prevent_self_review: Wire.nullable(Schema.Boolean),
    /** Of `required_reviewers`: one of them has to approve. Empty for other types. */
    reviewers: Wire.withDefault(Schema.Array(EnvironmentReviewer), [])
  })
) {}

/** Which branches may deploy. One of both is true. */
export class BranchPolicySettings extends Schema.Opaque<BranchPolicySettings>()(
  Schema.Struct({
    /** Only branches with protection rules. */
    protected_branches: Schema.Boolean,
    /** Only branches and tags that a branch policy of the environment matches. */
    custom_branch_policies: Schema.Boolean
  })
) {}

/** An environment that jobs deploy to. */
export class Environment extends Schema.Opaque<Environment>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    /** What deployments wait for. */
    protection_rules: Wire.withDefault(Schema.Array(ProtectionRule), []),
    /** Which branches may deploy; null for all. */
    deployment_branch_policy: Wire.nullable(BranchPolicySettings),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** A pattern of the names of branches or tags that may deploy to an environment. */
export class BranchPolicy extends Schema.Opaque<BranchPolicy>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The pattern, such as `release/*`. A `*` does not match slashes. */
    name: Schema.String,
    /** What it matches. */
    type: Wire.withDefault(Wire.openEnum(["branch", "tag"]), "branch")
  })
) {}

/** A GitHub App that can decide about deployments. */
export class ProtectionApp extends Schema.Opaque<ProtectionApp>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    slug: Schema.String,
    /** API URL of the App. */
    integration_url: Schema.String
  })
) {}

/** A protection rule of an environment by which a GitHub App decides about deployments. */
export class CustomProtectionRule extends Schema.Opaque<CustomProtectionRule>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    enabled: Schema.Boolean,
    app: ProtectionApp
  })
) {}

/** All of them. */
export class CustomProtectionRules extends Schema.Opaque<CustomProtectionRules>()(
  Schema.Struct({
    total_count: Schema.Int,
    custom_deployment_protection_rules: Schema.Array(CustomProtectionRule)
  })
) {}
