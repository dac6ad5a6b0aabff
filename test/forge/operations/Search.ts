/** How the operations of `Search` are called in tests, and what the service responds. */
import type * as Search from "../../../src/forge/Search.ts"
import { issue, label } from "../support/records.ts"
import { minimalRepository, user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const found = (item: object) => ({ total_count: 1, incomplete_results: false, items: [{ ...item, score: 1 }] })

const both = "repo:octokit-fixture-org/number-1 ".repeat(20)
const notQueries = [
  ["q", { q: "" }],
  ["q", { q: " " }],
  ["q", { q: "ü".repeat(257) }, "256 characters"],
  // Qualifiers do not count; what is quoted does.
  ["q", { q: `${both} ${"a".repeat(257)}` }, "256 characters"],
  ["q", { q: `is:open "${"label: ".repeat(40)}"` }, "256 characters"],
  ["order", { order: "asc" }],
  ["order", { sort: undefined, order: "descending" }]
] as const
const noFlag = (item: object) => [{ total_count: 1, items: [{ ...item, score: 1 }] }, [{}]] as const

export const rows: Rows<typeof Search> = {
  repositories: {
    whole: { q: "topic:effect stars:>10", sort: "help-wanted-issues", order: "asc", ...third },
    response: found(minimalRepository),
    value: [{ full_name: "acme/web", owner: { login: "acme" }, stargazers_count: 80 }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "web in:name" } },
    takes: (["stars", "forks", "updated"] as const).map((sort) => [{ sort, order: "desc" }] as const),
    refuses: notQueries,
    reads: [noFlag(minimalRepository)]
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
    octokit: { with: { q: "repo:acme/web rains" } },
    takes: [
      [{ q: "ü".repeat(256) }],
      [{ q: "🐛".repeat(256) }],
      [{ q: `${both} ${"a".repeat(256)} -label:"help wanted" author:octo` }],
      [{ q: `${"a".repeat(100)} OR ${"b".repeat(154)} NOT is:open` }],
      ...(
        [
          "comments",
          "created",
          "updated",
          "interactions",
          "reactions",
          "reactions--1",
          "reactions-smile",
          "reactions-thinking_face",
          "reactions-heart",
          "reactions-tada"
        ] as const
      ).map((sort) => [{ sort, order: "desc" }] as const)
    ],
    refuses: notQueries,
    reads: [noFlag({ ...issue, labels: [label] })]
  },
  users: {
    whole: { q: "location:Lisbon", sort: "joined", order: "asc", ...third },
    response: found(user),
    value: [{ login: "octo", id: 1 }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "ada" } },
    takes: (["followers", "repositories"] as const).map((sort) => [{ sort, order: "desc" }] as const),
    refuses: notQueries,
    reads: [noFlag(user)]
  }
}
