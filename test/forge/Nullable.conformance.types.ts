/**
 * Holds the fields that may be null in our records against the service's official types; the compiler is the test.
 *
 * A field that is always there is not nullable. Where it is nullable all the same, `OnPurpose` names it, with the reason.
 * The opposite, a field that we need and the service may leave out, is what the other conformance tests refuse.
 */
import type { operations } from "@octokit/openapi-types"
import type { App } from "../../src/forge/schema/App.ts"
import type { AuthenticatedUser, UserPlan } from "../../src/forge/schema/AuthenticatedUser.ts"
import type * as Branches from "../../src/forge/schema/Branch.ts"
import type * as Rules from "../../src/forge/schema/BranchRules.ts"
import type { CheckRunAnnotation } from "../../src/forge/schema/CheckRunAnnotation.ts"
import type * as CheckRuns from "../../src/forge/schema/CheckRun.ts"
import type { CombinedStatus } from "../../src/forge/schema/CombinedStatus.ts"
import type { Commit } from "../../src/forge/schema/Commit.ts"
import type { CommitFile } from "../../src/forge/schema/CommitFile.ts"
import type { CommitObject } from "../../src/forge/schema/CommitObject.ts"
import type { CommitStatus } from "../../src/forge/schema/CommitStatus.ts"
import type { Comparison } from "../../src/forge/schema/Comparison.ts"
import type * as Contents from "../../src/forge/schema/Content.ts"
import type { Contributor } from "../../src/forge/schema/Contributor.ts"
import type { DirectoryEntry } from "../../src/forge/schema/DirectoryEntry.ts"
import type { FileCommit } from "../../src/forge/schema/FileCommit.ts"
import type * as GitBlobs from "../../src/forge/schema/GitBlob.ts"
import type * as GitCommits from "../../src/forge/schema/GitCommit.ts"
import type { GitIdentity } from "../../src/forge/schema/GitIdentity.ts"
import type * as GitRefs from "../../src/forge/schema/GitRef.ts"
import type { GitTag } from "../../src/forge/schema/GitTag.ts"
import type * as GitTrees from "../../src/forge/schema/GitTree.ts"
import type * as Issues from "../../src/forge/schema/Issue.ts"
import type { IssueComment } from "../../src/forge/schema/IssueComment.ts"
import type { Label } from "../../src/forge/schema/Label.ts"
import type { License } from "../../src/forge/schema/License.ts"
import type { Milestone } from "../../src/forge/schema/Milestone.ts"
import type * as Organizations from "../../src/forge/schema/Organization.ts"
import type * as PullRequests from "../../src/forge/schema/PullRequest.ts"
import type { Reactions } from "../../src/forge/schema/Reactions.ts"
import type { Release } from "../../src/forge/schema/Release.ts"
import type { ReleaseAsset } from "../../src/forge/schema/ReleaseAsset.ts"
import type * as Repos from "../../src/forge/schema/Repo.ts"
import type { Review } from "../../src/forge/schema/Review.ts"
import type { ReviewComment } from "../../src/forge/schema/ReviewComment.ts"
import type { SimpleOrganization } from "../../src/forge/schema/SimpleOrganization.ts"
import type { SimpleUser } from "../../src/forge/schema/SimpleUser.ts"
import type * as Tags from "../../src/forge/schema/Tag.ts"
import type { Team } from "../../src/forge/schema/Team.ts"
import type { User } from "../../src/forge/schema/User.ts"
import type { Body, Complete } from "./support/officialAnswers.ts"

/** The records of answers, whatever their shape: one, or the items of a list. */
type Answer<Name extends keyof operations> = Name extends unknown ? Item<Body<Name, 200> | Body<Name, 201>> : never

/** A part of a record, wherever it is there: a field, an item, a record that is not null. */
type Part<T, K extends PropertyKey> = T extends { readonly [_ in K]?: infer Value } ? Item<Value> : never

/** Not the bare names of labels, nor the complaint of `Body` about a status. */
type Item<T> = T extends ReadonlyArray<infer Of> ? Exclude<Of, string> : Exclude<NonNullable<T>, string>

type AnIssue =
  | Answer<
      | "issues/list-for-repo"
      | "issues/get"
      | "issues/create"
      | "issues/update"
      | "issues/add-assignees"
      | "issues/remove-assignees"
    >
  | Part<Answer<"search/issues-and-pull-requests">, "items">
type AComment = Answer<
  "issues/list-comments" | "issues/get-comment" | "issues/create-comment" | "issues/update-comment"
>
type APull = Answer<
  | "pulls/list"
  | "pulls/get"
  | "pulls/create"
  | "pulls/update"
  | "pulls/request-reviewers"
  | "pulls/remove-requested-reviewers"
  | "repos/list-pull-requests-associated-with-commit"
>
type ASide = APull["head" | "base"]
type ALabel =
  | Answer<
      | "issues/list-labels-for-repo"
      | "issues/get-label"
      | "issues/list-labels-on-issue"
      | "issues/set-labels"
      | "issues/add-labels"
      | "issues/remove-label"
      | "issues/create-label"
      | "issues/update-label"
    >
  | Part<AnIssue | APull, "labels">
type AMilestone =
  | Answer<"issues/list-milestones" | "issues/get-milestone" | "issues/create-milestone" | "issues/update-milestone">
  | Part<AnIssue | APull, "milestone">
type AReview = Answer<"pulls/list-reviews" | "pulls/create-review">
type AReviewComment = Answer<"pulls/list-review-comments" | "pulls/list-comments-for-review">
type ACombined = Answer<"repos/get-combined-status-for-ref">
type AStatus = Part<ACombined, "statuses"> | Answer<"repos/list-commit-statuses-for-ref" | "repos/create-commit-status">
type ARun = Part<Answer<"checks/list-for-ref">, "check_runs">
type AChecked = Part<ARun, "pull_requests">
type AComparison = Answer<"repos/compare-commits-with-basehead">
type ACommit = Answer<"repos/list-commits" | "repos/get-commit" | "pulls/list-commits">
type ARepo =
  | Answer<"repos/get" | "repos/list-for-org" | "repos/list-for-user">
  | Part<Answer<"search/repos">, "items">
  | Part<ASide, "repo">
  | ACombined["repository"]
type ASecurity = Part<ARepo, "security_and_analysis">
type ARelatedRepo = Part<Answer<"repos/get">, "parent" | "source" | "template_repository">
type ARelease = Answer<
  | "repos/list-releases"
  | "repos/get-latest-release"
  | "repos/get-release-by-tag"
  | "repos/create-release"
  | "repos/update-release"
>
type ABranch = Answer<"repos/list-branches">
type AProtection = Part<ABranch | Answer<"repos/get-branch">, "protection">
type ARules = Answer<"repos/get-branch-protection">
type AReviewRule = Part<ARules, "required_pull_request_reviews">
type ACommitObject = Answer<"git/get-commit" | "git/create-commit">
type ATree = Answer<"git/get-tree" | "git/create-tree">
type AMe = Answer<"users/get-authenticated">
type ARef = Answer<"git/get-ref" | "git/list-matching-refs" | "git/create-ref" | "git/update-ref">
type ATag = Answer<"repos/list-tags">
type AContent = Body<"repos/get-content", 200>
/** The official types call all its fields optional, though each is always sent. */
type AFileCommit = Complete<Answer<"repos/create-or-update-file-contents" | "repos/delete-file">>
type AnOrganization = Answer<"orgs/get">
/** Whoever a record names; nobody is an object without fields. */
type Named<T> = Extract<
  Part<
    T,
    | ("user" | "assignee" | "assignees" | "requested_reviewers" | "creator")
    | ("author" | "committer" | "owner" | "organization")
  >,
  { readonly login: string }
>
type AUser =
  | Named<AnIssue | APull | ASide | AMilestone | AComment | AReview | AReviewComment | AStatus | ACommit | ARepo>
  | Part<Answer<"search/users">, "items">

/** Our records that have nullable fields, each with all that is decoded as it. */
interface Records {
  App: [App, Part<AnIssue | AComment | ARun, "performed_via_github_app" | "app">]
  AuthenticatedUser: [AuthenticatedUser, AMe]
  AutoMerge: [PullRequests.AutoMerge, Part<APull, "auto_merge">]
  Branch: [Branches.Branch, Answer<"repos/get-branch">]
  BranchRules: [Rules.BranchRules, ARules]
  BranchProtection: [Branches.BranchProtection, AProtection]
  CheckOutput: [CheckRuns.CheckOutput, ARun["output"]]
  CheckRun: [CheckRuns.CheckRun, ARun]
  CheckRunAnnotation: [CheckRunAnnotation, Answer<"checks/list-annotations">]
  CheckedPullRequest: [CheckRuns.CheckedPullRequest, AChecked]
  CheckedRef: [CheckRuns.CheckedRef, AChecked["head" | "base"]]
  CheckedRepo: [CheckRuns.CheckedRepo, AChecked["head" | "base"]["repo"]]
  CodeOfConduct: [Repos.CodeOfConduct, Part<ARepo, "code_of_conduct">]
  CombinedStatus: [CombinedStatus, ACombined]
  Commit: [Commit, ACommit]
  CommitFile: [CommitFile, Part<ACommit | AComparison, "files">]
  CommitLink: [Tags.CommitLink, ATag["commit"]]
  CommitObject: [CommitObject, ACommitObject]
  CommitStatus: [CommitStatus, AStatus]
  Comparison: [Comparison, AComparison]
  Contributor: [Contributor, Answer<"repos/list-contributors">]
  CreatedBlob: [GitBlobs.CreatedBlob, Answer<"git/create-blob">]
  CreatedCommit: [GitCommits.CreatedCommit, AFileCommit["commit"]]
  DirectoryEntry: [DirectoryEntry, Item<Extract<AContent, ReadonlyArray<unknown>>> | Part<AFileCommit, "content">]
  FeatureStatus: [Repos.FeatureStatus, Part<ASecurity, keyof ASecurity>]
  File: [Contents.File, Answer<"repos/get-readme">]
  FileCommit: [FileCommit, AFileCommit]
  GitBlob: [GitBlobs.GitBlob, Answer<"git/get-blob">]
  GitCommit: [GitCommits.GitCommit, ACommit["commit"]]
  GitIdentity: [GitIdentity, Part<ACommit["commit"], "author" | "committer">]
  GitRef: [GitRefs.GitRef, ARef]
  GitRefObject: [GitRefs.GitRefObject, ARef["object"]]
  GitTag: [GitTag, Answer<"git/get-tag" | "git/create-tag">]
  GitTree: [GitTrees.GitTree, ATree]
  Issue: [Issues.Issue, AnIssue]
  IssueComment: [IssueComment, AComment]
  IssueType: [Issues.IssueType, Part<AnIssue, "type">]
  Label: [Label, ALabel]
  License: [License, Part<ARepo, "license">]
  ListedBranch: [Branches.ListedBranch, ABranch]
  Milestone: [Milestone, AMilestone]
  Organization: [Organizations.Organization, AnOrganization]
  OrganizationPlan: [Organizations.OrganizationPlan, Part<AnOrganization, "plan">]
  ParentLink: [GitCommits.ParentLink, Item<ACommit["parents"]>]
  PullRequest: [PullRequests.PullRequest, APull]
  PullRequestLink: [Issues.PullRequestLink, Part<AnIssue, "pull_request">]
  PullRequestRef: [PullRequests.PullRequestRef, ASide]
  Reactions: [Reactions, Part<AnIssue | AComment | ARelease, "reactions">]
  RelatedRepo: [Repos.RelatedRepo, ARelatedRepo]
  Release: [Release, ARelease]
  ReleaseAsset: [ReleaseAsset, Part<ARelease, "assets">]
  Repo: [Repos.Repo, ARepo]
  RequiredCheck: [Branches.RequiredCheck, Part<Part<AProtection, "required_status_checks">, "checks">]
  RequiredReviews: [Rules.RequiredReviews, AReviewRule]
  RequiredStatusChecks: [Branches.RequiredStatusChecks, Part<AProtection, "required_status_checks">]
  Review: [Review, AReview]
  ReviewComment: [ReviewComment, AReviewComment]
  SecurityAndAnalysis: [Repos.SecurityAndAnalysis, ASecurity]
  SimpleOrganization: [SimpleOrganization, Answer<"orgs/list-for-user">]
  SimpleUser: [SimpleUser, AUser]
  Submodule: [Contents.Submodule, Extract<AContent, { readonly type: "submodule" }>]
  Symlink: [Contents.Symlink, Extract<AContent, { readonly type: "symlink" }>]
  Tag: [Tags.Tag, ATag]
  Team: [Team, Part<APull, "requested_teams">]
  TreeEntry: [GitTrees.TreeEntry, Part<ATree, "tree">]
  TreeLink: [GitCommits.TreeLink, ACommit["commit"]["tree"]]
  UserPlan: [UserPlan, Part<AMe, "plan">]
  User: [User, Answer<"users/get-by-username">]
  Verification: [GitCommits.Verification, Part<ACommit["commit"], "verification">]
}

/** The fields that may be null in ours, and are always there in all of the shapes. */
type Difference<Ours, Shape> = {
  [K in keyof Ours]: null extends Ours[K] ? ([Shape] extends [{ readonly [_ in K]: {} }] ? K : never) : never
}[keyof Ours]

/** What is nullable here, and always there in the official types, as `Record.field`. */
type Differences = {
  [Name in keyof Records]: `${Name}.${string & Difference<Records[Name][0], Records[Name][1]>}`
}[keyof Records]

/** Compiles only if it is nothing; if not, the compiler says what it is. */
type None<T extends never> = T

type OnPurpose =
  // The documented interface lets them be null, whatever the official types say.
  | `PullRequestRef.repo`
  | `ReviewComment.${"commit_id" | "diff_hunk"}`
  | `Tag.${"tarball_url" | "zipball_url"}`
  // Git knows tags without a tagger.
  | `GitTag.tagger`
  // Null where the repository's own text is taken, and for a deleted account.
  | `AutoMerge.${"commit_message" | "commit_title" | "enabled_by"}`
  // Beyond what the interface documents of the record: no server may break the decode by leaving them out, be it older or
  // self-hosted.
  | `App.${"external_url" | "html_url" | "node_id"}`
  | `AuthenticatedUser.${"avatar_url" | "created_at" | "html_url" | "node_id" | "type" | "updated_at" | "url"}`
  | `Branch.${"protection" | "protection_url"}`
  | `CheckOutput.annotations_url`
  | `CheckRunAnnotation.blob_href`
  | `CheckRun.${"node_id" | "output" | "url"}`
  | `CheckedPullRequest.url`
  | `CheckedRef.repo`
  | `CheckedRepo.url`
  | `CodeOfConduct.url`
  | `CombinedStatus.${"commit_url" | "repository" | "url"}`
  | `Commit.${"comments_url" | "html_url" | "node_id" | "url"}`
  | `CommitFile.${"blob_url" | "contents_url" | "raw_url"}`
  | `CommitLink.url`
  | `CommitObject.${"html_url" | "node_id" | "url" | "verification"}`
  | `CommitStatus.${"id" | "node_id" | "url"}`
  | `Comparison.${"diff_url" | "html_url" | "patch_url" | "permalink_url" | "url"}`
  | `Contributor.type`
  | `CreatedBlob.url`
  | `CreatedCommit.${"author" | "committer" | "html_url" | "node_id" | "tree" | "url" | "verification"}`
  | `DirectoryEntry.url`
  | `File.url`
  | `GitBlob.${"node_id" | "url"}`
  | `GitCommit.${"comment_count" | "tree" | "url"}`
  | `GitRef.${"node_id" | "url"}`
  | `GitRefObject.url`
  | `GitTag.${"node_id" | "url"}`
  | `Issue.${"comments_url" | "events_url" | "labels_url" | "node_id" | "repository_url" | "url"}`
  | `IssueComment.${"issue_url" | "node_id" | "url"}`
  | `IssueType.node_id`
  | `Milestone.${"labels_url" | "node_id" | "updated_at" | "url"}`
  | `Organization.${"avatar_url" | "has_organization_projects" | "has_repository_projects" | "node_id" | "type" | "updated_at" | "url"}`
  | `OrganizationPlan.${"private_repos" | "space"}`
  | `ParentLink.url`
  | `PullRequest.${"author_association" | "comments_url" | "commits_url" | "diff_url" | "issue_url" | "node_id" | "patch_url" | "review_comment_url" | "review_comments_url" | "statuses_url" | "url"}`
  | `Reactions.url`
  | `RelatedRepo.${"clone_url" | "default_branch" | "git_url" | "has_downloads" | "has_issues" | "has_pages" | "has_projects" | "has_wiki" | "node_id" | "owner" | "ssh_url" | "svn_url" | "url"}`
  | `Release.${"assets_url" | "author" | "created_at" | "node_id" | "target_commitish" | "upload_url" | "url"}`
  | `ReleaseAsset.${"browser_download_url" | "created_at" | "node_id" | "state" | "updated_at" | "url"}`
  | `Repo.${"node_id" | "url"}`
  | `Review.${"author_association" | "node_id" | "pull_request_url"}`
  | `ReviewComment.${"author_association" | "node_id" | "original_commit_id" | "pull_request_url" | "url"}`
  | `SimpleOrganization.${"avatar_url" | "node_id" | "url"}`
  | `SimpleUser.${"avatar_url" | "html_url" | "node_id" | "type" | "url"}`
  | `Submodule.${"submodule_git_url" | "url"}`
  | `Symlink.url`
  | `Tag.node_id`
  | `Team.${"html_url" | "node_id" | "permission" | "url"}`
  | `TreeLink.url`
  | `UserPlan.${"collaborators" | "private_repos" | "space"}`
  | `User.${"avatar_url" | "created_at" | "html_url" | "node_id" | "type" | "updated_at" | "url"}`
  | `Verification.reason`

export type Forgotten = None<Exclude<Differences, OnPurpose>>
export type Settled = None<Exclude<OnPurpose, Differences>>
