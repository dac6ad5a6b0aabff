/** What an endpoint requires of who uses it. */

export type PermissionName =
  | "actions"
  | "actions_variables"
  | "administration"
  | "checks"
  | "contents"
  | "dependabot_secrets"
  | "deployments"
  | "email_addresses"
  | "environments"
  | "followers"
  | "gists"
  | "git_signing_ssh_public_keys"
  | "git_ssh_keys"
  | "issues"
  | "members"
  | "metadata"
  | "notifications"
  | "organization_actions_variables"
  | "organization_dependabot_secrets"
  | "organization_hooks"
  | "organization_secrets"
  | "profile"
  | "pull_requests"
  | "repository_hooks"
  | "secrets"
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
  dependabot: "dependabot_secrets",
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

/** Secrets and variables have permissions of their own. */
const settings: Readonly<Record<string, PermissionName>> = {
  secrets: "secrets",
  "organization-secrets": "secrets",
  variables: "actions_variables",
  "organization-variables": "actions_variables"
}

/** The permissions for settings, which nobody may read without them, not even in a public repository. */
export const guarded: ReadonlySet<PermissionName> = new Set([
  ...Object.values(settings),
  "dependabot_secrets",
  "email_addresses",
  "environments",
  "git_signing_ssh_public_keys",
  "git_ssh_keys",
  "organization_hooks",
  "repository_hooks"
])

const ofRepository = (level: Access["level"], rest: ReadonlyArray<string>): Access => {
  const [family = "", second = "", detail = ""] = rest
  if (family === "actions" && second in settings) return { permission: settings[second] ?? "actions", level }
  if (family === "environments") {
    const isSetting = detail === "secrets" || detail === "variables"
    return { permission: isSetting ? "environments" : level === "read" ? "actions" : "administration", level }
  }
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
  if (root === "orgs" && third === "dependabot") return { permission: "organization_dependabot_secrets", level }
  if (root === "orgs" && third === "actions") {
    return { permission: rest[0] === "variables" ? "organization_actions_variables" : "organization_secrets", level }
  }
  if (root === "orgs" && third.endsWith("members")) return { permission: "members", level }
  return { permission: level === "read" ? "metadata" : "administration", level }
}
