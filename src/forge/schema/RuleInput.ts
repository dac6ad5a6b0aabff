/** The rules of rulesets in inputs. A `Rule` that was read fits. Fields that are null are not sent. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import { maybe } from "../internal/fields.ts"
import * as Read from "./Rule.ts"

const upTo = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Texts = Schema.Array(Schema.NonEmptyString)

/** A check that must succeed. */
export class GivenRuleCheck extends Schema.Opaque<GivenRuleCheck>()(
  Schema.Struct({
    /** The context of a status, or the name of a check run. */
    context: Schema.NonEmptyString,
    /** The App that must report it. Default: any. */
    integration_id: maybe(Schema.Int)
  })
) {}

/** What a text must look like. */
export class GivenRulePattern extends Schema.Opaque<GivenRulePattern>()(
  Schema.Struct({
    operator: Schema.Literals(["starts_with", "ends_with", "contains", "regex"]),
    pattern: Schema.NonEmptyString,
    /** Whether a text that matches is refused. Default: false. */
    negate: maybe(Schema.Boolean),
    /** A name for people. */
    name: maybe(Schema.String)
  })
) {}

/** Only those who may bypass the ruleset create matching branches and tags. */
export class GivenCreationRule extends Schema.Opaque<GivenCreationRule>()(
  Schema.Struct({
    type: Schema.Literal("creation")
  }).annotate(UnknownFields.fits(Read.CreationRule.to))
) {}

/** What a `UpdateRule` asks for. */
export class GivenUpdateParameters extends Schema.Opaque<GivenUpdateParameters>()(
  Schema.Struct({
    /** Whether a branch of a fork can be brought up to date with its origin. */
    update_allows_fetch_and_merge: Schema.Boolean
  })
) {}

/** Only those who may bypass the ruleset move matching branches and tags. */
export class GivenUpdateRule extends Schema.Opaque<GivenUpdateRule>()(
  Schema.Struct({
    type: Schema.Literal("update"),
    parameters: maybe(GivenUpdateParameters)
  }).annotate(UnknownFields.fits(Read.UpdateRule.to))
) {}

/** Only those who may bypass the ruleset delete matching branches and tags. */
export class GivenDeletionRule extends Schema.Opaque<GivenDeletionRule>()(
  Schema.Struct({
    type: Schema.Literal("deletion")
  }).annotate(UnknownFields.fits(Read.DeletionRule.to))
) {}

/** Merge commits are refused. */
export class GivenLinearHistoryRule extends Schema.Opaque<GivenLinearHistoryRule>()(
  Schema.Struct({
    type: Schema.Literal("required_linear_history")
  }).annotate(UnknownFields.fits(Read.LinearHistoryRule.to))
) {}

/** What a `MergeQueueRule` asks for. */
export class GivenMergeQueueParameters extends Schema.Opaque<GivenMergeQueueParameters>()(
  Schema.Struct({
    /** How long a check may take to report, in minutes: 1 to 360. */
    check_response_timeout_minutes: upTo(1, 360),
    /** Whether each merge commit of a group must pass, or only the last one. */
    grouping_strategy: Schema.Literals(["ALLGREEN", "HEADGREEN"]),
    /** How many pull requests are built at the same time: 0 to 100. */
    max_entries_to_build: upTo(0, 100),
    /** How many pull requests are merged together, at most: 0 to 100. */
    max_entries_to_merge: upTo(0, 100),
    /** How many pull requests are merged together, at least: 0 to 100. */
    min_entries_to_merge: upTo(0, 100),
    /** How long to wait for as many, in minutes: 0 to 360. */
    min_entries_to_merge_wait_minutes: upTo(0, 360),
    merge_method: Schema.Literals(["MERGE", "SQUASH", "REBASE"])
  })
) {}

/** Merges go through a queue. */
export class GivenMergeQueueRule extends Schema.Opaque<GivenMergeQueueRule>()(
  Schema.Struct({
    type: Schema.Literal("merge_queue"),
    parameters: GivenMergeQueueParameters
  }).annotate(UnknownFields.fits(Read.MergeQueueRule.to))
) {}

/** What a `RequiredDeploymentsRule` asks for. */
export class GivenRequiredDeploymentsParameters extends Schema.Opaque<GivenRequiredDeploymentsParameters>()(
  Schema.Struct({
    /** Names of the environments. */
    required_deployment_environments: Texts
  })
) {}

/** Some environments must be deployed to first. */
export class GivenRequiredDeploymentsRule extends Schema.Opaque<GivenRequiredDeploymentsRule>()(
  Schema.Struct({
    type: Schema.Literal("required_deployments"),
    parameters: GivenRequiredDeploymentsParameters
  }).annotate(UnknownFields.fits(Read.RequiredDeploymentsRule.to))
) {}

/** Commits must be signed. */
export class GivenSignaturesRule extends Schema.Opaque<GivenSignaturesRule>()(
  Schema.Struct({
    type: Schema.Literal("required_signatures")
  }).annotate(UnknownFields.fits(Read.SignaturesRule.to))
) {}

/** Who may dismiss reviews. */
export class GivenDismissalActor extends Schema.Opaque<GivenDismissalActor>()(
  Schema.Struct({
    id: Schema.Int,
    type: Schema.Literals(["User", "Team", "IntegrationInstallation", "RepositoryRole"])
  })
) {}

/** Whether only some may dismiss reviews, and who. */
export class GivenDismissalRestriction extends Schema.Opaque<GivenDismissalRestriction>()(
  Schema.Struct({
    enabled: Schema.Boolean,
    allowed_actors: maybe(Schema.Array(GivenDismissalActor))
  })
) {}

/** A team, by its id. */
export class GivenReviewer extends Schema.Opaque<GivenReviewer>()(
  Schema.Struct({ id: Schema.Int, type: Schema.Literal("Team") })
) {}

/** The team that must approve changes of some files. */
export class GivenRequiredReviewer extends Schema.Opaque<GivenRequiredReviewer>()(
  Schema.Struct({
    /** Patterns of `fnmatch`. */
    file_patterns: Texts,
    /** 0 only adds the team to the pull request. */
    minimum_approvals: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    /** The team, by its id. */
    reviewer: GivenReviewer
  })
) {}

/** What a `PullRequestRule` asks for. */
export class GivenPullRequestParameters extends Schema.Opaque<GivenPullRequestParameters>()(
  Schema.Struct({
    /** How many reviewers must approve: 0 to 10. */
    required_approving_review_count: upTo(0, 10),
    /** Whether new commits dismiss approving reviews. */
    dismiss_stale_reviews_on_push: Schema.Boolean,
    /** Whether the code owners of changed files must approve. */
    require_code_owner_review: Schema.Boolean,
    /** Whether someone else than the author of the last push must approve it. */
    require_last_push_approval: Schema.Boolean,
    /** Whether all conversations must be resolved. */
    required_review_thread_resolution: Schema.Boolean,
    /** How pull requests can be merged: at least one way. Default: all ways of the repository. */
    allowed_merge_methods: maybe(
      Schema.Array(Schema.Literals(["merge", "squash", "rebase"])).check(
        Schema.isMinLength(1, { expected: "at least one way of merging" })
      )
    ),
    /** Who may dismiss reviews. Default: everyone with write access. */
    dismissal_restriction: maybe(GivenDismissalRestriction),
    /** Teams that must approve changes of some files. Default: none. */
    required_reviewers: maybe(Schema.Array(GivenRequiredReviewer))
  })
) {}

/** Changes must be made through a pull request. */
export class GivenPullRequestRule extends Schema.Opaque<GivenPullRequestRule>()(
  Schema.Struct({
    type: Schema.Literal("pull_request"),
    parameters: GivenPullRequestParameters
  }).annotate(UnknownFields.fits(Read.PullRequestRule.to))
) {}

/** What a `StatusChecksRule` asks for. */
export class GivenStatusChecksParameters extends Schema.Opaque<GivenStatusChecksParameters>()(
  Schema.Struct({
    required_status_checks: Schema.Array(GivenRuleCheck),
    /** Whether a branch must be up to date before it is merged. */
    strict_required_status_checks_policy: Schema.Boolean,
    /** Whether branches can be created without the checks. Default: false. */
    do_not_enforce_on_create: maybe(Schema.Boolean)
  })
) {}

/** Checks must succeed. */
export class GivenStatusChecksRule extends Schema.Opaque<GivenStatusChecksRule>()(
  Schema.Struct({
    type: Schema.Literal("required_status_checks"),
    parameters: GivenStatusChecksParameters
  }).annotate(UnknownFields.fits(Read.StatusChecksRule.to))
) {}

/** A branch cannot move to a commit that does not follow its current one. */
export class GivenNonFastForwardRule extends Schema.Opaque<GivenNonFastForwardRule>()(
  Schema.Struct({
    type: Schema.Literal("non_fast_forward")
  }).annotate(UnknownFields.fits(Read.NonFastForwardRule.to))
) {}

/** The messages of commits have a pattern. */
export class GivenCommitMessageRule extends Schema.Opaque<GivenCommitMessageRule>()(
  Schema.Struct({
    type: Schema.Literal("commit_message_pattern"),
    parameters: GivenRulePattern
  }).annotate(UnknownFields.fits(Read.CommitMessageRule.to))
) {}

/** The addresses of authors have a pattern. */
export class GivenAuthorEmailRule extends Schema.Opaque<GivenAuthorEmailRule>()(
  Schema.Struct({
    type: Schema.Literal("commit_author_email_pattern"),
    parameters: GivenRulePattern
  }).annotate(UnknownFields.fits(Read.AuthorEmailRule.to))
) {}

/** The addresses of committers have a pattern. */
export class GivenCommitterEmailRule extends Schema.Opaque<GivenCommitterEmailRule>()(
  Schema.Struct({
    type: Schema.Literal("committer_email_pattern"),
    parameters: GivenRulePattern
  }).annotate(UnknownFields.fits(Read.CommitterEmailRule.to))
) {}

/** The names of branches have a pattern. */
export class GivenBranchNameRule extends Schema.Opaque<GivenBranchNameRule>()(
  Schema.Struct({
    type: Schema.Literal("branch_name_pattern"),
    parameters: GivenRulePattern
  }).annotate(UnknownFields.fits(Read.BranchNameRule.to))
) {}

/** The names of tags have a pattern. */
export class GivenTagNameRule extends Schema.Opaque<GivenTagNameRule>()(
  Schema.Struct({
    type: Schema.Literal("tag_name_pattern"),
    parameters: GivenRulePattern
  }).annotate(UnknownFields.fits(Read.TagNameRule.to))
) {}

/** The file of a workflow that must pass. */
export class GivenRequiredWorkflow extends Schema.Opaque<GivenRequiredWorkflow>()(
  Schema.Struct({
    path: Schema.NonEmptyString,
    /** The repository that has it. */
    repository_id: Schema.Int,
    /** The branch or tag of the file. */
    ref: maybe(Schema.String),
    /** The commit of the file. */
    sha: maybe(Schema.String)
  })
) {}

/** What a `WorkflowsRule` asks for. */
export class GivenWorkflowsParameters extends Schema.Opaque<GivenWorkflowsParameters>()(
  Schema.Struct({
    workflows: Schema.Array(GivenRequiredWorkflow),
    /** Whether branches can be created without them. Default: false. */
    do_not_enforce_on_create: maybe(Schema.Boolean)
  })
) {}

/** Workflows must pass. */
export class GivenWorkflowsRule extends Schema.Opaque<GivenWorkflowsRule>()(
  Schema.Struct({
    type: Schema.Literal("workflows"),
    parameters: GivenWorkflowsParameters
  }).annotate(UnknownFields.fits(Read.WorkflowsRule.to))
) {}

/** A tool whose results must not be worse than this. */
export class GivenCodeScanningTool extends Schema.Opaque<GivenCodeScanningTool>()(
  Schema.Struct({
    /** Its name. */
    tool: Schema.NonEmptyString,
    alerts_threshold: Schema.Literals(["none", "errors", "errors_and_warnings", "all"]),
    security_alerts_threshold: Schema.Literals(["none", "critical", "high_or_higher", "medium_or_higher", "all"])
  })
) {}

/** What a `CodeScanningRule` asks for. */
export class GivenCodeScanningParameters extends Schema.Opaque<GivenCodeScanningParameters>()(
  Schema.Struct({
    code_scanning_tools: Schema.Array(GivenCodeScanningTool)
  })
) {}

/** Tools must have found nothing bad. */
export class GivenCodeScanningRule extends Schema.Opaque<GivenCodeScanningRule>()(
  Schema.Struct({
    type: Schema.Literal("code_scanning"),
    parameters: GivenCodeScanningParameters
  }).annotate(UnknownFields.fits(Read.CodeScanningRule.to))
) {}

/** What a `CopilotReviewRule` asks for. */
export class GivenCopilotReviewParameters extends Schema.Opaque<GivenCopilotReviewParameters>()(
  Schema.Struct({
    /** Whether it reviews drafts. Default: false. */
    review_draft_pull_requests: maybe(Schema.Boolean),
    /** Whether it reviews each push. Default: false. */
    review_on_push: maybe(Schema.Boolean)
  })
) {}

/** Copilot reviews pull requests. */
export class GivenCopilotReviewRule extends Schema.Opaque<GivenCopilotReviewRule>()(
  Schema.Struct({
    type: Schema.Literal("copilot_code_review"),
    parameters: maybe(GivenCopilotReviewParameters)
  }).annotate(UnknownFields.fits(Read.CopilotReviewRule.to))
) {}

/** The licences of dependencies must be allowed. */
export class GivenLicenseComplianceRule extends Schema.Opaque<GivenLicenseComplianceRule>()(
  Schema.Struct({
    type: Schema.Literal("license_compliance_scanning")
  }).annotate(UnknownFields.fits(Read.LicenseComplianceRule.to))
) {}

/** What a `FilePathRule` asks for. */
export class GivenFilePathParameters extends Schema.Opaque<GivenFilePathParameters>()(
  Schema.Struct({
    /** Their paths. */
    restricted_file_paths: Texts
  })
) {}

/** Some files cannot be pushed. */
export class GivenFilePathRule extends Schema.Opaque<GivenFilePathRule>()(
  Schema.Struct({
    type: Schema.Literal("file_path_restriction"),
    parameters: GivenFilePathParameters
  }).annotate(UnknownFields.fits(Read.FilePathRule.to))
) {}

/** What a `FilePathLengthRule` asks for. */
export class GivenFilePathLengthParameters extends Schema.Opaque<GivenFilePathLengthParameters>()(
  Schema.Struct({
    /** In characters: 1 to 32,767. */
    max_file_path_length: upTo(1, 32_767)
  })
) {}

/** The paths of files have a limited length. */
export class GivenFilePathLengthRule extends Schema.Opaque<GivenFilePathLengthRule>()(
  Schema.Struct({
    type: Schema.Literal("max_file_path_length"),
    parameters: GivenFilePathLengthParameters
  }).annotate(UnknownFields.fits(Read.FilePathLengthRule.to))
) {}

/** What a `FileExtensionRule` asks for. */
export class GivenFileExtensionParameters extends Schema.Opaque<GivenFileExtensionParameters>()(
  Schema.Struct({
    restricted_file_extensions: Texts
  })
) {}

/** Files with some extensions cannot be pushed. */
export class GivenFileExtensionRule extends Schema.Opaque<GivenFileExtensionRule>()(
  Schema.Struct({
    type: Schema.Literal("file_extension_restriction"),
    parameters: GivenFileExtensionParameters
  }).annotate(UnknownFields.fits(Read.FileExtensionRule.to))
) {}

/** What a `FileSizeRule` asks for. */
export class GivenFileSizeParameters extends Schema.Opaque<GivenFileSizeParameters>()(
  Schema.Struct({
    /** In megabytes: 1 to 100. */
    max_file_size: upTo(1, 100)
  })
) {}

/** Files have a limited size. */
export class GivenFileSizeRule extends Schema.Opaque<GivenFileSizeRule>()(
  Schema.Struct({
    type: Schema.Literal("max_file_size"),
    parameters: GivenFileSizeParameters
  }).annotate(UnknownFields.fits(Read.FileSizeRule.to))
) {}

/** A rule that is not known here, such as one of a newer kind. It is sent as it is, and the service checks it. */
export class GivenOtherRule extends Schema.Opaque<GivenOtherRule>()(
  Schema.Struct({
    /** It is not sent. */
    _tag: Schema.optionalKey(Schema.Literal("OtherRule")).pipe(
      Schema.decodeTo(Schema.Literal("OtherRule"), {
        decode: SchemaGetter.withDefault(Effect.succeed("OtherRule" as const)),
        encode: SchemaGetter.omit()
      })
    ),
    type: Schema.NonEmptyString,
    parameters: maybe(Schema.JsonObject)
  }).annotate(UnknownFields.fits(Read.OtherRule.to))
) {}

/** The rules that all rulesets can have. */
const common = [
  GivenCreationRule,
  GivenUpdateRule,
  GivenDeletionRule,
  GivenLinearHistoryRule,
  GivenRequiredDeploymentsRule,
  GivenSignaturesRule,
  GivenPullRequestRule,
  GivenStatusChecksRule,
  GivenNonFastForwardRule,
  GivenCommitMessageRule,
  GivenAuthorEmailRule,
  GivenCommitterEmailRule,
  GivenBranchNameRule,
  GivenTagNameRule,
  GivenWorkflowsRule,
  GivenCodeScanningRule,
  GivenCopilotReviewRule,
  GivenFilePathRule,
  GivenFilePathLengthRule,
  GivenFileExtensionRule,
  GivenFileSizeRule,
  GivenOtherRule
] as const

/** A rule of a ruleset of an organization. */
export const GivenOrgRule = Schema.Union(common)

/** A rule of a ruleset of a repository. */
export const GivenRule = Schema.Union([...common, GivenMergeQueueRule, GivenLicenseComplianceRule])
