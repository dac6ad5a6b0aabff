/** The endpoints of repositories. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Create from "./create.ts"
import * as Insight from "./insight.ts"
import * as List from "./list.ts"
import * as Repositories from "./repositories.ts"

const repo = "/repos/{owner}/{repo}"

export const routes: ReadonlyArray<Route> = [
  endpoint("Repositories.get", `GET ${repo}`, "repos/repos#get-a-repository", Repositories.get),
  endpoint("Repositories.update", `PATCH ${repo}`, "repos/repos#update-a-repository", Repositories.update),
  endpoint("Repositories.remove", `DELETE ${repo}`, "repos/repos#delete-a-repository", Repositories.remove),

  endpoint(
    "Repositories.listForOrg",
    "GET /orgs/{org}/repos",
    "repos/repos#list-organization-repositories",
    List.forOrg
  ),
  endpoint(
    "Repositories.listForUser",
    "GET /users/{username}/repos",
    "repos/repos#list-repositories-for-a-user",
    List.forUser
  ),
  endpoint(
    "Repositories.listForMe",
    "GET /user/repos",
    "repos/repos#list-repositories-for-the-authenticated-user",
    List.mine
  ),
  endpoint("Repositories.listForks", `GET ${repo}/forks`, "repos/forks#list-forks", List.forks),

  endpoint(
    "Repositories.create",
    "POST /user/repos",
    "repos/repos#create-a-repository-for-the-authenticated-user",
    Create.forUser
  ),
  endpoint(
    "Repositories.createForOrg",
    "POST /orgs/{org}/repos",
    "repos/repos#create-an-organization-repository",
    Create.forOrg
  ),
  endpoint("Repositories.fork", `POST ${repo}/forks`, "repos/forks#create-a-fork", Create.fork, "core", {
    // A fork is written to its own account: the forked repository needs to be read only.
    permission: "metadata",
    level: "read"
  }),
  endpoint("Repositories.transfer", `POST ${repo}/transfer`, "repos/repos#transfer-a-repository", Create.transfer),

  endpoint("Repositories.listTags", `GET ${repo}/tags`, "repos/repos#list-repository-tags", Insight.listTags),
  endpoint(
    "Repositories.listContributors",
    `GET ${repo}/contributors`,
    "repos/repos#list-repository-contributors",
    Insight.listContributors
  ),
  endpoint(
    "Repositories.listLanguages",
    `GET ${repo}/languages`,
    "repos/repos#list-repository-languages",
    Insight.listLanguages
  ),
  endpoint("Repositories.getTopics", `GET ${repo}/topics`, "repos/repos#get-all-repository-topics", Insight.getTopics),
  endpoint(
    "Repositories.replaceTopics",
    `PUT ${repo}/topics`,
    "repos/repos#replace-all-repository-topics",
    Insight.replaceTopics
  ),
  endpoint(
    "Repositories.listSubscribers",
    `GET ${repo}/subscribers`,
    "activity/watching#list-watchers",
    Insight.listSubscribers
  )
]
