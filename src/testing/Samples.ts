/**
 * Complete, valid records, for tests that need one and care about only some of its fields.
 *
 * **When to use**
 *
 * To answer an operation in a test (`ForgeSimulator.answers`), or to call a function that takes a record.
 *
 * **Details**
 *
 * A sample is a response of the simulated service, so that its fields agree with each other: URLs contain the repository,
 * the number, the name or the sha of the record. The first argument sets fields, and the second says where the record
 * is; it takes the input of an operation. `.wire` returns the record as the service sends it, for responses that are
 * scripted as JSON. The same arguments return the same record. Times are in January 2026.
 *
 * **Example**
 *
 * ```ts
 * const pull = Samples.pullRequest({ number: 7, draft: true })
 * pull.html_url // "https://github.com/acme/web/pull/7"
 * const json = Samples.issue.wire({ title: "It rains in" }, { owner: "octo", repo: "tools" })
 * ```
 */
import type { ForgeError } from "../forge/ForgeError.ts"
import { Artifact } from "../forge/schema/Artifact.ts"
import { AuthenticatedUser } from "../forge/schema/AuthenticatedUser.ts"
import { Branch, ListedBranch } from "../forge/schema/Branch.ts"
import { CheckRun } from "../forge/schema/CheckRun.ts"
import { CheckRunAnnotation } from "../forge/schema/CheckRunAnnotation.ts"
import { Collaborator, CollaboratorPermission } from "../forge/schema/Collaborator.ts"
import { CheckSuite, CheckSuitePreferences } from "../forge/schema/CheckSuite.ts"
import { CombinedStatus } from "../forge/schema/CombinedStatus.ts"
import { Commit, FoundCommit } from "../forge/schema/Commit.ts"
import { CommitComment } from "../forge/schema/CommitComment.ts"
import { CommitFile } from "../forge/schema/CommitFile.ts"
import { CommitObject } from "../forge/schema/CommitObject.ts"
import { CommitStatus } from "../forge/schema/CommitStatus.ts"
import { Comparison } from "../forge/schema/Comparison.ts"
import { Directory, File, Submodule, Symlink } from "../forge/schema/Content.ts"
import { Contributor } from "../forge/schema/Contributor.ts"
import { DeployKey } from "../forge/schema/DeployKey.ts"
import { CreatedDeployment, Deployment, MergedBranch } from "../forge/schema/Deployment.ts"
import { DeploymentStatus } from "../forge/schema/DeploymentStatus.ts"
import { FileCommit } from "../forge/schema/FileCommit.ts"
import { FoundCode } from "../forge/schema/FoundCode.ts"
import { FoundTopic } from "../forge/schema/FoundTopic.ts"
import { FoundUser } from "../forge/schema/FoundUser.ts"
import { CreatedBlob, GitBlob } from "../forge/schema/GitBlob.ts"
import { Gist, GistCommit, ListedGist } from "../forge/schema/Gist.ts"
import { GistComment } from "../forge/schema/GistComment.ts"
import { GitRef } from "../forge/schema/GitRef.ts"
import { GitTag } from "../forge/schema/GitTag.ts"
import { GitTree } from "../forge/schema/GitTree.ts"
import { Hook, HookConfig, OrganizationHook } from "../forge/schema/Hook.ts"
import { HookDelivery, ListedHookDelivery } from "../forge/schema/HookDelivery.ts"
import { Invitation } from "../forge/schema/Invitation.ts"
import { FoundIssue, Issue } from "../forge/schema/Issue.ts"
import { IssueComment } from "../forge/schema/IssueComment.ts"
import { AppDetails, CreatedApp, Installation, InstallationRequest } from "../forge/schema/Installation.ts"
import { FoundLabel, Label } from "../forge/schema/Label.ts"
import { Languages } from "../forge/schema/Languages.ts"
import { MergedUpstream } from "../forge/schema/MergedUpstream.ts"
import { MergeResult } from "../forge/schema/MergeResult.ts"
import { Milestone } from "../forge/schema/Milestone.ts"
import { NotificationThread, ThreadSubscription } from "../forge/schema/NotificationThread.ts"
import { Organization } from "../forge/schema/Organization.ts"
import { ListedPullRequest, PullRequest } from "../forge/schema/PullRequest.ts"
import { RateLimits } from "../forge/schema/RateLimits.ts"
import { Reaction } from "../forge/schema/Reaction.ts"
import { Release } from "../forge/schema/Release.ts"
import { ReleaseAsset } from "../forge/schema/ReleaseAsset.ts"
import { ReleaseNotes } from "../forge/schema/ReleaseNotes.ts"
import { FoundRepo, ListedRepo, MinimalRepo, Repo } from "../forge/schema/Repo.ts"
import { RepoSubscription } from "../forge/schema/RepoSubscription.ts"
import { Review } from "../forge/schema/Review.ts"
import { ReviewComment } from "../forge/schema/ReviewComment.ts"
import { SimpleUser } from "../forge/schema/SimpleUser.ts"
import { Stargazer, StarredRepo } from "../forge/schema/Star.ts"
import { Tag } from "../forge/schema/Tag.ts"
import { Team } from "../forge/schema/Team.ts"
import { TeamMember } from "../forge/schema/TeamMember.ts"
import { Topics } from "../forge/schema/Topics.ts"
import { UpdatedBranch } from "../forge/schema/UpdatedBranch.ts"
import { User } from "../forge/schema/User.ts"
import { Secret, OrgSecret } from "../forge/schema/Secret.ts"
import { PublicKey } from "../forge/schema/PublicKey.ts"
import { Variable, OrgVariable } from "../forge/schema/Variable.ts"
import {
  Environment,
  BranchPolicy,
  CustomProtectionRule,
  CustomProtectionRules,
  ProtectionApp
} from "../forge/schema/Environment.ts"
import { PendingDeployment, DeploymentReview } from "../forge/schema/PendingDeployment.ts"
import { ActionsCache, DeletedCaches, CacheUsage } from "../forge/schema/ActionsCache.ts"
import { WorkflowUsage, RunUsage } from "../forge/schema/WorkflowUsage.ts"
import { Workflow } from "../forge/schema/Workflow.ts"
import { WorkflowJob } from "../forge/schema/WorkflowJob.ts"
import { DispatchedRun, WorkflowRun } from "../forge/schema/WorkflowRun.ts"
import type { BlobFields, FileFields, Sample } from "./SampleTypes.ts"
import * as Apps from "./internal/samples/apps.ts"
import * as Code from "./internal/samples/code.ts"
import { failure } from "./internal/samples/failure.ts"
import * as Gists from "./internal/samples/gists.ts"
import * as Git from "./internal/samples/git.ts"
import * as Hooks from "./internal/samples/hooks.ts"
import * as Pulls from "./internal/samples/pulls.ts"
import * as Records from "./internal/samples/records.ts"
import { sample } from "./internal/samples/scene.ts"
import * as Sharing from "./internal/samples/sharing.ts"
import * as Settings from "./internal/samples/settings.ts"
import * as Workflows from "./internal/samples/workflows.ts"

export type { BlobFields, FileFields, Overrides, Place, Recorded, Sample } from "./SampleTypes.ts"
export { delivery, type DeliverySample } from "./samples/Deliveries.ts"
export {
  assigneeEvent,
  commentEvent,
  commitCommentEvent,
  commitEvent,
  crossReferenceEvent,
  issueTypeEvent,
  labelEvent,
  lineCommentEvent,
  lockEvent,
  milestoneEvent,
  otherEvent,
  renameEvent,
  reviewDismissalEvent,
  reviewEvent,
  reviewRequestEvent,
  stateEvent
} from "./samples/Events.ts"
export {
  app,
  branchRules,
  enforcedRule,
  listedRuleset,
  listedRulesetVersion,
  listedRuleSuite,
  pushPolicy,
  requiredReviews,
  ruleset,
  rulesetVersion,
  ruleSuite,
  statusCheckPolicy
} from "./samples/Protection.ts"

/** An open issue with a label, an assignee and a milestone. */
export const issue: Sample<typeof Issue> = sample(Issue, Records.issue)

/** An issue that a search found. */
export const foundIssue: Sample<typeof FoundIssue> = sample(FoundIssue, Records.foundIssue)

/** A comment of an issue: the `issue_number` of its place, 1 by default. */
export const comment: Sample<typeof IssueComment> = sample(IssueComment, Records.comment)

/** A reaction to an issue: the `issue_number` of its place, 1 by default. */
export const reaction: Sample<typeof Reaction> = sample(Reaction, Records.reaction)

/** A label of a repository. */
export const label: Sample<typeof Label> = sample(Label, Records.label)

/** An open milestone. */
export const milestone: Sample<typeof Milestone> = sample(Milestone, Records.milestone)

/** An open pull request that can be merged, as `PullRequests.get` returns it. */
export const pullRequest: Sample<typeof PullRequest> = sample(PullRequest, Pulls.pull)

/** An open pull request, as `PullRequests.list` returns it. */
export const listedPullRequest: Sample<typeof ListedPullRequest> = sample(ListedPullRequest, Pulls.listedPull)

/** An approving review of a pull request: the `pull_number` of its place, 1 by default. */
export const review: Sample<typeof Review> = sample(Review, Pulls.review)

/** A comment on a line of a pull request: the `pull_number` of its place, 1 by default. */
export const reviewComment: Sample<typeof ReviewComment> = sample(ReviewComment, Pulls.reviewComment)

/** The acceptance of an update of the branch of a pull request: the `pull_number` of its place, 1 by default. */
export const updatedBranch: Sample<typeof UpdatedBranch> = sample(UpdatedBranch, Pulls.updatedBranch)

/** The result of a merge. */
export const mergeResult: Sample<typeof MergeResult> = sample(MergeResult, Pulls.mergeResult)

/** A repository of an organization, as `Repositories.get` returns it. Its name and owner are those of its place. */
export const repository: Sample<typeof Repo> = sample(Repo, Records.repository)

/** A repository, as listings have it. Its name and owner are those of its place. */
export const listedRepository: Sample<typeof ListedRepo> = sample(ListedRepo, Records.listedRepository)

/** A repository that a search found. Its name and owner are those of its place. */
export const foundRepository: Sample<typeof FoundRepo> = sample(FoundRepo, Records.foundRepository)

/** A label that a search found. */
export const foundLabel: Sample<typeof FoundLabel> = sample(FoundLabel, Records.foundLabel)

/** A file that a search found. */
export const foundCode: Sample<typeof FoundCode> = sample(FoundCode, Records.foundCode)

/** A commit that a search found. */
export const foundCommit: Sample<typeof FoundCommit> = sample(FoundCommit, Records.foundCommit)

/** A topic that a search found. */
export const foundTopic: Sample<typeof FoundTopic> = sample(FoundTopic, Records.foundTopic)

/** The profile of a user. */
export const user: Sample<typeof User> = sample(User, Records.user)

/** A user, as embedded in other records. */
export const simpleUser: Sample<typeof SimpleUser> = sample(SimpleUser, Records.simpleUser)

/** A user that a search found. */
export const foundUser: Sample<typeof FoundUser> = sample(FoundUser, Records.foundUser)

/** The profile of the authenticated user. */
export const authenticatedUser: Sample<typeof AuthenticatedUser> = sample(AuthenticatedUser, Records.authenticatedUser)

/** The profile of an organization. */
export const organization: Sample<typeof Organization> = sample(Organization, Records.organization)

/** A team of an organization: the `org` of its place, or its `owner`. */
export const team: Sample<typeof Team> = sample(Team, Records.team)

/** A member of a team. */
export const teamMember: Sample<typeof TeamMember> = sample(TeamMember, Records.teamMember)

/** A hook of a repository, to which nothing was delivered. */
export const hook: Sample<typeof Hook> = sample(Hook, Hooks.hook)

/** Where a hook sends events, and how. */
export const hookConfig: Sample<typeof HookConfig> = sample(HookConfig, Hooks.hookConfig)

/** A hook of an organization. */
export const organizationHook: Sample<typeof OrganizationHook> = sample(OrganizationHook, Hooks.organizationHook)

/** A delivery of a hook that has succeeded, as listings have it. */
export const listedHookDelivery: Sample<typeof ListedHookDelivery> = sample(
  ListedHookDelivery,
  Hooks.listedHookDelivery
)

/** A delivery of a hook that has succeeded, with what was sent and what came back. */
export const hookDelivery: Sample<typeof HookDelivery> = sample(HookDelivery, Hooks.hookDelivery)

/** The App itself. */
export const appDetails: Sample<typeof AppDetails> = sample(AppDetails, Apps.app)

/** An App that was created of a manifest, with its secrets. */
export const createdApp: Sample<typeof CreatedApp> = sample(CreatedApp, Apps.createdApp)

/** An installation of an App on the owner of its place. */
export const installation: Sample<typeof Installation> = sample(Installation, Apps.installation)

/** A request to install an App on the owner of its place. */
export const installationRequest: Sample<typeof InstallationRequest> = sample(InstallationRequest, Apps.request)

/** A user who has starred a repository. */
export const stargazer: Sample<typeof Stargazer> = sample(Stargazer, Apps.stargazer)

/** A repository that a user has starred. Its name and owner are those of its place. */
export const starredRepository: Sample<typeof StarredRepo> = sample(StarredRepo, Apps.starredRepository)

/** How a user watches a repository. */
export const subscription: Sample<typeof RepoSubscription> = sample(RepoSubscription, Apps.subscription)

/** A commit with its files, as `Commits.get` returns it. */
export const commit: Sample<typeof Commit> = sample(Commit, Code.commit)

/** A comment on a whole commit, outside of a pull request. */
export const commitComment: Sample<typeof CommitComment> = sample(CommitComment, Code.commitComment)

/** A file that a commit or a pull request changes. */
export const commitFile: Sample<typeof CommitFile> = sample(CommitFile, Code.commitFile)

/** The comparison of a branch that is a commit ahead. */
export const comparison: Sample<typeof Comparison> = sample(Comparison, Code.comparison)

/** A file with its bytes. `text` or `bytes` is its content. */
export const file: Sample<typeof File, FileFields> = sample(File, Code.file)

/** A directory with its entries. */
export const directory: Sample<typeof Directory> = sample(Directory, Code.directory)

/** A symbolic link. */
export const symlink: Sample<typeof Symlink> = sample(Symlink, Code.symlink)

/** A submodule: the commit of another repository. */
export const submodule: Sample<typeof Submodule> = sample(Submodule, Code.submodule)

/** The result of a change to a file. */
export const fileCommit: Sample<typeof FileCommit> = sample(FileCommit, Code.fileCommit)

/** A commit as an object of git. */
export const gitCommit: Sample<typeof CommitObject> = sample(CommitObject, Git.commit)

/** The tree of a commit, with the entries of all directories. */
export const gitTree: Sample<typeof GitTree> = sample(GitTree, Git.tree)

/** A blob. `text` or `bytes` is its content. */
export const gitBlob: Sample<typeof GitBlob, BlobFields> = sample(GitBlob, Git.blob)

/** A blob that was just created. */
export const createdBlob: Sample<typeof CreatedBlob> = sample(CreatedBlob, Git.createdBlob)

/** An annotated tag of a commit. */
export const gitTag: Sample<typeof GitTag> = sample(GitTag, Git.tag)

/** A collaborator of a repository. */
export const collaborator: Sample<typeof Collaborator> = sample(Collaborator, Sharing.collaborator)

/** What a user may do in a repository. */
export const collaboratorPermission: Sample<typeof CollaboratorPermission> = sample(
  CollaboratorPermission,
  Sharing.permission
)

/** An invitation to become a collaborator. */
export const invitation: Sample<typeof Invitation> = sample(Invitation, Sharing.invitation)

/** An SSH key that gives a machine access to a repository. */
export const deployKey: Sample<typeof DeployKey> = sample(DeployKey, Sharing.deployKey)

/** How a fork was brought up to date. */
export const mergedUpstream: Sample<typeof MergedUpstream> = sample(MergedUpstream, Sharing.mergedUpstream)

/** A branch with its last commit, as `Branches.get` returns it. */
export const branch: Sample<typeof Branch> = sample(Branch, Code.branch)

/** A branch in a listing. */
export const listedBranch: Sample<typeof ListedBranch> = sample(ListedBranch, Code.listedBranch)

/** A branch as a ref. */
export const gitRef: Sample<typeof GitRef> = sample(GitRef, Code.ref)

/** A tag of a repository. */
export const tag: Sample<typeof Tag> = sample(Tag, Code.tag)

/** A successful status of a commit. */
export const status: Sample<typeof CommitStatus> = sample(CommitStatus, Code.status)

/** The combined state of a successful status. */
export const combinedStatus: Sample<typeof CombinedStatus> = sample(CombinedStatus, Code.combinedStatus)

/** A completed, successful check run. */
export const checkRun: Sample<typeof CheckRun> = sample(CheckRun, Code.checkRun)

/** The suite of a completed, successful check run. */
export const checkSuite: Sample<typeof CheckSuite> = sample(CheckSuite, Code.checkSuite)

/** For which Apps pushes create check suites. */
export const checkSuitePreferences: Sample<typeof CheckSuitePreferences> = sample(
  CheckSuitePreferences,
  Code.suitePreferences
)

/** An annotation of a check run. */
export const annotation: Sample<typeof CheckRunAnnotation> = sample(CheckRunAnnotation, Git.annotation)

/** A workflow that pushes start. */
export const workflow: Sample<typeof Workflow> = sample(Workflow, Workflows.workflow)

/** A completed, successful run of a workflow. */
export const workflowRun: Sample<typeof WorkflowRun> = sample(WorkflowRun, Workflows.run)

/** A completed, successful job of a workflow run, with two steps. */
export const workflowJob: Sample<typeof WorkflowJob> = sample(WorkflowJob, Workflows.job)

/** The run that a `workflow_dispatch` has started. */
export const dispatchedRun: Sample<typeof DispatchedRun> = sample(DispatchedRun, Workflows.dispatchedRun)

/** An artifact of a workflow run. */
export const artifact: Sample<typeof Artifact> = sample(Artifact, Workflows.artifact)

/** A secret of a repository, without its value. */
export const secret: Sample<typeof Secret> = sample(Secret, Settings.repoSecret)

/** A secret of an organization, without its value. */
export const orgSecret: Sample<typeof OrgSecret> = sample(OrgSecret, Settings.orgSecret)

/** A repository that gets a secret of its organization. Its name and owner are those of its place. */
export const selectedRepository: Sample<typeof MinimalRepo> = sample(MinimalRepo, Settings.selectedRepository)

/** The public key for secrets of a repository. */
export const publicKey: Sample<typeof PublicKey> = sample(PublicKey, Settings.publicKey)

/** A variable of a repository. */
export const variable: Sample<typeof Variable> = sample(Variable, Settings.repoVariable)

/** A variable of an organization. */
export const orgVariable: Sample<typeof OrgVariable> = sample(OrgVariable, Settings.orgVariable)

/** An environment that waits for a reviewer. */
export const environment: Sample<typeof Environment> = sample(Environment, Settings.environment)

/** A pattern of branches that may deploy. */
export const branchPolicy: Sample<typeof BranchPolicy> = sample(BranchPolicy, Settings.branchPolicy)

/** A rule by which an App decides about deployments. */
export const protectionRule: Sample<typeof CustomProtectionRule> = sample(CustomProtectionRule, Settings.protectionRule)

/** All rules by which Apps decide about deployments. */
export const protectionRules: Sample<typeof CustomProtectionRules> = sample(
  CustomProtectionRules,
  Settings.protectionRules
)

/** An App that can decide about deployments. */
export const protectionApp: Sample<typeof ProtectionApp> = sample(ProtectionApp, Settings.protectionApp)

/** A deployment that waits for a reviewer. */
export const pendingDeployment: Sample<typeof PendingDeployment> = sample(PendingDeployment, Settings.pending)

/** The approval of a deployment. */
export const deploymentReview: Sample<typeof DeploymentReview> = sample(DeploymentReview, Settings.review)

/** A cache of a workflow run. */
export const cache: Sample<typeof ActionsCache> = sample(ActionsCache, Settings.cache)

/** The caches that were deleted. */
export const deletedCaches: Sample<typeof DeletedCaches> = sample(DeletedCaches, Settings.deletedCaches)

/** How much a repository has cached. */
export const cacheUsage: Sample<typeof CacheUsage> = sample(CacheUsage, Settings.cacheUsage)

/** The billed time of a workflow. */
export const workflowUsage: Sample<typeof WorkflowUsage> = sample(WorkflowUsage, Settings.workflowUsage)

/** How long a run has taken. */
export const runUsage: Sample<typeof RunUsage> = sample(RunUsage, Settings.runUsage)

/** A deployment, as `Deployments.get` returns it. */
export const deployment: Sample<typeof Deployment> = sample(Deployment, Workflows.deployment)

/** A deployment, as `Deployments.create` returns it. */
export const createdDeployment: Sample<typeof CreatedDeployment> = sample(CreatedDeployment, Workflows.deployment)

/** What `Deployments.create` returns if the service has merged the default branch instead. */
export const mergedBranch: Sample<typeof MergedBranch> = sample(MergedBranch, Workflows.mergedBranch)

/** The status of a deployment that has succeeded. */
export const deploymentStatus: Sample<typeof DeploymentStatus> = sample(DeploymentStatus, Workflows.deploymentStatus)

/** A published release with an asset. */
export const release: Sample<typeof Release> = sample(Release, Records.release)

/** An uploaded asset of a release. */
export const asset: Sample<typeof ReleaseAsset> = sample(ReleaseAsset, Records.asset)

/** Generated notes of a release. */
export const releaseNotes: Sample<typeof ReleaseNotes> = sample(ReleaseNotes, Records.releaseNotes)

/** A contributor with an account. */
export const contributor: Sample<typeof Contributor> = sample(Contributor, Records.contributor)

/** Bytes of code per language. */
export const languages: Sample<typeof Languages> = sample(Languages, Records.languages)

/** The topics of a repository. */
export const topics: Sample<typeof Topics> = sample(Topics, Records.topics)

/** A gist with the contents of its files, as `Gists.get` returns it. */
export const gist: Sample<typeof Gist> = sample(Gist, Gists.gist)

/** A gist, as listings have it. */
export const listedGist: Sample<typeof ListedGist> = sample(ListedGist, Gists.listedGist)

/** A revision of a gist. */
export const gistCommit: Sample<typeof GistCommit> = sample(GistCommit, Gists.gistCommit)

/** A comment on a gist. */
export const gistComment: Sample<typeof GistComment> = sample(GistComment, Gists.gistComment)

/** The unread notifications about an issue: the `issue_number` of its place, 1 by default. */
export const notificationThread: Sample<typeof NotificationThread> = sample(NotificationThread, Gists.thread)

/** The subscription to the notifications about an issue. */
export const threadSubscription: Sample<typeof ThreadSubscription> = sample(ThreadSubscription, Gists.subscription)

/** What is left of each budget. */
export const rateLimits: Sample<typeof RateLimits> = sample(RateLimits, Records.rateLimits)

/** An error of an operation, by its tag. */
type ErrorOf<Tag extends ForgeError["_tag"]> = Extract<ForgeError, { readonly _tag: Tag }>

/**
 * An error of an operation, with these fields in place of the sample's. As an answer of `ForgeSimulator.answers`, it
 * names the request that it answers.
 */
export const error = <const Tag extends ForgeError["_tag"]>(
  tag: Tag,
  fields: Partial<Omit<ErrorOf<Tag>, "_tag" | keyof Error>> = {}
): ErrorOf<Tag> =>
  // The cast is safe: it is made by the class of the tag.
  failure(tag, fields) as ErrorOf<Tag>
