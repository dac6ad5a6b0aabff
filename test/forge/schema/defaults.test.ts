/** Fields with a default: what they are if the service leaves them out, or sends null. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { AuthenticatedUser } from "../../../src/forge/schema/AuthenticatedUser.ts"
import { Branch, ListedBranch, RequiredStatusChecks } from "../../../src/forge/schema/Branch.ts"
import { CheckOutput, CheckRun } from "../../../src/forge/schema/CheckRun.ts"
import { Commit, CommitStats } from "../../../src/forge/schema/Commit.ts"
import { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import { CommitObject } from "../../../src/forge/schema/CommitObject.ts"
import { File, Symlink } from "../../../src/forge/schema/Content.ts"
import { Contributor } from "../../../src/forge/schema/Contributor.ts"
import { DirectoryEntry } from "../../../src/forge/schema/DirectoryEntry.ts"
import { GitIdentity } from "../../../src/forge/schema/GitIdentity.ts"
import { FoundIssue, Issue, IssueDependenciesSummary } from "../../../src/forge/schema/Issue.ts"
import { IssueComment } from "../../../src/forge/schema/IssueComment.ts"
import { IssueLabel, Label } from "../../../src/forge/schema/Label.ts"
import { Milestone } from "../../../src/forge/schema/Milestone.ts"
import { Organization } from "../../../src/forge/schema/Organization.ts"
import {
  ListedPullRequest,
  PullRequest,
  PullRequestBase,
  PullRequestHead
} from "../../../src/forge/schema/PullRequest.ts"
import { Reactions } from "../../../src/forge/schema/Reactions.ts"
import { Release } from "../../../src/forge/schema/Release.ts"
import { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import { FoundRepo, ListedRepo, Repo, RepoPermissions } from "../../../src/forge/schema/Repo.ts"
import { Review } from "../../../src/forge/schema/Review.ts"
import { ReviewComment } from "../../../src/forge/schema/ReviewComment.ts"
import { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import { User } from "../../../src/forge/schema/User.ts"
import { decode } from "./support.ts"

const ofProfile = { public_repos: 0, public_gists: 0, followers: 0, following: 0 }
const ofIssue = { assignees: [], comments: 0, locked: false, draft: false, issue_field_values: [] }
const ofPull = { labels: [], assignees: [], requested_reviewers: [], requested_teams: [], draft: false, locked: false }
const ofRepo = {
  is_template: false,
  archived: false,
  disabled: false,
  topics: [],
  size: 0,
  forks_count: 0,
  stargazers_count: 0,
  watchers_count: 0,
  open_issues_count: 0
}
const noReactions = { "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 }

const records: ReadonlyArray<readonly [name: string, record: Schema.Codec<object, object>, defaults: object]> = [
  ["AuthenticatedUser", AuthenticatedUser, { ...ofProfile, site_admin: false }],
  ["Branch", Branch, { protected: false }],
  ["CheckOutput", CheckOutput, { annotations_count: 0 }],
  ["CheckRun", CheckRun, { pull_requests: [] }],
  ["Commit", Commit, { parents: [] }],
  ["CommitFile", CommitFile, { additions: 0, deletions: 0, changes: 0 }],
  ["CommitObject", CommitObject, { parents: [] }],
  ["CommitStats", CommitStats, { additions: 0, deletions: 0, total: 0 }],
  ["Contributor", Contributor, { site_admin: false }],
  ["DirectoryEntry", DirectoryEntry, { size: 0 }],
  ["File", File, { size: 0 }],
  ["FoundIssue", FoundIssue, ofIssue],
  ["FoundRepo", FoundRepo, ofRepo],
  ["GitIdentity", GitIdentity, { name: "", email: "" }],
  ["Issue", Issue, ofIssue],
  ["IssueComment", IssueComment, { body: "" }],
  ["IssueDependenciesSummary", IssueDependenciesSummary, { total_blocked_by: 0, total_blocking: 0 }],
  ["IssueLabel", IssueLabel, { name: "", default: false }],
  ["Label", Label, { default: false }],
  ["ListedBranch", ListedBranch, { protected: false }],
  ["ListedPullRequest", ListedPullRequest, ofPull],
  ["ListedRepo", ListedRepo, ofRepo],
  ["Milestone", Milestone, { open_issues: 0, closed_issues: 0 }],
  ["Organization", Organization, ofProfile],
  ["PullRequest", PullRequest, ofPull],
  ["PullRequestBase", PullRequestBase, { label: "" }],
  ["PullRequestHead", PullRequestHead, { label: "" }],
  ["Reactions", Reactions, { ...noReactions, total_count: 0 }],
  ["Release", Release, { draft: false, prerelease: false, immutable: false, assets: [] }],
  ["ReleaseAsset", ReleaseAsset, { size: 0, download_count: 0 }],
  ["Repo", Repo, ofRepo],
  ["RepoPermissions", RepoPermissions, { admin: false, maintain: false, push: false, triage: false, pull: false }],
  ["RequiredStatusChecks", RequiredStatusChecks, { contexts: [], checks: [] }],
  ["Review", Review, { body: "" }],
  ["ReviewComment", ReviewComment, { body: "" }],
  ["SimpleUser", SimpleUser, { site_admin: false }],
  ["Symlink", Symlink, { size: 0 }],
  ["User", User, { ...ofProfile, site_admin: false }]
]

describe("the defaults of", () => {
  for (const [name, record, defaults] of records) {
    it.prop(
      name,
      { value: record },
      ({ value }) => {
        const wire = Schema.encodeSync(record)(value)
        for (const [field, expected] of Object.entries<unknown>({ ...defaults })) {
          for (const absent of [undefined, null]) {
            assert.deepStrictEqual(Reflect.get(decode(record, { ...wire, [field]: absent }), field), expected, field)
          }
        }
      },
      { arbitrary: { runs: 3 } }
    )
  }
})
