/** Payloads of the scene: what its hook gets after a request, and, of what no request does, what it would get. */
import type { Place } from "../../SampleTypes.ts"
import * as Apps from "./apps.ts"
import * as Code from "./code.ts"
import * as Pulls from "./pulls.ts"
import * as Records from "./records.ts"
import { field, type Method, me, open } from "./scene.ts"

type Fields = Readonly<Record<string, unknown>>

const hook = 29_000_003

const repository = {
  branches: { next: { files: { "src/next.ts": "export const next = 1\n" } }, done: {} },
  labels: [{ name: "bug", color: "d73a4a" }],
  milestones: [{ title: "v1.0" }],
  issues: [{ number: 1, title: "It does not start", labels: ["bug"], comments: [{ body: "Here too." }] }],
  pulls: [{ number: 2, title: "Start faster", head: "faster", user: "hubot", files: { "src/fast.ts": "1\n" } }],
  workflows: [{ file: "ci.yml", on: ["workflow_dispatch"] }],
  deployments: [{ id: 5, environment: "production" }],
  hooks: [{ id: hook, url: "https://hooks.acme.example", events: ["*"] }]
}

type Asked = readonly [method: Method, path: string, body?: object]

const review = { event: "APPROVE", body: "Much better." }
const dispatched: Asked = ["POST", "/actions/workflows/ci.yml/dispatches", { ref: "main", inputs: { size: "small" } }]
const released: Asked = ["POST", "/releases", { tag_name: "v1.0", name: "One", body: "It starts." }]

/** A request that causes each event. `$sha` is the commit of the default branch, `$issue` and `$pull` are numbers. */
const requests: Readonly<Record<string, Asked>> = {
  branch_protection_rule: [
    "PUT",
    "/branches/main/protection",
    { required_status_checks: null, enforce_admins: true, required_pull_request_reviews: null, restrictions: null }
  ],
  commit_comment: ["POST", "/commits/$sha/comments", { body: "Why?" }],
  create: released,
  delete: ["DELETE", "/git/refs/heads/done"],
  deployment: ["POST", "/deployments", { ref: "main", required_contexts: [] }],
  deployment_status: ["POST", "/deployments/5/statuses", { state: "success" }],
  fork: ["POST", "/forks", { name: "copy" }],
  issue_comment: ["POST", "/issues/$issue/comments", { body: "Still." }],
  issues: ["POST", "/issues", { title: "It does not stop", body: "At all.", labels: ["bug"], milestone: 1 }],
  label: ["POST", "/labels", { name: "slow", color: "c5def5" }],
  member: ["DELETE", "/collaborators/hubot"],
  milestone: ["POST", "/milestones", { title: "v2.0" }],
  ping: ["POST", `/hooks/${hook}/pings`],
  pull_request: ["POST", "/pulls", { title: "Next", body: "What comes next.", head: "next", base: "main" }],
  pull_request_review: ["POST", "/pulls/$pull/reviews", review],
  pull_request_review_comment: [
    "POST",
    "/pulls/$pull/reviews",
    { ...review, comments: [{ path: "src/fast.ts", line: 1, body: "One?" }] }
  ],
  push: ["PUT", "/contents/src/stop.ts", { message: "Stop", content: "MQo=" }],
  release: released,
  repository: ["PATCH", "", { description: "Another one" }],
  repository_dispatch: ["POST", "/dispatches", { event_type: "deploy", client_payload: { to: "production" } }],
  star: ["PUT", "/user/starred"],
  status: ["POST", "/statuses/$sha", { state: "success", context: "ci" }],
  watch: ["PUT", "/user/starred"],
  workflow_dispatch: dispatched,
  workflow_job: dispatched,
  workflow_run: dispatched
}

/** The repository in which the event is about the number that the place names. */
const repositoryOf = (event: string, { issue_number, pull_number }: Place) => {
  const [issues, pulls] = [repository.issues, repository.pulls]
  if (event === "issue_comment" && issue_number !== undefined) {
    return { ...repository, issues: issues.map((each) => ({ ...each, number: issue_number })), pulls: [] }
  }
  if (event.startsWith("pull_request_review") && pull_number !== undefined) {
    return { ...repository, issues: [], pulls: pulls.map((each) => ({ ...each, number: pull_number })) }
  }
  // What is opened gets the next number.
  const next = event === "issues" ? issue_number : event === "pull_request" ? pull_number : undefined
  return next === undefined
    ? repository
    : {
        ...repository,
        issues: next === 1 ? [] : issues.map((each) => ({ ...each, number: next - 1 })),
        pulls: []
      }
}

/** The first payload of an event after a request. */
const told = (event: string, [method, path, body]: Asked, place: Place): Fields => {
  const payloads: Array<Fields> = []
  const client = open({
    ...place,
    repository: repositoryOf(event, place),
    send: (outgoing) => void (outgoing.event === event && payloads.push(outgoing.payload))
  })
  const sha = String(field(field(client.inRepo("GET", "/git/ref/heads/main"), "object"), "sha"))
  if (path.startsWith("/user")) client(method, `${path}/${place.owner ?? "acme"}/${place.repo ?? "web"}`, body)
  else {
    const { issue_number = 1, pull_number = 2 } = place
    const filled = path
      .replace("$sha", sha)
      .replace("$issue", String(issue_number))
      .replace("$pull", String(pull_number))
    client.inRepo(method, filled, body)
  }
  // What a hook gets is JSON: it has no undefined fields.
  return JSON.parse(JSON.stringify(payloads[0] ?? {})) as Fields
}

/** The repository of an event, as events of installations have it. */
const installed = (at: unknown): ReadonlyArray<Fields> => [
  Object.fromEntries(["id", "node_id", "name", "full_name", "private"].map((name) => [name, field(at, name)]))
]

const membership = (place: Place): Fields => {
  const url = `https://api.github.com/orgs/${place.owner ?? "acme"}`
  return {
    membership: {
      state: "active",
      role: "member",
      user: Records.simpleUser({ login: "hubot" }),
      url: `${url}/memberships/hubot`,
      organization_url: url
    }
  }
}

/** What no request does. */
const others: Readonly<Record<string, (common: Fields, place: Place) => Fields>> = {
  check_run: (common, place) => ({ check_run: Code.checkRun({}, place), ...common }),
  check_suite: (common, place) => ({ check_suite: Code.checkSuite({}, place), ...common }),
  installation: ({ repository: at, sender }, place) => ({
    installation: Apps.installation({}, place),
    repositories: installed(at),
    requester: null,
    sender
  }),
  installation_repositories: ({ repository: at, sender }, place) => ({
    installation: Apps.installation({}, place),
    repository_selection: "selected",
    repositories_added: installed(at),
    repositories_removed: [],
    requester: null,
    sender
  }),
  membership: ({ organization, sender }, place) => ({
    scope: "team",
    member: Records.simpleUser({ login: "hubot" }),
    team: Records.team({}, place),
    organization,
    sender
  }),
  merge_group: (common, place) => {
    const { after, before, head_commit } = told(
      "push",
      ["PUT", "/contents/src/stop.ts", { message: "Stop", content: "MQo=" }],
      place
    )
    const head_ref = `refs/heads/gh-readonly-queue/main/pr-2-${String(before)}`
    return {
      merge_group: { head_sha: after, head_ref, base_sha: before, base_ref: "refs/heads/main", head_commit },
      ...common
    }
  },
  organization: ({ organization, sender }) => ({ organization, sender }),
  public: (common) => common,
  pull_request_review_thread: (common, place) => ({
    thread: { node_id: "PRRT_kwDO000001", comments: [Pulls.reviewComment({}, place)] },
    pull_request: Pulls.listedPull({}, place),
    ...common
  }),
  team: (common, place) => ({ team: Records.team({}, place), ...common }),
  team_add: (common, place) => ({ team: Records.team({}, place), ...common })
}

/** The payload of an event, without what is special to an action. */
const baseOf = (event: string, place: Place): Fields => {
  const asked = requests[event]
  if (asked !== undefined) return told(event, asked, place)
  const { organization, repository: at, sender } = told("watch", ["PUT", "/user/starred"], place)
  return others[event]?.({ repository: at, organization, sender }, place) ?? {}
}

const was = (...names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(names.map((name) => [name, { from: "As it was" }]))

/** What `changes` tells of an event. */
const changes: Readonly<Record<string, (base: Fields) => Fields>> = {
  "issues.transferred": ({ issue, repository: at }) => ({ new_issue: issue, new_repository: at }),
  "repository.renamed": () => ({ repository: { name: { from: "site" } } }),
  "repository.transferred": () => ({ owner: { from: { user: Records.simpleUser({ login: me }) } } }),
  "repository.edited": () => was("description"),
  "organization.renamed": () => was("login"),
  "member.added": () => ({ permission: { to: "write" } }),
  "member.edited": () => ({ permission: { from: "read", to: "write" } }),
  "label.edited": () => was("name"),
  "release.edited": () => was("name"),
  "issue_comment.edited": () => was("body"),
  "pull_request_review.edited": () => was("body"),
  "pull_request_review_comment.edited": () => was("body"),
  "team.edited": () => was("name"),
  "branch_protection_rule.edited": () => ({ admin_enforced: { from: false } })
}

/** What some actions add. */
const added = (event: string, action: string, base: Fields, place: Place): Fields => ({
  assignee: Records.simpleUser({ login: "hubot" }),
  label: Records.label({}, place),
  milestone: Records.milestone({}, place),
  requested_reviewer: Records.simpleUser({ login: "hubot" }),
  requested_team: null,
  reason: event === "merge_group" ? "merged" : null,
  before: "1".repeat(40),
  after: field(field(base["pull_request"], "head"), "sha"),
  type: { id: 1, node_id: "IT_kwDO000001", name: "Bug", description: null, color: "red", is_enabled: true },
  requested_action: { identifier: "again" },
  invitation: { id: 1, login: "hubot", role: "direct_member" },
  user: Records.simpleUser({ login: "hubot" }),
  ...membership(place),
  changes: (changes[`${event}.${action}`] ?? (() => was("title")))(base)
})

/** What records look like after some actions. */
const states: Readonly<Record<string, Fields>> = {
  closed: { state: "closed", closed_at: "2026-01-15T09:00:00Z" },
  completed: { status: "completed", conclusion: "success", completed_at: "2026-01-15T09:00:00Z" },
  in_progress: { status: "in_progress" },
  waiting: { status: "waiting" },
  locked: { locked: true },
  converted_to_draft: { draft: true },
  dismissed: { state: "dismissed" }
}

/** The record that an event is about has the name of the event, or another one. */
const subjects: Readonly<Record<string, string>> = { issues: "issue", pull_request_review: "review" }

/** The payload of an event, and of its action if it has one. `names` are the fields that the action adds. */
export const payload = (
  event: string,
  action: string | undefined,
  names: ReadonlyArray<string>,
  place: Place
): Fields => {
  const whole = baseOf(event, place)
  if (action === undefined) return whole
  const { action: _, changes: __, ...base } = whole
  const more = added(event, action, base, place)
  const subject = subjects[event] ?? event
  const record = base[subject]
  const state = states[action]
  return {
    action,
    ...base,
    ...Object.fromEntries(names.map((name) => [name, more[name]])),
    ...(state === undefined || typeof record !== "object" ? {} : { [subject]: { ...record, ...state } })
  }
}
