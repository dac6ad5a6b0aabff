/** How the operations of `Repositories` are called in tests, and what the service responds. */
import type * as Repositories from "../../../src/forge/Repositories.ts"
import { repo } from "../support/records.ts"
import { contributor, fullRepository, minimalRepository, tag, upstream, user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const repository = { full_name: "acme/web", owner: { login: "acme" }, stargazers_count: 80 }
const created = {
  name: "web",
  has_downloads: false,
  team_id: 7,
  auto_init: true,
  gitignore_template: "Node",
  license_template: "mit"
}

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

export const rows: Rows<typeof Repositories> = {
  get: {
    whole: repo,
    response: fullRepository,
    value: { ...repository, subscribers_count: 42 }
  },
  listForOrg: {
    whole: { org: "acme", type: "sources", sort: "pushed", direction: "asc", ...third },
    response: [minimalRepository],
    value: [repository]
  },
  listForUser: {
    whole: { username: "octo", type: "member", sort: "full_name", direction: "desc", ...third },
    response: [minimalRepository],
    value: [repository],
    octokit: { with: { username: "acme" } }
  },
  listForMe: {
    whole: {
      visibility: "private",
      affiliation: ["owner", "collaborator"],
      type: "all",
      sort: "pushed",
      direction: "asc",
      since: "2027-01-08T00:00:00Z",
      before: new Date(Date.UTC(2027, 0, 15)),
      ...third
    },
    response: [upstream],
    value: [{ full_name: "upstream/web" }]
  },
  listForks: {
    whole: { ...repo, sort: "stargazers", ...third },
    response: [minimalRepository],
    value: [repository]
  },
  create: {
    whole: { ...settings, ...created, has_discussions: true },
    response: fullRepository,
    value: repository,
    octokit: { with: { name: "mine", auto_init: true } }
  },
  createForOrg: {
    whole: { org: "acme", ...settings, ...created, visibility: "private", custom_properties: { tier: "1" } },
    response: fullRepository,
    value: repository,
    octokit: { with: { name: "ours" } }
  },
  update: {
    whole: {
      ...repo,
      ...settings,
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
    },
    response: fullRepository,
    value: repository,
    octokit: { as: "acme", with: { description: "Ours", has_wiki: false } }
  },
  dispatch: {
    whole: { ...repo, event_type: "built", client_payload: { version: "1.2.0" } },
    octokit: { with: { event_type: "built", client_payload: { version: 1 } } }
  },
  listTags: {
    whole: { ...repo, ...third },
    response: [tag],
    value: [{ name: "v1.0.0" }]
  },
  listContributors: {
    whole: { ...repo, anon: true, ...third },
    response: [contributor],
    value: [{ login: "octo", contributions: 32 }]
  },
  listLanguages: {
    whole: repo,
    response: { TypeScript: 2, CSS: 1 },
    value: { TypeScript: 2, CSS: 1 }
  },
  getTopics: {
    whole: { ...repo, ...third },
    response: { names: ["effect"] },
    value: { names: ["effect"] }
  },
  replaceTopics: {
    whole: { ...repo, names: ["effect", "web-2"] },
    response: { names: ["effect"] },
    value: { names: ["effect"] },
    octokit: { as: "acme", with: { names: ["a", "b-2"] } }
  },
  listSubscribers: {
    whole: { ...repo, ...third },
    response: [user],
    value: [{ login: "octo", id: 1 }]
  }
}
