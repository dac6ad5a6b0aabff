/** Workflow runs and deployments, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { sha } from "./pulls.ts"
import { minimalRepository, user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"
const page = "https://github.com/acme/web"

export const workflow = {
  id: 9,
  node_id: "W_9",
  name: "Build",
  path: ".github/workflows/build.yml",
  state: "active",
  created_at: "2026-04-10T20:09:31Z",
  updated_at: "2026-05-03T18:40:00Z",
  url: `${api}/actions/workflows/9`,
  html_url: `${page}/blob/main/.github/workflows/build.yml`,
  badge_url: `${page}/actions/workflows/build.yml/badge.svg`
} satisfies Schemas["workflow"]

export const run = {
  id: 30,
  name: "Build",
  node_id: "WFR_30",
  check_suite_id: 42,
  check_suite_node_id: "CS_42",
  head_branch: "main",
  head_sha: sha,
  path: ".github/workflows/build.yml",
  run_number: 562,
  run_attempt: 2,
  event: "push",
  display_title: "Read the cache first",
  status: "completed",
  conclusion: "failure",
  workflow_id: 9,
  url: `${api}/actions/runs/30`,
  html_url: `${page}/actions/runs/30`,
  pull_requests: [],
  created_at: "2027-01-15T08:00:00Z",
  updated_at: "2027-01-15T08:10:00Z",
  run_started_at: "2027-01-15T08:05:00Z",
  actor: user,
  triggering_actor: user,
  jobs_url: `${api}/actions/runs/30/jobs`,
  logs_url: `${api}/actions/runs/30/logs`,
  check_suite_url: `${api}/check-suites/42`,
  artifacts_url: `${api}/actions/runs/30/artifacts`,
  cancel_url: `${api}/actions/runs/30/cancel`,
  rerun_url: `${api}/actions/runs/30/rerun`,
  previous_attempt_url: `${api}/actions/runs/30/attempts/1`,
  workflow_url: `${api}/actions/workflows/9`,
  referenced_workflows: [
    { path: "acme/web/.github/workflows/deploy.yml@main", sha, ref: "refs/heads/main" },
    { path: `acme/web/.github/workflows/scan.yml@${sha}`, sha }
  ],
  head_commit: {
    id: sha,
    tree_id: sha,
    message: "Read the cache first",
    timestamp: "2027-01-15T07:59:00Z",
    author: { name: "Octo Cat", email: "octo@example.com" },
    committer: { name: "Ada", email: "ada@example.com" }
  },
  repository: minimalRepository,
  head_repository: minimalRepository
} satisfies Schemas["workflow-run"]

export const job = {
  id: 31,
  run_id: 30,
  run_url: `${api}/actions/runs/30`,
  run_attempt: 2,
  node_id: "CR_31",
  head_sha: sha,
  url: `${api}/actions/jobs/31`,
  html_url: `${page}/actions/runs/30/job/31`,
  status: "completed",
  conclusion: "failure",
  created_at: "2027-01-15T08:05:00Z",
  started_at: "2027-01-15T08:05:04Z",
  completed_at: "2027-01-15T08:10:00Z",
  name: "test",
  steps: [
    {
      name: "Set up job",
      status: "completed",
      conclusion: "success",
      number: 1,
      started_at: "2027-01-15T08:05:04.000-08:00",
      completed_at: "2027-01-15T08:05:05.000-08:00"
    },
    { name: "Run tests", status: "completed", conclusion: "failure", number: 2, started_at: null, completed_at: null }
  ],
  check_run_url: `${api}/check-runs/31`,
  labels: ["ubuntu-latest"],
  runner_id: 1,
  runner_name: "Hosted Agent",
  runner_group_id: 2,
  runner_group_name: "GitHub Actions",
  workflow_name: "Build",
  head_branch: "main"
} satisfies Schemas["job"]

export const artifact = {
  id: 32,
  node_id: "A_32",
  name: "coverage",
  size_in_bytes: 556,
  url: `${api}/actions/artifacts/32`,
  archive_download_url: `${api}/actions/artifacts/32/zip`,
  expired: false,
  digest: `sha256:${"0f".repeat(32)}`,
  created_at: "2027-01-15T08:10:00Z",
  updated_at: "2027-01-15T08:10:00Z",
  expires_at: "2027-04-15T08:10:00Z",
  workflow_run: { id: 30, repository_id: 2, head_repository_id: 2, head_branch: "main", head_sha: sha }
} satisfies Schemas["artifact"]

export const dispatched = {
  workflow_run_id: 33,
  run_url: `${api}/actions/runs/33`,
  html_url: `${page}/actions/runs/33`
} satisfies Schemas["workflow-dispatch-response"]

export const deployment = {
  id: 40,
  node_id: "DE_40",
  url: `${api}/deployments/40`,
  sha,
  ref: "main",
  task: "deploy",
  payload: { version: "1.2.0" },
  original_environment: "staging",
  environment: "production",
  description: "Version 1.2.0",
  creator: user,
  created_at: "2027-01-15T08:00:00Z",
  updated_at: "2027-01-15T08:00:00Z",
  statuses_url: `${api}/deployments/40/statuses`,
  repository_url: api,
  transient_environment: false,
  production_environment: true,
  performed_via_github_app: null
} satisfies Schemas["deployment"]

export const deploymentStatus = {
  id: 41,
  node_id: "DES_41",
  url: `${api}/deployments/40/statuses/41`,
  state: "success",
  creator: user,
  description: "All is well",
  environment: "production",
  environment_url: "https://web.example.com",
  log_url: "https://logs.example.com/40",
  target_url: "https://logs.example.com/40",
  created_at: "2027-01-15T08:00:00Z",
  updated_at: "2027-01-15T08:00:00Z",
  deployment_url: `${api}/deployments/40`,
  repository_url: api,
  performed_via_github_app: null
} satisfies Schemas["deployment-status"]
