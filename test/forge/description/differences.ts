/**
 * Where we differ from the service's description on purpose, with the reasons. Tests fail for a difference that is not
 * listed, and for one that is listed and no longer there.
 */

type Differences = Readonly<Record<string, string>>

/** The same reason for several places. */
const because = (reason: string, ...places: ReadonlyArray<string>): Differences =>
  Object.fromEntries(places.map((place) => [place, reason]))

/** The operations that take the whole configuration of a hook, and its fields. */
const hooks = ["createForRepo", "createForOrg", "updateForRepo", "updateForOrg"].map((name) => `Hooks.${name}`)
const hookConfigs = ["Repo", "Org", "App"].map((of) => `Hooks.updateConfigFor${of}`)

/** The operations that take the rules of a ruleset. */
const rulesets = ["create", "update", "createForOrg", "updateForOrg"].map((name) => `Rulesets.${name}`)

/** Inputs that the description allows and we refuse or send otherwise, by operation and field. */
export const refused: Differences = {
  ...because(
    "the service refuses it with 422: the description only says that it is text",
    "BranchProtection.update required_pull_request_reviews.required_approving_review_count",
    "BranchProtection.updateReviews required_approving_review_count",
    "ActionsVariables.create name",
    "ActionsVariables.createForEnvironment name",
    "ActionsVariables.createForOrg name",
    "Checks.create head_sha",
    "Checks.createSuite head_sha",
    "Contents.put author.date",
    "Contents.put committer.date",
    "Git.createCommit parents[]",
    "Git.createCommit tree",
    "Git.createTag object",
    "Git.createTree base_tree",
    "Git.createTree tree[].sha",
    "Issues.list milestone",
    "Issues.list issue_field_values[]",
    "Labels.create color",
    "Labels.update color",
    "PullRequests.createReview comments[].side",
    "PullRequests.createReview comments[].start_side",
    "Refs.create ref",
    "Refs.create sha",
    "Refs.update sha",
    "Repositories.replaceTopics names[]"
  ),
  ...because(
    "the service needs it, as its documentation says in words",
    "PullRequests.create title",
    "PullRequests.createReview body",
    "Git.createTree tree[]",
    "Git.createTree tree[].mode",
    "Git.createTree tree[].path",
    "PullRequests.createReview comments[].line",
    "PullRequests.requestReviewers reviewers",
    "Releases.uploadAsset name",
    ...["code", "commits", "issues", "labels", "repositories", "topics", "users"].map((name) => `Search.${name} q`)
  ),
  ...because(
    "the service needs it, as its documentation says in words",
    "Caches.deleteByKey key",
    "DependabotSecrets.createOrUpdate encrypted_value",
    "DependabotSecrets.createOrUpdate key_id",
    "Deployments.reviewPendingForRun environment_ids",
    "Environments.createOrUpdate reviewers[].id",
    "Environments.createOrUpdate reviewers[].type",
    "Environments.createProtectionRule integration_id"
  ),
  ...because(
    "a value goes with its key, as the documentation says in words",
    "DependabotSecrets.createOrUpdateForOrg key_id",
    "Secrets.createOrUpdateForOrg key_id"
  ),
  ...because(
    "only goes with the visibility selected, as the documentation says in words",
    "ActionsVariables.createForOrg selected_repository_ids",
    "ActionsVariables.updateForOrg selected_repository_ids",
    "DependabotSecrets.createOrUpdateForOrg selected_repository_ids",
    "Secrets.createOrUpdateForOrg selected_repository_ids"
  ),
  ...because(
    "an id is a number",
    "DependabotSecrets.createOrUpdateForOrg selected_repository_ids[]",
    "Secrets.createOrUpdateForOrg selected_repository_ids[]"
  ),
  ...because(
    "the name of the path has the same name there; `new_name` is sent as that of the body",
    "ActionsVariables.update name is sent otherwise",
    "ActionsVariables.updateForEnvironment name is sent otherwise",
    "ActionsVariables.updateForOrg name is sent otherwise"
  ),
  ...because(
    "the service needs an id of each App, role, team and user, as its documentation says in words",
    ...rulesets.map((name) => `${name} bypass_actors`)
  ),
  ...because("a rule of this kind says nothing without them", ...rulesets.map((name) => `${name} rules[].parameters`)),
  ...because(
    "0 to 10, as in the protection of a branch",
    ...rulesets.map((name) => `${name} rules[].parameters.required_approving_review_count`)
  ),
  "Environments.createOrUpdate deployment_branch_policy": "one of both is true, as the documentation says in words",
  ...because(
    "the service needs the title with the message, as its documentation says in words",
    ...["create", "createForOrg", "update"].flatMap((name) => [
      `Repositories.${name} merge_commit_title`,
      `Repositories.${name} squash_merge_commit_title`
    ])
  ),
  ...because(
    "deprecated: the titles of squashed commits replace it",
    "Repositories.createForOrg use_squash_pr_title_as_default",
    "Repositories.update use_squash_pr_title_as_default"
  ),
  ...because(
    "enabled or disabled: the description only says that it is text",
    "Repositories.update security_and_analysis.advanced_security.status",
    "Repositories.update security_and_analysis.code_security.status",
    "Repositories.update security_and_analysis.secret_scanning.status"
  ),
  ...because(
    "json or form, and 0 or 1: the description only says that it is text",
    ...hooks
      .filter((name) => name !== "Hooks.createForOrg")
      .flatMap((name) => [`${name} config.content_type`, `${name} config.insecure_ssl`]),
    ...hookConfigs.flatMap((name) => [`${name} content_type`, `${name} insecure_ssl`])
  ),
  ...because(
    "the service needs a URL, as it says when there is none",
    "Hooks.createForRepo config",
    "Hooks.createForRepo config.url",
    "Hooks.updateForRepo config.url"
  ),
  ...because(
    "it has only one value: the description only says that it is text",
    "Hooks.createForRepo name",
    "Hooks.createForOrg name",
    "Hooks.updateForOrg name"
  ),
  ...because(
    "`page` takes the cursor of a page",
    ...["Repo", "Org", "App"].map((of) => `Hooks.listDeliveriesFor${of} cursor`)
  ),
  "Repositories.listForMe affiliation[]": "one of three: the description only says that it is text",
  ...because(
    "without a sort, the service ignores the order",
    ...["commits", "issues", "labels", "repositories", "users"].map((name) => `Search.${name} order`)
  ),
  ...because(
    "only GitHub itself sets these",
    "Checks.create conclusion",
    "Checks.update status",
    "Checks.update conclusion"
  ),
  ...because(
    "the documentation knows labels and assignees by name only",
    "Issues.create labels[].name",
    "Issues.update labels[].name",
    "Issues.update labels is sent otherwise",
    "Issues.update assignees[].login"
  ),
  "Issues.update type.value": "a type without its name says nothing",
  ...because("fields that are null are not sent", "Issues.create labels is sent otherwise"),
  ...because(
    "diffs and patches have no pages, as the documentation says",
    ...["getDiff", "getPatch", "compareDiff", "comparePatch"].flatMap((name) => [
      `Commits.${name} page`,
      `Commits.${name} per_page`
    ])
  ),
  ...because("a title is text", "Issues.create title", "Issues.update title"),
  ...because("a milestone is a number", "Issues.create milestone", "Issues.update milestone"),
  "Commits.createComment position": "a position is in the diff of a file",
  "Commits.createComment line": "deprecated: the position replaces it",
  ...because("closing down: code is sorted by the best match", "Search.code sort", "Search.code order"),
  "Search.labels repository_id": "labels are searched in one repository",
  "Gists.create public": "a yes or no: the description also takes it as text",
  ...because("a file has a name", "Gists.update files.one.filename", "Gists.update files.two.filename"),
  "Issues.reprioritizeSubIssue after_id": "either this or before_id, as the documentation says in words",
  ...because("deprecated: assignees replace it", "Issues.create assignee", "Issues.update assignee"),
  "Contents.put content is sent otherwise": "it is given as bytes or text, and sent as Base64",
  "Git.createBlob content is sent otherwise": "it is given as bytes or text, and sent as Base64",
  "Git.createBlob encoding": "the service knows two, and we always send Base64",
  ...because(
    "an instant is sent in UTC",
    "Git.createCommit author is sent otherwise",
    "Git.createCommit committer is sent otherwise",
    "Git.createTag tagger is sent otherwise"
  ),
  "Git.getTree recursive": "a yes or no: the description only says that it is text",
  "Labels.replaceOnIssue labels": "nobody replaces all labels by leaving them out: [] removes them",
  "PullRequests.createReview comments[].position": "a line replaces the position, which is deprecated",
  "PullRequests.createComment line": "the service needs it for a comment on lines, as its documentation says in words",
  "PullRequests.createComment start_side": "no line is on the side `side`",
  "PullRequests.createComment position": "a line replaces the position, which is deprecated",
  "PullRequests.createComment in_reply_to": "`replyToComment` replies",
  "PullRequests.dismissReview event": "it has only one value, which the service takes by default",
  "PullRequests.list head": "the service ignores a head without an owner",
  ...because("nobody documents what it does", "Issues.listTimeline exclude", "Releases.updateAsset state"),
  "Repositories.listContributors anon": "a yes or no: the description only says that it is text",
  "Search.issues advanced_search": "a yes or no: the description only says that it is text"
}

/** Inputs that the description does not allow and we take, by operation and field. */
export const wider: Differences = {
  "Contents.get path": "without one it is the root",
  "Issues.list milestone": "a milestone is a number",
  ...because(
    "records have the id as text",
    ...["getThread", "markThreadAsRead", "markThreadAsDone", "getThreadSubscription", "setThreadSubscription"].map(
      (name) => `Notifications.${name} thread_id`
    ),
    "Notifications.deleteThreadSubscription thread_id"
  )
}

/** Requests that the description does not know. */
export const beyond: Differences = {
  ...because(
    "its pages begin after a delivery: a page by its number is the first one",
    ...["Repo", "Org", "App"].map((of) => `Hooks.listDeliveriesFor${of} page`)
  ),
  ...because(
    "any text: the service says what it refuses as a URL",
    ...hooks.map((name) => `${name} body`),
    ...hookConfigs.map((name) => `${name} body`)
  ),
  "Users.list page": "its pages begin after an id: a page by its number is the first one",
  ...because(
    "enterprises have internal repositories; the description of github.com leaves them out",
    "Repositories.createForOrg body",
    "Repositories.listForOrg type",
    "Repositories.update body"
  ),
  ...because(
    "recorded: the service takes it, and the description leaves it out",
    "Repositories.create visibility",
    "Repositories.createForOrg allow_update_branch",
    "Repositories.update has_discussions"
  ),
  ...because(
    "a range as searches write it, as the documentation says in words; the description says that it is an instant",
    "Actions.listRuns created",
    "Actions.listWorkflowRuns created"
  ),
  ...because(
    "a rule of a kind that is newer than the description is sent as it is",
    "Rulesets.create body",
    "Rulesets.update body",
    "Rulesets.updateForOrg body"
  ),
  "Labels.replaceOnIssue body": "[] removes all labels, as the documentation says; the description wants at least one"
}

/** Responses that the description allows and we refuse, by operation and field. */
export const unread: Differences = {
  ...because(
    "always a timestamp: the description only says that it is text",
    "Branches.get commit.commit.verification.verified_at",
    "Branches.merge commit.verification.verified_at",
    "Branches.rename commit.commit.verification.verified_at",
    "Commits.compare base_commit.commit.verification.verified_at",
    "Commits.compare commits[].commit.verification.verified_at",
    "Commits.compare merge_base_commit.commit.verification.verified_at",
    "Commits.get commit.verification.verified_at",
    "Commits.list [].commit.verification.verified_at",
    "Git.createCommit verification.verified_at",
    "DeployKeys.create created_at",
    "DeployKeys.get created_at",
    "DeployKeys.list [].created_at",
    "Git.createTag tagger.date",
    "Git.createTag verification.verified_at",
    "Git.getCommit verification.verified_at",
    "Git.getTag tagger.date",
    "Git.getTag verification.verified_at",
    "PullRequests.listCommits [].commit.verification.verified_at",
    "Search.commits items[].commit.verification.verified_at",
    "Statuses.create created_at",
    "Statuses.create updated_at",
    "Statuses.list [].created_at",
    "Statuses.list [].updated_at",
    "Contents.put commit.author.date",
    "Contents.put commit.committer.date",
    "Contents.delete commit.author.date",
    "Contents.delete commit.committer.date"
  ),
  ...because(
    "always sent: the description calls all fields of the change of a file optional",
    ...["Contents.put", "Contents.delete"].flatMap((name) =>
      ["author", "message", "node_id", "sha"]
        .map((field) => `${name} commit.${field}`)
        .concat(["name", "path", "sha", "type", "url"].map((field) => `${name} content.${field}`))
    )
  ),
  ...because(
    "always sent: the description calls the fields of a parent optional",
    "Search.commits items[].parents[].sha",
    "Search.commits items[].parents[].url"
  ),
  ...because(
    "always sent: the description calls all fields of gists and of their files optional",
    "Gists.create fork_of.files.one.filename",
    "Gists.create public",
    "Gists.update fork_of.files.one.filename",
    ...[
      "created_at",
      "files",
      "files.one",
      "files.one.filename",
      "files.one.raw_url",
      "files.two",
      "files.two.filename",
      "files.two.raw_url",
      "files.two.type",
      "fork_of.files.one.size",
      "fork_of.files.one.type",
      "id"
    ].map((field) => `Gists.create ${field}`),
    ...[
      "files.one.filename",
      "files.one.size",
      "files.one.type",
      "files.two.filename",
      "files.two.raw_url",
      "files.two.size",
      "files.two.type"
    ].map((field) => `Gists.fork ${field}`),
    ...["Gists.get", "Gists.getRevision"].flatMap((name) =>
      [
        "created_at",
        "files",
        "files.one",
        "files.one.filename",
        "files.one.raw_url",
        "files.two",
        "files.two.filename",
        "files.two.raw_url",
        "files.two.type",
        "fork_of.files.one.filename",
        "fork_of.files.one.size",
        "fork_of.files.one.type",
        "id",
        "public"
      ].map((field) => `${name} ${field}`)
    ),
    ...["Gists.listForMe", "Gists.listForUser", "Gists.listPublic", "Gists.listStarred"].flatMap((name) =>
      [
        "[].files.one.filename",
        "[].files.one.raw_url",
        "[].files.one.size",
        "[].files.one.type",
        "[].files.two.filename",
        "[].files.two.raw_url",
        "[].files.two.type"
      ].map((field) => `${name} ${field}`)
    ),
    ...[
      "[].created_at",
      "[].files",
      "[].files.one",
      "[].files.one.filename",
      "[].files.one.size",
      "[].files.one.type",
      "[].files.two",
      "[].files.two.raw_url",
      "[].files.two.size",
      "[].public"
    ].map((field) => `Gists.listForks ${field}`),
    ...[
      "created_at",
      "files",
      "files.one",
      "files.one.filename",
      "files.one.raw_url",
      "files.two",
      "files.two.filename",
      "files.two.raw_url",
      "files.two.type",
      "fork_of.files.one.size",
      "fork_of.files.one.type",
      "id",
      "public"
    ].map((field) => `Gists.update ${field}`)
  ),
  ...because(
    "always a timestamp: the description only says that it is text",
    ...["last_read_at", "updated_at"].map((field) => `Notifications.getThread ${field}`),
    ...["Notifications.list", "Notifications.listForRepo"].flatMap((name) =>
      ["[].updated_at"].map((field) => `${name} ${field}`)
    )
  ),
  ...because(
    "always sent: the description calls all fields of these optional",
    ...["Caches.list", "Caches.deleteByKey"].flatMap((name) =>
      ["created_at", "id", "key", "last_accessed_at", "ref", "size_in_bytes", "version"].map(
        (field) => `${name} actions_caches[].${field}`
      )
    ),
    ...["html_url", "id", "name", "node_id", "url"].map(
      (field) => `Deployments.getPendingForRun [].environment.${field}`
    ),
    ...["html_url", "id", "name", "node_id"].map((field) => `Deployments.getReviewsForRun [].environments[].${field}`),
    "Deployments.getPendingForRun [].reviewers[].type",
    ...["get", "createOrUpdate"].map((name) => `Environments.${name} protection_rules[].reviewers[].reviewer`),
    ...["get ", "createOrUpdate ", "list environments[]."].map(
      (at) => `Environments.${at}protection_rules[].reviewers[].type`
    ),
    ...["id", "name", "node_id"].flatMap((field) => [
      `Environments.listBranchPolicies branch_policies[].${field}`,
      ...["create", "get", "update"].map((name) => `Environments.${name}BranchPolicy ${field}`)
    ]),
    "Environments.getProtectionRules custom_deployment_protection_rules",
    "Environments.list environments",
    "Environments.listProtectionApps available_custom_deployment_protection_rule_integrations",
    "Environments.getProtectionRules total_count"
  ),
  "ActionsVariables.listForOrg variables[].value": "always sent: an example is without it",
  "Environments.listProtectionApps ": "an object, as its schema says: the example is a list",
  ...because("always Base64: the examples are cut off", "Contents.get content", "Contents.getReadme content"),
  ...because(
    "always sent: the description calls all fields of a suite optional",
    ...["", "ForOrg"].flatMap((of) => [
      ...["after_sha", "before_sha", "id", "pushed_at", "ref", "repository_name", "result"].flatMap((field) => [
        `Rulesets.getSuite${of} ${field}`,
        `Rulesets.listSuites${of} [].${field}`
      ]),
      `Rulesets.getSuite${of} repository_id`,
      `Rulesets.getSuite${of} rule_evaluations[].enforcement`,
      `Rulesets.getSuite${of} rule_evaluations[].rule_source.type`
    ])
  ),
  ...because(
    "always sent: the description calls both fields of the response optional",
    "PullRequests.updateBranch message",
    "PullRequests.updateBranch url"
  ),
  ...because(
    "always sent: the description calls all fields of those that a rule names optional",
    ...["id", "node_id", "html_url", "external_url"].map(
      (field) => `Branches.getProtection restrictions.apps[].${field}`
    ),
    ...["id", "login", "node_id", "avatar_url", "url"].map(
      (field) => `Branches.getProtection restrictions.users[].${field}`
    )
  ),
  ...because(
    "always sent: the description calls all fields of the response optional",
    "Branches.mergeUpstream message",
    "Branches.mergeUpstream merge_type",
    "Branches.mergeUpstream base_branch"
  ),
  ...because(
    "an App that a rule names is there",
    "BranchProtection.getReviews bypass_pull_request_allowances.apps[]",
    "BranchProtection.getReviews dismissal_restrictions.apps[]",
    "BranchProtection.update required_pull_request_reviews.bypass_pull_request_allowances.apps[]",
    "BranchProtection.update required_pull_request_reviews.dismissal_restrictions.apps[]",
    "BranchProtection.updateReviews bypass_pull_request_allowances.apps[]",
    "BranchProtection.updateReviews dismissal_restrictions.apps[]",
    "BranchRestrictions.addApps []",
    "BranchRestrictions.getApps []",
    "BranchRestrictions.removeApps []",
    "BranchRestrictions.setApps []",
    "Branches.getProtection required_pull_request_reviews.bypass_pull_request_allowances.apps[]",
    "Branches.getProtection required_pull_request_reviews.dismissal_restrictions.apps[]"
  ),
  ...because(
    "always sent: the description calls all fields of a configuration optional",
    ...["getConfig", "updateConfig"].flatMap((name) =>
      ["Repo", "Org", "App"].map((of) => `Hooks.${name}For${of} content_type`)
    ),
    ...["create", "get", "update"].flatMap((name) =>
      ["Repo", "Org"].map((of) => `Hooks.${name}For${of} config.content_type`)
    ),
    ...["Repo", "Org"].map((of) => `Hooks.listFor${of} [].config.content_type`)
  ),
  ...because(
    "always sent: the description calls all fields of those that a rule names, and of the reviews, optional",
    "BranchProtection.update required_pull_request_reviews.dismiss_stale_reviews",
    "BranchProtection.update required_pull_request_reviews.require_code_owner_reviews",
    "BranchProtection.update restrictions.apps[].html_url",
    "BranchProtection.update restrictions.apps[].id",
    "BranchProtection.update restrictions.apps[].name",
    "BranchProtection.update restrictions.users[].id",
    "BranchProtection.update restrictions.users[].login",
    "BranchProtection.update restrictions.users[].node_id",
    "BranchProtection.update restrictions.users[].type",
    "BranchRestrictions.get apps[].external_url",
    "BranchRestrictions.get apps[].html_url",
    "BranchRestrictions.get apps[].id",
    "BranchRestrictions.get apps[].name",
    "BranchRestrictions.get apps[].node_id",
    "BranchRestrictions.get users[].avatar_url",
    "BranchRestrictions.get users[].html_url",
    "BranchRestrictions.get users[].id",
    "BranchRestrictions.get users[].login",
    "BranchRestrictions.get users[].node_id",
    "BranchRestrictions.get users[].type",
    "BranchRestrictions.get users[].url"
  ),
  ...because(
    "its media type is asked for: the description has the plain record beside it",
    "Stars.listStargazers [].starred_at",
    "Stars.listForUser [].repo",
    "Stars.listForUser [].starred_at"
  ),
  "Apps.listInstallationRequests [].requester.login": "always sent, as its schema says: the example is without it",
  ...because(
    "the App that signs in, or that was asked for, is there",
    "Apps.createFromManifest id",
    "Apps.get ",
    "Apps.getBySlug "
  ),
  "Branches.getProtection url": "always sent: the description has it optional for the sake of listed branches",
  ...because(
    "always sent: the example is older",
    "Branches.merge files[].contents_url",
    "BranchProtection.getStatusChecks checks",
    "BranchProtection.updateStatusChecks checks",
    "Commits.get files[].contents_url"
  ),
  "Git.getBlob encoding": "always Base64 or UTF-8: the description only says that it is text",
  "Deployments.create id": "what was merged is always told: the description calls the message optional",
  "Releases.uploadAsset IntegrityFailed": "the size of the record must be that of the bytes that were sent",
  "Search.issues Link": "the example is a page of several, without its links",
  "Search.issues items[]": "the example has an ellipsis in place of its items"
}

/** Fields of records that may be null, though the description always has them. */
export const nullable: Differences = {
  ...because(
    "null for a deleted account, as the description says of the events of a repository",
    ...["Assignee", "Comment", "IssueType", "Label", "Lock", "Milestone", "Other", "Rename", "ReviewDismissal"].map(
      (kind) => `${kind}Event.actor`
    ),
    "ReviewRequestEvent.actor",
    "StateEvent.actor"
  ),
  ...because(
    "null in the record of the comment or the review, which the event has, too",
    "CommentEvent.author_association",
    "CommentEvent.user",
    "ReviewEvent.commit_id",
    "ReviewEvent.user"
  ),
  ...because(
    "no event fails a listing, whatever it lacks",
    "OtherEvent.created_at",
    "OtherEvent.id",
    "OtherEvent.node_id",
    "OtherEvent.url"
  ),
  ...because("objects of git have it; the commits of repositories may not", "GitIdentity.date", "ParentLink.html_url"),
  ...because(
    "null for a deleted account or repository, as the description says of webhooks",
    "PullRequestBase.user",
    "PullRequestHead.repo",
    "PullRequestHead.user"
  ),
  ...because(
    "null where the text of the repository is taken or the account was deleted, as the description says of webhooks",
    "AutoMerge.commit_message",
    "AutoMerge.commit_title",
    "AutoMerge.enabled_by"
  ),
  ...because(
    "recordings of 2021 are without it",
    "WorkflowJob.created_at",
    "WorkflowRun.display_title",
    "WorkflowRun.path"
  ),
  ...because("version 2026-03-10 of the API is without it", "FoundRepo.has_downloads", "ListedRepo.has_downloads"),
  "GitCommit.author": "null in other commits: the description of those that a search found always has it",
  "RequiredStatusChecks.strict": "the record of a branch is without it",
  ...because(
    "an enterprise has no login, and a user has no slug",
    "AppAccount.html_url",
    "AppAccount.login",
    "AppAccount.name",
    "AppAccount.slug",
    "AppAccount.type"
  ),
  "GitTag.tagger": "tags of git before version 0.99 are without it",
  ...because(
    "null for a discussion, as people report: the description always has it",
    "NotificationSubject.latest_comment_url",
    "NotificationSubject.url"
  ),
  "RateLimitStatus.used": "recordings of 2020 are without it",
  "Repo.has_discussions": "recordings of 2021 are without it",
  "WorkflowRun.head_repository": "null once the fork was deleted",
  "Submodule.submodule_git_url": "null if .gitmodules does not contain the submodule"
}
