/** How the operations of `Deployments` are called in tests, and what the service responds. */
import type * as Deployments from "../../../src/forge/Deployments.ts"
import { deployment, deploymentStatus } from "../support/actions.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { approval, pending, reviewed } from "../support/settings.ts"
import { type Rows, third } from "./row.ts"

const readDeployment = {
  id: 40,
  sha,
  environment: "production",
  payload: { version: "1.2.0" },
  creator: { login: "octo" }
}

const onDeployment = { ...repo, deployment_id: 40 }
const status = { id: 41, state: "success", description: "All is well" }

export const rows: Rows<typeof Deployments> = {
  create: {
    whole: {
      ...repo,
      ref: "next/1.x",
      task: "deploy:migrations",
      auto_merge: false,
      required_contexts: ["ci"],
      payload: { version: "1.2.0" },
      environment: "staging",
      description: "Version 1.2.0",
      transient_environment: true,
      production_environment: false
    },
    response: deployment,
    value: { _tag: "Created", ...readDeployment },
    octokit: { with: { ref: "main", payload: "all", required_contexts: ["ci"] } },
    refuses: [["payload", { payload: 7 }]],
    reads: [
      [{ message: "Auto-merged main into next." }, { _tag: "Merged", message: "Auto-merged main into next." }],
      [
        { ...deployment, payload: "all" },
        { _tag: "Created", payload: "all" }
      ]
    ]
  },
  list: {
    whole: { ...repo, sha, ref: "next/1.x", task: "deploy", environment: "staging", ...third },
    response: [deployment],
    value: [readDeployment],
    octokit: { with: { environment: "staging" } }
  },
  get: {
    whole: onDeployment,
    response: deployment,
    value: readDeployment
  },
  createStatus: {
    whole: {
      ...onDeployment,
      state: "in_progress",
      log_url: "https://logs.example.com/40",
      target_url: "https://logs.example.com/40",
      description: "Copying",
      environment: "staging",
      environment_url: "https://web.example.com",
      auto_inactive: false
    },
    response: deploymentStatus,
    value: status,
    octokit: { with: { state: "success", log_url: "https://example.com" } },
    refuses: [["description", { description: "a".repeat(141) }, "at most 140 characters"]]
  },
  listStatuses: {
    whole: { ...onDeployment, ...third },
    response: [deploymentStatus],
    value: [status],
    reads: [[[{ ...deploymentStatus, state: "approved", log_url: "" }], [{ state: "approved", log_url: "" }]]]
  },
  getPendingForRun: {
    whole: { ...repo, run_id: 30 },
    response: [pending],
    value: [{ environment: { name: "production" }, wait_timer: 30, reviewers: [{ type: "User" }, { type: "Team" }] }],
    octokit: { with: { run_id: 905 } },
    reads: [[[{ ...pending, wait_timer: 0, wait_timer_started_at: null }], [{ wait_timer_started_at: null }]]]
  },
  reviewPendingForRun: {
    whole: { ...repo, run_id: 30, environment_ids: [56_780], state: "approved", comment: "Ship it!" },
    response: reviewed,
    value: [readDeployment],
    errors: { ValidationFailed: "the run does not wait, or the caller is not a reviewer" },
    octokit: { with: { run_id: 905, environment_ids: [910], state: "approved", comment: "" } },
    refuses: [["environment_ids", { environment_ids: [] }]]
  },
  getReviewsForRun: {
    whole: { ...repo, run_id: 30 },
    response: [approval],
    value: [{ state: "approved", comment: "Ship it!", user: { login: "octo" }, environments: [{ id: 56_780 }] }]
  }
}
