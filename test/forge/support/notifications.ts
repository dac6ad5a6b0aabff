/** Notifications as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { minimalRepository } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/notifications/threads/17"
const issue = "https://api.github.com/repos/acme/web/issues/7"

export const thread: Schemas["thread"] = {
  id: "17",
  repository: minimalRepository,
  subject: { title: "Greetings", url: issue, latest_comment_url: `${issue}/comments/5`, type: "Issue" },
  reason: "mention",
  unread: true,
  updated_at: "2026-04-14T16:00:49Z",
  last_read_at: null,
  url: api,
  subscription_url: `${api}/subscription`
}

export const subscription: Schemas["thread-subscription"] = {
  subscribed: true,
  ignored: false,
  reason: "manual",
  created_at: "2026-04-14T16:00:49Z",
  url: `${api}/subscription`,
  thread_url: api
}
