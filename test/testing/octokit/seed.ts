/** What the service of these tests starts with. */
import type * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { app } from "./service.ts"

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`)

const numbers = lines(1, 20).join("")

const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  description: "The site",
  topics: ["site"],
  collaborators: { octo: "write", rev: "write", tri: "triage", gone: "read" },
  invitations: [
    { invitee: "guest", id: 910 },
    { invitee: "visitor", id: 911 }
  ],
  deploy_keys: [
    { key: "ssh-ed25519 AAAA1", id: 920, title: "Builder" },
    { key: "ssh-ed25519 AAAA2", id: 921 }
  ],
  files: {
    "README.md": "# web\n",
    "docs/README.md": "# docs\n",
    "src/index.ts": "export {}\n",
    "numbers.txt": numbers
  },
  commits: [{ message: "Count", files: { "count.txt": "1\n" }, author: "octo" }],
  branches: { free: {}, old: {}, stale: {}, ahead: { files: { "ahead.txt": "!\n" } } },
  tags: { "v0.9.0": "main" },
  protection: { ahead: { required_checks: ["ci"], required_approvals: 1 } },
  rulesets: [
    {
      name: "Guard",
      id: 930,
      version: 931,
      conditions: { ref_name: { include: ["refs/heads/guarded"], exclude: [] } },
      rules: [{ type: "deletion" }]
    }
  ],
  rule_suites: [
    {
      id: 932,
      actor: "octo",
      before: "0".repeat(40),
      after: "1".repeat(40),
      ref: "refs/heads/guarded",
      pushed_at: { ago: "1 minute" },
      result: "pass",
      evaluations: [{ ruleset: 930, name: "Guard", rule_type: "deletion", enforcement: "active", details: null }]
    }
  ],
  labels: [{ name: "bug", color: "d73a4a", description: "Something isn't working" }, "ui"],
  milestones: [{ title: "v1", due_on: "2030-01-01T00:00:00Z" }],
  issues: [
    {
      id: 906,
      sub_issues: [907, 909],
      blocked_by: [907],
      title: "It rains in",
      user: "ada",
      labels: ["bug"],
      assignees: ["octo"],
      comments: ["Yes"],
      milestone: "v1"
    },
    { id: 907, title: "Locked", locked: "spam" }
  ],
  pulls: [
    {
      title: "Count better",
      head: "better",
      user: "octo",
      files: { "numbers.txt": numbers.replace("2\n", "two\n") },
      requested_reviewers: ["tri"],
      reviews: [
        { user: "rev", state: "APPROVED", body: "Good" },
        { user: "octo", state: "PENDING", body: "Wait" }
      ]
    },
    {
      title: "Conflict",
      head: "conflict",
      files: { "numbers.txt": numbers.replace("2\n", "zwei\n") },
      review_comments: [
        {
          id: 961,
          path: "numbers.txt",
          line: 2,
          body: "Two?",
          user: "rev",
          reactions: [{ id: 962, user: "octo", content: "heart" }]
        }
      ]
    },
    { title: "Done", head: "done", files: { "done.txt": "!\n" }, merged: true }
  ],
  releases: [
    {
      tag_name: "v1.0.0",
      name: "One",
      body: "First",
      assets: [{ name: "app.zip", content: "bytes" }],
      reactions: [{ id: 967, user: "octo", content: "heart" }]
    },
    { tag_name: "v2.0.0", draft: true }
  ],
  commit_comments: [{ id: 905, body: "Great", user: "octo", reactions: [{ id: 966, user: "octo", content: "heart" }] }],
  statuses: [{ context: "ci", state: "success" }],
  checks: [{ name: "lint" }],
  workflows: [{ file: "build.yml", id: 900, name: "Build", on: ["push", "workflow_dispatch", "repository_dispatch"] }],
  runs: [
    {
      workflow: "build.yml",
      id: 901,
      conclusion: "failure",
      jobs: [{ name: "build", id: 930, conclusion: "success", steps: ["Compile"] }, "test"],
      earlier: [{ conclusion: "cancelled" }],
      logs: "PK logs",
      artifacts: [{ name: "coverage", id: 903, content: "PK coverage" }]
    },
    { workflow: "build.yml", id: 905, status: "waiting", pending: ["production"] },
    { workflow: "build.yml", id: 906, conclusion: "action_required" },
    { workflow: "build.yml", id: 902, ref: "ahead", event: "workflow_dispatch", status: "in_progress" }
  ],
  stargazers: { rev: "2026-01-02T09:00:00Z" },
  hooks: [{ id: 920, url: "https://hooks.example.com/web", secret: "rain", deliveries: [{ id: 922, event: "push" }] }],
  environments: [
    {
      name: "production",
      id: 910,
      wait_timer: 10,
      reviewers: ["octo"],
      branches: "custom",
      policies: [{ name: "main", id: 911 }],
      rules: [{ app: 8, id: 912 }],
      secrets: ["TOKEN"],
      variables: { REGION: "eu" }
    }
  ],
  caches: [{ key: "npm-1", id: 913 }, "npm-2"],
  secrets: ["TOKEN"],
  variables: { REGION: "eu" },
  dependabot_secrets: ["TOKEN"],
  deployments: [{ id: 904, ref: "main", environment: "staging", payload: { version: 1 }, statuses: ["in_progress"] }]
}

/** What a user has granted the app. */
const granted = { login: "octo", permissions: { issues: "write" }, grant: { client_id: "Iv1.builder" } } as const

export const seed: ForgeSimulator.Seed = {
  users: [
    { login: "ada", name: "Ada", id: 61 },
    {
      login: "octo",
      follows: ["ada"],
      addresses: [{ email: "octo@example.com", visibility: "public" }, { email: "old@example.com" }],
      keys: [
        { id: 964, key: "ssh-ed25519 AAAA3" },
        { id: 965, key: "ssh-ed25519 AAAA3", use: "signing" }
      ]
    }
  ],
  organizations: [
    {
      login: "tools",
      id: 60,
      members: { octo: { role: "admin", public: true }, rev: "member" },
      invitations: { tri: { id: 963, inviter: "octo" } },
      hooks: [{ id: 921, url: "https://hooks.example.com/tools", deliveries: [{ id: 922, event: "member" }] }],
      secrets: [{ name: "TOKEN", visibility: "selected", selected: ["tools/kit"] }],
      variables: [{ name: "REGION", value: "eu", visibility: "selected", selected: ["tools/kit"] }],
      dependabot_secrets: [{ name: "TOKEN", visibility: "selected", selected: ["tools/kit"] }],
      rulesets: [
        { name: "All", id: 940, version: 941, rules: [{ type: "required_linear_history" }], enforcement: "disabled" }
      ],
      teams: [{ name: "Core", members: ["rev"], repositories: { kit: "write" } }]
    }
  ],
  repositories: [
    web,
    {
      owner: "tools",
      name: "kit",
      rule_suites: [
        {
          id: 942,
          actor: "octo",
          before: "0".repeat(40),
          after: "1".repeat(40),
          ref: "refs/heads/main",
          pushed_at: { ago: "1 minute" },
          result: "pass",
          evaluations: []
        }
      ],
      id: 777,
      files: { "README.md": "# kit\n" },
      protection: {
        main: {
          required_checks: ["ci"],
          required_approvals: 1,
          restrictions: { users: ["rev"], teams: ["core"], apps: ["github-actions"] }
        }
      }
    },
    {
      owner: "acme",
      name: "empty",
      issues: [
        { id: 908, title: "Elsewhere" },
        { id: 909, title: "Part" }
      ],
      invitations: [
        { invitee: "octo", id: 912 },
        { invitee: "rev", id: 913 }
      ]
    },
    { owner: "octo", name: "web", id: 950, fork_of: "acme/web" },
    { owner: "octo", name: "two", id: 951 }
  ],
  notifications: [{ id: 911, user: "octo", repository: "acme/web", subject: 1, reason: "assign" }],
  gists: [
    { id: "a1b2", owner: "octo", public: true, files: { "a.md": "# A\n" }, comments: [{ id: 910, body: "Good" }] },
    { id: "c3d4", owner: "ada", public: true, files: { "c.ts": "export {}\n" }, starred_by: ["octo"] },
    { id: "e5f6", owner: "rev", public: true, fork_of: "a1b2", files: { "a.md": "# A\n" } }
  ],
  apps: [
    {
      ...app("acme", "tools"),
      installations: [
        { account: "acme", id: 70 },
        { account: "tools", id: 71 },
        { account: "octo", id: 72, repositories: ["web", "two"] }
      ],
      hook: { deliveries: [{ id: 922, event: "push" }] }
    }
  ],
  manifests: [{ code: "a1b2", slug: "greeter" }],
  tokens: { acme: "acme", octo: "octo", rev: "rev", tri: "tri", eve: "eve", ghu_granted: granted },
  limits: { core: { anonymous: 10_000 }, search: { authenticated: 10_000 }, secondary: "none" }
}
