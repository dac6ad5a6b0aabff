/** The checks, workflow runs and deployments of the repository. */
import type { ForgeSimulator } from "forgecast/testing"
import { log, page } from "./archives.ts"

export const checks: ReadonlyArray<ForgeSimulator.CheckSeed> = [
  {
    id: 401,
    name: "build",
    ref: "main",
    conclusion: "success",
    started_at: "2026-02-16T09:01:00Z",
    completed_at: "2026-02-16T09:03:00Z"
  },
  {
    id: 402,
    name: "lint",
    ref: "main",
    app: 7,
    suite: 502,
    conclusion: "failure",
    title: "1 problem",
    summary: "A constant is never used.",
    annotations: [
      { path: "src/wind.ts", start_line: 1, annotation_level: "warning", message: "`unit` is never used." }
    ],
    started_at: "2026-02-16T09:01:00Z",
    completed_at: "2026-02-16T09:02:00Z"
  },
  { id: 403, name: "build", ref: "readme", started_at: "2026-02-18T10:01:00Z", completed_at: "2026-02-18T10:03:00Z" },
  { id: 404, name: "lint", ref: "readme", app: 7, status: "in_progress", started_at: "2026-02-18T10:01:00Z" }
]

export const statuses: ReadonlyArray<ForgeSimulator.StatusSeed> = [
  {
    context: "preview",
    state: "pending",
    description: "Deploying",
    creator: "ada",
    created_at: "2026-02-16T09:01:00Z"
  },
  {
    context: "preview",
    state: "success",
    description: "Deployed",
    target_url: "https://preview.example.com",
    creator: "ada",
    created_at: "2026-02-16T09:04:00Z"
  }
]

export const runs: ReadonlyArray<ForgeSimulator.RunSeed> = [
  {
    id: 7001,
    workflow: "build.yml",
    title: "Show degrees Celsius",
    actor: "grace",
    conclusion: "failure",
    created_at: "2026-02-16T09:00:00Z",
    updated_at: "2026-02-16T09:20:00Z",
    started_at: "2026-02-16T09:15:00Z",
    reviews: [{ environments: ["production"], state: "approved", comment: "Ship it", user: "ada" }],
    earlier: [
      {
        conclusion: "failure",
        started_at: "2026-02-16T09:00:00Z",
        jobs: [
          { name: "compile", id: 7101, conclusion: "success" },
          { name: "test", id: 7102, conclusion: "failure" }
        ]
      }
    ],
    jobs: [
      { name: "compile", id: 7103, conclusion: "success" },
      { name: "test", id: 7104, conclusion: "failure", steps: ["Check out", "Run the tests"] }
    ],
    logs: { base64: log },
    artifacts: [
      {
        id: 801,
        name: "site",
        content: { base64: page },
        created_at: "2026-02-16T09:10:00Z",
        expires_at: "2036-02-16T09:10:00Z"
      }
    ]
  },
  {
    id: 7002,
    workflow: "build.yml",
    event: "pull_request",
    ref: "readme",
    actor: "grace",
    created_at: "2026-02-18T10:00:00Z",
    updated_at: "2026-02-18T10:05:00Z"
  },
  {
    id: 7004,
    workflow: "deploy.yml",
    actor: "grace",
    status: "waiting",
    pending: ["production"],
    created_at: "2026-02-19T10:00:00Z",
    updated_at: "2026-02-19T10:00:00Z"
  },
  {
    id: 7005,
    workflow: "build.yml",
    event: "pull_request",
    ref: "readme",
    actor: "alan",
    conclusion: "action_required",
    created_at: "2026-02-19T11:00:00Z",
    updated_at: "2026-02-19T11:00:00Z"
  },
  {
    id: 7003,
    workflow: "deploy.yml",
    actor: "ada",
    status: "in_progress",
    created_at: "2026-02-20T10:00:00Z",
    updated_at: "2026-02-20T10:01:00Z"
  }
]

export const deployments: ReadonlyArray<ForgeSimulator.DeploymentSeed> = [
  {
    id: 901,
    ref: "v1.0.0",
    environment: "production",
    creator: "ada",
    created_at: "2026-01-05T11:00:00Z",
    statuses: [
      { state: "in_progress", created_at: "2026-01-05T11:00:00Z" },
      { state: "success", environment_url: "https://web.example.com", created_at: "2026-01-05T11:05:00Z" }
    ]
  },
  {
    id: 902,
    environment: "staging",
    creator: "ada",
    created_at: "2026-02-16T10:00:00Z",
    statuses: [{ state: "in_progress", created_at: "2026-02-16T10:00:00Z" }]
  }
]

export const environments: ReadonlyArray<ForgeSimulator.EnvironmentSeed> = [
  {
    name: "production",
    id: 1300,
    reviewers: ["ada"],
    branches: "custom",
    policies: [{ name: "main", id: 1301 }],
    rules: [{ app: 7, id: 1302 }],
    secrets: [{ name: "NPM_TOKEN", created_at: "2026-01-05T11:00:00Z" }],
    variables: [{ name: "REGION", value: "eu", created_at: "2026-01-05T11:00:00Z" }],
    created_at: "2026-01-05T11:00:00Z"
  },
  { name: "staging", id: 1310, created_at: "2026-01-05T11:00:00Z" }
]
