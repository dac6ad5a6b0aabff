/** How the operations of `Caches` are called in tests, and what the service responds. */
import type * as Caches from "../../../src/forge/Caches.ts"
import { repo } from "../support/records.ts"
import { cache, cacheUsage } from "../support/settings.ts"
import { type Rows, third } from "./row.ts"

const found = { total_count: 1, actions_caches: [cache] }
const read = { id: 505, key: "npm-1", size_in_bytes: 1_024 }

export const rows: Rows<typeof Caches> = {
  list: {
    whole: { ...repo, ref: "refs/heads/next/1.x", key: "npm-", sort: "size_in_bytes", direction: "asc", ...third },
    response: found,
    value: [read],
    octokit: { with: { sort: "created_at" } }
  },
  getUsage: { whole: repo, response: cacheUsage, value: { full_name: "acme/web", active_caches_count: 2 } },
  deleteByKey: {
    whole: { ...repo, key: "npm-1", ref: "refs/heads/next/1.x" },
    response: found,
    value: { total_count: 1, actions_caches: [read] },
    octokit: { with: { key: "npm-2" } }
  },
  delete: { whole: { ...repo, cache_id: 505 } }
}
