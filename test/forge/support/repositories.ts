/** Repositories and their owners, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"

type Schemas = components["schemas"]

const api = "https://api.github.com"
const web = "https://github.com"

const simpleUser = (login: string, id: number, type: string) =>
  ({
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: "",
    url: `${api}/users/${login}`,
    html_url: `${web}/${login}`,
    followers_url: `${api}/users/${login}/followers`,
    following_url: `${api}/users/${login}/following{/other_user}`,
    gists_url: `${api}/users/${login}/gists{/gist_id}`,
    starred_url: `${api}/users/${login}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/users/${login}/subscriptions`,
    organizations_url: `${api}/users/${login}/orgs`,
    repos_url: `${api}/users/${login}/repos`,
    events_url: `${api}/users/${login}/events{/privacy}`,
    received_events_url: `${api}/users/${login}/received_events`,
    type,
    site_admin: false
  }) satisfies Schemas["simple-user"]

export const user = simpleUser("octo", 1, "User")

const acme = simpleUser("acme", 99, "Organization")

const license = {
  key: "mit",
  name: "MIT License",
  spdx_id: "MIT",
  url: `${api}/licenses/mit`,
  node_id: "MDc6TGljZW5zZTEz"
} satisfies Schemas["nullable-license-simple"]

/** What all kinds of repositories have: URLs, counts, switches. */
const common = (owner: string, name: string) => {
  const at = `${api}/repos/${owner}/${name}`
  const page = `${web}/${owner}/${name}`
  return {
    node_id: `R_${name}`,
    name,
    full_name: `${owner}/${name}`,
    private: false,
    html_url: page,
    description: "What the world sees",
    fork: true,
    url: at,
    archive_url: `${at}/{archive_format}{/ref}`,
    assignees_url: `${at}/assignees{/user}`,
    blobs_url: `${at}/git/blobs{/sha}`,
    branches_url: `${at}/branches{/branch}`,
    collaborators_url: `${at}/collaborators{/collaborator}`,
    comments_url: `${at}/comments{/number}`,
    commits_url: `${at}/commits{/sha}`,
    compare_url: `${at}/compare/{base}...{head}`,
    contents_url: `${at}/contents/{+path}`,
    contributors_url: `${at}/contributors`,
    deployments_url: `${at}/deployments`,
    downloads_url: `${at}/downloads`,
    events_url: `${at}/events`,
    forks_url: `${at}/forks`,
    git_commits_url: `${at}/git/commits{/sha}`,
    git_refs_url: `${at}/git/refs{/sha}`,
    git_tags_url: `${at}/git/tags{/sha}`,
    git_url: `git://github.com/${owner}/${name}.git`,
    issue_comment_url: `${at}/issues/comments{/number}`,
    issue_events_url: `${at}/issues/events{/number}`,
    issues_url: `${at}/issues{/number}`,
    keys_url: `${at}/keys{/key_id}`,
    labels_url: `${at}/labels{/name}`,
    languages_url: `${at}/languages`,
    merges_url: `${at}/merges`,
    milestones_url: `${at}/milestones{/number}`,
    notifications_url: `${at}/notifications{?since,all,participating}`,
    pulls_url: `${at}/pulls{/number}`,
    releases_url: `${at}/releases{/id}`,
    ssh_url: `git@github.com:${owner}/${name}.git`,
    stargazers_url: `${at}/stargazers`,
    statuses_url: `${at}/statuses/{sha}`,
    subscribers_url: `${at}/subscribers`,
    subscription_url: `${at}/subscription`,
    tags_url: `${at}/tags`,
    teams_url: `${at}/teams`,
    trees_url: `${at}/git/trees{/sha}`,
    clone_url: `${page}.git`,
    mirror_url: null,
    hooks_url: `${at}/hooks`,
    svn_url: page,
    homepage: "",
    language: "TypeScript",
    forks_count: 9,
    stargazers_count: 80,
    watchers_count: 80,
    size: 108,
    default_branch: "main",
    open_issues_count: 7,
    is_template: false,
    topics: ["effect", "web-2"],
    has_issues: true,
    has_projects: true,
    has_wiki: false,
    has_pages: true,
    has_downloads: true,
    has_discussions: false,
    archived: false,
    disabled: false,
    visibility: "internal",
    pushed_at: "2026-01-26T19:06:43Z",
    created_at: "2011-01-26T19:01:12Z",
    updated_at: "2026-01-26T19:14:43Z",
    permissions: { admin: false, maintain: true, push: true, triage: true, pull: true },
    forks: 9,
    open_issues: 7,
    watchers: 80,
    allow_forking: true,
    web_commit_signoff_required: false
  }
}

export const minimalRepository: Schemas["minimal-repository"] = {
  ...common("acme", "web"),
  id: 1_296_269,
  owner: acme,
  license,
  role_name: "maintain",
  custom_properties: { tier: "1", stacks: ["node", "deno"] },
  security_and_analysis: { secret_scanning: { status: "enabled" } }
}

export const upstream: Schemas["repository"] = {
  ...common("upstream", "web"),
  id: 1_296_268,
  owner: simpleUser("upstream", 98, "User"),
  license: null
}

export const fullRepository: Schemas["full-repository"] = {
  ...common("acme", "web"),
  id: 1_296_269,
  owner: acme,
  license,
  organization: acme,
  parent: upstream,
  source: upstream,
  template_repository: null,
  temp_clone_token: "ABLCPDOBUQAQLGDR36LSBXS3NKXW2",
  allow_merge_commit: false,
  allow_squash_merge: true,
  allow_rebase_merge: true,
  allow_auto_merge: false,
  allow_update_branch: true,
  delete_branch_on_merge: true,
  squash_merge_commit_title: "PR_TITLE",
  squash_merge_commit_message: "PR_BODY",
  merge_commit_title: "MERGE_MESSAGE",
  merge_commit_message: "PR_TITLE",
  subscribers_count: 42,
  network_count: 10,
  code_of_conduct: {
    key: "contributor_covenant",
    name: "Contributor Covenant",
    url: `${api}/codes_of_conduct/contributor_covenant`,
    html_url: `${web}/acme/web/blob/main/CODE_OF_CONDUCT.md`
  },
  security_and_analysis: { secret_scanning: { status: "enabled" } }
}

export const tag: Schemas["tag"] = {
  name: "v1.0.0",
  commit: {
    sha: "c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc",
    url: `${api}/repos/acme/web/commits/c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc`
  },
  zipball_url: `${api}/repos/acme/web/zipball/refs/tags/v1.0.0`,
  tarball_url: `${api}/repos/acme/web/tarball/refs/tags/v1.0.0`,
  node_id: "REF_v1.0.0"
}

export const contributor: Schemas["contributor"] = { ...user, contributions: 32 }

export const anonymous: Schemas["contributor"] = {
  type: "Anonymous",
  name: "Ada",
  email: "ada@example.com",
  contributions: 3
}

export const organization: Schemas["organization-full"] = {
  login: "acme",
  id: 99,
  node_id: "O_99",
  url: `${api}/orgs/acme`,
  repos_url: `${api}/orgs/acme/repos`,
  events_url: `${api}/orgs/acme/events`,
  hooks_url: `${api}/orgs/acme/hooks`,
  issues_url: `${api}/orgs/acme/issues`,
  members_url: `${api}/orgs/acme/members{/member}`,
  public_members_url: `${api}/orgs/acme/public_members{/member}`,
  avatar_url: "https://avatars.githubusercontent.com/u/99?v=4",
  description: "We make everything",
  name: "Acme",
  company: "Acme Corporation",
  blog: "https://acme.example",
  location: "Everywhere",
  email: "acme@acme.example",
  is_verified: true,
  has_organization_projects: true,
  has_repository_projects: true,
  public_repos: 2,
  public_gists: 1,
  followers: 20,
  following: 0,
  html_url: `${web}/acme`,
  type: "Organization",
  total_private_repos: 100,
  owned_private_repos: 100,
  private_gists: 81,
  disk_usage: 10_000,
  collaborators: 8,
  billing_email: "bills@acme.example",
  plan: { name: "Medium", space: 400, private_repos: 20, filled_seats: 4, seats: 5 },
  default_repository_permission: "read",
  members_can_create_repositories: true,
  two_factor_requirement_enabled: true,
  created_at: "2008-01-14T04:33:35Z",
  updated_at: "2026-03-03T18:58:10Z",
  archived_at: null
}

export const userProfile: Schemas["public-user"] = {
  ...user,
  gravatar_id: "",
  name: "Octo Cat",
  company: "@acme",
  blog: "",
  location: "San Francisco",
  email: null,
  hireable: null,
  bio: "There once was…",
  twitter_username: "octo",
  public_repos: 2,
  public_gists: 1,
  followers: 20,
  following: 0,
  created_at: "2008-01-14T04:33:35Z",
  updated_at: "2026-01-14T04:33:35Z"
}
