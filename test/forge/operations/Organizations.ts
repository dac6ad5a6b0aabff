/** How the operations of `Organizations` are called in tests, and what the service responds. */
import type * as Organizations from "../../../src/forge/Organizations.ts"
import { organization, user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

export const rows: Rows<typeof Organizations> = {
  get: {
    whole: { org: "acme" },
    response: organization,
    value: { login: "acme", id: 99, is_verified: true }
  },
  listMembers: {
    whole: { org: "acme", filter: "2fa_insecure", role: "admin", ...third },
    response: [user],
    value: [{ login: "octo", id: 1 }]
  }
}
