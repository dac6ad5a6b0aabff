/** Reactions, members and what comes of reviews, as the service sends them, in full. */
import type { components } from "@octokit/openapi-types"
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

export const updatedBranch = {
  message: "Updating pull request branch.",
  url: "https://github.com/repos/acme/web/pulls/9"
}
