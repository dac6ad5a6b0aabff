/** How the operations of `Labels` are called in tests, and what the service responds. */
import type * as Labels from "../../../src/forge/Labels.ts"
import { label, repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const readLabel = { name: "help wanted", color: "008672" }
const seventh = { ...repo, issue_number: 7 }
const described = { color: "008672", description: "Extra attention" }

/** What a path has to encode, and what it has to keep. */
const oddNames = ["help wanted/ü?#%", "a&b=c+d;e:f@g", "🐛", "...", "%2e%2e", " "].map((name) => [{ name }] as const)

const colors = ["red", "fff", "#ff0000", "ff00000", "ff000", "gg0000", "", " ff0000", "ff0000\n"].map(
  (color) => ["color", { color }, "six hex digits"] as const
)

export const rows: Rows<typeof Labels> = {
  list: {
    whole: { ...repo, ...third },
    response: [label],
    value: [readLabel],
    reads: [[[{ ...label, name: "bug", description: null }], [{ name: "bug", description: null }]]]
  },
  addToIssue: {
    smallest: { ...seventh, labels: ["bug"] },
    whole: { ...seventh, labels: ["bug"] },
    response: [label],
    value: [readLabel],
    repeatable: { is: true, because: "a label that is there already stays there" },
    octokit: { with: { labels: ["ui"] } },
    takes: [[{ labels: ["help wanted", "ü, with a comma"] }], [{ labels: [{ name: "bug", rationale: "It crashes" }] }]],
    refuses: [
      ["labels[1]", { labels: ["bug", ""] }],
      ["labels", { labels: [] }]
    ]
  },
  get: {
    whole: { ...repo, name: "größe" },
    response: label,
    value: readLabel,
    takes: oddNames
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
    octokit: { with: { labels: ["ui"] } },
    takes: [[{ labels: [] }], [{ labels: [label] }, { labels: [{ name: label.name }] }]],
    refuses: [
      ["labels[0]", { labels: [""] }],
      ["labels", { labels: undefined }]
    ]
  },
  removeFromIssue: {
    whole: { ...seventh, name: "a/b c" },
    response: [label],
    value: [readLabel],
    takes: oddNames,
    reads: [[[], []]]
  },
  create: {
    whole: { ...repo, name: "bug", ...described },
    response: label,
    value: readLabel,
    octokit: { with: { name: "new label", color: "aabbcc" } },
    takes: [[{ color: "00aBcF", description: "" }], [{ color: undefined }]],
    refuses: [["name", { name: "" }], ...colors]
  },
  update: {
    whole: { ...repo, name: "größe", new_name: "size", ...described },
    response: label,
    value: readLabel,
    errors: { ValidationFailed: "the name is taken, or a field is invalid" },
    repeatable: { is: false, because: "after a new name, the old one is not found" },
    octokit: { with: { new_name: "defect" } },
    takes: [[{ color: "000000" }]],
    refuses: [["new_name", { new_name: "" }], ...colors]
  },
  delete: {
    whole: { ...repo, name: "help wanted" },
    takes: oddNames
  }
}
