/** What the case `simulator` starts with, and what it asks for. */
import type { IssueSeed, PullSeed } from "../../src/testing/ForgeIssueSeed.ts"
import type { Seed } from "../../src/testing/ForgeSeed.ts"

export const token = "bench-token"

/** One kind of request. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
}

const query = `{ repository(owner: "acme", name: "web") {
  issues(first: 30, orderBy: { field: CREATED_AT, direction: DESC }) {
    totalCount nodes { number title state author { login } labels(first: 5) { nodes { name } } }
  }
} }`

export const asked: Readonly<Record<string, Asked>> = {
  "an issue": { method: "GET", path: "/repos/acme/web/issues/500" },
  "a list of 30 issues": { method: "GET", path: "/repos/acme/web/issues" },
  "a query of 30 issues": { method: "POST", path: "/graphql", body: JSON.stringify({ query }) }
}

const issues = (count: number): ReadonlyArray<IssueSeed> =>
  Array.from({ length: count }, (_, index) => ({
    title: `Issue ${index}: the map stays blank`,
    body: "It rains in, and nobody knows why. ".repeat(8),
    labels: [index % 3 === 0 ? "bug" : "ui", `p${index % 4}`],
    user: index % 2 === 0 ? "ada" : "grace",
    state: index % 5 < 2 ? "open" : "closed",
    ...(index % 5 === 0 ? { comments: ["I can reproduce this."] } : {})
  }))

const seed = (issueCount: number, commitCount: number, pullCount: number): Seed => ({
  tokens: { [token]: "acme" },
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [`src/${index % 10}/file${index}.ts`, `${index}\n`])
      ),
      commits: Array.from({ length: commitCount }, (_, index) => ({
        files: { [`src/${index % 10}/file${index % 100}.ts`]: `${index} of ${commitCount}\n` }
      })),
      issues: issues(issueCount),
      pulls: Array.from({ length: pullCount }, (_, index): PullSeed => ({
        title: `Pull request ${index}`,
        head: `topic${index}`,
        files: { [`topics/${index}.txt`]: `${index}\n` }
      }))
    }
  ]
})

export const small = (): Seed => seed(1_000, 50, 10)

export const large = (): Seed => seed(200_000, 5_000, 1_000)
