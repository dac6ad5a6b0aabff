/** How the operations of `Refs` are called in tests, and what the service responds. */
import type * as Refs from "../../../src/forge/Refs.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { gitRef } from "../support/refs.ts"
import type { Rows } from "./row.ts"

const next = { ...repo, ref: "heads/next/1.x" }
const ref = { ref: "refs/heads/next", object: { type: "commit", sha } }

/** A full name, a bare name, and a kind without a name. */
const notRefs = ["refs/heads/main", "main", "heads/", "/main", ""].map(
  (wrong) => ["ref", { ref: wrong }, "heads/ or tags/"] as const
)
const notShas = ["main", "", sha.slice(0, 7), `${sha}0`, sha.replace(/.$/, "g")].map(
  (wrong) => ["sha", { sha: wrong }] as const
)
const names = ["heads/main", "tags/v1.0", "heads/next/größe #1"].map((name) => [{ ref: name }] as const)

export const rows: Rows<typeof Refs> = {
  get: {
    whole: next,
    response: gitRef,
    value: ref,
    octokit: { with: { ref: "heads/main" } },
    takes: names,
    refuses: notRefs
  },
  getMatching: {
    whole: { ...repo, ref: "heads/next/" },
    response: [gitRef],
    value: [ref],
    octokit: { with: { ref: "tags/v" } },
    takes: [[{ ref: "heads" }], [{ ref: "tags/v1" }], ...names],
    refuses: ["refs/heads/main", "refs/", "/main", ""].map((wrong) => ["ref", { ref: wrong }] as const)
  },
  create: {
    whole: { ...repo, ref: "refs/heads/next/1.x", sha },
    response: gitRef,
    value: ref,
    octokit: { with: (made) => ({ ref: "refs/heads/fresh", sha: made.main }) },
    takes: [[{ ref: "refs/tags/v1.0" }]],
    refuses: [
      ...["heads/main", "main", "refs/heads", "refs/heads/", "refs//main", ""].map(
        (wrong) => ["ref", { ref: wrong }] as const
      ),
      ...notShas
    ]
  },
  update: {
    whole: { ...next, sha, force: true },
    response: gitRef,
    value: ref,
    octokit: { with: (made) => ({ ref: "heads/free", sha: made.ahead }) },
    takes: [[{ force: true }], [{ force: false }]],
    refuses: [...notRefs, ...notShas]
  },
  delete: {
    whole: next,
    octokit: { with: { ref: "heads/free" } },
    takes: names,
    refuses: notRefs
  }
}
