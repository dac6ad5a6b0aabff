/** A seed with something of everything. */
import type { ContentSeed } from "../../../../src/testing/ForgeSeed.ts"
import { tokens } from "./service.ts"

/** Ids of an issue that others repeat, and of a field that takes numbers. */
export const repeatedIssue = 5_000_001
export const effortField = 5_000_002

export const rich: ContentSeed = {
  users: [
    {
      login: "Octo",
      name: "Octo Cat",
      email: "octo@example.com",
      followers: 2,
      follows: ["tri", "ada"],
      addresses: [{ email: "cat@example.com" }, { email: "octo@example.com", primary: true, visibility: "public" }],
      keys: [
        { key: "ssh-ed25519 AAAAone", title: "Laptop" },
        { key: "ssh-ed25519 AAAAone", use: "signing" }
      ]
    },
    "ada",
    { login: "tri", company: "Acme", hireable: true, twitter_username: "tri", follows: ["octo"] }
  ],
  organizations: [
    {
      login: "acme",
      description: "Weather",
      members: { octo: { role: "admin", public: true }, ada: "member" },
      invitations: { tri: { inviter: "octo", role: "admin", teams: { "front-end": "maintainer" } } },
      base_permission: "read",
      issue_types: [
        "Bug",
        { name: "Epic", description: "Much work", color: "purple" },
        { name: "Old", is_enabled: false }
      ],
      issue_fields: [
        { name: "Effort", id: effortField, data_type: "number" },
        {
          name: "Areas",
          data_type: "multi_select",
          description: "Where it is",
          options: ["Map", { name: "Login", color: "red" }]
        },
        { name: "Due", data_type: "date" }
      ],
      hooks: [{ url: "https://hooks.example.com/acme", events: ["*"], content_type: "form" }],
      teams: [{ name: "Front end", members: ["ada"], repositories: { web: "maintain" } }, { name: "Empty" }]
    },
    "acme-labs",
    { login: "acme-untyped", issue_types: [] }
  ],
  apps: [
    {
      slug: "builder",
      id: 7,
      public_key: "none",
      installations: [{ account: "acme", id: 70, repositories: ["web"] }, { account: "octo" }],
      hook: { url: "https://hooks.example.com/builder", secret: "snow", events: ["push"] }
    }
  ],
  manifests: [
    { code: "a1", slug: "greeter", hook: { url: "https://hooks.example.com" }, created_at: "2026-01-01T00:00:00Z" },
    {
      code: "b2",
      slug: "leaver",
      id: 9,
      private_key: "private",
      public_key: "none",
      installations: [{ account: "acme" }]
    }
  ],
  tokens: {
    ...tokens,
    bot: { login: "builder[bot]", permissions: { issues: "write", checks: "write" }, installation: 70 },
    fine: {
      login: "ada",
      permissions: { contents: "read" },
      repositories: ["acme/web"],
      expires_at: "2027-01-01T00:00:00Z"
    }
  },
  repositories: [
    {
      owner: "acme",
      name: "web",
      description: "The page",
      homepage: "https://example.com",
      hooks: [
        {
          url: "https://hooks.example.com/web",
          secret: "rain",
          deliveries: [
            {
              event: "issues",
              action: "opened",
              payload: { number: 1 },
              status_code: 500,
              repository: 1,
              installation: 70
            },
            {
              event: "push",
              redelivery: true,
              response: { headers: {}, payload: "ok" },
              throttled_at: "2026-06-30T00:00:00Z"
            }
          ]
        },
        { url: "https://hooks.example.com/off", active: false, insecure_ssl: "1" }
      ],
      topics: ["weather", "maps"],
      stars: 5,
      formerly: ["acme/site", "octo/web-old"],
      collaborators: { tri: "triage", octo: "admin" },
      merges: { delete_branch: true },
      settings: {
        has_discussions: true,
        squash_merge_commit_title: "PR_TITLE",
        security_and_analysis: { secret_scanning: { status: "enabled" } }
      },
      files: {
        "README.md": "# Web\n",
        "src/a.txt": "1\n2\n3\n",
        "src/run.sh": { content: "exit\n", executable: true },
        bytes: { base64: "AP/+" },
        link: { symlink: "README.md" },
        LICENSE: "MIT License\n"
      },
      commits: [{ message: "Second", author: "ada", files: { "src/a.txt": "1\ntwo\n3\n" } }],
      branches: {
        next: { files: { "src/b.txt": "b\n" } },
        "fix/x": { files: { "src/a.txt": "one\n2\n3\n" } },
        idle: {}
      },
      tags: { v0: "main" },
      pushes: [
        { ref: "refs/heads/next", after: "0".repeat(40), actor: "octo" },
        { ref: "refs/tags/old", before: "0".repeat(40), actor: "ada", merges: false, created_at: { ago: "1 day" } }
      ],
      protection: { next: { required_checks: ["ci"], required_approvals: 0 } },
      labels: [{ name: "bug", color: "d73a4a", description: "It does not work" }, "ui"],
      milestones: ["v1", { title: "v2", state: "closed", due_on: "2030-05-05T00:00:00Z", creator: null }],
      issues: [
        {
          title: "One",
          body: "It rains in",
          labels: ["bug", "ui"],
          assignees: ["octo"],
          milestone: "v1",
          comments: [
            "Yes",
            { body: "No", user: null, minimized: "off-topic", reactions: [{ content: "confused", user: "tri" }] }
          ],
          reactions: [{ content: "heart" }, { content: "+1", user: null, created_at: "2026-05-05T00:00:00Z" }],
          events: [
            { event: "renamed", actor: "octo", rename: { from: "0", to: "One" } },
            { event: "labeled", actor: null, label: { name: "old", color: "ffffff" }, created_at: { ago: "1 hour" } }
          ]
        },
        { title: "Two", user: null, state: "closed", closed_by: "ada", locked: "spam" },
        { title: "Three", number: 9, pull_request: { draft: true } },
        { title: "Four", state: "closed", state_reason: null, locked: true },
        { title: "Five", id: repeatedIssue, type: "bug", issue_field_values: { effort: 5, Areas: ["login", "Map"] } },
        { title: "Six", type: "Old", issue_field_values: { Due: "2030-01-31" }, labels: ["bug"] },
        { title: "Seven", state: "closed", state_reason: "duplicate", duplicate_issue_id: repeatedIssue }
      ],
      deleted_issues: [20],
      pulls: [
        {
          title: "Five",
          head: "feature",
          user: "ada",
          files: { "src/c.txt": "c\nd\n" },
          requested_reviewers: ["octo"],
          requested_teams: ["front-end"],
          reviews: [
            { user: "tri", state: "APPROVED", body: "Good", minimized: "outdated" },
            { user: "octo", state: "PENDING" }
          ],
          review_comments: [
            {
              id: 8_500_000,
              path: "src/c.txt",
              line: 2,
              body: "Why?",
              resolved_by: "ada",
              minimized: "spam",
              reactions: [{ content: "eyes" }]
            },
            { path: "src/c.txt", line: 2, body: "Because", in_reply_to: 8_500_000, user: "ada" },
            { path: "src/c.txt", line: null, body: "All of it", user: null }
          ]
        },
        { title: "Six", head: "done", files: { "d.txt": "d\n" }, merged: true, merge_method: "squash" },
        { title: "Seven", head: "octo:patch", files: { "e.txt": "e\n" }, maintainer_can_modify: true }
      ],
      releases: [
        "v0",
        {
          tag_name: "v1",
          name: null,
          body: "First",
          reactions: [{ content: "rocket", user: "ada" }],
          assets: [{ name: "a b.txt", content: "text", label: "A" }]
        },
        { tag_name: "v2", draft: true, assets: [{ name: "b", content: { base64: "AAEC" }, download_count: 3 }] },
        { tag_name: "v1.1", prerelease: true, target_commitish: "next" }
      ],
      statuses: [
        { context: "ci", state: "success" },
        { context: "ci", state: "failure", ref: "next", creator: null }
      ],
      checks: [
        { name: "build", title: "T", summary: "S", text: "X" },
        { name: "slow", status: "queued", external_id: "9" },
        {
          name: "lint",
          rerequested: true,
          annotations: [
            { path: "README.md", start_line: 1, message: "A heading" },
            {
              path: "src/a.txt",
              start_line: 2,
              end_line: 2,
              start_column: 1,
              end_column: 3,
              annotation_level: "failure",
              title: "Number",
              message: "Digits",
              raw_details: "2"
            }
          ]
        }
      ],
      workflows: [{ file: "nightly.yml", on: ["repository_dispatch"], inputs: ["level"] }, "lint.yml"],
      runs: [
        {
          workflow: "build.yml",
          conclusion: "failure",
          jobs: [
            "lint",
            { name: "test", conclusion: "failure", steps: ["Set up", { name: "Run", conclusion: "failure" }] }
          ],
          earlier: [{ conclusion: "timed_out", triggering_actor: null }],
          logs: "PK",
          artifacts: [{ name: "a" }, { name: "b", content: "PK b", expires_at: "2026-06-01T00:00:00Z" }]
        },
        { workflow: "build.yml", ref: "next", status: "in_progress", actor: null, event: "pull_request" },
        { workflow: "nightly.yml", ref: "v0", logs: null, jobs: [] }
      ],
      deployments: [
        { environment: "staging", statuses: ["in_progress", { state: "success", log_url: "https://example.com/1" }] },
        { ref: "next", payload: "all", transient_environment: true, creator: null, description: "Try" }
      ]
    },
    { owner: "octo", name: "web", fork_of: "acme/web", branches: { patch: {} }, description: null },
    { owner: "acme", name: "secret", private: true, archived: false, has_issues: false },
    {
      owner: "ada",
      name: "bare",
      complete: true,
      files: { "a.txt": "1\n" },
      issues: [{ title: "One", assignees: ["octo"] }],
      pulls: [
        { title: "Two", head: "x", files: { "b.txt": "2\n" }, assignees: ["octo"], requested_reviewers: ["tri"] }
      ],
      releases: ["untagged"]
    },
    {
      owner: "ada",
      name: "tool",
      files: { "a.js": "1\n" },
      created_at: "2020-01-01T00:00:00Z",
      default_branch: "trunk"
    }
  ]
}
