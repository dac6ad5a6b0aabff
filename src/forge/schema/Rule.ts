import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { tagged } from "./IssueEvent.ts"

/** A check that must succeed. */
export class RuleCheck extends Schema.Opaque<RuleCheck>()(
  Schema.Struct({
    /** The context of a status, or the name of a check run. */
    context: Schema.String,
    /** The App that must report it; null for any. */
    integration_id: Wire.nullable(Schema.Int)
  })
) {}

/** Who may dismiss reviews. */
export class DismissalActor extends Schema.Opaque<DismissalActor>()(
  Schema.Struct({
    id: Schema.Int,
    type: Schema.Literals(["User", "Team", "IntegrationInstallation", "RepositoryRole"])
  })
) {}

/** Whether only some may dismiss reviews, and who. */
export class DismissalRestriction extends Schema.Opaque<DismissalRestriction>()(
  Schema.Struct({
    enabled: Schema.Boolean,
    allowed_actors: Wire.withDefault(Schema.Array(DismissalActor), [])
  })
) {}

/** The team that must approve changes of some files. */
export class RequiredReviewer extends Schema.Opaque<RequiredReviewer>()(
  Schema.Struct({
    /** Patterns of `fnmatch`. */
    file_patterns: Schema.Array(Schema.String),
    /** 0 only adds the team to the pull request. */
    minimum_approvals: Schema.Int,
    /** The team, by its id. */
    reviewer: Schema.Struct({ id: Schema.Int, type: Schema.Literal("Team") })
  })
) {}

/** The file of a workflow that must pass. */
export class RequiredWorkflow extends Schema.Opaque<RequiredWorkflow>()(
  Schema.Struct({
    path: Schema.String,
    /** The repository that has it. */
    repository_id: Schema.Int,
    /** The branch or tag of the file. */
    ref: Wire.nullable(Schema.String),
    /** The commit of the file. */
    sha: Wire.nullable(Schema.String)
  })
) {}

/** A tool whose results must not be worse than this. */
export class CodeScanningTool extends Schema.Opaque<CodeScanningTool>()(
  Schema.Struct({
    /** Its name. */
    tool: Schema.String,
    alerts_threshold: Schema.Literals(["none", "errors", "errors_and_warnings", "all"]),
    security_alerts_threshold: Schema.Literals(["none", "critical", "high_or_higher", "medium_or_higher", "all"])
  })
) {}

const source = {
  /** The ruleset that it is of; null in the record of that ruleset. */
  ruleset_id: Wire.nullable(Schema.Int),
  /** What has the ruleset: `owner/name` of a repository, or the login of an organization. Null as above. */
  ruleset_source: Wire.nullable(Schema.String),
  ruleset_source_type: Wire.nullable(Wire.openEnum(["Repository", "Organization", "Enterprise"]))
}

/** Where a rule comes from. */
export type RuleSourceFields = { readonly [K in keyof typeof source]: (typeof source)[K] }

/** Adds where a rule comes from. A call like `inRepo`, whose named type keeps the docstrings. */
const withSource = <const F extends Schema.Struct.Fields>(own: F): F & RuleSourceFields => ({ ...own, ...source })

/** What a text must look like. */
export class RulePattern extends Schema.Opaque<RulePattern>()(
  Schema.Struct({
    operator: Schema.Literals(["starts_with", "ends_with", "contains", "regex"]),
    pattern: Schema.String,
    /** Whether a text that matches is refused. */
    negate: Wire.withDefault(Schema.Boolean, false),
    /** A name for people. */
    name: Wire.nullable(Schema.String)
  })
) {}

/** Only those who may bypass the ruleset create matching branches and tags. */
export class CreationRule extends Schema.Opaque<CreationRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("creation")
    })
  ).pipe(tagged("CreationRule"))
) {}

/** What a `UpdateRule` asks for. */
export class UpdateParameters extends Schema.Opaque<UpdateParameters>()(
  Schema.Struct({
    /** Whether a branch of a fork can be brought up to date with its origin. */
    update_allows_fetch_and_merge: Schema.Boolean
  })
) {}

/** Only those who may bypass the ruleset move matching branches and tags. */
export class UpdateRule extends Schema.Opaque<UpdateRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("update"),
      parameters: Wire.nullable(UpdateParameters)
    })
  ).pipe(tagged("UpdateRule"))
) {}

/** Only those who may bypass the ruleset delete matching branches and tags. */
export class DeletionRule extends Schema.Opaque<DeletionRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("deletion")
    })
  ).pipe(tagged("DeletionRule"))
) {}

/** Merge commits are refused. */
export class LinearHistoryRule extends Schema.Opaque<LinearHistoryRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("required_linear_history")
    })
  ).pipe(tagged("LinearHistoryRule"))
) {}

/** What a `MergeQueueRule` asks for. */
export class MergeQueueParameters extends Schema.Opaque<MergeQueueParameters>()(
  Schema.Struct({
    /** How long a check may take to report, in minutes. */
    check_response_timeout_minutes: Schema.Int,
    /** Whether each merge commit of a group must pass, or only the last one. */
    grouping_strategy: Schema.Literals(["ALLGREEN", "HEADGREEN"]),
    /** How many pull requests are built at the same time. */
    max_entries_to_build: Schema.Int,
    /** How many pull requests are merged together, at most. */
    max_entries_to_merge: Schema.Int,
    /** How many pull requests are merged together, at least. */
    min_entries_to_merge: Schema.Int,
    /** How long to wait for as many, in minutes. */
    min_entries_to_merge_wait_minutes: Schema.Int,
    merge_method: Schema.Literals(["MERGE", "SQUASH", "REBASE"])
  })
) {}

/** Merges go through a queue. */
export class MergeQueueRule extends Schema.Opaque<MergeQueueRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("merge_queue"),
      parameters: MergeQueueParameters
    })
  ).pipe(tagged("MergeQueueRule"))
) {}

/** What a `RequiredDeploymentsRule` asks for. */
export class RequiredDeploymentsParameters extends Schema.Opaque<RequiredDeploymentsParameters>()(
  Schema.Struct({
    /** Names of the environments. */
    required_deployment_environments: Schema.Array(Schema.String)
  })
) {}

/** Some environments must be deployed to first. */
export class RequiredDeploymentsRule extends Schema.Opaque<RequiredDeploymentsRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("required_deployments"),
      parameters: RequiredDeploymentsParameters
    })
  ).pipe(tagged("RequiredDeploymentsRule"))
) {}

/** Commits must be signed. */
export class SignaturesRule extends Schema.Opaque<SignaturesRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("required_signatures")
    })
  ).pipe(tagged("SignaturesRule"))
) {}

/** What a `PullRequestRule` asks for. */
export class PullRequestParameters extends Schema.Opaque<PullRequestParameters>()(
  Schema.Struct({
    /** How many reviewers must approve. */
    required_approving_review_count: Schema.Int,
    /** Whether new commits dismiss approving reviews. */
    dismiss_stale_reviews_on_push: Schema.Boolean,
    /** Whether the code owners of changed files must approve. */
    require_code_owner_review: Schema.Boolean,
    /** Whether someone else than the author of the last push must approve it. */
    require_last_push_approval: Schema.Boolean,
    /** Whether all conversations must be resolved. */
    required_review_thread_resolution: Schema.Boolean,
    /** How pull requests can be merged; null for all ways of the repository. */
    allowed_merge_methods: Wire.nullable(Schema.Array(Schema.Literals(["merge", "squash", "rebase"]))),
    /** Who may dismiss reviews; null for everyone with write access. */
    dismissal_restriction: Wire.nullable(DismissalRestriction),
    /** Teams that must approve changes of some files. */
    required_reviewers: Wire.withDefault(Schema.Array(RequiredReviewer), [])
  })
) {}

/** Changes must be made through a pull request. */
export class PullRequestRule extends Schema.Opaque<PullRequestRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("pull_request"),
      parameters: PullRequestParameters
    })
  ).pipe(tagged("PullRequestRule"))
) {}

/** What a `StatusChecksRule` asks for. */
export class StatusChecksParameters extends Schema.Opaque<StatusChecksParameters>()(
  Schema.Struct({
    required_status_checks: Schema.Array(RuleCheck),
    /** Whether a branch must be up to date before it is merged. */
    strict_required_status_checks_policy: Schema.Boolean,
    /** Whether branches can be created without the checks. */
    do_not_enforce_on_create: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** Checks must succeed. */
export class StatusChecksRule extends Schema.Opaque<StatusChecksRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("required_status_checks"),
      parameters: StatusChecksParameters
    })
  ).pipe(tagged("StatusChecksRule"))
) {}

/** A branch cannot move to a commit that does not follow its current one. */
export class NonFastForwardRule extends Schema.Opaque<NonFastForwardRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("non_fast_forward")
    })
  ).pipe(tagged("NonFastForwardRule"))
) {}

/** The messages of commits have a pattern. */
export class CommitMessageRule extends Schema.Opaque<CommitMessageRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("commit_message_pattern"),
      parameters: RulePattern
    })
  ).pipe(tagged("CommitMessageRule"))
) {}

/** The addresses of authors have a pattern. */
export class AuthorEmailRule extends Schema.Opaque<AuthorEmailRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("commit_author_email_pattern"),
      parameters: RulePattern
    })
  ).pipe(tagged("AuthorEmailRule"))
) {}

/** The addresses of committers have a pattern. */
export class CommitterEmailRule extends Schema.Opaque<CommitterEmailRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("committer_email_pattern"),
      parameters: RulePattern
    })
  ).pipe(tagged("CommitterEmailRule"))
) {}

/** The names of branches have a pattern. */
export class BranchNameRule extends Schema.Opaque<BranchNameRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("branch_name_pattern"),
      parameters: RulePattern
    })
  ).pipe(tagged("BranchNameRule"))
) {}

/** The names of tags have a pattern. */
export class TagNameRule extends Schema.Opaque<TagNameRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("tag_name_pattern"),
      parameters: RulePattern
    })
  ).pipe(tagged("TagNameRule"))
) {}

/** What a `WorkflowsRule` asks for. */
export class WorkflowsParameters extends Schema.Opaque<WorkflowsParameters>()(
  Schema.Struct({
    workflows: Schema.Array(RequiredWorkflow),
    /** Whether branches can be created without them. */
    do_not_enforce_on_create: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** Workflows must pass. */
export class WorkflowsRule extends Schema.Opaque<WorkflowsRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("workflows"),
      parameters: WorkflowsParameters
    })
  ).pipe(tagged("WorkflowsRule"))
) {}

/** What a `CodeScanningRule` asks for. */
export class CodeScanningParameters extends Schema.Opaque<CodeScanningParameters>()(
  Schema.Struct({
    code_scanning_tools: Schema.Array(CodeScanningTool)
  })
) {}

/** Tools must have found nothing bad. */
export class CodeScanningRule extends Schema.Opaque<CodeScanningRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("code_scanning"),
      parameters: CodeScanningParameters
    })
  ).pipe(tagged("CodeScanningRule"))
) {}

/** What a `CopilotReviewRule` asks for. */
export class CopilotReviewParameters extends Schema.Opaque<CopilotReviewParameters>()(
  Schema.Struct({
    /** Whether it reviews drafts. */
    review_draft_pull_requests: Wire.withDefault(Schema.Boolean, false),
    /** Whether it reviews each push. */
    review_on_push: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** Copilot reviews pull requests. */
export class CopilotReviewRule extends Schema.Opaque<CopilotReviewRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("copilot_code_review"),
      parameters: Wire.nullable(CopilotReviewParameters)
    })
  ).pipe(tagged("CopilotReviewRule"))
) {}

/** The licences of dependencies must be allowed. */
export class LicenseComplianceRule extends Schema.Opaque<LicenseComplianceRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("license_compliance_scanning")
    })
  ).pipe(tagged("LicenseComplianceRule"))
) {}

/** What a `FilePathRule` asks for. */
export class FilePathParameters extends Schema.Opaque<FilePathParameters>()(
  Schema.Struct({
    /** Their paths. */
    restricted_file_paths: Schema.Array(Schema.String)
  })
) {}

/** Some files cannot be pushed. */
export class FilePathRule extends Schema.Opaque<FilePathRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("file_path_restriction"),
      parameters: FilePathParameters
    })
  ).pipe(tagged("FilePathRule"))
) {}

/** What a `FilePathLengthRule` asks for. */
export class FilePathLengthParameters extends Schema.Opaque<FilePathLengthParameters>()(
  Schema.Struct({
    /** In characters. */
    max_file_path_length: Schema.Int
  })
) {}

/** The paths of files have a limited length. */
export class FilePathLengthRule extends Schema.Opaque<FilePathLengthRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("max_file_path_length"),
      parameters: FilePathLengthParameters
    })
  ).pipe(tagged("FilePathLengthRule"))
) {}

/** What a `FileExtensionRule` asks for. */
export class FileExtensionParameters extends Schema.Opaque<FileExtensionParameters>()(
  Schema.Struct({
    restricted_file_extensions: Schema.Array(Schema.String)
  })
) {}

/** Files with some extensions cannot be pushed. */
export class FileExtensionRule extends Schema.Opaque<FileExtensionRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("file_extension_restriction"),
      parameters: FileExtensionParameters
    })
  ).pipe(tagged("FileExtensionRule"))
) {}

/** What a `FileSizeRule` asks for. */
export class FileSizeParameters extends Schema.Opaque<FileSizeParameters>()(
  Schema.Struct({
    /** In megabytes. */
    max_file_size: Schema.Int
  })
) {}

/** Files have a limited size. */
export class FileSizeRule extends Schema.Opaque<FileSizeRule>()(
  Schema.Struct(
    withSource({
      type: Schema.Literal("max_file_size"),
      parameters: FileSizeParameters
    })
  ).pipe(tagged("FileSizeRule"))
) {}

/** A rule that is not known here: of another kind, without its parameters, or with other values. */
export class OtherRule extends Schema.Opaque<OtherRule>()(
  Schema.Struct(
    withSource({
      type: Schema.String,
      parameters: Wire.nullable(Schema.JsonObject)
    })
  ).pipe(tagged("OtherRule"))
) {}

/** A rule of a ruleset. Its `_tag` tells the kinds apart. */
export const Rule = Schema.Union([
  CreationRule,
  UpdateRule,
  DeletionRule,
  LinearHistoryRule,
  MergeQueueRule,
  RequiredDeploymentsRule,
  SignaturesRule,
  PullRequestRule,
  StatusChecksRule,
  NonFastForwardRule,
  CommitMessageRule,
  AuthorEmailRule,
  CommitterEmailRule,
  BranchNameRule,
  TagNameRule,
  WorkflowsRule,
  CodeScanningRule,
  CopilotReviewRule,
  LicenseComplianceRule,
  FilePathRule,
  FilePathLengthRule,
  FileExtensionRule,
  FileSizeRule,
  OtherRule
])
export type Rule = typeof Rule.Type
