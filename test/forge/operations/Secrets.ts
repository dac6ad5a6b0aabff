/** How the operations of `Secrets` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Secrets from "../../../src/forge/Secrets.ts"
import { repo } from "../support/records.ts"
import { minimalRepository } from "../support/repositories.ts"
import { box, orgSecret, publicKey, sealedFor, secret } from "../support/settings.ts"
import { type Rows, third } from "./row.ts"

const inEnvironment = { ...repo, environment_name: "production" }
const read = { name: "TOKEN", created_at: DateTime.makeUnsafe("2027-01-15T08:00:00Z") }
const readShared = { ...read, visibility: "selected" }
const badNames = [
  ["secret_name", { secret_name: "GITHUB_TOKEN" }],
  ["secret_name", { secret_name: "1ST" }],
  ["secret_name", { secret_name: "my-token" }]
] as const

export const rows: Rows<typeof Secrets> = {
  list: { whole: { ...repo, ...third }, response: { total_count: 1, secrets: [secret] }, value: [read] },
  get: { whole: { ...repo, secret_name: "TOKEN" }, response: secret, value: read },
  getPublicKey: { whole: { ...repo }, response: publicKey, value: { key_id: "568250167242549743" } },
  createOrUpdate: {
    whole: { ...repo, secret_name: "TOKEN", encrypted_value: box, key_id: "1" },
    errors: { ValidationFailed: "the key was replaced, or the box cannot be opened" },
    octokit: { with: { secret_name: "NEW", ...sealedFor("secrets of repository 2000000") } },
    refuses: [...badNames, ["encrypted_value", { encrypted_value: "s3cret" }], ["key_id", { key_id: "" }]]
  },
  delete: { whole: { ...repo, secret_name: "TOKEN" } },
  listForEnvironment: {
    whole: { ...inEnvironment, ...third },
    response: { total_count: 1, secrets: [secret] },
    value: [read]
  },
  getForEnvironment: { whole: { ...inEnvironment, secret_name: "TOKEN" }, response: secret, value: read },
  getPublicKeyForEnvironment: {
    whole: { ...inEnvironment },
    response: publicKey,
    value: { key_id: "568250167242549743" }
  },
  createOrUpdateForEnvironment: {
    whole: { ...inEnvironment, secret_name: "TOKEN", encrypted_value: box, key_id: "1" },
    errors: { ValidationFailed: "the key was replaced, or the box cannot be opened" },
    octokit: { with: { secret_name: "NEW", ...sealedFor("secrets of environment 910") } },
    refuses: [...badNames, ["encrypted_value", { encrypted_value: "s3cret" }], ["key_id", { key_id: "" }]]
  },
  deleteForEnvironment: { whole: { ...inEnvironment, secret_name: "TOKEN" } },
  listForOrg: {
    whole: { org: "acme", ...third },
    response: { total_count: 1, secrets: [orgSecret] },
    value: [readShared]
  },
  getForOrg: { whole: { org: "acme", secret_name: "TOKEN" }, response: orgSecret, value: readShared },
  getPublicKeyForOrg: { whole: { org: "acme" }, response: publicKey, value: { key_id: "568250167242549743" } },
  createOrUpdateForOrg: {
    whole: {
      org: "acme",
      secret_name: "TOKEN",
      encrypted_value: box,
      key_id: "1",
      visibility: "selected",
      selected_repository_ids: [1]
    },
    errors: { ValidationFailed: "the key was replaced, or the box cannot be opened" },
    octokit: { with: { secret_name: "NEW", visibility: "all", ...sealedFor("secrets of organization 60") } },
    takes: [[{ visibility: "private" }]],
    refuses: [
      ...badNames,
      ["selected_repository_ids", { visibility: "all", selected_repository_ids: [1] }],
      ["key_id", { encrypted_value: box }],
      ["key_id", { key_id: "1" }]
    ]
  },
  deleteForOrg: { whole: { org: "acme", secret_name: "TOKEN" } },
  listSelectedRepositories: {
    whole: { org: "acme", secret_name: "TOKEN", ...third },
    response: { total_count: 1, repositories: [minimalRepository] },
    value: [{ full_name: "acme/web" }]
  },
  setSelectedRepositories: {
    whole: { org: "acme", secret_name: "TOKEN", selected_repository_ids: [1, 2] },
    octokit: { with: { selected_repository_ids: [777] } }
  },
  addSelectedRepository: { whole: { org: "acme", secret_name: "TOKEN", repository_id: 2 } },
  removeSelectedRepository: { whole: { org: "acme", secret_name: "TOKEN", repository_id: 2 } },
  listSharedWithRepo: { whole: { ...repo, ...third }, response: { total_count: 1, secrets: [secret] }, value: [read] }
}
