/** Rulesets and how pushes were evaluated, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"

type Schemas = components["schemas"]

export const ruleset: Schemas["repository-ruleset"] = {
  id: 42,
  name: "Main",
  target: "branch",
  source_type: "Repository",
  source: "acme/web",
  enforcement: "active",
  bypass_actors: [{ actor_id: 5, actor_type: "RepositoryRole", bypass_mode: "pull_request" }],
  current_user_can_bypass: "pull_requests_only",
  node_id: "RRS_42",
  _links: {
    self: { href: "https://api.github.com/repos/acme/web/rulesets/42" },
    html: { href: "https://github.com/acme/web/rules/42" }
  },
  conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: ["refs/heads/dev*"] } },
  rules: [
    { type: "deletion" },
    {
      type: "required_status_checks",
      parameters: {
        required_status_checks: [{ context: "ci/build" }],
        strict_required_status_checks_policy: true
      }
    },
    { type: "commit_author_email_pattern", parameters: { operator: "contains", pattern: "github" } }
  ],
  created_at: "2026-07-15T08:43:03Z",
  updated_at: "2026-08-23T16:29:47Z"
}

export const version: Schemas["ruleset-version"] = {
  version_id: 3,
  actor: { id: 1, type: "User" },
  updated_at: "2026-10-23T16:29:47Z"
}

export const suite: Schemas["rule-suite"] = {
  id: 21,
  actor_id: 12,
  actor_name: "octo",
  before_sha: "893f768e172fb1bc9c5d6f3dd48557e45f14e01d",
  after_sha: "dedd88641a362b6b4ea872da4847d6131a164d01",
  ref: "refs/heads/main",
  repository_id: 404,
  repository_name: "web",
  pushed_at: "2026-07-06T08:43:03Z",
  result: "bypass",
  evaluation_result: "fail",
  rule_evaluations: [
    {
      rule_source: { type: "ruleset", id: 2, name: "Author email must be ours" },
      enforcement: "active",
      result: "fail",
      rule_type: "commit_author_email_pattern",
      details: "Author email must be ours"
    }
  ]
}
