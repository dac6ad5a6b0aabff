/** How the operations of `ActionsVariables` are called in tests, and what the service responds. */
import type * as ActionsVariables from "../../../src/forge/ActionsVariables.ts"
import { repo } from "../support/records.ts"
import { minimalRepository } from "../support/repositories.ts"
import { orgVariable, variable } from "../support/settings.ts"
import { type Rows, third } from "./row.ts"

const inEnvironment = { ...repo, environment_name: "production" }
const read = { name: "REGION", value: "eu-west" }
const readShared = { ...read, visibility: "selected" }
const badNames = [
  ["name", { name: "GITHUB_REGION" }],
  ["name", { name: "1ST" }],
  ["name", { name: "my-region" }]
] as const

export const rows: Rows<typeof ActionsVariables> = {
  list: { whole: { ...repo, ...third }, response: { total_count: 1, variables: [variable] }, value: [read] },
  get: { whole: { ...repo, name: "REGION" }, response: variable, value: read },
  create: {
    whole: { ...repo, name: "REGION", value: "eu-west" },
    errors: { Conflict: "the name is taken", ValidationFailed: "a field is invalid" },
    octokit: { with: { name: "NEW", value: "1" } },
    refuses: [...badNames]
  },
  update: {
    whole: { ...repo, name: "REGION", value: "eu" },
    errors: { ValidationFailed: "a field is invalid" },
    octokit: { with: { value: "us" } },
    refuses: [["new_name", { new_name: "GITHUB_REGION" }]]
  },
  delete: { whole: { ...repo, name: "REGION" } },
  listForEnvironment: {
    whole: { ...inEnvironment, ...third },
    response: { total_count: 1, variables: [variable] },
    value: [read]
  },
  getForEnvironment: { whole: { ...inEnvironment, name: "REGION" }, response: variable, value: read },
  createForEnvironment: {
    whole: { ...inEnvironment, name: "REGION", value: "eu-west" },
    errors: { Conflict: "the name is taken", ValidationFailed: "a field is invalid" },
    octokit: { with: { name: "NEW", value: "1" } },
    refuses: [...badNames]
  },
  updateForEnvironment: {
    whole: { ...inEnvironment, name: "REGION", value: "eu" },
    errors: { ValidationFailed: "a field is invalid" },
    octokit: { with: { value: "us" } },
    refuses: [["new_name", { new_name: "GITHUB_REGION" }]]
  },
  deleteForEnvironment: { whole: { ...inEnvironment, name: "REGION" } },
  listForOrg: {
    whole: { org: "acme", ...third },
    response: { total_count: 1, variables: [orgVariable] },
    value: [readShared]
  },
  getForOrg: { whole: { org: "acme", name: "REGION" }, response: orgVariable, value: readShared },
  createForOrg: {
    whole: { org: "acme", name: "REGION", value: "eu-west", visibility: "selected", selected_repository_ids: [1] },
    errors: { Conflict: "the name is taken", ValidationFailed: "a field is invalid" },
    octokit: { with: { name: "NEW", value: "1", visibility: "all" } },
    refuses: [...badNames, ["selected_repository_ids", { selected_repository_ids: [1], visibility: "all" }]]
  },
  updateForOrg: {
    whole: {
      org: "acme",
      name: "REGION",

      value: "eu",
      visibility: "selected",
      selected_repository_ids: [1]
    },
    errors: { ValidationFailed: "a field is invalid" },
    octokit: { with: { value: "us" } },
    refuses: [
      ["new_name", { new_name: "GITHUB_REGION" }],
      ["selected_repository_ids", { selected_repository_ids: [1] }]
    ]
  },
  deleteForOrg: { whole: { org: "acme", name: "REGION" } },
  listSelectedRepositories: {
    whole: { org: "acme", name: "REGION", ...third },
    response: { total_count: 1, repositories: [minimalRepository] },
    value: [{ full_name: "acme/web" }]
  },
  setSelectedRepositories: {
    whole: { org: "acme", name: "REGION", selected_repository_ids: [1, 2] },
    octokit: { with: { selected_repository_ids: [777] } }
  },
  addSelectedRepository: { whole: { org: "acme", name: "REGION", repository_id: 2 } },
  removeSelectedRepository: { whole: { org: "acme", name: "REGION", repository_id: 2 } },
  listSharedWithRepo: {
    whole: { ...repo, ...third },
    response: { total_count: 1, variables: [variable] },
    value: [read]
  }
}
