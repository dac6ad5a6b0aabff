/** A page of repositories as the service sends it in a listing: every field of the wire. Built from a recorded one. */
import recordings from "@octokit/fixtures/scenarios/api.github.com/get-repository/normalized-fixture.json" with { type: "json" }
import { instant } from "./issuesPage.ts"

/** Fields that only a single repository has. */
const single = new Set([
  "organization",
  "network_count",
  "subscribers_count",
  "temp_clone_token",
  "allow_squash_merge",
  "allow_merge_commit",
  "allow_rebase_merge",
  "allow_auto_merge",
  "delete_branch_on_merge",
  "allow_update_branch"
])

const recorded = Object.entries(recordings[0]?.response ?? {}).filter(([field]) => !single.has(field))

export const repository = (n: number) => {
  const name = `hello-${n}`
  const renamed = recorded.map(([field, value]): readonly [string, unknown] => [
    field,
    typeof value === "string" ? value.replaceAll("hello-world", name) : value
  ])
  return {
    ...Object.fromEntries<unknown>(renamed),
    id: 1_296_269 + n,
    description: n % 4 === 0 ? null : "One of the many repositories that there are",
    language: n % 5 === 0 ? null : "TypeScript",
    topics: ["effect", "github", "api", "cli"].slice(0, n % 5),
    license:
      n % 3 === 0
        ? null
        : {
            key: "mit",
            name: "MIT License",
            spdx_id: "MIT",
            url: "https://api.github.com/licenses/mit",
            node_id: "MDc6TGljZW5zZTEz"
          },
    stargazers_count: n * 7,
    fork: n % 6 === 0,
    archived: n % 20 === 0,
    created_at: instant(n),
    updated_at: instant(n + 50),
    pushed_at: instant(n + 40),
    custom_properties: {}
  }
}

/** About 600 KB for the usual 100. */
export const repositoriesPage = (count = 100) => Array.from({ length: count }, (_, n) => repository(n))
