/** How the operations of `Branches` are called in tests, and what the service responds. */
import { commit } from "../support/commits.ts"
import type * as Branches from "../../../src/forge/Branches.ts"
import { rules } from "../support/git.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { branch, listedBranch } from "../support/refs.ts"
import { type Rows, third } from "./row.ts"

export const rows: Rows<typeof Branches> = {
  list: {
    whole: { ...repo, protected: true, ...third },
    response: [listedBranch],
    value: [{ name: "main", commit: { sha }, protected: true }],
    takes: [[{ protected: false }]],
    reads: [
      [
        [{ name: "next", commit: { sha, url: "u" }, protected: false }],
        [{ name: "next", commit: { sha, url: "u" }, protected: false, protection: null, protection_url: null }]
      ]
    ]
  },
  get: {
    whole: { ...repo, branch: "next/1.x" },
    response: branch,
    value: {
      name: "main",
      commit: { sha, author: { login: "octo" }, commit: { message: commit.commit.message } },
      protected: true,
      protection: {
        enabled: true,
        required_status_checks: {
          enforcement_level: "non_admins",
          contexts: ["ci/build", "lint"],
          checks: [
            { context: "ci/build", app_id: null },
            { context: "lint", app_id: 1 }
          ],
          strict: null
        }
      }
    }
  },
  getProtection: {
    whole: { ...repo, branch: "next/1.x" },
    response: rules,
    value: {
      required_status_checks: { strict: true, contexts: ["ci/build"], enforcement_level: null },
      required_pull_request_reviews: {
        required_approving_review_count: 2,
        dismiss_stale_reviews: true,
        require_code_owner_reviews: false,
        require_last_push_approval: true,
        dismissal_restrictions: { users: [{ login: "octo" }], teams: [{ slug: "core" }], apps: [] },
        bypass_pull_request_allowances: null
      },
      restrictions: { users: [], teams: [{ slug: "core" }], apps: [{ id: 1, slug: "builder" }] },
      enforce_admins: { enabled: true },
      required_signatures: { enabled: false },
      required_linear_history: { enabled: true },
      lock_branch: { enabled: false },
      allow_deletions: null
    },
    reads: [[{ url: rules.url }, { required_status_checks: null, restrictions: null, enforce_admins: null }]],
    octokit: { as: "acme", with: { branch: "ahead" } }
  },
  rename: {
    whole: { ...repo, branch: "next/1.x", new_name: "next" },
    response: branch,
    value: { name: "main", commit: { sha } },
    octokit: { with: { branch: "old", new_name: "renamed" } },
    refuses: [["new_name", { new_name: "" }]]
  },
  merge: {
    whole: { ...repo, base: "next/1.x", head: "feature", commit_message: "Merge it" },
    response: commit,
    value: { sha, commit: { message: commit.commit.message } },
    repeatable: { is: true, because: "what was merged is not merged again" },
    octokit: { with: { base: "stale", head: "ahead" } },
    // There is nothing to merge.
    reads: [[undefined, null]],
    refuses: [
      ["base", { base: "" }],
      ["head", { head: "" }]
    ]
  },
  mergeUpstream: {
    whole: { ...repo, branch: "main" },
    response: {
      message: "Successfully fetched and fast-forwarded from upstream defunkt:main",
      merge_type: "fast-forward",
      base_branch: "defunkt:main"
    },
    value: { merge_type: "fast-forward", base_branch: "defunkt:main" },
    repeatable: { is: true, because: "what is up to date stays so" },
    octokit: { with: { owner: "octo", branch: "main" } },
    refuses: [["branch", { branch: "" }]]
  }
}
