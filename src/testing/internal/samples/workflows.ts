/** Workflows, their runs, and deployments of the scene. */
import type { Artifact } from "../../../forge/schema/Artifact.ts"
import type { Deployment } from "../../../forge/schema/Deployment.ts"
import type { DeploymentStatus } from "../../../forge/schema/DeploymentStatus.ts"
import type { Workflow } from "../../../forge/schema/Workflow.ts"
import type { WorkflowJob } from "../../../forge/schema/WorkflowJob.ts"
import type { WorkflowRun } from "../../../forge/schema/WorkflowRun.ts"
import type { RunSeed } from "../../ForgeWorkflowSeed.ts"
import type { Place } from "../../SampleTypes.ts"
import { field, first, me, open } from "./scene.ts"

/** Ids for records that are not given one. */
const usual = { run: 21_000_001, workflow: 23_000_001, deployment: 24_000_001 }

const built = (place: Place, more: Partial<RunSeed>) => {
  const id = more.id ?? usual.run
  const run: RunSeed = {
    workflow: "build.yml",
    actor: me,
    jobs: [{ name: "test", steps: ["Set up job", "Run tests"] }],
    artifacts: [{ name: "coverage" }],
    created_at: "2026-01-14T15:00:00Z",
    updated_at: "2026-01-14T15:04:00Z",
    ...more,
    id
  }
  const workflows = [{ file: "build.yml", name: "Build" }]
  const { inRepo } = open({ ...place, repository: { workflows, runs: [run] } })
  return (path: string) => inRepo("GET", `/actions/runs/${id}${path}`)
}

export const workflow = ({ id = usual.workflow, name = "Build" }: Partial<Workflow>, place: Place): unknown =>
  open({ ...place, repository: { workflows: [{ file: "build.yml", id, name }] } }).inRepo(
    "GET",
    `/actions/workflows/${id}`
  )

export const run = ({ id = usual.run }: Partial<WorkflowRun>, place: Place): unknown => built(place, { id })("")

export const job = ({ id, name = "test" }: Partial<WorkflowJob>, place: Place): unknown => {
  const jobs = [{ name, ...(id === undefined ? {} : { id }), steps: ["Set up job", "Run tests"] }]
  return first(field(built(place, { jobs })("/jobs"), "jobs"))
}

export const artifact = ({ id, name = "coverage" }: Partial<Artifact>, place: Place): unknown => {
  const artifacts = [{ name, ...(id === undefined ? {} : { id }) }]
  return first(field(built(place, { artifacts })("/artifacts"), "artifacts"))
}

export const dispatchedRun = (_: object, place: Place): unknown =>
  open({ ...place, repository: { workflows: ["build.yml"] } }).inRepo(
    "POST",
    "/actions/workflows/build.yml/dispatches",
    { ref: "main", return_run_details: true }
  )

const deployed = (place: Place, id: number, status: object = {}) =>
  open({
    ...place,
    repository: {
      deployments: [
        {
          id,
          description: "Version 1.0",
          payload: { version: "1.0" },
          creator: me,
          created_at: "2026-01-14T16:10:00Z",
          statuses: [
            {
              state: "success",
              log_url: "https://ci.example.com/1",
              environment_url: "https://web.example.com",
              created_at: "2026-01-14T16:12:00Z",
              ...status
            }
          ]
        }
      ]
    }
  })

export const deployment = ({ id = usual.deployment }: Partial<Deployment>, place: Place): unknown =>
  deployed(place, id).inRepo("GET", `/deployments/${id}`)

export const mergedBranch = (_: object, place: Place): unknown =>
  open({
    ...place,
    repository: { commits: [{ files: { "a.txt": "1\n" } }], branches: { next: { from: "main~1", files: {} } } }
  }).inRepo("POST", "/deployments", { ref: "next" })

export const deploymentStatus = ({ id }: Partial<DeploymentStatus>, place: Place): unknown =>
  first(
    deployed(place, usual.deployment, id === undefined ? {} : { id }).inRepo(
      "GET",
      `/deployments/${usual.deployment}/statuses`
    )
  )
