import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as modules from "../../../src/forge/index.ts"
import { Rule } from "../../../src/forge/schema/Rule.ts"
import * as Schemas from "./schemas.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import * as Samples from "../../../src/testing/Samples.ts"
import { violations } from "../forge/description.ts"

interface AnySample {
  (): object
  readonly wire: () => object
}

const repo = "/repos/{owner}/{repo}"

type Answered = readonly [wire: string, status: number, inAnswer?: (record: object) => unknown]

const event: Answered = [`GET ${repo}/issues/{issue_number}/events`, 200, (event) => [event]]
const timeline: Answered = [`GET ${repo}/issues/{issue_number}/timeline`, 200, (entry) => [entry]]

const found = (item: object) => ({ total_count: 1, incomplete_results: false, items: [item] })

/** The operation that answers each record as it is, and where the record is in the answer. */
const answers: Readonly<Record<keyof typeof Schemas, Answered>> = {
  issue: [`GET ${repo}/issues/{issue_number}`, 200],
  foundIssue: ["GET /search/issues", 200, (issue) => ({ ...found(issue), search_type: "lexical" })],
  comment: [`GET ${repo}/issues/comments/{comment_id}`, 200],
  reaction: [`POST ${repo}/issues/{issue_number}/reactions`, 201],
  labelEvent: event,
  assigneeEvent: event,
  milestoneEvent: event,
  renameEvent: event,
  stateEvent: timeline,
  lockEvent: event,
  reviewRequestEvent: event,
  reviewDismissalEvent: event,
  issueTypeEvent: event,
  otherEvent: event,
  commentEvent: timeline,
  reviewEvent: timeline,
  lineCommentEvent: timeline,
  commitCommentEvent: timeline,
  commitEvent: timeline,
  crossReferenceEvent: timeline,
  label: [`GET ${repo}/labels/{name}`, 200],
  milestone: [`GET ${repo}/milestones/{milestone_number}`, 200],
  pullRequest: [`GET ${repo}/pulls/{pull_number}`, 200],
  listedPullRequest: [`GET ${repo}/pulls`, 200, (pull) => [pull]],
  review: [`POST ${repo}/pulls/{pull_number}/reviews`, 200],
  reviewComment: [`GET ${repo}/pulls/comments/{comment_id}`, 200],
  updatedBranch: [`PUT ${repo}/pulls/{pull_number}/update-branch`, 202],
  mergeResult: [`PUT ${repo}/pulls/{pull_number}/merge`, 200],
  repository: [`GET ${repo}`, 200],
  listedRepository: ["GET /user/repos", 200, (repository) => [repository]],
  foundRepository: ["GET /search/repositories", 200, found],
  foundLabel: ["GET /search/labels", 200, found],
  foundCode: ["GET /search/code", 200, found],
  foundCommit: ["GET /search/commits", 200, found],
  foundTopic: ["GET /search/topics", 200, found],
  user: ["GET /users/{username}", 200],
  simpleUser: ["GET /orgs/{org}/members", 200, (user) => [user]],
  foundUser: ["GET /search/users", 200, found],
  authenticatedUser: ["GET /user", 200],
  organization: ["GET /orgs/{org}", 200],
  team: ["GET /orgs/{org}/teams", 200, (team) => [team]],
  teamMember: ["GET /orgs/{org}/teams/{team_slug}/members", 200, (member) => [member]],
  appDetails: ["GET /apps/{app_slug}", 200],
  createdApp: ["POST /app-manifests/{code}/conversions", 201],
  installation: ["GET /app/installations/{installation_id}", 200],
  installationRequest: ["GET /app/installation-requests", 200, (request) => [request]],
  stargazer: [`GET ${repo}/stargazers`, 200, (stargazer) => [stargazer]],
  starredRepository: ["GET /users/{username}/starred", 200, (starred) => [starred]],
  subscription: [`GET ${repo}/subscription`, 200],
  hook: [`GET ${repo}/hooks/{hook_id}`, 200],
  hookConfig: [`GET ${repo}/hooks/{hook_id}/config`, 200],
  organizationHook: ["GET /orgs/{org}/hooks/{hook_id}", 200],
  listedHookDelivery: [`GET ${repo}/hooks/{hook_id}/deliveries`, 200, (delivery) => [delivery]],
  hookDelivery: [`GET ${repo}/hooks/{hook_id}/deliveries/{delivery_id}`, 200],
  commit: [`GET ${repo}/commits/{ref}`, 200],
  commitComment: [`GET ${repo}/comments/{comment_id}`, 200],
  commitFile: [`GET ${repo}/pulls/{pull_number}/files`, 200, (file) => [file]],
  comparison: [`GET ${repo}/compare/{basehead}`, 200],
  file: [`GET ${repo}/contents/{path}`, 200],
  directory: [`GET ${repo}/contents/{path}`, 200],
  symlink: [`GET ${repo}/contents/{path}`, 200],
  submodule: [`GET ${repo}/contents/{path}`, 200],
  fileCommit: [`PUT ${repo}/contents/{path}`, 201],
  gitCommit: [`GET ${repo}/git/commits/{commit_sha}`, 200],
  gitTree: [`GET ${repo}/git/trees/{tree_sha}`, 200],
  gitBlob: [`GET ${repo}/git/blobs/{file_sha}`, 200],
  createdBlob: [`POST ${repo}/git/blobs`, 201],
  gitTag: [`POST ${repo}/git/tags`, 201],
  collaborator: [`GET ${repo}/collaborators`, 200, (collaborator) => [collaborator]],
  collaboratorPermission: [`GET ${repo}/collaborators/{username}/permission`, 200],
  invitation: [`GET ${repo}/invitations`, 200, (invitation) => [invitation]],
  deployKey: [`POST ${repo}/keys`, 201],
  mergedUpstream: [`POST ${repo}/merge-upstream`, 200],
  branchRules: [`GET ${repo}/branches/{branch}/protection`, 200],
  statusCheckPolicy: [`GET ${repo}/branches/{branch}/protection/required_status_checks`, 200],
  requiredReviews: [`GET ${repo}/branches/{branch}/protection/required_pull_request_reviews`, 200],
  enforcedRule: [`GET ${repo}/branches/{branch}/protection/enforce_admins`, 200],
  app: [`GET ${repo}/branches/{branch}/protection/restrictions/apps`, 200, (app) => [app]],
  pushPolicy: [`GET ${repo}/branches/{branch}/protection/restrictions`, 200],
  ruleset: [`GET ${repo}/rulesets/{ruleset_id}`, 200],
  listedRuleset: [`GET ${repo}/rulesets`, 200, (ruleset) => [ruleset]],
  rulesetVersion: [`GET ${repo}/rulesets/{ruleset_id}/history/{version_id}`, 200],
  listedRulesetVersion: [`GET ${repo}/rulesets/{ruleset_id}/history`, 200, (version) => [version]],
  ruleSuite: [`GET ${repo}/rulesets/rule-suites/{rule_suite_id}`, 200],
  listedRuleSuite: [`GET ${repo}/rulesets/rule-suites`, 200, (suite) => [suite]],
  annotation: [`GET ${repo}/check-runs/{check_run_id}/annotations`, 200, (annotation) => [annotation]],
  branch: [`GET ${repo}/branches/{branch}`, 200],
  listedBranch: [`GET ${repo}/branches`, 200, (branch) => [branch]],
  gitRef: [`GET ${repo}/git/ref/{ref}`, 200],
  tag: [`GET ${repo}/tags`, 200, (tag) => [tag]],
  status: [`POST ${repo}/statuses/{sha}`, 201],
  combinedStatus: [`GET ${repo}/commits/{ref}/status`, 200],
  checkRun: [`POST ${repo}/check-runs`, 201],
  checkSuite: [`GET ${repo}/check-suites/{check_suite_id}`, 200],
  checkSuitePreferences: [`PATCH ${repo}/check-suites/preferences`, 200],
  secret: [`GET ${repo}/actions/secrets/{secret_name}`, 200],
  orgSecret: ["GET /orgs/{org}/actions/secrets/{secret_name}", 200],
  selectedRepository: [
    "GET /orgs/{org}/actions/secrets/{secret_name}/repositories",
    200,
    (repository) => ({ total_count: 1, repositories: [repository] })
  ],
  publicKey: [`GET ${repo}/actions/secrets/public-key`, 200],
  variable: [`GET ${repo}/actions/variables/{name}`, 200],
  orgVariable: ["GET /orgs/{org}/actions/variables/{name}", 200],
  environment: [`GET ${repo}/environments/{environment_name}`, 200],
  branchPolicy: [`GET ${repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}`, 200],
  protectionRule: [`GET ${repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}`, 200],
  protectionRules: [`GET ${repo}/environments/{environment_name}/deployment_protection_rules`, 200],
  protectionApp: [
    `GET ${repo}/environments/{environment_name}/deployment_protection_rules/apps`,
    200,
    (app) => ({ total_count: 1, available_custom_deployment_protection_rule_integrations: [app] })
  ],
  pendingDeployment: [`GET ${repo}/actions/runs/{run_id}/pending_deployments`, 200, (pending) => [pending]],
  deploymentReview: [`GET ${repo}/actions/runs/{run_id}/approvals`, 200, (review) => [review]],
  cache: [`GET ${repo}/actions/caches`, 200, (cache) => ({ total_count: 1, actions_caches: [cache] })],
  deletedCaches: [`DELETE ${repo}/actions/caches`, 200],
  cacheUsage: [`GET ${repo}/actions/cache/usage`, 200],
  workflowUsage: [`GET ${repo}/actions/workflows/{workflow_id}/timing`, 200],
  runUsage: [`GET ${repo}/actions/runs/{run_id}/timing`, 200],
  workflow: [`GET ${repo}/actions/workflows/{workflow_id}`, 200],
  workflowRun: [`GET ${repo}/actions/runs/{run_id}`, 200],
  workflowJob: [`GET ${repo}/actions/runs/{run_id}/jobs`, 200, (job) => ({ total_count: 1, jobs: [job] })],
  dispatchedRun: [`POST ${repo}/actions/workflows/{workflow_id}/dispatches`, 200],
  artifact: [`GET ${repo}/actions/artifacts`, 200, (artifact) => ({ total_count: 1, artifacts: [artifact] })],
  deployment: [`GET ${repo}/deployments/{deployment_id}`, 200],
  createdDeployment: [`POST ${repo}/deployments`, 201],
  mergedBranch: [`POST ${repo}/deployments`, 202],
  deploymentStatus: [`POST ${repo}/deployments/{deployment_id}/statuses`, 201],
  release: [`GET ${repo}/releases/{release_id}`, 200],
  asset: [`GET ${repo}/releases/assets/{asset_id}`, 200],
  releaseNotes: [`POST ${repo}/releases/generate-notes`, 200],
  contributor: [`GET ${repo}/contributors`, 200, (contributor) => [contributor]],
  languages: [`GET ${repo}/languages`, 200],
  topics: [`GET ${repo}/topics`, 200],
  gist: ["GET /gists/{gist_id}", 200],
  listedGist: ["GET /gists/public", 200, (gist) => [gist]],
  gistCommit: ["GET /gists/{gist_id}/commits", 200, (commit) => [commit]],
  gistComment: ["GET /gists/{gist_id}/comments/{comment_id}", 200],
  notificationThread: ["GET /notifications/threads/{thread_id}", 200],
  threadSubscription: ["GET /notifications/threads/{thread_id}/subscription", 200],
  rateLimits: ["GET /rate_limit", 200]
}

const { delivery: __, error: _, ...others } = Samples
const samples: Readonly<Record<keyof typeof Schemas, AnySample>> = others
const schemas: Readonly<Record<keyof typeof Schemas, Schema.Codec<unknown, unknown>>> = { ...Schemas }

const names = Object.keys(answers) as ReadonlyArray<keyof typeof Schemas>

/** The records of an answer: the members of a union, or the items of a list. */
const recordsIn = (schema: unknown): ReadonlyArray<unknown> => {
  // A rule is sampled as part of its ruleset.
  if (schema === Schema.Null || schema === Schema.String || schema === Rule) return []
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return [schema]
  if ("members" in schema && Array.isArray(schema.members)) return schema.members.flatMap(recordsIn)
  return "value" in schema && !("key" in schema) ? recordsIn(schema.value) : [schema]
}

interface Declared {
  readonly declaration: AnyDeclaration
}

describe("the samples", () => {
  it("are all in the tables", () => {
    assert.deepStrictEqual(Object.keys(Samples).toSorted(), [...names, "error", "delivery"].toSorted())
    assert.deepStrictEqual(Object.keys(Schemas).toSorted(), names.toSorted())
  })

  it("cover the record of every operation", () => {
    const sampled = new Set<unknown>(Object.values(Schemas))
    const missing = Object.values<object>(modules)
      .flatMap((module) => Object.values<unknown>({ ...module }))
      .filter((value): value is Declared => typeof value === "function" && "declaration" in value)
      .flatMap(({ declaration: { name, result } }) =>
        result === undefined || recordsIn(result).every((record) => sampled.has(record)) ? [] : [name]
      )
    assert.deepStrictEqual(missing, [], "src/testing/Samples.ts has no sample of the record that they return")
  })

  it.each(names)("%s is valid by the service's official description", (name) => {
    const [wire, status, inAnswer = (record: object) => record] = answers[name]
    const [method = "", path = ""] = wire.split(" ")
    const sample = samples[name]
    assert.deepStrictEqual(violations(method, path, status, inAnswer(sample.wire())), [])
  })

  it.each(names)("%s decodes from its wire form to itself, and is the same each time", (name) => {
    const sample = samples[name]
    const decode = Schema.decodeUnknownSync(schemas[name])
    assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(sample.wire()))), sample())
    assert.deepStrictEqual(sample(), sample())
    assert.deepStrictEqual(sample.wire(), sample.wire())
  })
})

describe("a sample", () => {
  const tools = { owner: "octo", repo: "tools" }

  it("has the given fields, and URLs that agree with them", () => {
    const pull = Samples.pullRequest({ number: 7, title: "Faster", draft: true })
    assert.containSubset(pull, {
      number: 7,
      title: "Faster",
      draft: true,
      mergeable: true,
      html_url: "https://github.com/acme/web/pull/7",
      issue_url: "https://api.github.com/repos/acme/web/issues/7",
      commits: 1,
      changed_files: 1,
      head: { ref: "faster" }
    })
    assert.include(pull.comments_url ?? "", "/issues/7/comments")
    const wire = Samples.issue.wire({ number: 8, state: "closed", closed_at: DateTime.makeUnsafe(0) })
    assert.containSubset(wire, {
      number: 8,
      state: "closed",
      closed_at: "1970-01-01T00:00:00Z",
      url: "https://api.github.com/repos/acme/web/issues/8"
    })
  })

  it.each([
    ["issue", Samples.issue({ number: 7 }, tools), "/octo/tools/issues/7"],
    ["issue of an input", Samples.issue({}, { ...tools, issue_number: 9 }), "/octo/tools/issues/9"],
    ["comment", Samples.comment({ id: 5 }, { ...tools, issue_number: 9 }), "/octo/tools/issues/9#issuecomment-5"],
    ["milestone", Samples.milestone({ number: 4 }, tools), "/octo/tools/milestone/4"],
    ["review", Samples.review({ id: 5 }, { ...tools, pull_number: 9 }), "/octo/tools/pull/9#pullrequestreview-5"],
    [
      "review comment",
      Samples.reviewComment({ id: 5 }, { ...tools, pull_number: 9 }),
      "/octo/tools/pull/9#discussion_r5"
    ],
    [
      "comment event",
      Samples.commentEvent({ id: 5 }, { ...tools, issue_number: 9 }),
      "/octo/tools/issues/9#issuecomment-5"
    ],
    [
      "review event",
      Samples.reviewEvent({ id: 5 }, { ...tools, issue_number: 9 }),
      "/octo/tools/pull/9#pullrequestreview-5"
    ],
    ["commit event", Samples.commitEvent({ sha: "a".repeat(40) }, tools), `/octo/tools/commit/${"a".repeat(40)}`],
    ["team", Samples.team({ name: "Data team" }, { org: "octo" }), "/orgs/octo/teams/data-team"],
    ["team by its slug", Samples.team({ slug: "data" }, { owner: "octo" }), "/orgs/octo/teams/data"],
    ["team member", Samples.teamMember({ login: "ada" }), "/ada"],
    ["repository", Samples.repository({}, tools), "/octo/tools"],
    ["repository by its name", Samples.repository({ name: "cli" }), "/acme/cli"],
    ["user", Samples.user({ login: "ada" }), "/ada"],
    ["simple user", Samples.simpleUser({ login: "ada" }), "/ada"],
    ["authenticated user", Samples.authenticatedUser({ login: "ada" }), "/ada"],
    ["organization", Samples.organization({ login: "octo" }), "/octo"],
    ["file", Samples.file({ path: "docs/größe.md" }, tools), "/octo/tools/blob/main/docs/gr%C3%B6%C3%9Fe.md"],
    ["release", Samples.release({ tag_name: "v2" }, tools), "/octo/tools/releases/tag/v2"],
    ["check run", Samples.checkRun({ id: 5 }, tools), "/octo/tools/runs/5"],
    ["commit", Samples.commit({ sha: "a".repeat(40) }, tools), `/octo/tools/commit/${"a".repeat(40)}`]
  ] as const)("has a web page that agrees: %s", (_, record, path) => {
    assert.strictEqual(record.html_url, `https://github.com${path}`)
  })

  it.each([
    [Samples.label({ name: "help wanted" }).url, "https://api.github.com/repos/acme/web/labels/help%20wanted"],
    [Samples.gitRef({ ref: "refs/tags/v2" }).url, "https://api.github.com/repos/acme/web/git/refs/tags/v2"],
    [Samples.tag({ name: "v2" }).zipball_url, "https://api.github.com/repos/acme/web/zipball/refs/tags/v2"],
    [
      Samples.asset({ name: "cli.zip" }).browser_download_url,
      "https://github.com/acme/web/releases/download/v1.0/cli.zip"
    ],
    [Samples.branch({ name: "next" }).protection_url, "https://api.github.com/repos/acme/web/branches/next/protection"],
    [Samples.labelEvent({ id: 5 }, tools).url, "https://api.github.com/repos/octo/tools/issues/events/5"],
    [Samples.otherEvent({ id: 5 }, tools).url, "https://api.github.com/repos/octo/tools/issues/events/5"],
    [
      Samples.commitCommentEvent({ commit_id: "a".repeat(40) }, tools).comments[0]?.html_url,
      `https://github.com/octo/tools/commit/${"a".repeat(40)}#commitcomment-10000001`
    ],
    [
      Samples.crossReferenceEvent({}, { ...tools, issue_number: 9 }).source.issue?.url,
      "https://api.github.com/repos/octo/tools/issues/10"
    ],
    [
      Samples.lineCommentEvent({}, { ...tools, pull_number: 9 }).comments[0]?.pull_request_url,
      "https://api.github.com/repos/octo/tools/pulls/9"
    ],
    [Samples.updatedBranch({}, { ...tools, pull_number: 9 }).url, "https://github.com/octo/tools/pull/9"],
    [
      Samples.listedBranch({ name: "next" }).protection_url,
      "https://api.github.com/repos/acme/web/branches/next/protection"
    ],
    [
      Samples.combinedStatus({ sha: "a".repeat(40) }).url,
      `https://api.github.com/repos/acme/web/commits/${"a".repeat(40)}/status`
    ]
  ])("has a URL that agrees: %s", (url, expected) => {
    assert.strictEqual(url, expected)
  })

  it("tells records of different numbers apart by their ids", () => {
    assert.notStrictEqual(Samples.issue({ number: 1 }).id, Samples.issue({ number: 2 }).id)
    assert.notStrictEqual(Samples.pullRequest({ number: 1 }).id, Samples.pullRequest({ number: 2 }).id)
    assert.strictEqual(Samples.user({ id: 5 }).id, 5)
    assert.strictEqual(Samples.organization({ id: 5 }).id, 5)
  })

  it("derives what follows from other fields", () => {
    const link = { url: null, html_url: null, diff_url: null, patch_url: null, merged_at: null }
    assert.isTrue(Samples.issue({ pull_request: link }).is_pull_request)
    const commit = { sha: "b".repeat(40), url: "https://api.github.com" }
    assert.strictEqual(Samples.tag({ commit }).sha, commit.sha)
    assert.containSubset(Samples.file({ text: "größe" }), { size: 7, bytes: new TextEncoder().encode("größe") })
    assert.strictEqual(Samples.file({ text: "" }).sha, "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    assert.strictEqual(Samples.file({ bytes: Uint8Array.of(255) }).text, null)
    assert.strictEqual(Samples.reaction({ content: "heart" }).content, "heart")
    assert.strictEqual(Samples.labelEvent()._tag, "LabelEvent")
    assert.deepStrictEqual(Samples.directory({ entries: [] }).entries, [])
    assert.strictEqual(Samples.symlink({ target: "/etc" }).target, "/etc")
  })

  it("ignores fields that are undefined", () => {
    assert.deepStrictEqual(Samples.label({ name: undefined as never }), Samples.label())
  })
})

describe("a sample of an error", () => {
  it.each(ForgeError.members.map((member) => member.fields._tag.schema.literal))("is whole: %s", (tag) => {
    const error = Samples.error(tag)
    assert.strictEqual(error._tag, tag)
    assert.instanceOf(error, Error)
    assert.match(error.message, /^Sample: /)
    const codec = Schema.toCodecJson(ForgeError)
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(error)), error)
  })

  it("has the given fields, which its message says", () => {
    const error = Samples.error("Forbidden", { serviceMessage: "Not here", acceptedPermissions: [{ issues: "write" }] })
    assert.containSubset(error, {
      status: 403,
      serviceMessage: "Not here",
      acceptedPermissions: [{ issues: "write" }],
      message: "Sample: 403 Not here (GET https://api.github.com/)"
    })
    assert.isTrue(Samples.error("ValidationFailed", { errors: [{ code: "already_exists" }] }).alreadyExists)
  })
})
