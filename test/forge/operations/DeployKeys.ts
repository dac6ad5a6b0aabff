/** How the operations of `DeployKeys` are called in tests, and what the service responds. */
import type * as DeployKeys from "../../../src/forge/DeployKeys.ts"
import { repo } from "../support/records.ts"
import { deployKey, publicKey } from "../support/sharing.ts"
import { type Rows, third } from "./row.ts"

const readKey = { id: 1, key: publicKey, title: "builder", read_only: true, added_by: "octo", enabled: true }
const other = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC8"

export const rows: Rows<typeof DeployKeys> = {
  list: {
    whole: { ...repo, ...third },
    response: [deployKey],
    value: [readKey],
    octokit: { as: "acme" }
  },
  get: {
    whole: { ...repo, key_id: 1 },
    response: deployKey,
    value: readKey,
    octokit: { as: "acme" },
    reads: [
      [
        { ...deployKey, last_used: null, enabled: undefined },
        { last_used: null, enabled: null }
      ]
    ]
  },
  create: {
    whole: { ...repo, key: publicKey, title: "builder", read_only: true },
    response: deployKey,
    value: readKey,
    octokit: { as: "acme", with: { key: other } },
    takes: [[{ key: ` ${publicKey} builder@example.com\n` }]],
    refuses: [["key", { key: "" }]]
  },
  delete: {
    whole: { ...repo, key_id: 1 },
    octokit: { as: "acme", with: { key_id: 921 } }
  }
}
