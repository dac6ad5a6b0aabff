/** How the operations of `Refs` are called in tests, and what the service responds. */
import type * as Refs from "../../../src/forge/Refs.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { gitRef } from "../support/refs.ts"
import type { Rows } from "./row.ts"

const next = { ...repo, ref: "heads/next/1.x" }
const ref = { ref: "refs/heads/next", object: { type: "commit", sha } }

export const rows: Rows<typeof Refs> = {
  get: {
    whole: next,
    response: gitRef,
    value: ref,
    octokit: { with: { ref: "heads/main" } }
  },
  listMatching: {
    whole: { ...repo, ref: "heads/next/" },
    response: [gitRef],
    value: [ref],
    octokit: { with: { ref: "tags/v" } }
  },
  create: {
    whole: { ...repo, ref: "refs/heads/next/1.x", sha },
    response: gitRef,
    value: ref,
    octokit: { with: (made) => ({ ref: "refs/heads/fresh", sha: made.main }) }
  },
  update: {
    whole: { ...next, sha, force: true },
    response: gitRef,
    value: ref,
    octokit: { with: (made) => ({ ref: "heads/free", sha: made.ahead }) }
  },
  remove: {
    whole: next,
    octokit: { with: { ref: "heads/free" } }
  }
}
