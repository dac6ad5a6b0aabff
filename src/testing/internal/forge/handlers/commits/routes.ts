/** The endpoints of commits. */
import { endpoint, representedAs, type Route } from "../../http/router.ts"
import { compare } from "./compare.ts"
import { get, listBranches } from "./get.ts"
import { list } from "./list.ts"
import { listPulls } from "./pulls.ts"

const repo = "/repos/{owner}/{repo}"
const commit = `${repo}/commits/{commit_sha}`

export const routes: ReadonlyArray<Route> = [
  endpoint("Commits.list", `GET ${repo}/commits`, "commits/commits#list-commits", list),
  endpoint(
    "Commits.listPullRequests",
    `GET ${commit}/pulls`,
    "commits/commits#list-pull-requests-associated-with-a-commit",
    listPulls
  ),
  endpoint(
    "Commits.listBranches",
    `GET ${commit}/branches-where-head`,
    "commits/commits#list-branches-for-head-commit",
    listBranches
  ),
  representedAs(
    { diff: "Commits.getDiff", patch: "Commits.getPatch" },
    endpoint("Commits.get", `GET ${repo}/commits/{ref*}`, "commits/commits#get-a-commit", get)
  ),
  representedAs(
    { diff: "Commits.compareDiff", patch: "Commits.comparePatch" },
    endpoint("Commits.compare", `GET ${repo}/compare/{basehead*}`, "commits/commits#compare-two-commits", compare)
  )
]
