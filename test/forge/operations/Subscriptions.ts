/** How the operations of `Subscriptions` are called in tests, and what the service responds. */
import type * as Subscriptions from "../../../src/forge/Subscriptions.ts"
import { subscription } from "../support/apps.ts"
import { repo } from "../support/records.ts"
import { upstream } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const read = { subscribed: true, ignored: false, reason: null }
const missing = { NotFound: "there is no such repository" }

export const rows: Rows<typeof Subscriptions> = {
  get: { whole: repo, response: subscription, value: read },
  set: {
    whole: { ...repo, subscribed: true, ignored: false },
    response: subscription,
    value: read,
    errors: missing,
    repeatable: { is: true, because: "it says how you watch, whatever was before" }
  },
  delete: {
    whole: repo,
    errors: missing,
    repeatable: { is: true, because: "a repository that is not watched stays so" }
  },
  listForMe: { whole: third, response: [upstream], value: [{ full_name: upstream.full_name }] },
  listForUser: {
    whole: { username: "octo", ...third },
    response: [upstream],
    value: [{ full_name: upstream.full_name }],
    errors: { NotFound: "there is no such user" }
  }
}
