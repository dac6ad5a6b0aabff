/**
 * What the examples of GitHub's operations run on.
 *
 * It is plain JSON, and its dates are fixed, so the examples print the same each time.
 */
import type { ForgeSimulator } from "forgecast/testing"
import { appHook, deliveries, hooks } from "./seed/hooks.ts"
import { maps } from "./seed/maps.ts"
import { checks, deployments, environments, runs, statuses } from "./seed/runs.ts"
import { web } from "./seed/web.ts"

const created_at = "2026-01-02T09:00:00Z"

/** The first token is ada's: what she may, the examples may. */
export const seed: ForgeSimulator.Seed = {
  users: [
    {
      login: "ada",
      name: "Ada Lovelace",
      email: "ada@example.com",
      bio: "Writes programs",
      company: "@acme",
      location: "London",
      followers: 12,
      created_at
    },
    { login: "grace", name: "Grace Hopper", location: "New York", followers: 30, created_at },
    { login: "alan", name: "Alan Turing", location: "Cambridge", followers: 21, created_at }
  ],
  organizations: [
    {
      login: "acme",
      name: "Acme",
      description: "Weather for everyone",
      blog: "https://example.com",
      created_at,
      secrets: [
        { name: "NPM_TOKEN", created_at },
        { name: "REGISTRY_TOKEN", visibility: "selected", selected: ["acme/web"], created_at }
      ],
      variables: [
        { name: "REGION", value: "eu", created_at },
        { name: "MIRROR", value: "on", visibility: "selected", selected: ["acme/web"], created_at }
      ],
      dependabot_secrets: [
        { name: "NPM_TOKEN", created_at },
        { name: "REGISTRY_TOKEN", visibility: "selected", selected: ["acme/web"], created_at }
      ],
      members: { ada: { role: "admin", public: true }, grace: "member", alan: "member" },
      rulesets: [
        {
          name: "Default branches",
          id: 91,
          version: 94,
          created_at: "2026-02-01T09:00:00Z",
          enforcement: "evaluate",
          conditions: {
            repository_name: { include: ["~ALL"], exclude: [] },
            ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] }
          },
          rules: [{ type: "required_signatures" }]
        }
      ],
      hooks: [
        { id: 52, url: "https://hooks.example.com/acme", events: ["repository", "member"], created_at, deliveries }
      ],
      teams: [
        {
          name: "Developers",
          description: "Write the code",
          members: ["grace", "alan"],
          repositories: { web: "write" }
        },
        { name: "Designers", description: "Draw the maps", members: ["alan"], repositories: { web: "read" } }
      ]
    }
  ],
  apps: [
    {
      slug: "linter",
      id: 7,
      name: "Linter",
      owner: "acme",
      public_key: "none",
      permissions: { checks: "write", contents: "read" },
      installations: [
        { account: "acme", id: 70 },
        { account: "ada", id: 71, repositories: ["notes", "letters"] }
      ],
      installation_requests: [{ id: 72, account: "acme", requester: "grace", created_at }],
      hook: { ...appHook, deliveries }
    }
  ],
  manifests: [
    {
      code: "a180b1a3d263c81bc6441d7b990bae27d4c10679",
      slug: "greeter",
      id: 8,
      owner: "acme",
      private_key: "-----BEGIN RSA PRIVATE KEY-----",
      public_key: "none"
    }
  ],
  gists: [
    {
      id: "0123456789abcdef0123456789abcdef",
      owner: "ada",
      description: "Beaufort's scale",
      files: { "wind.md": "# Wind\n" },
      revisions: [{ files: { "wind.md": "# Wind\n\nFrom 0 to 12.\n" }, committed_at: "2026-02-02T09:00:00Z" }],
      comments: [{ id: 801, body: "What is 13?", user: "ada", created_at: "2026-02-03T09:00:00Z" }],
      created_at: "2026-02-01T09:00:00Z"
    },
    {
      id: "fedcba9876543210fedcba9876543210",
      owner: "grace",
      description: "A moth in a relay",
      public: true,
      files: { "moth.txt": "Relay 70, panel F\n" },
      starred_by: ["ada"],
      created_at: "2026-02-04T09:00:00Z"
    },
    {
      id: "00112233445566778899aabbccddeeff",
      owner: "alan",
      description: "Beaufort's scale",
      public: true,
      fork_of: "0123456789abcdef0123456789abcdef",
      files: { "wind.md": "# Wind\n" },
      created_at: "2026-02-05T09:00:00Z"
    }
  ],
  notifications: [
    {
      id: 701,
      user: "ada",
      repository: "acme/web",
      subject: 1,
      reason: "mention",
      updated_at: "2026-02-03T09:00:00Z"
    },
    {
      id: 702,
      user: "ada",
      repository: "acme/web",
      subject: 5,
      reason: "review_requested",
      updated_at: "2026-03-01T09:00:00Z"
    }
  ],
  tokens: { "adas-token": "ada" },
  repositories: [
    {
      ...web,
      hooks,
      invitations: [{ invitee: "hedy", id: 80, created_at: "2026-02-28T09:00:00Z" }],
      deploy_keys: [{ key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGdr", id: 60, title: "Mirror", added_by: "ada" }],
      checks,
      statuses,
      workflows: [{ file: "build.yml", inputs: ["level"] }, "deploy.yml"],
      runs,
      deployments,
      environments,
      caches: [
        { key: "npm-1", id: 1201, size_in_bytes: 2_048, created_at },
        { key: "npm-2", id: 1202, size_in_bytes: 1_024, created_at }
      ],
      secrets: [{ name: "NPM_TOKEN", created_at }],
      variables: [{ name: "REGION", value: "eu", created_at }],
      dependabot_secrets: [{ name: "NPM_TOKEN", created_at }]
    },
    {
      owner: "acme",
      name: "maps",
      description: "The maps of the weather",
      topics: ["weather", "maps"],
      stars: 7,
      created_at: "2026-01-10T09:00:00Z",
      pushed_at: "2026-01-11T09:00:00Z",
      git: maps
    },
    {
      owner: "grace",
      name: "compiler",
      description: "Words in, code out",
      stars: 99,
      stargazers: { ada: "2026-01-12T09:00:00Z" },
      created_at: "2026-01-11T09:00:00Z",
      invitations: [{ invitee: "ada", id: 81, created_at: "2026-02-28T09:00:00Z" }],
      commits: [
        { message: "A-0", author: "grace", date: "2026-01-11T09:00:00Z", files: { "README.md": "# compiler\n" } }
      ]
    },
    { owner: "grace", name: "web", fork_of: "acme/web", collaborators: ["ada"], created_at: "2026-02-17T08:00:00Z" },
    {
      owner: "ada",
      name: "notes",
      id: 9101,
      description: "Notes on the engine",
      private: true,
      created_at: "2026-01-12T09:00:00Z",
      commits: [
        { message: "Note G", author: "ada", date: "2026-01-12T09:00:00Z", files: { "g.md": "Bernoulli numbers\n" } }
      ]
    },
    { owner: "ada", name: "letters", id: 9102, private: true, created_at }
  ]
}

/** The same for operations that only GitHub Apps may call: the first token is that of an installation. */
export const appSeed: ForgeSimulator.Seed = {
  ...seed,
  tokens: {
    "linters-token": { login: "linter[bot]", installation: 70, permissions: { checks: "write", contents: "read" } }
  }
}

/** The operations that only GitHub Apps may call. */
const appOperations: ReadonlyArray<string> = [
  "Apps.listRepositories",
  "Apps.revokeInstallationToken",
  "Checks.create",
  "Checks.createSuite",
  "Checks.rerequest",
  "Checks.update"
]

/** The same for operations that a GitHub App calls as itself, not as one of its installations. */
const selfSeed: ForgeSimulator.Seed = { ...seed, tokens: { "linters-jwt": { login: "linter[bot]", app: 7 } } }

/** Those operations. */
const selfOperations =
  /^Hooks\..*ForApp$|^Apps\.(?:get(?:Installation(?:For\w+)?)?|listInstallation(?:s|Requests)|(?:delete|suspend|unsuspend)Installation)$/

/** What the example of an operation runs on. */
export const seedOf = (name: string): ForgeSimulator.Seed =>
  appOperations.includes(name) ? appSeed : selfOperations.test(name) ? selfSeed : seed
