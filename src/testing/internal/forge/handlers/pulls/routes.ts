/** The endpoints of pull requests. */
import { endpoint, representedAs, type Route } from "../../http/router.ts"
import * as Create from "./create.ts"
import * as List from "./list.ts"
import * as Merge from "./merge.ts"
import * as Single from "./single.ts"
import * as Update from "./update.ts"

const pulls = "/repos/{owner}/{repo}/pulls"
const pull = `${pulls}/{pull_number}`

export const routes: ReadonlyArray<Route> = [
  endpoint("PullRequests.list", `GET ${pulls}`, "pulls/pulls#list-pull-requests", List.list),
  representedAs(
    { diff: "PullRequests.getDiff", patch: "PullRequests.getPatch" },
    endpoint("PullRequests.get", `GET ${pull}`, "pulls/pulls#get-a-pull-request", Single.get)
  ),
  endpoint("PullRequests.create", `POST ${pulls}`, "pulls/pulls#create-a-pull-request", Create.create),
  endpoint("PullRequests.update", `PATCH ${pull}`, "pulls/pulls#update-a-pull-request", Update.update),
  endpoint("PullRequests.merge", `PUT ${pull}/merge`, "pulls/pulls#merge-a-pull-request", Merge.merge),
  endpoint(
    "PullRequests.isMerged",
    `GET ${pull}/merge`,
    "pulls/pulls#check-if-a-pull-request-has-been-merged",
    Single.isMerged
  ),
  endpoint(
    "PullRequests.updateBranch",
    `PUT ${pull}/update-branch`,
    "pulls/pulls#update-a-pull-request-branch",
    Update.updateBranch
  ),
  endpoint("PullRequests.listFiles", `GET ${pull}/files`, "pulls/pulls#list-pull-requests-files", Single.listFiles),
  endpoint(
    "PullRequests.listCommits",
    `GET ${pull}/commits`,
    "pulls/pulls#list-commits-on-a-pull-request",
    Single.listCommits
  )
]
