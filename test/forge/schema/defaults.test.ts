import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AuthenticatedUser } from "../../../src/forge/schema/AuthenticatedUser.ts"
import { Branch, ListedBranch, RequiredStatusChecks } from "../../../src/forge/schema/Branch.ts"
import { CheckOutput } from "../../../src/forge/schema/CheckRun.ts"
import { CommitStats } from "../../../src/forge/schema/Commit.ts"
import { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import { Contributor } from "../../../src/forge/schema/Contributor.ts"
import { DirectoryEntry } from "../../../src/forge/schema/DirectoryEntry.ts"
import { GitIdentity } from "../../../src/forge/schema/GitIdentity.ts"
import { IssueDependenciesSummary } from "../../../src/forge/schema/Issue.ts"
import { IssueComment } from "../../../src/forge/schema/IssueComment.ts"
import { Label, LabelOrName } from "../../../src/forge/schema/Label.ts"
import { Milestone } from "../../../src/forge/schema/Milestone.ts"
import { Organization } from "../../../src/forge/schema/Organization.ts"
import { PullRequestRef } from "../../../src/forge/schema/PullRequest.ts"
import { Reactions } from "../../../src/forge/schema/Reactions.ts"
import { Release } from "../../../src/forge/schema/Release.ts"
import { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import { Repo, RepoPermissions } from "../../../src/forge/schema/Repo.ts"
import { Review } from "../../../src/forge/schema/Review.ts"
import { ReviewComment } from "../../../src/forge/schema/ReviewComment.ts"
import { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import { User } from "../../../src/forge/schema/User.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"

type Fields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 }

/** What a field is when the service leaves it out, or sends null. */
const defaults: ReadonlyArray<readonly [record: string, fields: Fields, defaults: Readonly<Record<string, unknown>>]> =
  [
    ["AuthenticatedUser", AuthenticatedUser.fields, { ...counts, site_admin: false }],
    ["Branch", Branch.fields, { protected: false }],
    ["CheckOutput", CheckOutput.fields, { annotations_count: 0 }],
    ["CommitStats", CommitStats.fields, { additions: 0, deletions: 0, total: 0 }],
    ["CommitFile", CommitFile.fields, { additions: 0, deletions: 0, changes: 0 }],
    ["Contributor", Contributor.fields, { site_admin: false }],
    ["DirectoryEntry", DirectoryEntry.fields, { size: 0 }],
    ["GitIdentity", GitIdentity.fields, { name: "", email: "" }],
    ["IssueDependenciesSummary", IssueDependenciesSummary.fields, { total_blocked_by: 0, total_blocking: 0 }],
    ["IssueComment", IssueComment.fields, { body: "" }],
    ["Label", Label.fields, { default: false }],
    ["ListedBranch", ListedBranch.fields, { protected: false }],
    ["Milestone", Milestone.fields, { open_issues: 0, closed_issues: 0 }],
    ["Organization", Organization.fields, counts],
    ["PullRequestRef", PullRequestRef.fields, { label: "" }],
    [
      "Reactions",
      Reactions.fields,
      { total_count: 0, "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 }
    ],
    ["Release", Release.fields, { draft: false, prerelease: false, immutable: false, assets: [] }],
    ["ReleaseAsset", ReleaseAsset.fields, { size: 0, download_count: 0 }],
    [
      "Repo",
      Repo.fields,
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
    [
      "RepoPermissions",
      RepoPermissions.fields,
      { admin: false, maintain: false, push: false, triage: false, pull: false }
    ],
    ["RequiredStatusChecks", RequiredStatusChecks.fields, { contexts: [], checks: [] }],
    ["Review", Review.fields, { body: "" }],
    ["ReviewComment", ReviewComment.fields, { body: "" }],
    ["SimpleUser", SimpleUser.fields, { site_admin: false }],
    ["User", User.fields, { ...counts, site_admin: false }]
  ]

describe("the defaults of", () => {
  it.each(defaults)("%s", (_, fields, expected) => {
    for (const [name, value] of Object.entries(expected)) {
      const read = Decoder.make(Schema.Struct({ [name]: fields[name] ?? assert.fail(`there is no field ${name}`) }))
      for (const wire of [{}, { [name]: null }]) {
        assert.deepStrictEqual(read(wire), Result.succeed({ [name]: value }))
      }
    }
  })

  it("a label of an issue", () => {
    const read = Decoder.make(LabelOrName)
    for (const wire of [{}, { name: null }]) {
      const label = Result.getOrThrow(read(wire))
      assert.deepInclude(label, { name: "", default: false })
    }
  })
})
