/** Random requests that change the state, most of which are valid. */
import { routes } from "../../../../src/testing/internal/forge/routes.ts"
import type { ForgeService } from "../../../../src/testing/internal/forge/service.ts"
import { fullName } from "../../../../src/testing/internal/forge/state/model.ts"
import type { Random } from "../../git/random.ts"
import { effortField, repeatedIssue } from "./rich.ts"
import { tokens, valuesOf, type Wire } from "./service.ts"

type Values = ReturnType<typeof valuesOf>

const some = (r: Random, values: Values, name: string): string => {
  const all = values[name] ?? []
  return all.length === 0 ? "none" : r.pick(all)
}

const word = (r: Random): string => r.pick(["rain", "snow", "Größe", "@ada", "fixes #1", "a\nb", "wind"])

const label = (r: Random): string => r.pick(["bug", "ui", "later", "v 1"])

const login = (r: Random): string => r.pick(["octo", "ada", "tri", "acme"])

const output = (r: Random) => ({
  title: word(r),
  summary: word(r),
  annotations: [
    {
      path: "src/a.txt",
      start_line: 1,
      end_line: 1,
      annotation_level: "warning",
      message: word(r),
      ...r.pick([{}, { start_column: 1, end_column: 2, raw_details: word(r) }])
    }
  ]
})

/** The bodies of operations that need one. */
const bodies: Readonly<Record<string, (r: Random, values: Values, service: ForgeService) => unknown>> = {
  "Users.updateMe": (r) => r.pick([{ bio: word(r) }, { email: "" }, { hireable: r.chance(0.5) }]),
  "Users.addEmails": (r) => ({ emails: [`a${r.below(9)}@example.com`] }),
  "Users.deleteEmails": (r) => ({ emails: [`a${r.below(9)}@example.com`] }),
  "Users.setEmailVisibility": (r) => ({ visibility: r.pick(["public", "private"]) }),
  "Users.createKey": (r) => ({ key: `ssh-ed25519 AAAA${r.below(9)} ${word(r)}` }),
  "Users.createSigningKey": (r) => ({ key: `ssh-ed25519 AAAA${r.below(9)}` }),
  "Teams.create": (r) => ({ name: `team ${r.below(5)}`, privacy: r.pick(["secret", "closed"]) }),
  "Teams.update": (r) => r.pick([{ description: word(r) }, { name: `Front ${r.pick(["end", "door"])}` }]),
  "Teams.setMembership": (r) => ({ role: r.pick(["member", "maintainer"]) }),
  "Organizations.setMembership": (r) => ({ role: r.pick(["member", "admin"]) }),
  "Organizations.acceptMembership": () => ({ state: "active" }),
  "Issues.create": (r) => ({ title: word(r), body: word(r), labels: [label(r)], assignees: [login(r)] }),
  "Issues.update": (r, values) =>
    r.pick([
      { state: "closed", state_reason: r.pick(["completed", "not_planned"]) },
      { state: "open" },
      { title: word(r), body: null },
      { state: "closed", state_reason: "duplicate", duplicate_issue_id: repeatedIssue },
      { type: r.pick(["Bug", "Epic", null, { value: "Old" }]) },
      { issue_field_values: [{ field_id: effortField, value: r.pick<unknown>([1, 2.5, "3"]) }] },
      { milestone: Number(some(r, values, "milestone_number")) || null }
    ]),
  "Issues.lock": (r) => r.pick([{}, { lock_reason: "spam" }]),
  "Issues.addAssignees": (r) => ({ assignees: [login(r)] }),
  "Issues.removeAssignees": (r) => ({ assignees: [login(r)] }),
  "Issues.createComment": (r) => ({ body: word(r) }),
  "Issues.updateComment": (r) => ({ body: word(r) }),
  "Reactions.createForIssue": (r) => ({ content: r.pick(["+1", "heart", "eyes"]) }),
  "Reactions.createForReviewComment": (r) => ({ content: r.pick(["-1", "laugh"]) }),
  "Reactions.createForCommitComment": (r) => ({ content: r.pick(["-1", "laugh"]) }),
  "Reactions.createForRelease": (r) => ({ content: r.pick(["eyes", "laugh"]) }),
  "Reactions.createForComment": (r) => ({ content: r.pick(["-1", "laugh"]) }),
  "Hooks.createForRepo": (r) => ({
    name: "web",
    events: [r.pick(["push", "issues", "release"])],
    config: {
      url: `https://hooks.example.com/${r.below(9)}`,
      content_type: "json",
      ...r.pick([{}, { secret: word(r) }])
    }
  }),
  "Hooks.updateForRepo": (r) => r.pick([{ active: false }, { add_events: ["release"] }, { remove_events: ["push"] }]),
  "Hooks.updateConfigForRepo": (r) => ({ secret: word(r) }),
  "Labels.create": (r) => ({ name: `label ${r.below(9)}`, color: "ff0000" }),
  "Labels.update": (r) => ({ new_name: `renamed ${r.below(9)}`, description: word(r) }),
  "Labels.addToIssue": (r) => ({ labels: [label(r)] }),
  "Labels.replaceOnIssue": (r) => ({ labels: [label(r), label(r)] }),
  "Milestones.create": (r) => ({ title: `m${r.below(9)}`, due_on: "2030-01-01T10:00:00Z" }),
  "Milestones.update": (r) => ({ state: r.pick(["open", "closed"]), description: word(r) }),
  "PullRequests.create": (r, values) => ({
    title: word(r),
    body: word(r),
    head: r.chance(0.3) ? `octo:${some(r, values, "branch*")}` : some(r, values, "branch*"),
    base: r.pick(["main", some(r, values, "branch*")]),
    draft: r.chance(0.2)
  }),
  "PullRequests.update": (r) => r.pick([{ state: "closed" }, { state: "open" }, { title: word(r) }, { base: "main" }]),
  "PullRequests.merge": (r) => ({ merge_method: r.pick(["merge", "squash", "rebase"]) }),
  "PullRequests.createReview": (r) => ({
    ...(r.chance(0.7) ? { event: r.pick(["APPROVE", "COMMENT", "REQUEST_CHANGES"]) } : {}),
    body: word(r),
    comments: r.chance(0.5) ? [{ path: r.pick(["src/a.txt", "README.md"]), line: 1, body: word(r) }] : []
  }),
  "PullRequests.updateReview": (r) => ({ body: word(r) }),
  "PullRequests.submitReview": (r) => ({ event: "COMMENT", body: word(r) }),
  "PullRequests.dismissReview": (r) => ({ message: word(r) }),
  "PullRequests.createComment": (r, values) => ({
    body: word(r),
    commit_id: some(r, values, "sha"),
    path: r.pick(["src/a.txt", "README.md"]),
    ...r.pick([{ line: 1 }, { subject_type: "file" }])
  }),
  "PullRequests.updateReviewComment": (r) => ({ body: word(r) }),
  "PullRequests.replyToComment": (r) => ({ body: word(r) }),
  "PullRequests.requestReviewers": (r) => ({ reviewers: [login(r)] }),
  "PullRequests.removeRequestedReviewers": (r) => ({ reviewers: [login(r)] }),
  "Releases.create": (r) => ({ tag_name: `v${r.below(20)}`, draft: r.chance(0.3), prerelease: r.chance(0.2) }),
  "Releases.update": (r) => ({ name: r.pick([null, word(r)]), make_latest: r.pick(["true", "false", "legacy"]) }),
  "Releases.updateAsset": (r) => ({ label: word(r) }),
  "Releases.uploadAsset": (r) => `content ${r.below(100)}`,
  "Repositories.update": (r) =>
    r.pick([
      { description: word(r) },
      { has_wiki: false, allow_squash_merge: r.chance(0.5) },
      { name: `web${r.below(5)}` }
    ]),
  "Repositories.create": (r) => ({ name: `new${r.below(5)}`, auto_init: r.chance(0.5) }),
  "Repositories.createForOrg": (r) => ({ name: `team${r.below(5)}`, private: r.chance(0.5) }),
  "Repositories.transfer": (r) => ({ new_owner: login(r) }),
  "Repositories.replaceTopics": (r) => ({ names: [r.pick(["a", "b", "c"])] }),
  "Contents.put": (r, values, service) => ({
    message: word(r),
    content: btoa(`${r.below(1000)}\n`),
    branch: some(r, values, "branch*"),
    ...(r.chance(0.5) ? { sha: r.pick([...service.world.objects.blobs.keys()].slice(-3)) } : {})
  }),
  "Refs.create": (r, values) => ({
    ref: `refs/${r.pick(["heads", "heads", "tags"])}/x${r.below(9)}`,
    sha: some(r, values, r.chance(0.3) ? "tag_sha" : "sha")
  }),
  "Refs.update": (r, values) => ({ sha: some(r, values, "sha"), force: r.chance(0.5) }),
  "Git.createBlob": (r) => ({ content: `blob ${r.below(1000)}` }),
  "Git.createTree": (r, values) => ({
    base_tree: some(r, values, "tree_sha*"),
    tree: [{ path: "src/b.txt", mode: "100644", type: "blob", content: `tree ${r.below(100)}\n` }]
  }),
  "Git.createCommit": (r, values) => ({
    message: word(r),
    tree: some(r, values, "tree_sha*"),
    parents: [some(r, values, "sha")]
  }),
  "Git.createTag": (r, values) => ({
    tag: `v${r.below(20)}`,
    message: word(r),
    ...r.pick([
      { type: "commit", object: some(r, values, "sha") },
      { type: "blob", object: some(r, values, "file_sha") }
    ])
  }),
  "Statuses.create": (r) => ({ state: r.pick(["success", "pending", "failure"]), context: r.pick(["ci", "lint"]) }),
  "Checks.create": (r, values) => ({
    name: r.pick(["build", "test"]),
    head_sha: some(r, values, "sha"),
    ...r.pick([{}, { conclusion: "failure", output: output(r) }])
  }),
  "Checks.update": (r) => ({
    status: "completed",
    conclusion: "success",
    ...(r.chance(0.5) ? { output: output(r) } : {})
  }),
  "Actions.dispatch": (r, values) => ({ ref: some(r, values, "branch*"), return_run_details: r.chance(0.5) }),
  "Repositories.dispatch": (r) => ({ event_type: word(r) }),
  "Deployments.create": (r, values) => ({
    ref: some(r, values, "branch*"),
    environment: r.pick(["production", "staging"]),
    required_contexts: r.pick([[], ["ci"]]),
    payload: r.pick<unknown>(["text", { a: 1 }]),
    auto_merge: r.chance(0.5)
  }),
  "Deployments.createStatus": (r) => ({ state: r.pick(["success", "failure", "queued"]), description: word(r) })
}

/** Those that would leave nothing to test if they were as frequent as others. */
const rare = new Set(["Repositories.delete", "Repositories.transfer", "Apps.revokeInstallationToken"])

const writes = routes.filter(({ method }) => method !== "GET")

const common = ["Contents.put", "PullRequests.create", "PullRequests.merge", "Refs.create", "PullRequests.createReview"]

const anyRoute = (r: Random) => {
  const route = r.pick(writes)
  if (r.chance(0.7) && !(rare.has(route.operation) && r.chance(0.9))) return route
  const name = r.pick(common)
  return writes.find(({ operation }) => operation === name) ?? route
}

/** A request for a random operation, in a repository that has what it is about. */
export const anyWrite = (r: Random, service: ForgeService): Wire => {
  const route = anyRoute(r)
  const all = [...service.world.repositories.values()]
  const [first] = all
  const repository = first !== undefined && r.chance(0.5) ? first : r.pick(all)
  const values = valuesOf(service, repository)
  const path = route.template.map((part) => (part.startsWith("{") ? some(r, values, part.slice(1, -1)) : part))
  if (path.includes("none")) return anyWrite(r, service)
  const root = route.host === "uploads" ? service.urls.uploads : service.urls.api
  const query = route.operation === "Releases.uploadAsset" ? `?name=file${r.below(9)}.txt` : ""
  const body = bodies[route.operation]?.(r, values, service)
  return {
    method: route.method,
    url: `${root}/${path.join("/")}${query}`,
    token: route.operation.startsWith("Checks") ? "bot" : r.chance(0.7) ? "owner" : r.pick(Object.keys(tokens)),
    ...(body === undefined ? {} : { body })
  }
}

/** Looks at a pull request, which changes what is known of it. */
export const anyLook = (r: Random, service: ForgeService): Wire => {
  const repository = r.pick([...service.world.repositories.values()])
  const number = some(r, valuesOf(service, repository), "pull_number")
  return { method: "GET", url: `${service.urls.api}/repos/${fullName(repository)}/pulls/${number}`, token: "owner" }
}
