/** Repositories, organizations, users and searches: their kind, their errors, and whether a repeat is harmless. */
import * as Organizations from "../../../src/forge/Organizations.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import * as Search from "../../../src/forge/Search.ts"
import * as Users from "../../../src/forge/Users.ts"
import type { Row } from "./contractRow.ts"
import { issue, repo } from "./records.ts"
import { privateUser } from "./refs.ts"
import {
  contributor,
  fullRepository,
  minimalRepository,
  organization,
  tag,
  upstream,
  user,
  userProfile
} from "./repositories.ts"

const found = (item: unknown) => ({ total_count: 1, incomplete_results: false, items: [item] })

export const repositories: ReadonlyArray<Row> = [
  {
    name: "Repositories.get",
    wire: "GET /repos/{owner}/{repo}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.get",
    declaration: Repositories.get.declaration,
    call: Repositories.get(repo),
    body: fullRepository
  },
  {
    name: "Repositories.listForOrg",
    wire: "GET /orgs/{org}/repos",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listForOrg",
    declaration: Repositories.listForOrg.declaration,
    call: Repositories.listForOrg.page({ org: "acme" }),
    body: [minimalRepository]
  },
  {
    name: "Repositories.listForUser",
    wire: "GET /users/{username}/repos",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listForUser",
    declaration: Repositories.listForUser.declaration,
    call: Repositories.listForUser.page({ username: "octo" }),
    body: [minimalRepository]
  },
  {
    name: "Repositories.listForMe",
    wire: "GET /user/repos",
    kind: "list",
    errors: ["ValidationFailed"],
    repeatable: true,
    official: "repos.listForAuthenticatedUser",
    declaration: Repositories.listForMe.declaration,
    call: Repositories.listForMe.page({}),
    body: [upstream]
  },
  {
    name: "Repositories.listForks",
    wire: "GET /repos/{owner}/{repo}/forks",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listForks",
    declaration: Repositories.listForks.declaration,
    call: Repositories.listForks.page(repo),
    body: [minimalRepository]
  },
  {
    name: "Repositories.create",
    wire: "POST /user/repos",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "repos.createForAuthenticatedUser",
    declaration: Repositories.create.declaration,
    call: Repositories.create({ name: "web" }),
    body: fullRepository
  },
  {
    name: "Repositories.createForOrg",
    wire: "POST /orgs/{org}/repos",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "repos.createInOrg",
    declaration: Repositories.createForOrg.declaration,
    call: Repositories.createForOrg({ org: "acme", name: "web" }),
    body: fullRepository
  },
  {
    name: "Repositories.update",
    wire: "PATCH /repos/{owner}/{repo}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "repos.update",
    declaration: Repositories.update.declaration,
    call: Repositories.update({ ...repo, archived: true }),
    body: fullRepository
  },
  {
    name: "Repositories.dispatch",
    wire: "POST /repos/{owner}/{repo}/dispatches",
    kind: "nothing",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "repos.createDispatchEvent",
    declaration: Repositories.dispatch.declaration,
    call: Repositories.dispatch({ ...repo, event_type: "built" }),
    body: undefined
  },
  {
    name: "Repositories.listTags",
    wire: "GET /repos/{owner}/{repo}/tags",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listTags",
    declaration: Repositories.listTags.declaration,
    call: Repositories.listTags.page(repo),
    body: [tag]
  },
  {
    name: "Repositories.listContributors",
    wire: "GET /repos/{owner}/{repo}/contributors",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listContributors",
    declaration: Repositories.listContributors.declaration,
    call: Repositories.listContributors.page(repo),
    body: [contributor]
  },
  {
    name: "Repositories.listLanguages",
    wire: "GET /repos/{owner}/{repo}/languages",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listLanguages",
    declaration: Repositories.listLanguages.declaration,
    call: Repositories.listLanguages(repo),
    body: { TypeScript: 2, CSS: 1 }
  },
  {
    name: "Repositories.getTopics",
    wire: "GET /repos/{owner}/{repo}/topics",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getAllTopics",
    declaration: Repositories.getTopics.declaration,
    call: Repositories.getTopics(repo),
    body: { names: ["effect"] }
  },
  {
    name: "Repositories.replaceTopics",
    wire: "PUT /repos/{owner}/{repo}/topics",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "repos.replaceAllTopics",
    declaration: Repositories.replaceTopics.declaration,
    call: Repositories.replaceTopics({ ...repo, names: ["effect"] }),
    body: { names: ["effect"] }
  },
  {
    name: "Organizations.get",
    wire: "GET /orgs/{org}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "orgs.get",
    declaration: Organizations.get.declaration,
    call: Organizations.get({ org: "acme" }),
    body: organization
  },
  {
    name: "Organizations.listMembers",
    wire: "GET /orgs/{org}/members",
    kind: "list",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "orgs.listMembers",
    declaration: Organizations.listMembers.declaration,
    call: Organizations.listMembers.page({ org: "acme" }),
    body: [user]
  },
  {
    name: "Users.get",
    wire: "GET /users/{username}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "users.getByUsername",
    declaration: Users.get.declaration,
    call: Users.get({ username: "octo" }),
    body: userProfile
  },
  {
    name: "Users.me",
    wire: "GET /user",
    kind: "one",
    errors: [],
    repeatable: true,
    official: "users.getAuthenticated",
    declaration: Users.me.declaration,
    call: Users.me({}),
    body: privateUser
  },
  {
    name: "Search.repositories",
    wire: "GET /search/repositories",
    kind: "list",
    errors: ["ValidationFailed", "SearchTruncated"],
    repeatable: true,
    resource: "search",
    official: "search.repos",
    declaration: Search.repositories.declaration,
    call: Search.repositories.page({ q: "web" }),
    body: found(minimalRepository)
  },
  {
    name: "Search.issues",
    wire: "GET /search/issues",
    kind: "list",
    errors: ["ValidationFailed", "SearchTruncated"],
    repeatable: true,
    resource: "search",
    official: "search.issuesAndPullRequests",
    declaration: Search.issues.declaration,
    call: Search.issues.page({ q: "start" }),
    body: found(issue)
  },
  {
    name: "Search.users",
    wire: "GET /search/users",
    kind: "list",
    errors: ["ValidationFailed", "SearchTruncated"],
    repeatable: true,
    resource: "search",
    official: "search.users",
    declaration: Search.users.declaration,
    call: Search.users.page({ q: "octo" }),
    body: found(user)
  }
]
