/** How the operations of `Stars` are called in tests, and what the service responds. */
import type * as Stars from "../../../src/forge/Stars.ts"
import { starred, stargazer } from "../support/apps.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const sorted = { sort: "updated", direction: "asc" } as const
const readStarred = { repo: { full_name: starred.repo.full_name } }
const accept = "application/vnd.github.star+json"
const kept = (is: string) => ({ is: true, because: is }) as const

export const rows: Rows<typeof Stars> = {
  listStargazers: {
    whole: { ...repo, ...third },
    accept,
    response: [stargazer],
    value: [{ user: { login: "octo" } }],
    errors: { NotFound: "there is no such repository" }
  },
  listForMe: { whole: { ...sorted, ...third }, accept, type: accept, response: [starred], value: [readStarred] },
  listForUser: {
    whole: { username: "octo", ...sorted, ...third },
    accept,
    response: [starred],
    value: [readStarred],
    errors: { NotFound: "there is no such user" }
  },
  isStarred: { whole: repo, octokit: { as: "rev" } },
  star: { whole: repo, repeatable: kept("a starred repository stays starred") },
  unstar: { whole: repo, repeatable: kept("a repository without a star stays so") }
}
