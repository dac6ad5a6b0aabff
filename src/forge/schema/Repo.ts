import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { License } from "./License.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** The permissions of the caller on a repository. */
export class RepoPermissions extends Schema.Opaque<RepoPermissions>()(
  Schema.Struct({
    admin: Wire.withDefault(Schema.Boolean, false),
    maintain: Wire.withDefault(Schema.Boolean, false),
    push: Wire.withDefault(Schema.Boolean, false),
    triage: Wire.withDefault(Schema.Boolean, false),
    pull: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** The code of conduct of a repository. */
export class CodeOfConduct extends Schema.Opaque<CodeOfConduct>()(
  Schema.Struct({
    /** Such as `contributor_covenant`. */
    key: Schema.String,
    name: Schema.String,
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String)
  })
) {}

/** Whether a feature is enabled. */
export class FeatureStatus extends Schema.Opaque<FeatureStatus>()(
  Schema.Struct({ status: Wire.nullable(Wire.openEnum(["enabled", "disabled"])) })
) {}

/** The security features of a repository. Those that the service does not return are null. */
export class SecurityAndAnalysis extends Schema.Opaque<SecurityAndAnalysis>()(
  Schema.Struct({
    advanced_security: Wire.nullable(FeatureStatus),
    code_security: Wire.nullable(FeatureStatus),
    dependabot_security_updates: Wire.nullable(FeatureStatus),
    secret_scanning: Wire.nullable(FeatureStatus),
    secret_scanning_push_protection: Wire.nullable(FeatureStatus),
    secret_scanning_non_provider_patterns: Wire.nullable(FeatureStatus),
    secret_scanning_ai_detection: Wire.nullable(FeatureStatus),
    secret_scanning_delegated_alert_dismissal: Wire.nullable(FeatureStatus),
    secret_scanning_delegated_bypass: Wire.nullable(FeatureStatus)
  })
) {}

/** A repository as other records have it. `Repositories.get` returns all of it. */
export class MinimalRepo extends Schema.Opaque<MinimalRepo>()(
  Schema.Struct({
    /** Globally unique. It stays the same when the repository is renamed or transferred. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    /** `owner/name`. */
    full_name: Schema.String,
    owner: SimpleUser,
    /** Whether only people with access can see it. */
    private: Schema.Boolean,
    description: Wire.nullable(Schema.String),
    /** Whether it is a fork. */
    fork: Schema.Boolean,
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** The fields of every repository. */
export type MinimalRepoFields = { readonly [K in keyof typeof MinimalRepo.fields]: (typeof MinimalRepo.fields)[K] }

/** Adds the fields of every repository. A call like `inRepo`, whose named type keeps the docstrings. */
const withMinimal = <const F extends Schema.Struct.Fields>(fields: F): MinimalRepoFields & F => ({
  ...MinimalRepo.fields,
  ...fields
})

/**
 * A repository, as listings have it, pull requests for their branches, and other repositories for those that they come
 * from. A single one is a `Repo`, which has more.
 *
 * **Gotchas**
 *
 * The record leaves out the further API URLs that the service sends (`tags_url`, `keys_url` …), the second names of
 * counts (`forks` is `forks_count`), and `temp_clone_token`, which is a secret.
 *
 * **Example** (An additional field)
 *
 * ```ts
 * import { Repositories } from "forgecast/forge"
 * import { ListedRepo } from "forgecast/forge/schema/Repo"
 * import * as Wire from "forgecast/rest/Wire"
 * import * as Schema from "effect/Schema"
 *
 * const Open = Schema.Struct({ ...ListedRepo.fields, anonymous_access_enabled: Wire.nullable(Schema.Boolean) })
 *
 * const repositories = Repositories.listForOrg.as(Open)({ org: "acme" })
 * ```
 */
export class ListedRepo extends Schema.Opaque<ListedRepo>()(
  Schema.Struct(
    withMinimal({
      /** `public`, `private`, or `internal`: for everyone in the enterprise. */
      visibility: Wire.nullable(Wire.openEnum(["public", "private", "internal"])),
      /** URL of its own website. */
      homepage: Wire.nullable(Schema.String),
      /** Whether new repositories can be made from it. */
      is_template: Wire.withDefault(Schema.Boolean, false),
      /** Whether it is read-only. */
      archived: Wire.withDefault(Schema.Boolean, false),
      /** Whether the service has disabled it. */
      disabled: Wire.withDefault(Schema.Boolean, false),
      default_branch: Schema.String,
      /** The language of most of the code. */
      language: Wire.nullable(Schema.String),
      topics: Wire.withDefault(Schema.Array(Schema.String), []),
      /** Its licence; null if none was found. */
      license: Wire.nullable(License),
      /** In KiB. */
      size: Wire.withDefault(Schema.Int, 0),
      /** Number of forks. */
      forks_count: Wire.withDefault(Schema.Int, 0),
      /** Number of stars. */
      stargazers_count: Wire.withDefault(Schema.Int, 0),
      /** The same as `stargazers_count`. For watchers, see `subscribers_count` of `Repo`. */
      watchers_count: Wire.withDefault(Schema.Int, 0),
      /** Includes pull requests. */
      open_issues_count: Wire.withDefault(Schema.Int, 0),
      has_issues: Schema.Boolean,
      has_projects: Schema.Boolean,
      has_wiki: Schema.Boolean,
      /** Whether it publishes a web site. */
      has_pages: Schema.Boolean,
      has_downloads: Wire.nullable(Schema.Boolean),
      has_discussions: Wire.nullable(Schema.Boolean),
      has_pull_requests: Wire.nullable(Schema.Boolean),
      pull_request_creation_policy: Wire.nullable(Wire.openEnum(["all", "collaborators_only"])),
      /** How pull requests may be merged. Like the fields below, null without write access, and mostly in listings. */
      allow_merge_commit: Wire.nullable(Schema.Boolean),
      /** Whether pull requests can be squashed into one commit. */
      allow_squash_merge: Wire.nullable(Schema.Boolean),
      /** Whether pull requests can be rebased. */
      allow_rebase_merge: Wire.nullable(Schema.Boolean),
      /** Whether a pull request can be set to merge once its requirements are met. */
      allow_auto_merge: Wire.nullable(Schema.Boolean),
      /** Whether a head that is behind its base can be updated from the pull request. */
      allow_update_branch: Wire.nullable(Schema.Boolean),
      /** Whether merging a pull request deletes its head branch. */
      delete_branch_on_merge: Wire.nullable(Schema.Boolean),
      /** Where the title of a squashed commit comes from by default. */
      squash_merge_commit_title: Wire.nullable(Wire.openEnum(["PR_TITLE", "COMMIT_OR_PR_TITLE"])),
      /** Where the message of a squashed commit comes from by default. */
      squash_merge_commit_message: Wire.nullable(Wire.openEnum(["PR_BODY", "COMMIT_MESSAGES", "BLANK"])),
      /** Where the title of a merge commit comes from by default. */
      merge_commit_title: Wire.nullable(Wire.openEnum(["PR_TITLE", "MERGE_MESSAGE"])),
      /** Where the message of a merge commit comes from by default. */
      merge_commit_message: Wire.nullable(Wire.openEnum(["PR_BODY", "PR_TITLE", "BLANK"])),
      /** Whether the repository may be forked. */
      allow_forking: Wire.nullable(Schema.Boolean),
      /** Whether commits made on the web pages must be signed off. */
      web_commit_signoff_required: Wire.nullable(Schema.Boolean),
      /** Null for anonymous callers. */
      permissions: Wire.nullable(RepoPermissions),
      /** The role of the caller. */
      role_name: Wire.nullable(Schema.String),
      created_at: Wire.Timestamp,
      updated_at: Wire.Timestamp,
      /** The last push; the creation if there was none. */
      pushed_at: Wire.Timestamp,
      /** URL for git over HTTPS. */
      clone_url: Schema.String,
      /** URL for git over SSH. */
      ssh_url: Schema.String,
      git_url: Schema.String,
      svn_url: Schema.String,
      /** URL of the repository that it mirrors. */
      mirror_url: Wire.nullable(Schema.String),
      /** Its code of conduct; null if none was found. */
      code_of_conduct: Wire.nullable(CodeOfConduct),
      /** The security features, and whether they are on; null for those who may not see it. */
      security_and_analysis: Wire.nullable(SecurityAndAnalysis),
      /** The values of the properties that its organization defines: text, or a list of texts. */
      custom_properties: Wire.nullable(Schema.JsonObject)
    })
  )
) {}

/** The fields of a repository of a listing. */
export type ListedRepoFields = { readonly [K in keyof typeof ListedRepo.fields]: (typeof ListedRepo.fields)[K] }

/** Adds the fields of a repository of a listing. A call like `inRepo`, whose named type keeps the docstrings. */
const withListed = <const F extends Schema.Struct.Fields>(fields: F): ListedRepoFields & F => ({
  ...ListedRepo.fields,
  ...fields
})

/** A repository that a search found. */
export class FoundRepo extends Schema.Opaque<FoundRepo>()(
  Schema.Struct(
    withListed({
      /** How well it matches the search. */
      score: Schema.Finite
    })
  )
) {}

/** A single repository. */
export class Repo extends Schema.Opaque<Repo>()(
  Schema.Struct(
    withListed({
      /** Number of watchers. */
      subscribers_count: Schema.Int,
      /** Number of repositories in the network of forks. */
      network_count: Schema.Int,
      /** The owner, if it is an organization. */
      organization: Wire.nullable(SimpleUser),
      /** The repository that it was forked from. */
      parent: Wire.nullable(ListedRepo),
      /** The root of the network of forks. */
      source: Wire.nullable(ListedRepo),
      /** The template that it was made from; null if there is none. */
      template_repository: Wire.nullable(ListedRepo)
    })
  )
) {}
