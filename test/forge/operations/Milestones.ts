/** How the operations of `Milestones` are called in tests, and what the service responds. */
import type * as Milestones from "../../../src/forge/Milestones.ts"
import { milestone, repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const readMilestone = { number: 3, title: "v1.0", open_issues: 4 }
const since = new Date("2026-04-22T13:33:48Z")
const planned = { title: "v1.0", state: "closed", description: "The first" } as const

export const rows: Rows<typeof Milestones> = {
  list: {
    whole: { ...repo, state: "all", sort: "completeness", direction: "desc", ...third },
    response: [milestone],
    value: [readMilestone]
  },
  get: {
    whole: { ...repo, milestone_number: 3 },
    response: milestone,
    value: readMilestone
  },
  create: {
    whole: { ...repo, ...planned, due_on: since },
    response: milestone,
    value: readMilestone,
    octokit: { with: { title: "v2", due_on: "2031-01-01T00:00:00Z" } }
  },
  update: {
    whole: { ...repo, milestone_number: 3, ...planned, due_on: since },
    response: milestone,
    value: readMilestone,
    errors: { ValidationFailed: "the title is taken, or a field is invalid" },
    octokit: { with: { state: "closed" } }
  },
  remove: {
    whole: { ...repo, milestone_number: 3 }
  }
}
