/** Records need only the fields that every server sends: the others are null, or have a default. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import type * as Schema from "effect/Schema"
import { AuthenticatedUser } from "../../../src/forge/schema/AuthenticatedUser.ts"
import { Branch, ListedBranch, RequiredStatusChecks } from "../../../src/forge/schema/Branch.ts"
import { CheckOutput, CheckRun } from "../../../src/forge/schema/CheckRun.ts"
import { Commit, CommitStats } from "../../../src/forge/schema/Commit.ts"
import { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import { CommitStatus } from "../../../src/forge/schema/CommitStatus.ts"
import { File, Symlink } from "../../../src/forge/schema/Content.ts"
import { Contributor } from "../../../src/forge/schema/Contributor.ts"
import { DirectoryEntry } from "../../../src/forge/schema/DirectoryEntry.ts"
import { FileCommit } from "../../../src/forge/schema/FileCommit.ts"
import { GitCommit } from "../../../src/forge/schema/GitCommit.ts"
import { GitIdentity } from "../../../src/forge/schema/GitIdentity.ts"
import { Issue, IssueDependenciesSummary } from "../../../src/forge/schema/Issue.ts"
import { IssueComment } from "../../../src/forge/schema/IssueComment.ts"
import { Label, LabelOrName } from "../../../src/forge/schema/Label.ts"
import { License } from "../../../src/forge/schema/License.ts"
import { Milestone } from "../../../src/forge/schema/Milestone.ts"
import { Organization } from "../../../src/forge/schema/Organization.ts"
import { PullRequest, PullRequestRef } from "../../../src/forge/schema/PullRequest.ts"
import { Reactions } from "../../../src/forge/schema/Reactions.ts"
import { Release } from "../../../src/forge/schema/Release.ts"
import { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import { Repo, RepoPermissions } from "../../../src/forge/schema/Repo.ts"
import { Review } from "../../../src/forge/schema/Review.ts"
import { ReviewComment } from "../../../src/forge/schema/ReviewComment.ts"
import { SimpleOrganization } from "../../../src/forge/schema/SimpleOrganization.ts"
import { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import { User } from "../../../src/forge/schema/User.ts"
import { sha } from "../support/pulls.ts"
import { decode } from "./support.ts"

/** Without the fields that are null, however deep. */
const filled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== "object" || value === null || DateTime.isDateTime(value)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, filled(field)]))
}

const octo = { login: "octo", id: 1 }
const repo = { id: 1, name: "web", full_name: "acme/web", private: false, fork: false, html_url: "h" }
const created = { created_at: "2026-05-23T13:33:48Z" }
const changed = { ...created, updated_at: "2026-05-23T13:33:48Z" }
const numbered = { id: 1, number: 2, title: "t", state: "open", html_url: "h" }
const at = { name: "a", path: "b/a", sha: "1" }
const ref = { ref: "main", sha }
const commit = { sha, commit: { message: "m" } }
const noCounts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 }
const noReactions = { "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 }

type Least = readonly [name: string, record: Schema.Codec<unknown, unknown>, sent: object, defaults: object]

const records: ReadonlyArray<Least> = [
  ["AuthenticatedUser", AuthenticatedUser, octo, { ...noCounts, site_admin: false }],
  ["Branch", Branch, { name: "main", commit: { ...commit, parents: [] } }, { protected: false }],
  ["CheckOutput", CheckOutput, {}, { annotations_count: 0 }],
  ["CheckRun", CheckRun, { id: 1, name: "n", head_sha: sha, status: "queued" }, { pull_requests: [] }],
  ["Commit", Commit, commit, { parents: [] }],
  ["CommitFile", CommitFile, { filename: "f", status: "added" }, { additions: 0, deletions: 0, changes: 0 }],
  ["CommitStats", CommitStats, {}, { additions: 0, deletions: 0, total: 0 }],
  ["CommitStatus", CommitStatus, { ...changed, context: "c", state: "error" }, {}],
  ["Contributor", Contributor, { contributions: 1 }, { site_admin: false }],
  ["DirectoryEntry", DirectoryEntry, { ...at, type: "dir" }, { size: 0 }],
  ["File", File, { ...at, type: "file" }, { _tag: "File", size: 0 }],
  ["FileCommit", FileCommit, { commit: { sha: "1", message: "Add", parents: [] } }, {}],
  ["GitCommit", GitCommit, { message: "", author: { name: "", email: "" } }, {}],
  ["GitIdentity", GitIdentity, {}, { name: "", email: "" }],
  [
    "Issue",
    Issue,
    { ...changed, ...numbered, labels: [] },
    { assignees: [], comments: 0, locked: false, draft: false, issue_field_values: [], is_pull_request: false }
  ],
  ["IssueComment", IssueComment, { ...changed, id: 1, html_url: "h" }, { body: "" }],
  [
    "IssueDependenciesSummary",
    IssueDependenciesSummary,
    { blocked_by: 0, blocking: 0 },
    { total_blocked_by: 0, total_blocking: 0 }
  ],
  ["Label", Label, { name: "bug" }, { default: false }],
  ["LabelOrName", LabelOrName, {}, { name: "", default: false }],
  ["License", License, {}, {}],
  ["ListedBranch", ListedBranch, { name: "main", commit: { sha } }, { protected: false }],
  ["Milestone", Milestone, { ...created, ...numbered }, { open_issues: 0, closed_issues: 0 }],
  ["Organization", Organization, { ...created, login: "acme", id: 9, html_url: "h" }, noCounts],
  [
    "PullRequest",
    PullRequest,
    { ...changed, ...numbered, head: { ...ref, label: "" }, base: { ...ref, label: "" } },
    {
      labels: [],
      assignees: [],
      requested_reviewers: [],
      requested_teams: [],
      draft: false,
      locked: false,
      merged: false
    }
  ],
  ["PullRequestRef", PullRequestRef, ref, { label: "" }],
  ["Reactions", Reactions, {}, { ...noReactions, total_count: 0 }],
  [
    "Release",
    Release,
    { id: 1, tag_name: "v1", html_url: "h" },
    { draft: false, prerelease: false, immutable: false, assets: [] }
  ],
  ["ReleaseAsset", ReleaseAsset, { id: 1, name: "a", content_type: "text/plain" }, { size: 0, download_count: 0 }],
  [
    "Repo",
    Repo,
    repo,
    {
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
  ],
  ["RepoPermissions", RepoPermissions, {}, { admin: false, maintain: false, push: false, triage: false, pull: false }],
  ["RequiredStatusChecks", RequiredStatusChecks, {}, { contexts: [], checks: [] }],
  ["Review", Review, { id: 1, state: "PENDING", html_url: "h" }, { body: "" }],
  ["ReviewComment", ReviewComment, { ...changed, id: 1, path: "p", html_url: "h" }, { body: "" }],
  ["SimpleOrganization", SimpleOrganization, { login: "acme", id: 9 }, {}],
  ["SimpleUser", SimpleUser, octo, { site_admin: false }],
  ["Symlink", Symlink, { ...at, type: "symlink", target: "c" }, { _tag: "Symlink", size: 0 }],
  ["User", User, octo, { ...noCounts, site_admin: false }]
]

/** Timestamps as they are read. */
const asRead = (sent: object) =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      name.endsWith("_at") ? DateTime.makeUnsafe(String(value)) : value
    ])
  )

describe("the least of", () => {
  it.each(records)("%s", (_, record, sent, defaults) => {
    const expected = { ...asRead(sent), ...defaults }
    assert.deepStrictEqual(filled(decode(record, sent)), expected)
    for (const name of Object.keys(defaults)) {
      assert.deepStrictEqual(filled(decode(record, { ...sent, [name]: null })), expected, `${name}: null`)
    }
  })
})
