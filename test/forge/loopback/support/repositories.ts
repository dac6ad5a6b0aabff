/** Repositories, organizations, users and searches on the wire. */
import * as Organizations from "../../../../src/forge/Organizations.ts"
import * as Repositories from "../../../../src/forge/Repositories.ts"
import * as Search from "../../../../src/forge/Search.ts"
import * as Users from "../../../../src/forge/Users.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, one, page, third, thirdSent } from "./cases.ts"

const repository = { full_name: "acme/web", owner: { login: "acme" }, stargazers_count: 80 }
const user = { login: "octo", id: 1 }

const ofOrg = { type: "sources", sort: "pushed", direction: "asc" } as const
const ofUser = { type: "member", sort: "full_name", direction: "desc" } as const
const members = { filter: "2fa_insecure", role: "admin" } as const

const mine = {
  sort: "pushed",
  direction: "asc",
  since: "2027-01-08T00:00:00Z",
  before: new Date(Date.UTC(2027, 0, 15))
} as const

const mineSent = { ...mine, before: "2027-01-15T00:00:00Z" }

const settings = {
  description: "The page",
  homepage: "https://web.example.com",
  private: true,
  has_issues: false,
  has_projects: false,
  has_wiki: false,
  is_template: true,
  allow_merge_commit: false,
  allow_squash_merge: true,
  allow_rebase_merge: false,
  allow_auto_merge: true,
  delete_branch_on_merge: true,
  squash_merge_commit_title: "PR_TITLE",
  squash_merge_commit_message: "BLANK",
  merge_commit_title: "MERGE_MESSAGE",
  merge_commit_message: "PR_BODY"
} as const

const created = {
  name: "web",
  has_downloads: false,
  team_id: 7,
  auto_init: true,
  gitignore_template: "Node",
  license_template: "mit"
}

const changed = {
  name: "site",
  visibility: "public",
  security_and_analysis: { secret_scanning: { status: "enabled" } },
  has_pull_requests: false,
  pull_request_creation_policy: "collaborators_only",
  default_branch: "next/1.x",
  allow_update_branch: true,
  archived: true,
  allow_forking: false,
  web_commit_signoff_required: true
} as const

const forRepositories = { q: "topic:effect stars:>10", sort: "help-wanted-issues", order: "asc" } as const
const forIssues = { q: 'label:"help wanted" ü&=#%+', sort: "reactions-+1", order: "asc" } as const
const forUsers = { q: "location:Lisbon", sort: "joined", order: "asc" } as const

export const repositories: ReadonlyArray<Case> = [
  one(Repositories.get, repo, asking(root), { ...repository, subscribers_count: 42 }),
  page(
    Repositories.listForOrg,
    { org: "acme", ...ofOrg, ...third },
    asking("/orgs/acme/repos", { ...ofOrg, ...thirdSent }),
    repository
  ),
  page(
    Repositories.listForUser,
    { username: "octo", ...ofUser, ...third },
    asking("/users/octo/repos", { ...ofUser, ...thirdSent }),
    repository
  ),
  page(
    Repositories.listForMe,
    { visibility: "private", affiliation: ["owner", "collaborator"], type: "all", ...mine, ...third },
    asking("/user/repos", {
      visibility: "private",
      affiliation: "owner,collaborator",
      type: "all",
      ...mineSent,
      ...thirdSent
    }),
    { full_name: "upstream/web" }
  ),
  page(
    Repositories.listForks,
    { ...repo, sort: "stargazers", ...third },
    asking(`${root}/forks`, { sort: "stargazers", ...thirdSent }),
    repository
  ),
  one(
    Repositories.create,
    { ...settings, ...created, has_discussions: true },
    sending("POST", "/user/repos", { ...settings, ...created, has_discussions: true }),
    repository
  ),
  one(
    Repositories.createForOrg,
    { org: "acme", ...settings, ...created, visibility: "private", custom_properties: { tier: "1" } },
    sending("POST", "/orgs/acme/repos", {
      ...settings,
      ...created,
      visibility: "private",
      custom_properties: { tier: "1" }
    }),
    repository
  ),
  one(
    Repositories.update,
    { ...repo, ...settings, ...changed },
    sending("PATCH", root, { ...settings, ...changed }),
    repository
  ),
  one(
    Repositories.dispatch,
    { ...repo, event_type: "built", client_payload: { version: "1.2.0" } },
    sending("POST", `${root}/dispatches`, { event_type: "built", client_payload: { version: "1.2.0" } }),
    undefined
  ),
  page(Repositories.listTags, { ...repo, ...third }, asking(`${root}/tags`, thirdSent), { name: "v1.0.0" }),
  page(
    Repositories.listContributors,
    { ...repo, anon: true, ...third },
    asking(`${root}/contributors`, { anon: "true", ...thirdSent }),
    { login: "octo", contributions: 32 }
  ),
  one(Repositories.listLanguages, repo, asking(`${root}/languages`), { TypeScript: 2, CSS: 1 }),
  one(Repositories.getTopics, { ...repo, ...third }, asking(`${root}/topics`, thirdSent), { names: ["effect"] }),
  one(
    Repositories.replaceTopics,
    { ...repo, names: ["effect", "web-2"] },
    sending("PUT", `${root}/topics`, { names: ["effect", "web-2"] }),
    { names: ["effect"] }
  ),
  one(Organizations.get, { org: "acme" }, asking("/orgs/acme"), { login: "acme", id: 99, is_verified: true }),
  page(
    Organizations.listMembers,
    { org: "acme", ...members, ...third },
    asking("/orgs/acme/members", { ...members, ...thirdSent }),
    user
  ),
  one(Users.get, { username: "octo" }, asking("/users/octo"), { ...user, name: "Octo Cat", followers: 20 }),
  one(Users.me, {}, asking("/user"), { ...user, total_private_repos: 100, plan: { name: "pro" } }),
  page(
    Search.repositories,
    { ...forRepositories, ...third },
    asking("/search/repositories", { ...forRepositories, ...thirdSent }),
    repository
  ),
  page(
    Search.issues,
    { ...forIssues, advanced_search: true, search_type: "hybrid", ...third },
    asking("/search/issues", { ...forIssues, advanced_search: "true", search_type: "hybrid", ...thirdSent }),
    { number: 7, title: "It does not start" }
  ),
  page(Search.users, { ...forUsers, ...third }, asking("/search/users", { ...forUsers, ...thirdSent }), user)
]
