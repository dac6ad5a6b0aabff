/** The parameters with which Octokit calls each operation, on the seed of these tests. */
import { operations } from "../../forge/operations/all.ts"
import type { Made, Simulated } from "../../forge/operations/row.ts"

type Parameters = Readonly<Record<string, unknown>>

/** What the parameters of paths are on the seed. */
export const inPath = (template: string, made: Made): Parameters => ({
  owner: "acme",
  repo: "web",
  org: "tools",
  username: "ada",
  assignee: "octo",
  team_slug: "core",
  issue_number: 1,
  milestone_number: 1,
  pull_number: 3,
  comment_id: template.includes("/pulls/") ? made.reviewComment : made.comment,
  reaction_id: template.includes("/comments/") ? made.commentReaction : made.reaction,
  review_id: made.approval,
  release_id: made.release,
  asset_id: made.asset,
  name: template.includes("/variables/") ? "REGION" : "bug",
  tag: "v1.0.0",
  branch: "main",
  ref: "main",
  sha: made.main,
  commit_sha: made.main,
  tree_sha: made.tree,
  file_sha: made.readme,
  tag_sha: made.tag,
  base: "main",
  head: "ahead",
  basehead: "main...ahead",
  path: "README.md",
  check_run_id: made.run,
  check_suite_id: made.suite,
  workflow_id: "build.yml",
  run_id: 901,
  attempt_number: 1,
  artifact_id: 903,
  archive_format: "zip",
  deployment_id: 904,
  installation_id: 70,
  app_slug: "builder",
  hook_id: template.startsWith("/orgs/") ? 921 : 920,
  delivery_id: 922,
  invitation_id: 910,
  key_id: 920,
  environment_name: "production",
  secret_name: "TOKEN",
  repository_id: 777,
  job_id: 930,
  cache_id: 913,
  branch_policy_id: 911,
  protection_rule_id: 912,
  ruleset_id: 930,
  // The first of all.
  event_id: 22_000_000,
  code: "a1b2"
})

const me = { username: "octo" }
const rev = { username: "rev" }
const kit = { owner: "tools", repo: "kit" }

/** A token that a user has granted an app. */
const granted = { client_id: "Iv1.builder", access_token: "ghu_granted" }

/** What the simulator serves, and our client does not declare. */
const others: Readonly<Record<string, Simulated>> = {
  "Meta.root": {},
  "Meta.get": {},
  "Meta.getZen": {},
  "Apps.createInstallationToken": { as: "app" },
  "Issues.checkAssignee": {},
  "Issues.checkAssigneeForIssue": {},
  "Issues.listForMe": {},
  "Issues.listEventsForRepo": {},
  "Issues.getEvent": {},
  "Labels.removeAllFromIssue": {},
  "Milestones.listLabels": {},
  "PullRequests.isMerged": { with: { pull_number: 5 } },
  "PullRequests.getReview": {},
  "PullRequests.updateReview": { with: ({ pending }) => ({ review_id: pending, body: "Still" }) },
  "PullRequests.removeReview": { with: ({ pending }) => ({ review_id: pending }) },
  "PullRequests.listCommentsOfReview": {},
  "PullRequests.listReviewCommentsForRepository": {},
  "PullRequests.getReviewComment": {},
  "PullRequests.updateReviewComment": { as: "rev", with: { body: "?" } },
  "PullRequests.removeReviewComment": { as: "rev" },
  "PullRequests.listRequestedReviewers": {},
  "Repositories.delete": { as: "acme" },
  "Repositories.fork": { as: "rev" },
  "Repositories.transfer": { as: "acme", with: { new_owner: "ada" } },
  "Organizations.listMine": {},
  "Organizations.checkMember": { with: me },
  "Organizations.listPublicMembers": {},
  "Organizations.checkPublicMember": { with: me },
  "Organizations.listIssueTypes": {},
  "Organizations.listIssueFields": {},
  "Checks.getSuite": {},
  "Apps.checkToken": { as: "client", with: granted },
  "Apps.resetToken": { as: "client", with: granted },
  "Apps.deleteToken": { as: "client", with: granted },
  "Apps.scopeToken": { as: "client", with: { ...granted, target: "acme" } },
  "Apps.deleteAuthorization": { as: "client", with: granted },
  "Events.list": {},
  "Events.listForNetwork": {},
  "Events.listForOrg": {},
  "Events.listForRepo": {},
  "Events.listForUser": {},
  "Events.listForUserInOrg": { with: me },
  "Events.listPublicForUser": {},
  "Events.listPublicReceived": {},
  "Events.listReceived": {},
  "Markdown.render": { with: { text: "a" } },
  "Markdown.renderRaw": { with: { data: "a" } },
  "Organizations.acceptMembership": { as: "tri", with: { state: "active" } },
  "Organizations.cancelInvitation": { with: { invitation_id: 963 } },
  "Organizations.concealMembership": { with: me },
  "Organizations.createInvitation": { with: { invitee_id: 61 } },
  "Organizations.getMembership": { with: me },
  "Organizations.getMyMembership": {},
  "Organizations.list": {},
  "Organizations.listForUser": { with: me },
  "Organizations.listInvitations": {},
  "Organizations.listMyMemberships": {},
  "Organizations.publicizeMembership": { with: me },
  "Organizations.removeMember": { with: rev },
  "Organizations.removeMembership": { with: rev },
  "Organizations.setMembership": { with: { ...rev, role: "admin" } },
  "Reactions.createForCommitComment": { with: { comment_id: 905, content: "eyes" }, status: 201 },
  "Reactions.createForRelease": { with: { content: "eyes" }, status: 201 },
  "Reactions.createForReviewComment": { with: { content: "eyes" }, status: 201 },
  "Reactions.deleteForCommitComment": { with: { comment_id: 905, reaction_id: 966 } },
  "Reactions.deleteForRelease": { with: { reaction_id: 967 } },
  "Reactions.deleteForReviewComment": { with: { comment_id: 961, reaction_id: 962 } },
  "Reactions.listForCommitComment": { with: { comment_id: 905 } },
  "Reactions.listForRelease": {},
  "Reactions.listForReviewComment": {},
  "Teams.checkRepository": { with: kit, status: 204 },
  "Teams.create": { with: { name: "New" } },
  "Teams.delete": {},
  "Teams.get": {},
  "Teams.getMembership": { with: rev },
  "Teams.listForMe": {},
  "Teams.listInvitations": {},
  "Teams.listRepositories": {},
  "Teams.removeMembership": { with: rev },
  "Teams.setMembership": { with: rev },
  "Teams.update": { with: { description: "Builds" }, status: 201 },
  "Users.addEmails": { with: { emails: ["new@example.com"] } },
  "Users.createKey": { with: { key: "ssh-ed25519 AAAA9" } },
  "Users.createSigningKey": { with: { key: "ssh-ed25519 AAAA9" } },
  "Users.deleteEmails": { with: { emails: ["old@example.com"] } },
  "Users.deleteKey": { with: { key_id: 964 } },
  "Users.deleteSigningKey": { with: { ssh_signing_key_id: 965 } },
  "Users.follow": { with: rev },
  "Users.getById": { with: { account_id: 61 } },
  "Users.getKey": { with: { key_id: 964 } },
  "Users.getSigningKey": { with: { ssh_signing_key_id: 965 } },
  "Users.isFollowedBy": { with: { ...me, target_user: "ada" } },
  "Users.isFollowedByMe": {},
  "Users.listEmails": {},
  "Users.listFollowed": {},
  "Users.listFollowedByMe": {},
  "Users.listFollowers": {},
  "Users.listKeys": {},
  "Users.listKeysOf": {},
  "Users.listMyFollowers": {},
  "Users.listPublicEmails": {},
  "Users.listSigningKeys": {},
  "Users.listSigningKeysOf": {},
  "Users.setEmailVisibility": { with: { visibility: "private" } },
  "Users.unfollow": {},
  "Users.updateMe": { with: { bio: "Counts" } }
}

/** How Octokit asks for another representation. */
const mediaOf = (media: string | undefined): Parameters =>
  media === undefined ? {} : { mediaType: { format: media.replace("+json", "") } }

/** By the name of the operation. */
export const calls: Readonly<Record<string, Simulated>> = {
  ...others,
  ...Object.fromEntries(
    operations.map(({ name, row: { media, octokit = {} } }): readonly [string, Simulated] => {
      const given = octokit.with ?? {}
      const parameters = (made: Made) => ({ ...mediaOf(media), ...(typeof given === "function" ? given(made) : given) })
      return [name, { ...octokit, with: parameters }]
    })
  )
}
