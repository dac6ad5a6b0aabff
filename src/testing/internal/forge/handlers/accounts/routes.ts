/** The endpoints of users, organizations and teams. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Organizations from "./organizations.ts"
import * as Users from "./users.ts"

const org = "/orgs/{org}"

export const routes: ReadonlyArray<Route> = [
  endpoint("Users.list", "GET /users", "users/users#list-users", Users.list),
  endpoint("Users.get", "GET /users/{username}", "users/users#get-a-user", Users.get),
  endpoint("Organizations.get", `GET ${org}`, "orgs/orgs#get-an-organization", Organizations.get),
  endpoint(
    "Organizations.listMine",
    "GET /user/orgs",
    "orgs/orgs#list-organizations-for-the-authenticated-user",
    Organizations.listMine
  ),
  endpoint(
    "Organizations.listMembers",
    `GET ${org}/members`,
    "orgs/members#list-organization-members",
    Organizations.listMembers
  ),
  endpoint(
    "Organizations.checkMember",
    `GET ${org}/members/{username}`,
    "orgs/members#check-organization-membership-for-a-user",
    Organizations.checkMember
  ),
  endpoint(
    "Organizations.listPublicMembers",
    `GET ${org}/public_members`,
    "orgs/members#list-public-organization-members",
    Organizations.listPublicMembers
  ),
  endpoint(
    "Organizations.checkPublicMember",
    `GET ${org}/public_members/{username}`,
    "orgs/members#check-public-organization-membership-for-a-user",
    Organizations.checkPublicMember
  ),
  endpoint("Teams.list", `GET ${org}/teams`, "teams/teams#list-teams", Organizations.listTeams),
  endpoint(
    "Teams.listMembers",
    `GET ${org}/teams/{team_slug}/members`,
    "teams/members#list-team-members",
    Organizations.listTeamMembers
  ),
  endpoint(
    "Organizations.listIssueTypes",
    `GET ${org}/issue-types`,
    "orgs/issue-types#list-issue-types-for-an-organization",
    Organizations.listIssueTypes
  ),
  endpoint(
    "Organizations.listIssueFields",
    `GET ${org}/issue-fields`,
    "orgs/issue-fields#list-issue-fields-for-an-organization",
    Organizations.listIssueFields
  ),
  endpoint(
    "Repositories.listTeams",
    "GET /repos/{owner}/{repo}/teams",
    "repos/repos#list-repository-teams",
    Organizations.listRepositoryTeams
  )
]
