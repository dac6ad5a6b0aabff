/** How the operations of `Search` are called in tests, and what the service responds. */
import type * as Search from "../../../src/forge/Search.ts"
import { commit } from "../support/commits.ts"
import { sha } from "../support/pulls.ts"
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
const notTexts = notQueries.filter(([path]) => path === "q")

const api = "https://api.github.com/repos/acme/web"

const code = {
  name: "größe.ts",
  path: "src/größe.ts",
  sha,
  url: `${api}/contents/src/gr%C3%B6%C3%9Fe.ts?ref=${sha}`,
  git_url: `${api}/git/blobs/${sha}`,
  html_url: `https://github.com/acme/web/blob/${sha}/src/gr%C3%B6%C3%9Fe.ts`,
  repository: minimalRepository,
  language: "TypeScript"
}

const foundCommit = { ...commit, committer: null, repository: minimalRepository }

const topic = {
  name: "ruby",
  display_name: "Ruby",
  short_description: "Ruby is a scripting language designed for simplified object-oriented programming.",
  description: "Ruby was developed by Yukihiro Matsumoto in 1995.",
  created_by: "Yukihiro Matsumoto",
  released: "December 21, 1995",
  created_at: "2016-11-28T22:03:59Z",
  updated_at: "2017-10-30T18:16:32Z",
  featured: true,
  curated: true
}

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
  },
  code: {
    whole: { q: "addClass in:file language:js repo:acme/web", ...third },
    response: found(code),
    value: [{ path: "src/größe.ts", repository: { full_name: "acme/web" }, language: "TypeScript", line_numbers: [] }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "docs repo:acme/web" } },
    refuses: notTexts,
    reads: [noFlag(code)]
  },
  commits: {
    whole: { q: "css repo:acme/web merge:false", sort: "committer-date", order: "asc", ...third },
    response: found(foundCommit),
    value: [{ sha, commit: { message: commit.commit.message }, repository: { full_name: "acme/web" } }],
    errors: { SearchTruncated: "a search has at most 1,000 results", ValidationFailed: "the query is wrong" },
    octokit: { with: { q: "count repo:acme/web" } },
    takes: [[{ sort: "author-date", order: "desc" }]],
    refuses: notQueries,
    reads: [noFlag(foundCommit)]
  },
  labels: {
    whole: { q: "bug defect", repository_id: 7, sort: "updated", order: "asc", ...third },
    response: found(label),
    value: [{ name: "help wanted", color: "008672", default: true }],
    errors: { SearchTruncated: "a search has at most 1,000 results" },
    octokit: { with: { q: "bug", repository_id: 2_000_000 } },
    takes: [[{ sort: "created", order: "desc" }]],
    refuses: [...notQueries, ["repository_id", { repository_id: 0.5 }]],
    reads: [noFlag(label)]
  },
  topics: {
    whole: { q: "ruby is:featured", ...third },
    response: found(topic),
    value: [{ name: "ruby", display_name: "Ruby", featured: true, repository_count: null }],
    errors: { SearchTruncated: "a search has at most 1,000 results", ValidationFailed: "the query is wrong" },
    octokit: { with: { q: "site" } },
    refuses: notTexts,
    reads: [noFlag(topic)]
  }
}
