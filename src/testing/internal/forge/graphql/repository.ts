/** Repositories, and the protection of their branches. */
import { isShown } from "../handlers/releases.ts"
import { may, roleOf } from "../access/permissions.ts"
import { languagesOf, licenseOf } from "../state/insight.ts"
import { pinnedIssues } from "../state/pinned.ts"
import { labelNamed, type Repository as RepositoryRecord, same, userOf } from "../state/model.ts"
import { publishedTag, byRecency, latestOf } from "../state/releases.ts"
import { isSubscriber, subscribersOf } from "../state/roles.ts"
import { identityOf } from "../state/identities.ts"
import { entryOf, fileOf, isEmpty, resolveCommit } from "../state/refs.ts"
import { peopleOf } from "../state/sharing.ts"
import type { PermissionName } from "../http/requirement.ts"
import { escaped } from "../wire/markup.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { repository as writeRepository } from "../wire/repository.ts"
import { objectOf, refList, refNode } from "./commits.ts"
import { deploymentList } from "./deployments.ts"
import { queueNode } from "./mergeQueues.ts"
import { issueList, labelList, milestoneOf, pullList } from "./issues.ts"
import {
  account,
  type Arguments,
  databaseId,
  dateTime,
  type Fields,
  issueOrPull,
  List,
  notFound,
  nothing,
  pathOf,
  reference,
  requirePermission,
  users,
  type View
} from "./nodes.ts"
import { repositoryList } from "./users.ts"

/** Finds an issue or a pull request, in the words for what is missing. */
const numbered = (
  repository: RepositoryRecord,
  number: number,
  what: string,
  isWanted: (isPull: boolean) => boolean
) => {
  const found = repository.issues.get(number)
  const isPull = found?.pull_request !== null
  // Pull requests remain when issues are switched off.
  const isThere = found !== undefined && isWanted(isPull) && (isPull || repository.has_issues)
  if (!isThere) throw notFound(`Could not resolve to ${what} with the number of ${number}.`)
  return issueOrPull(repository, found)
}

const peopleMatching = (view: View, repository: RepositoryRecord, { query }: Arguments) =>
  users(
    view,
    peopleOf(view.world, repository).filter((login) => login.toLowerCase().includes(query?.toLowerCase() ?? ""))
  )

const milestones = (repository: RepositoryRecord, { orderBy, query, states }: Arguments) => {
  const value = (number: number) => {
    const found = repository.milestones.get(number)
    if (orderBy?.field === "DUE_DATE") return found?.due_on ?? Infinity
    if (orderBy?.field === "UPDATED_AT") return found?.updated_at ?? 0
    return number
  }
  const sign = orderBy?.direction === "DESC" ? -1 : 1
  const found = [...repository.milestones.values()]
    .filter(({ state }) => states?.includes(state.toUpperCase()) ?? true)
    .filter(({ title }) => title.toLowerCase().includes(query?.toLowerCase() ?? ""))
    .sort((a, b) => sign * (value(a.number) - value(b.number)))
  return new List(
    found,
    (milestone) => reference("Milestone", { repository, milestone }),
    ({ number }) => number
  )
}

const releases = (view: View, repository: RepositoryRecord, { orderBy }: Arguments) => {
  const shown = byRecency(repository).filter((release) => isShown(view, repository, release))
  const sign = orderBy?.direction === "ASC" ? 1 : -1
  if (orderBy?.field === "NAME") shown.sort((a, b) => sign * (a.tag_name < b.tag_name ? -1 : 1))
  else if (sign === 1) shown.reverse()
  return new List(
    shown,
    (release) => reference("Release", { repository, release }),
    ({ id }) => id
  )
}

const languages = (view: View, repository: RepositoryRecord, { orderBy }: Arguments) => {
  const found = [...languagesOf(view.world.objects, repository)]
  if (orderBy?.direction === "ASC") found.reverse()
  const totalSize = found.reduce((sum, [, size]) => sum + size, 0)
  return new List(
    found,
    ([name]) => languageOf(name),
    ([name]) => name,
    { totalSize },
    ([, size]) => ({ size })
  )
}

const languageOf = (name: string) => ({ name, id: nodeId("LANG", name), color: null })

const topic = (view: View, name: string) => {
  const path = `/topics/${name}`
  const topic = { id: nodeId("TO", name), name, relatedTopics: [] }
  return { id: nodeId("RT", name), resourcePath: path, topic, url: `${view.urls.html}${path}` }
}

const license = (view: View, repository: RepositoryRecord) => {
  const found = licenseOf(view.world.objects, repository)
  return found === null
    ? null
    : {
        id: nodeId("LI", found.key),
        key: found.key,
        name: found.name,
        pseudoLicense: found.key === "other",
        spdxId: found.spdx_id,
        url: found.key === "other" ? null : `https://choosealicense.com/licenses/${found.key}/`
      }
}

const Repository: Fields<"Repository"> = ({ repository }, view) => {
  const { merges, settings } = repository
  const { world } = view
  const wire = writeRepository(view, repository)
  const isAdmin = may(view, repository, "admin")
  const parent = world.repositories.get(repository.parent ?? 0)
  const template = world.repositories.get(repository.template ?? 0)
  const role = roleOf(view, repository)
  const defaultMethod = (["merge", "squash", "rebase"] as const).find((method) => merges[method])

  /** The address of the viewer's commits that are made on the site. */
  const commitEmail = view.viewer === null ? null : identityOf(world, view.viewer, view.now).email
  const hasSecurityPolicy = () =>
    ["", ".github/", "docs/"].some((folder) => fileOf(world, repository, `${folder}SECURITY.md`) !== undefined)

  /** A field of records that take a permission of their own. */
  const guarded =
    (permission: PermissionName, field: (args: Arguments) => unknown) =>
    (args: Arguments): unknown => {
      requirePermission(view, repository, permission)
      return field(args)
    }

  return {
    allowUpdateBranch: settings.allow_update_branch,
    archivedAt: repository.archived ? dateTime(repository.updated_at) : null,
    assignableUsers: (args: Arguments) => peopleMatching(view, repository, args),
    autoMergeAllowed: settings.allow_auto_merge,
    branchProtectionRules: () =>
      new List(
        may(view, repository, "write") ? [...repository.protection.keys()] : [],
        (branch) => reference("BranchProtectionRule", { repository, branch }),
        (branch) => branch
      ),
    codeOfConduct: null,
    // Those of forms for issues, which are not read.
    contactLinks: [],
    collaborators: (args: Arguments) => {
      if (!may(view, repository, "write"))
        throw notFound("You do not have permission to view repository collaborators.")
      return peopleMatching(view, repository, args)
    },
    createdAt: dateTime(repository.created_at),
    databaseId: databaseId(repository.id),
    defaultBranchRef: guarded("contents", () =>
      isEmpty(repository) ? null : refNode(view, repository, `refs/heads/${repository.default_branch}`)
    ),
    deleteBranchOnMerge: merges.delete_branch,
    deployments: guarded("deployments", deploymentList(repository)),
    description: repository.description,
    descriptionHTML: `<div>${escaped(repository.description ?? "")}</div>`,
    discussions: nothing(),
    diskUsage: () => wire.size,
    forkCount: repository.forks.size,
    forkingAllowed: settings.allow_forking,
    forks: (args: Arguments) => {
      const found = [...repository.forks].flatMap((id) => world.repositories.get(id) ?? [])
      return repositoryList(view, found, args)
    },
    fundingLinks: [],
    hasDiscussionsEnabled: settings.has_discussions,
    hasIssuesEnabled: repository.has_issues,
    hasProjectsEnabled: settings.has_projects,
    hasSponsorshipsEnabled: false,
    hasVulnerabilityAlertsEnabled: settings.security_and_analysis.dependabot_security_updates?.status === "enabled",
    hasWikiEnabled: settings.has_wiki,
    homepageUrl: repository.homepage,
    id: wire.node_id,
    isArchived: repository.archived,
    isBlankIssuesEnabled: true,
    isDisabled: false,
    isEmpty: isEmpty(repository),
    isFork: repository.parent !== null,
    isInOrganization: world.organizations.has(repository.owner.toLowerCase()),
    isLocked: false,
    isMirror: false,
    isPrivate: repository.private,
    isSecurityPolicyEnabled: hasSecurityPolicy,
    isTemplate: settings.is_template,
    isUserConfigurationRepository: same(repository.owner, repository.name),
    issue: guarded("issues", ({ number = 0 }) => numbered(repository, number, "an Issue", (isPull) => !isPull)),
    issueOrPullRequest: guarded("issues", ({ number = 0 }) =>
      numbered(repository, number, "an issue or pull request", () => true)
    ),
    issueTemplates: [],
    issues: guarded("issues", (args) => issueList(view, repository, args)),
    label: guarded("issues", ({ name = "" }) => {
      const label = labelNamed(repository, name)
      return label === undefined ? null : reference("Label", { repository, label })
    }),
    labels: guarded("issues", (args) => {
      const wanted = args.query?.toLowerCase() ?? ""
      const found = [...repository.labels.values()].filter(
        ({ description, name }) =>
          name.toLowerCase().includes(wanted) || description?.toLowerCase().includes(wanted) === true
      )
      return labelList(repository, found, args)
    }),
    languages: guarded("contents", (args) => languages(view, repository, args)),
    latestRelease: guarded("contents", () => {
      const release = latestOf(repository)
      return release === undefined ? null : reference("Release", { repository, release })
    }),
    licenseInfo: () => license(view, repository),
    lockReason: null,
    mentionableUsers: (args: Arguments) => peopleMatching(view, repository, args),
    mergeCommitAllowed: merges.merge,
    mergeCommitMessage: settings.merge_commit_message,
    mergeCommitTitle: settings.merge_commit_title,
    mergeQueue: ({ branch }: Arguments) => queueNode(view, repository, branch ?? repository.default_branch),
    milestone: guarded("issues", ({ number = 0 }) => milestoneOf(repository, number)),
    milestones: guarded("issues", (args) => milestones(repository, args)),
    mirrorUrl: null,
    name: repository.name,
    nameWithOwner: wire.full_name,
    object: guarded("contents", ({ expression, oid }) => {
      if (typeof oid === "string") return objectOf(view, repository, oid)
      const [revision = "", ...path] = (expression ?? "").split(":")
      const commit = resolveCommit(world, repository, revision)
      if (commit === undefined) return objectOf(view, repository, expression ?? "")
      if (path.length === 0) return reference("Commit", { repository, commit })
      const entry = entryOf(world.objects, commit.sha, path.join(":").replace(/\/+$/, ""))
      return entry === undefined ? null : objectOf(view, repository, entry.sha)
    }),
    openGraphImageUrl: `https://opengraph.githubassets.com/1${pathOf(wire.html_url)}`,
    owner: account(view, repository.owner),
    parent: parent !== undefined && view.sees(parent) ? reference("Repository", { repository: parent }) : null,
    pinnedIssues: guarded(
      "issues",
      () =>
        new List(
          pinnedIssues(repository),
          (issue) => reference("PinnedIssue", { repository, issue }),
          ({ id }) => id
        )
    ),
    primaryLanguage: () => (wire.language === null ? null : languageOf(wire.language)),
    projects: nothing(),
    projectsV2: nothing(),
    projectsResourcePath: `${pathOf(wire.html_url)}/projects`,
    projectsUrl: `${wire.html_url}/projects`,
    pullRequest: guarded("pull_requests", ({ number = 0 }) =>
      numbered(repository, number, "a PullRequest", (isPull) => isPull)
    ),
    pullRequestTemplates: [],
    pullRequests: guarded("pull_requests", (args) => pullList(repository, args)),
    pushedAt: dateTime(repository.pushed_at),
    rebaseMergeAllowed: merges.rebase,
    ref: guarded("contents", ({ qualifiedName = "" }) => refNode(view, repository, qualifiedName)),
    refs: guarded("contents", (args) => refList(view, repository, args)),
    release: guarded("contents", ({ tagName = "" }) => {
      const release = publishedTag(repository, tagName)
      return release === undefined ? null : reference("Release", { repository, release })
    }),
    releases: guarded("contents", (args) => releases(view, repository, args)),
    repositoryTopics: () =>
      new List(
        repository.topics,
        (name) => topic(view, name),
        (name) => name
      ),
    resourcePath: pathOf(wire.html_url),
    securityPolicyUrl: () => (hasSecurityPolicy() ? `${wire.html_url}/security/policy` : null),
    shortDescriptionHTML: escaped(repository.description ?? ""),
    squashMergeAllowed: merges.squash,
    squashMergeCommitMessage: settings.squash_merge_commit_message,
    squashMergeCommitTitle: settings.squash_merge_commit_title,
    squashPrTitleUsedAsDefault: settings.squash_merge_commit_title === "PR_TITLE",
    sshUrl: wire.ssh_url,
    stargazerCount: repository.stars,
    stargazers: () =>
      new List(
        [...repository.stargazers].filter(([login]) => userOf(world, login) !== undefined),
        ([login]) => account(view, login),
        ([login]) => login,
        { totalCount: repository.stars },
        ([, at]) => ({ starredAt: dateTime(at) })
      ),
    submodules: nothing(),
    tempCloneToken: null,
    templateRepository:
      template !== undefined && view.sees(template) ? reference("Repository", { repository: template }) : null,
    updatedAt: dateTime(repository.updated_at),
    url: wire.html_url,
    usesCustomOpenGraphImage: false,
    viewerCanAdminister: isAdmin,
    viewerCanSubscribe: view.viewer !== null,
    viewerCanUpdateTopics: isAdmin,
    viewerDefaultCommitEmail: commitEmail,
    viewerDefaultMergeMethod: (defaultMethod ?? "merge").toUpperCase(),
    viewerHasStarred: repository.stargazers.has(view.viewer?.toLowerCase() ?? ""),
    viewerPermission: (role ?? "read").toUpperCase(),
    viewerPossibleCommitEmails: may(view, repository, "write") && commitEmail !== null ? [commitEmail] : null,
    viewerSubscription:
      view.viewer !== null && isSubscriber(world, repository, view.viewer) ? "SUBSCRIBED" : "UNSUBSCRIBED",
    visibility: repository.private ? "PRIVATE" : "PUBLIC",
    vulnerabilityAlerts: nothing(),
    watchers: () => users(view, subscribersOf(world, repository)),
    webCommitSignoffRequired: settings.web_commit_signoff_required
  }
}

const BranchProtectionRule: Fields<"BranchProtectionRule"> = ({ branch, repository }, view) => {
  const rules = repository.protection.get(branch)
  if (rules === undefined) return {}
  const { required_pull_request_reviews: reviews, required_status_checks: checks } = rules
  const contexts = checks?.checks.map(({ context }) => context) ?? []
  return {
    allowsDeletions: rules.allow_deletions,
    allowsForcePushes: rules.allow_force_pushes,
    blocksCreations: rules.block_creations,
    creator: null,
    databaseId: null,
    dismissesStaleReviews: reviews?.dismiss_stale_reviews ?? false,
    id: nodeId("BPR", branch, repository),
    isAdminEnforced: rules.enforce_admins,
    lockAllowsFetchAndMerge: rules.allow_fork_syncing,
    lockBranch: rules.lock_branch,
    matchingRefs: () =>
      new List(
        [`refs/heads/${branch}`].filter((ref) => repository.refs.has(ref)),
        (ref) => refNode(view, repository, ref),
        (ref) => ref
      ),
    pattern: branch,
    repository: reference("Repository", { repository }),
    requireLastPushApproval: reviews?.require_last_push_approval ?? false,
    requiredApprovingReviewCount: reviews?.required_approving_review_count ?? null,
    requiredStatusCheckContexts: contexts,
    requiredStatusChecks: contexts.map((context) => ({ context, app: null })),
    requiresApprovingReviews: reviews !== null,
    requiresCodeOwnerReviews: reviews?.require_code_owner_reviews ?? false,
    requiresCommitSignatures: rules.required_signatures,
    requiresConversationResolution: rules.required_conversation_resolution,
    requiresDeployments: rules.required_deployments.length > 0,
    requiredDeploymentEnvironments: rules.required_deployments,
    requiresLinearHistory: rules.required_linear_history,
    requiresStatusChecks: checks !== null,
    requiresStrictStatusChecks: checks?.strict ?? false,
    restrictsPushes: rules.restrictions !== null,
    restrictsReviewDismissals: (reviews?.dismissal_restrictions ?? null) !== null
  }
}

export const fields = { BranchProtectionRule, Repository }
