/** How the operations of `Labels` are called in tests, and what the service responds. */
import type * as Labels from "../../../src/forge/Labels.ts"
import { label, repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const readLabel = { name: "help wanted", color: "008672" }
const seventh = { ...repo, issue_number: 7 }
const described = { color: "008672", description: "Extra attention" }

export const rows: Rows<typeof Labels> = {
  list: {
    whole: { ...repo, ...third },
    response: [label],
    value: [readLabel]
  },
  addToIssue: {
    smallest: { ...seventh, labels: ["bug"] },
    whole: { ...seventh, labels: ["bug"] },
    response: [label],
    value: [readLabel],
    repeatable: { is: true, because: "a label that is there already stays there" },
    octokit: { with: { labels: ["ui"] } }
  },
  get: {
    whole: { ...repo, name: "größe" },
    response: label,
    value: readLabel
  },
  listForIssue: {
    whole: { ...seventh, ...third },
    response: [label],
    value: [readLabel]
  },
  replaceOnIssue: {
    smallest: { ...seventh, labels: ["bug"] },
    whole: { ...seventh, labels: ["bug"] },
    response: [label],
    value: [readLabel],
    octokit: { with: { labels: ["ui"] } }
  },
  removeFromIssue: {
    whole: { ...seventh, name: "a/b c" },
    response: [label],
    value: [readLabel]
  },
  create: {
    whole: { ...repo, name: "bug", ...described },
    response: label,
    value: readLabel,
    octokit: { with: { name: "new label", color: "aabbcc" } }
  },
  update: {
    whole: { ...repo, name: "größe", new_name: "size", ...described },
    response: label,
    value: readLabel,
    errors: { ValidationFailed: "the name is taken, or a field is invalid" },
    repeatable: { is: false, because: "after a new name, the old one is not found" },
    octokit: { with: { new_name: "defect" } }
  },
  remove: {
    whole: { ...repo, name: "help wanted" }
  }
}
