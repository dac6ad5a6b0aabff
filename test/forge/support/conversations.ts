/** Reactions, members and what comes of reviews, as the service sends them, in full. */
import type { components } from "@octokit/openapi-types"
import { comment } from "./records.ts"
import { user } from "./repositories.ts"

type Schemas = components["schemas"]

export const reaction: Schemas["reaction"] = {
  id: 42,
  node_id: "REA_42",
  user,
  content: "heart",
  created_at: "2026-05-20T20:09:31Z"
}

export const member: Schemas["team-member"] = { ...user, role: "maintainer", inherited: false }

export const team: Schemas["team"] = {
  id: 5,
  node_id: "T_5",
  url: "https://api.github.com/organizations/99/team/5",
  html_url: "https://github.com/orgs/acme/teams/front-end",
  members_url: "https://api.github.com/organizations/99/team/5/members{/member}",
  repositories_url: "https://api.github.com/organizations/99/team/5/repos",
  name: "Front end",
  slug: "front-end",
  description: "Those who make it look good",
  privacy: "closed",
  notification_setting: "notifications_enabled",
  permission: "pull",
  type: "organization",
  parent: null
}

const event = {
  id: 9_000_001,
  node_id: "LE_9000001",
  url: "https://api.github.com/repos/acme/web/issues/events/9000001",
  actor: user,
  commit_id: null,
  commit_url: null,
  created_at: "2026-05-20T20:09:31Z",
  performed_via_github_app: null
}

export const labeled: Schemas["labeled-issue-event"] = {
  ...event,
  event: "labeled",
  label: { name: "bug", color: "d73a4a" }
}

/** An event that nobody knew when this was written. */
export const unheardOf = { ...event, event: "painted", color: "red" }

export const commented: Schemas["timeline-comment-event"] = {
  ...comment,
  id: 1_234_567_890,
  body: "Me too",
  user,
  author_association: "MEMBER",
  performed_via_github_app: null,
  event: "commented",
  actor: user
}

export const updatedBranch = {
  message: "Updating pull request branch.",
  url: "https://github.com/repos/acme/web/pulls/9"
}
