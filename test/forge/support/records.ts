/** Records as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"

type Schemas = components["schemas"]

export const repo = { owner: "acme", repo: "web" } as const
export const root = "/repos/acme/web"
const api = `https://api.github.com${root}`
const page = "https://github.com/acme/web"

const user = (login: string, id: number): Schemas["simple-user"] => ({
  login,
  id,
  node_id: `U_${id}`,
  avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
  gravatar_id: "",
  url: `https://api.github.com/users/${login}`,
  html_url: `https://github.com/${login}`,
  followers_url: `https://api.github.com/users/${login}/followers`,
  following_url: `https://api.github.com/users/${login}/following{/other_user}`,
  gists_url: `https://api.github.com/users/${login}/gists{/gist_id}`,
  starred_url: `https://api.github.com/users/${login}/starred{/owner}{/repo}`,
  subscriptions_url: `https://api.github.com/users/${login}/subscriptions`,
  organizations_url: `https://api.github.com/users/${login}/orgs`,
  repos_url: `https://api.github.com/users/${login}/repos`,
  events_url: `https://api.github.com/users/${login}/events{/privacy}`,
  received_events_url: `https://api.github.com/users/${login}/received_events`,
  type: "User",
  site_admin: false
})

const reactions: Schemas["reaction-rollup"] = {
  url: `${api}/issues/7/reactions`,
  total_count: 3,
  "+1": 2,
  "-1": 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 1,
  rocket: 0,
  eyes: 0
}

export const label: Schemas["label"] = {
  id: 208_045_946,
  node_id: "LA_208045946",
  url: `${api}/labels/help%20wanted`,
  name: "help wanted",
  description: "Extra attention is needed",
  color: "008672",
  default: true
}

export const milestone: Schemas["milestone"] = {
  id: 1_002_604,
  node_id: "MI_1002604",
  number: 3,
  title: "v1.0",
  state: "open",
  url: `${api}/milestones/3`,
  html_url: `${page}/milestone/3`,
  labels_url: `${api}/milestones/3/labels`,
  description: "Tracking milestone for version 1.0",
  creator: user("octo", 1),
  open_issues: 4,
  closed_issues: 8,
  due_on: "2026-10-09T23:39:01Z",
  created_at: "2026-04-10T20:09:31Z",
  updated_at: "2026-05-03T18:40:00Z",
  closed_at: null
}

export const issue: Schemas["issue"] = {
  id: 3_000_000_007,
  node_id: "I_7",
  number: 7,
  title: "It does not start",
  body: "Nothing happens.",
  state: "closed",
  state_reason: "completed",
  user: user("octo", 1),
  author_association: "COLLABORATOR",
  labels: [label, "bug"],
  assignee: user("hubot", 2),
  assignees: [user("hubot", 2), user("other", 3)],
  milestone,
  comments: 5,
  locked: true,
  active_lock_reason: "too heated",
  created_at: "2026-04-22T13:33:48Z",
  updated_at: "2026-05-23T13:33:48Z",
  closed_at: "2026-05-24T13:33:48Z",
  closed_by: user("octo", 1),
  reactions,
  html_url: `${page}/issues/7`,
  url: `${api}/issues/7`,
  repository_url: api,
  labels_url: `${api}/issues/7/labels{/name}`,
  comments_url: `${api}/issues/7/comments`,
  events_url: `${api}/issues/7/events`,
  timeline_url: `${api}/issues/7/timeline`
}

export const comment: Schemas["issue-comment"] = {
  id: 1_234_567_890,
  node_id: "IC_1234567890",
  url: `${api}/issues/comments/1234567890`,
  html_url: `${page}/issues/7#issuecomment-1234567890`,
  issue_url: `${api}/issues/7`,
  body: "Me too",
  user: user("hubot", 2),
  author_association: "MEMBER",
  created_at: "2026-04-22T14:00:00Z",
  updated_at: "2026-04-22T14:05:00Z",
  reactions
}
