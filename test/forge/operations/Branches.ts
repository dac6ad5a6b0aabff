/** How the operations of `Branches` are called in tests, and what the service responds. */
import type * as Branches from "../../../src/forge/Branches.ts"
import { rules } from "../support/git.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { branch, listedBranch } from "../support/refs.ts"
import { type Rows, third } from "./row.ts"

export const rows: Rows<typeof Branches> = {
  list: {
    whole: { ...repo, protected: true, ...third },
    response: [listedBranch],
    value: [{ name: "main", commit: { sha }, protected: true }]
  },
  get: {
    whole: { ...repo, branch: "next/1.x" },
    response: branch,
    value: {
      name: "main",
      commit: { sha, author: { login: "octo" } },
      protection: { required_status_checks: { contexts: ["ci/build", "lint"] } }
    }
  },
  getProtection: {
    whole: { ...repo, branch: "next/1.x" },
    response: rules,
    value: {
      enforce_admins: { enabled: true },
      required_status_checks: { strict: true, contexts: ["ci/build"] },
      required_pull_request_reviews: { required_approving_review_count: 2 }
    },
    octokit: { as: "acme", with: { branch: "ahead" } }
  }
}
