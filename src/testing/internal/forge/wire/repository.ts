/** Repositories, as the service writes them. */
import type { Permission } from "../../../ForgeState.ts"
import { isoDate } from "../../exchange.ts"
import { licenseOf, mainLanguage, sizeOf } from "../state/insight.ts"
import { fullName, type Repository } from "../state/model.ts"
import { sourceOf } from "../state/repositories.ts"
import { includes, permissionOf, subscribersOf } from "../state/roles.ts"
import { type Context, pageUrl, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

const links = (url: string) => ({
  url,
  archive_url: `${url}/{archive_format}{/ref}`,
  assignees_url: `${url}/assignees{/user}`,
  blobs_url: `${url}/git/blobs{/sha}`,
  branches_url: `${url}/branches{/branch}`,
  collaborators_url: `${url}/collaborators{/collaborator}`,
  comments_url: `${url}/comments{/number}`,
  commits_url: `${url}/commits{/sha}`,
  compare_url: `${url}/compare/{base}...{head}`,
  contents_url: `${url}/contents/{+path}`,
  contributors_url: `${url}/contributors`,
  deployments_url: `${url}/deployments`,
  downloads_url: `${url}/downloads`,
  events_url: `${url}/events`,
  forks_url: `${url}/forks`,
  git_commits_url: `${url}/git/commits{/sha}`,
  git_refs_url: `${url}/git/refs{/sha}`,
  git_tags_url: `${url}/git/tags{/sha}`,
  hooks_url: `${url}/hooks`,
  issue_comment_url: `${url}/issues/comments{/number}`,
  issue_events_url: `${url}/issues/events{/number}`,
  issues_url: `${url}/issues{/number}`,
  keys_url: `${url}/keys{/key_id}`,
  labels_url: `${url}/labels{/name}`,
  languages_url: `${url}/languages`,
  merges_url: `${url}/merges`,
  milestones_url: `${url}/milestones{/number}`,
  notifications_url: `${url}/notifications{?since,all,participating}`,
  pulls_url: `${url}/pulls{/number}`,
  releases_url: `${url}/releases{/id}`,
  stargazers_url: `${url}/stargazers`,
  statuses_url: `${url}/statuses/{sha}`,
  subscribers_url: `${url}/subscribers`,
  subscription_url: `${url}/subscription`,
  tags_url: `${url}/tags`,
  teams_url: `${url}/teams`,
  trees_url: `${url}/git/trees{/sha}`
})

/** The addresses for git itself. */
const cloneLinks = (page: string) => {
  const { hostname, pathname } = new URL(page)
  return {
    clone_url: `${page}.git`,
    // The ports of git and ssh are not that of the pages, and a colon in an address of ssh starts the path.
    git_url: `git://${hostname}${pathname}.git`,
    ssh_url: `git@${hostname}:${pathname.slice(1)}.git`,
    svn_url: page,
    mirror_url: null
  }
}

const license = ({ urls, world }: Context, repository: Repository) => {
  const found = licenseOf(world.objects, repository)
  return (
    found && {
      ...found,
      url: found.key === "other" ? null : `${urls.api}/licenses/${found.key}`,
      node_id: `MDc6TGljZW5zZ${found.key}`
    }
  )
}

const may = ({ world }: Context, repository: Repository, viewer: string | null, least: Permission): boolean => {
  const permission = permissionOf(world, repository, viewer)
  return permission !== undefined && includes(permission, least)
}

/** What the viewer may do. Clients that are not signed in are not told. */
const permissions = (context: Context, repository: Repository, viewer: string | null) =>
  viewer === null
    ? {}
    : {
        permissions: {
          admin: may(context, repository, viewer, "admin"),
          maintain: may(context, repository, viewer, "maintain"),
          push: may(context, repository, viewer, "write"),
          triage: may(context, repository, viewer, "triage"),
          pull: true
        }
      }

/** Writes a repository as listings and other records have it. */
export const repository = (context: Context, self: Repository, viewer: string | null = null) => {
  const { objects } = context.world
  const { settings } = self
  const open = self.issues.open
  const forks = self.forks.size
  return {
    id: self.id,
    node_id: nodeId("R", self.id),
    name: self.name,
    full_name: fullName(self),
    private: self.private,
    // A repository has the login of an account that exists.
    owner: user(context, self.owner),
    html_url: pageUrl(context, self),
    description: self.description,
    fork: self.parent !== null,
    ...links(repositoryUrl(context, self)),
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    pushed_at: isoDate(self.pushed_at),
    ...cloneLinks(pageUrl(context, self)),
    homepage: self.homepage,
    size: sizeOf(objects, self),
    stargazers_count: self.stars,
    watchers_count: self.stars,
    language: mainLanguage(objects, self),
    has_issues: self.has_issues,
    has_projects: settings.has_projects,
    has_downloads: true,
    has_wiki: settings.has_wiki,
    has_pages: false,
    has_discussions: settings.has_discussions,
    forks_count: forks,
    archived: self.archived,
    disabled: false,
    open_issues_count: open,
    license: license(context, self),
    allow_forking: settings.allow_forking,
    is_template: settings.is_template,
    web_commit_signoff_required: settings.web_commit_signoff_required,
    topics: self.topics,
    visibility: self.private ? "private" : "public",
    forks,
    open_issues: open,
    watchers: self.stars,
    default_branch: self.default_branch,
    ...permissions(context, self, viewer)
  }
}

/** How pull requests are merged, which only those who may push are told. */
export const mergeSettings = ({ merges, settings }: Repository) => ({
  allow_merge_commit: merges.merge,
  allow_squash_merge: merges.squash,
  allow_rebase_merge: merges.rebase,
  delete_branch_on_merge: merges.delete_branch,
  allow_auto_merge: settings.allow_auto_merge,
  allow_update_branch: settings.allow_update_branch,
  use_squash_pr_title_as_default: settings.squash_merge_commit_title === "PR_TITLE",
  squash_merge_commit_title: settings.squash_merge_commit_title,
  squash_merge_commit_message: settings.squash_merge_commit_message,
  merge_commit_title: settings.merge_commit_title,
  merge_commit_message: settings.merge_commit_message
})

/** The repositories that a fork comes from, as far as the sender sees them. */
const origins = (context: Context, self: Repository, viewer: string | null) => {
  const { world } = context
  const parent = world.repositories.get(self.parent ?? 0)
  if (parent === undefined) return {}
  const source = sourceOf(world, parent)
  return {
    ...(context.sees(parent) ? { parent: repository(context, parent, viewer) } : {}),
    ...(context.sees(source) ? { source: repository(context, source, viewer) } : {})
  }
}

/** The template that a repository was made from, as far as the sender sees it. */
const templateOf = (context: Context, { template }: Repository, viewer: string | null) => {
  const found = context.world.repositories.get(template ?? 0)
  return found !== undefined && context.sees(found) ? { template_repository: repository(context, found, viewer) } : {}
}

/** Writes a repository as the response for it alone has it. */
export const fullRepository = (context: Context, self: Repository, viewer: string | null = null) => ({
  ...repository(context, self, viewer),
  ...(may(context, self, viewer, "write") ? mergeSettings(self) : {}),
  ...(may(context, self, viewer, "admin") ? { security_and_analysis: self.settings.security_and_analysis } : {}),
  temp_clone_token: null,
  ...(context.world.organizations.has(self.owner.toLowerCase()) ? { organization: user(context, self.owner) } : {}),
  ...origins(context, self, viewer),
  ...templateOf(context, self, viewer),
  network_count: self.forks.size,
  subscribers_count: subscribersOf(context.world, self).length
})
