/** The schema of each sample, by its name. */
export { App as app } from "../../../src/forge/schema/App.ts"
export { Artifact as artifact } from "../../../src/forge/schema/Artifact.ts"
export { AuthenticatedUser as authenticatedUser } from "../../../src/forge/schema/AuthenticatedUser.ts"
export { Branch as branch, ListedBranch as listedBranch } from "../../../src/forge/schema/Branch.ts"
export {
  BranchRules as branchRules,
  EnforcedRule as enforcedRule,
  PushPolicy as pushPolicy,
  RequiredReviews as requiredReviews,
  StatusCheckPolicy as statusCheckPolicy
} from "../../../src/forge/schema/BranchRules.ts"
export { CheckRunAnnotation as annotation } from "../../../src/forge/schema/CheckRunAnnotation.ts"
export { CheckRun as checkRun } from "../../../src/forge/schema/CheckRun.ts"
export {
  Collaborator as collaborator,
  CollaboratorPermission as collaboratorPermission
} from "../../../src/forge/schema/Collaborator.ts"
export {
  CheckSuite as checkSuite,
  CheckSuitePreferences as checkSuitePreferences
} from "../../../src/forge/schema/CheckSuite.ts"
export { CombinedStatus as combinedStatus } from "../../../src/forge/schema/CombinedStatus.ts"
export { Commit as commit } from "../../../src/forge/schema/Commit.ts"
export { CommitComment as commitComment } from "../../../src/forge/schema/CommitComment.ts"
export { CommitFile as commitFile } from "../../../src/forge/schema/CommitFile.ts"
export { CommitObject as gitCommit } from "../../../src/forge/schema/CommitObject.ts"
export { CommitStatus as status } from "../../../src/forge/schema/CommitStatus.ts"
export { Comparison as comparison } from "../../../src/forge/schema/Comparison.ts"
export { DeployKey as deployKey } from "../../../src/forge/schema/DeployKey.ts"
export {
  CreatedDeployment as createdDeployment,
  Deployment as deployment,
  MergedBranch as mergedBranch
} from "../../../src/forge/schema/Deployment.ts"
export { DeploymentStatus as deploymentStatus } from "../../../src/forge/schema/DeploymentStatus.ts"
export {
  Directory as directory,
  File as file,
  Submodule as submodule,
  Symlink as symlink
} from "../../../src/forge/schema/Content.ts"
export { Contributor as contributor } from "../../../src/forge/schema/Contributor.ts"
export { FileCommit as fileCommit } from "../../../src/forge/schema/FileCommit.ts"
export { FoundCode as foundCode } from "../../../src/forge/schema/FoundCode.ts"
export { FoundCommit as foundCommit } from "../../../src/forge/schema/Commit.ts"
export { FoundLabel as foundLabel } from "../../../src/forge/schema/Label.ts"
export { FoundTopic as foundTopic } from "../../../src/forge/schema/FoundTopic.ts"
export { FoundUser as foundUser } from "../../../src/forge/schema/FoundUser.ts"
export { CreatedBlob as createdBlob, GitBlob as gitBlob } from "../../../src/forge/schema/GitBlob.ts"
export { GitTag as gitTag } from "../../../src/forge/schema/GitTag.ts"
export { GitTree as gitTree } from "../../../src/forge/schema/GitTree.ts"
export { GitRef as gitRef } from "../../../src/forge/schema/GitRef.ts"
export {
  Hook as hook,
  HookConfig as hookConfig,
  OrganizationHook as organizationHook
} from "../../../src/forge/schema/Hook.ts"
export {
  HookDelivery as hookDelivery,
  ListedHookDelivery as listedHookDelivery
} from "../../../src/forge/schema/HookDelivery.ts"
export { Invitation as invitation } from "../../../src/forge/schema/Invitation.ts"
export { FoundIssue as foundIssue, Issue as issue } from "../../../src/forge/schema/Issue.ts"
export { IssueComment as comment } from "../../../src/forge/schema/IssueComment.ts"
export {
  AssigneeEvent as assigneeEvent,
  IssueTypeEvent as issueTypeEvent,
  LabelEvent as labelEvent,
  LockEvent as lockEvent,
  MilestoneEvent as milestoneEvent,
  OtherEvent as otherEvent,
  RenameEvent as renameEvent,
  ReviewDismissalEvent as reviewDismissalEvent,
  ReviewRequestEvent as reviewRequestEvent,
  StateEvent as stateEvent
} from "../../../src/forge/schema/IssueEvent.ts"
export {
  AppDetails as appDetails,
  CreatedApp as createdApp,
  Installation as installation,
  InstallationRequest as installationRequest
} from "../../../src/forge/schema/Installation.ts"
export { RepoSubscription as subscription } from "../../../src/forge/schema/RepoSubscription.ts"
export { Stargazer as stargazer, StarredRepo as starredRepository } from "../../../src/forge/schema/Star.ts"
export { Label as label } from "../../../src/forge/schema/Label.ts"
export { Languages as languages } from "../../../src/forge/schema/Languages.ts"
export { MergedUpstream as mergedUpstream } from "../../../src/forge/schema/MergedUpstream.ts"
export { MergeResult as mergeResult } from "../../../src/forge/schema/MergeResult.ts"
export { Milestone as milestone } from "../../../src/forge/schema/Milestone.ts"
export { Organization as organization } from "../../../src/forge/schema/Organization.ts"
export {
  ListedPullRequest as listedPullRequest,
  PullRequest as pullRequest
} from "../../../src/forge/schema/PullRequest.ts"
export { RateLimits as rateLimits } from "../../../src/forge/schema/RateLimits.ts"
export { Reaction as reaction } from "../../../src/forge/schema/Reaction.ts"
export { Release as release } from "../../../src/forge/schema/Release.ts"
export { ReleaseAsset as asset } from "../../../src/forge/schema/ReleaseAsset.ts"
export { ReleaseNotes as releaseNotes } from "../../../src/forge/schema/ReleaseNotes.ts"
export {
  FoundRepo as foundRepository,
  ListedRepo as listedRepository,
  MinimalRepo as selectedRepository,
  Repo as repository
} from "../../../src/forge/schema/Repo.ts"
export { Review as review } from "../../../src/forge/schema/Review.ts"
export { ReviewComment as reviewComment } from "../../../src/forge/schema/ReviewComment.ts"
export { ListedRuleset as listedRuleset, Ruleset as ruleset } from "../../../src/forge/schema/Ruleset.ts"
export {
  ListedRulesetVersion as listedRulesetVersion,
  RulesetVersion as rulesetVersion
} from "../../../src/forge/schema/RulesetVersion.ts"
export { ListedRuleSuite as listedRuleSuite, RuleSuite as ruleSuite } from "../../../src/forge/schema/RuleSuite.ts"
export { SimpleUser as simpleUser } from "../../../src/forge/schema/SimpleUser.ts"
export { Tag as tag } from "../../../src/forge/schema/Tag.ts"
export { Team as team } from "../../../src/forge/schema/Team.ts"
export { TeamMember as teamMember } from "../../../src/forge/schema/TeamMember.ts"
export {
  CommentEvent as commentEvent,
  CommitCommentEvent as commitCommentEvent,
  CommitEvent as commitEvent,
  CrossReferenceEvent as crossReferenceEvent,
  LineCommentEvent as lineCommentEvent,
  ReviewEvent as reviewEvent
} from "../../../src/forge/schema/TimelineEvent.ts"
export { Topics as topics } from "../../../src/forge/schema/Topics.ts"
export { UpdatedBranch as updatedBranch } from "../../../src/forge/schema/UpdatedBranch.ts"
export { User as user } from "../../../src/forge/schema/User.ts"
export { Workflow as workflow } from "../../../src/forge/schema/Workflow.ts"
export { WorkflowJob as workflowJob } from "../../../src/forge/schema/WorkflowJob.ts"
export { DispatchedRun as dispatchedRun, WorkflowRun as workflowRun } from "../../../src/forge/schema/WorkflowRun.ts"
export { Gist as gist, GistCommit as gistCommit, ListedGist as listedGist } from "../../../src/forge/schema/Gist.ts"
export { GistComment as gistComment } from "../../../src/forge/schema/GistComment.ts"
export {
  NotificationThread as notificationThread,
  ThreadSubscription as threadSubscription
} from "../../../src/forge/schema/NotificationThread.ts"
export { Secret as secret, OrgSecret as orgSecret } from "../../../src/forge/schema/Secret.ts"
export { PublicKey as publicKey } from "../../../src/forge/schema/PublicKey.ts"
export { Variable as variable, OrgVariable as orgVariable } from "../../../src/forge/schema/Variable.ts"
export {
  Environment as environment,
  BranchPolicy as branchPolicy,
  CustomProtectionRule as protectionRule,
  CustomProtectionRules as protectionRules,
  ProtectionApp as protectionApp
} from "../../../src/forge/schema/Environment.ts"
export {
  PendingDeployment as pendingDeployment,
  DeploymentReview as deploymentReview
} from "../../../src/forge/schema/PendingDeployment.ts"
export {
  ActionsCache as cache,
  DeletedCaches as deletedCaches,
  CacheUsage as cacheUsage
} from "../../../src/forge/schema/ActionsCache.ts"
export { WorkflowUsage as workflowUsage, RunUsage as runUsage } from "../../../src/forge/schema/WorkflowUsage.ts"
