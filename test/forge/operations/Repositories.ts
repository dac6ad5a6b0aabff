/** How the operations of `Repositories` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Repositories from "../../../src/forge/Repositories.ts"
import { team } from "../support/conversations.ts"
import { repo } from "../support/records.ts"
import {
  anonymous,
  contributor,
  fullRepository,
  minimalRepository,
  tag,
  upstream,
  user
} from "../support/repositories.ts"
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
  visibility: "private",
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

const topics = Array.from({ length: 20 }, (_, index) => `topic-${index}`)
const notTopics = ["Effect", "two words", "under_score", "c++", "C#", "größe", "effect\n", "a".repeat(51)]

export const rows: Rows<typeof Repositories> = {
  get: {
    whole: repo,
    response: fullRepository,
    value: {
      ...repository,
      id: 1_296_269,
      owner: { login: "acme", type: "Organization" },
      visibility: "internal",
      homepage: "",
      topics: ["effect", "web-2"],
      license: { spdx_id: "MIT", html_url: null },
      open_issues_count: 7,
      subscribers_count: 42,
      has_wiki: false,
      has_pull_requests: null,
      allow_squash_merge: true,
      squash_merge_commit_title: "PR_TITLE",
      permissions: { admin: false, maintain: true, push: true, triage: true, pull: true },
      pushed_at: DateTime.makeUnsafe("2026-01-26T19:06:43Z"),
      clone_url: "https://github.com/acme/web.git",
      mirror_url: null,
      organization: { login: "acme" },
      parent: { full_name: "upstream/web", license: null },
      source: { full_name: "upstream/web" },
      template_repository: null,
      code_of_conduct: { key: "contributor_covenant" },
      security_and_analysis: { secret_scanning: { status: "enabled" }, advanced_security: null }
    }
  },
  listForOrg: {
    whole: { org: "acme", type: "sources", sort: "pushed", direction: "asc", ...third },
    response: [minimalRepository],
    value: [repository],
    takes: [[{ sort: undefined }]],
    reads: [[[minimalRepository], [{ role_name: "maintain", default_branch: "main", allow_merge_commit: null }]]]
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
    whole: { org: "acme", ...settings, ...created, allow_update_branch: true, custom_properties: { tier: "1" } },
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
      security_and_analysis: {
        secret_scanning: { status: "enabled" },
        dependabot_security_updates: { status: "disabled" }
      },
      has_pull_requests: false,
      pull_request_creation_policy: "collaborators_only",
      has_discussions: true,
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
    value: [
      {
        name: "v1.0.0",
        node_id: "REF_v1.0.0",
        commit: tag.commit,
        sha: tag.commit.sha,
        zipball_url: tag.zipball_url,
        tarball_url: tag.tarball_url
      }
    ]
  },
  listContributors: {
    whole: { ...repo, anon: true, ...third },
    response: [contributor],
    value: [{ login: "octo", contributions: 32 }],
    refuses: [["anon", { anon: "1" }]],
    reads: [
      [
        [contributor, anonymous],
        [
          { login: "octo", id: 1, name: null, contributions: 32 },
          {
            login: null,
            id: null,
            type: "Anonymous",
            name: "Ada",
            email: "ada@example.com",
            site_admin: false,
            contributions: 3
          }
        ]
      ],
      // Of an empty repository.
      [undefined, []]
    ]
  },
  getLanguages: {
    whole: repo,
    response: { TypeScript: 2, CSS: 1 },
    value: { TypeScript: 2, CSS: 1 },
    reads: [[{}, {}]]
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
    octokit: { as: "acme", with: { names: ["a", "b-2"] } },
    takes: [topics, ["a"], ["3d"], ["a-".repeat(25)], []].map((names) => [{ names }] as const),
    refuses: [
      ...notTopics.map(
        (name) => ["names[1]", { names: ["a", name] }, "lower-case letters, digits and hyphens"] as const
      ),
      ["names[0]", { names: [""] }],
      ["names[0]", { names: ["-effect"] }],
      ["names", { names: [...topics, "more"] }]
    ]
  },
  listSubscribers: {
    whole: { ...repo, ...third },
    response: [user],
    value: [{ login: "octo", id: 1 }]
  },
  listTeams: {
    whole: { ...repo, ...third },
    response: [team],
    value: [{ slug: "front-end", parent: null }]
  }
}
