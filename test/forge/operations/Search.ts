/** How the operations of `Search` are called in tests, and what the service responds. */
import type * as Search from "../../../src/forge/Search.ts"
import { issue, label } from "../support/records.ts"
import { minimalRepository, user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const found = (item: object) => ({ total_count: 1, incomplete_results: false, items: [{ ...item, score: 1 }] })

export const rows: Rows<typeof Search> = {
  repositories: {
    whole: { q: "topic:effect stars:>10", sort: "help-wanted-issues", order: "asc", ...third },
    response: found(minimalRepository),
    value: [{ full_name: "acme/web", owner: { login: "acme" }, stargazers_count: 80 }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "web in:name" } }
  },
  issues: {
    whole: {
      q: 'label:"help wanted" ü&=#%+',
      sort: "reactions-+1",
      order: "asc",
      advanced_search: true,
      search_type: "hybrid",
      ...third
    },
    response: { ...found({ ...issue, labels: [label] }), search_type: "hybrid" },
    value: [{ number: 7, title: "It does not start" }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "repo:acme/web rains" } }
  },
  users: {
    whole: { q: "location:Lisbon", sort: "joined", order: "asc", ...third },
    response: found(user),
    value: [{ login: "octo", id: 1 }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "ada" } }
  }
}
