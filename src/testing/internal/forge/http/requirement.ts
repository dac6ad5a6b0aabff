/** What an endpoint requires of who uses it. */

export type PermissionName =
  | "actions"
  | "administration"
  | "checks"
  | "contents"
  | "deployments"
  | "gists"
  | "issues"
  | "members"
  | "metadata"
  | "notifications"
  | "organization_hooks"
  | "pull_requests"
  | "repository_hooks"
  | "statuses"

/** The permission that fine-grained tokens and those of apps need. Every token has `metadata: read`. */
export interface Access {
  readonly permission: PermissionName
  readonly level: "read" | "write"
}

/** `app` takes only the JWT of an app, and `nothing` takes anybody. */
export type Requirement = Access | "app" | "nothing"

/** The permission for each part of a repository, by the segment of the path that names it. */
const families: Readonly<Record<string, PermissionName>> = {
  actions: "actions",
  assignees: "issues",
  branches: "contents",
  "check-runs": "checks",
  "check-suites": "checks",
  comments: "issues",
  commits: "contents",
  compare: "contents",
  contents: "contents",
  deployments: "deployments",
  dispatches: "contents",
  git: "contents",
  hooks: "repository_hooks",
  issues: "issues",
  labels: "issues",
  merges: "contents",
  milestones: "issues",
  pulls: "pull_requests",
  readme: "contents",
  releases: "contents",
  status: "statuses",
  statuses: "statuses",
  tarball: "contents",
  zipball: "contents"
}

const ofRepository = (level: Access["level"], rest: ReadonlyArray<string>): Access => {
  const [family = "", , detail = ""] = rest
  if (family === "pulls" && detail === "merge") return { permission: "contents", level }
  // `/commits/{ref}/check-runs`, `/commits/{ref}/status` and `/commits/{sha}/pulls` belong to their last segment.
  const name = family === "commits" ? (families[detail] ?? "contents") : families[family]
  if (name !== undefined) return { permission: name, level }
  return { permission: level === "read" ? "metadata" : "administration", level }
}

/** What an endpoint requires unless its route says otherwise. */
export const requirementOf = (method: string, template: ReadonlyArray<string>): Requirement => {
  const [root = "", , third = "", ...rest] = template
  const level = method === "GET" ? "read" : "write"
  if (root === "repos") return ofRepository(level, rest)
  if (root === "app") return "app"
  if (root === "" || root === "meta" || root === "rate_limit" || root === "zen") return "nothing"
  if (root === "orgs" && third === "hooks") return { permission: "organization_hooks", level }
  if (root === "orgs" && third.endsWith("members")) return { permission: "members", level }
  return { permission: level === "read" ? "metadata" : "administration", level }
}
