/** How the operations of `Milestones` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Milestones from "../../../src/forge/Milestones.ts"
import { milestone, repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const readMilestone = { number: 3, title: "v1.0", open_issues: 4 }
const since = new Date("2026-04-22T13:33:48Z")
const planned = { title: "v1.0", state: "closed", description: "The first" } as const

const wrong = [
  ["title", { title: "" }],
  ["due_on", { due_on: "soon" }],
  ["due_on", { due_on: new Date("never") }]
] as const

export const rows: Rows<typeof Milestones> = {
  list: {
    whole: { ...repo, state: "all", sort: "completeness", direction: "desc", ...third },
    response: [milestone],
    value: [readMilestone]
  },
  get: {
    whole: { ...repo, milestone_number: 3 },
    response: milestone,
    value: readMilestone,
    reads: [
      [
        { ...milestone, state: "closed", closed_at: "2026-11-01T00:00:00Z" },
        { state: "closed", closed_at: DateTime.makeUnsafe("2026-11-01T00:00:00Z") }
      ]
    ]
  },
  create: {
    whole: { ...repo, ...planned, due_on: since },
    response: milestone,
    value: readMilestone,
    octokit: { with: { title: "v2", due_on: "2031-01-01T00:00:00Z" } },
    takes: [
      [{ due_on: DateTime.makeUnsafe("2026-10-09T23:39:01Z") }],
      [{ due_on: new Date("2026-10-09T23:39:01.250Z") }],
      [{ due_on: undefined }]
    ],
    refuses: wrong
  },
  update: {
    whole: { ...repo, milestone_number: 3, ...planned, due_on: since },
    response: milestone,
    value: readMilestone,
    errors: { ValidationFailed: "the title is taken, or a field is invalid" },
    octokit: { with: { state: "closed" } },
    takes: [[{ state: "closed" }], [{ state: "open", description: "" }]],
    refuses: wrong
  },
  delete: {
    whole: { ...repo, milestone_number: 3 }
  }
}
