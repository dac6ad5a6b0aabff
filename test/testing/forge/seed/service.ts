/** The simulated service as a function, and the requests that random tests and comparisons send to it. */
import type { Outcome } from "../../../../src/testing/Exchange.ts"
import type { ContentSeed } from "../../../../src/testing/ForgeSeed.ts"
import { textOf } from "../../../../src/testing/internal/exchange.ts"
import { routes } from "../../../../src/testing/internal/forge/routes.ts"
import { type ForgeService, makeService } from "../../../../src/testing/internal/forge/service.ts"
import { fullName, type Repository } from "../../../../src/testing/internal/forge/state/model.ts"
import { isPull } from "../../../../src/testing/internal/forge/state/pulls.ts"

export const tokens = { owner: "acme", octo: "octo", ada: "ada", tri: "tri" }

export const start = Date.parse("2026-07-01T12:00:00Z")

export const serviceOf = (seed: ContentSeed, now = start): ForgeService => makeService({ ...seed, limits: "none" }, now)

export interface Wire {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly body?: unknown
  readonly accept?: string
}

const seen = (outcome: Outcome): string =>
  outcome._tag === "Lost"
    ? outcome.reason
    : `${outcome.status} ${JSON.stringify(outcome.headers)} ${textOf(outcome.body)}`

/** Sends a request. Returns status, headers and body as text. */
export const send = (service: ForgeService, { accept, body, method, token, url }: Wire, now: number): string => {
  const bytes = new TextEncoder().encode(
    typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body)
  )
  const headers = {
    "user-agent": "test",
    authorization: `Bearer ${token}`,
    "content-type": "application/octet-stream",
    "content-length": String(bytes.length),
    ...(accept === undefined ? {} : { accept })
  }
  return seen(service.serve({ method, url: new URL(url), headers, body: bytes }, now))
}

/** What each variable of a path may stand for in a repository. */
export const valuesOf = (
  service: ForgeService,
  repository: Repository
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const { users, apps, objects } = service.world
  const issues = [...repository.issues.values()]
  const pulls = issues.filter(isPull)
  const releases = [...repository.releases.values()]
  const refs = [...repository.refs.keys()].map((ref) => ref.replace(/^refs\//, ""))
  const tips = [...new Set(repository.refs.values())]
  const branches = refs.flatMap((ref) => (ref.startsWith("heads/") ? [ref.slice(6)] : []))
  const logins = [...users.values()].map(({ login }) => login)
  const names = [...repository.labels.values()].map(({ name }) => encodeURIComponent(name))
  const recent = <A>(all: Iterable<A>): ReadonlyArray<string> => [...all].slice(-12).map(String)
  return {
    owner: [repository.owner],
    repo: [repository.name],
    org: logins,
    username: logins,
    target_user: logins,
    "account_id#": [...users.values()].map(({ id }) => String(id)),
    key_id: recent([...users.values()].flatMap(({ keys }) => keys.map(({ id }) => id))),
    assignee: logins,
    issue_number: [...issues.map(({ number }) => String(number)), ...recent(repository.deletedIssues), "999"],
    pull_number: pulls.map(({ number }) => String(number)),
    comment_id: recent([...repository.commitComments.keys(), ...repository.commentIssue.keys()]),
    reaction_id: recent(
      issues.flatMap((issue) => [issue, ...issue.comments].flatMap(({ reactions }) => reactions.map(({ id }) => id)))
    ),
    team_slug: [...service.world.organizations.values()].flatMap(({ teams }) => [...teams.keys()]),
    invitation_id: recent(
      [...service.world.organizations.values()].flatMap(({ invitations }) =>
        [...invitations.values()].map(({ id }) => id)
      )
    ),
    review_id: recent(pulls.flatMap(({ pull_request }) => pull_request.reviews.map(({ id }) => id))),
    milestone_number: recent(repository.milestones.keys()),
    name: names,
    tag: releases.map(({ tag_name }) => tag_name),
    release_id: recent(repository.releases.keys()),
    asset_id: recent(releases.flatMap(({ assets }) => assets.map(({ id }) => id))),
    installation_id: [...apps.values()].flatMap((app) => [...app.installations.keys()].map(String)),
    hook_id: recent(repository.hooks.keys()),
    delivery_id: recent([...repository.hooks.values()].flatMap(({ deliveries }) => deliveries.map(({ id }) => id))),
    "path*": ["README.md", "src/a.txt", "src"],
    "dir*": ["src"],
    "ref*": [...refs, ...branches, ...recent(tips)],
    "branch*": branches,
    commit_sha: recent(objects.commits.keys()),
    sha: recent(tips),
    "basehead*": branches.map((branch) => `${repository.default_branch}...${branch}`),
    file_sha: recent(objects.blobs.keys()),
    "tree_sha*": [...branches, ...recent(objects.trees.keys())],
    tag_sha: recent(objects.tags.keys()),
    check_suite_id: recent(new Set([...repository.checks.values()].flat().map(({ suite }) => suite))),
    check_run_id: recent(repository.checkCommit.keys()),
    workflow_id: [...repository.workflows.values()].flatMap(({ file, id }) => [file, String(id)]),
    run_id: recent(repository.runs.keys()),
    attempt_number: ["1", "2"],
    artifact_id: recent([...repository.runs.values()].flatMap(({ artifacts }) => artifacts.map(({ id }) => id))),
    archive_format: ["zip"],
    deployment_id: recent(repository.deployments.keys())
  }
}

/** All ways to fill the variables of a path. */
const filled = (
  template: ReadonlyArray<string>,
  values: Readonly<Record<string, ReadonlyArray<string>>>
): ReadonlyArray<string> =>
  template.reduce<ReadonlyArray<string>>(
    (paths, part) => {
      const parts = part.startsWith("{") ? (values[part.slice(1, -1)] ?? []) : [part]
      return paths.flatMap((path) => parts.map((each) => `${path}/${each}`))
    },
    [""]
  )

const searches = [
  "search/issues?q=is:issue",
  "search/issues?q=is:pr",
  "search/repositories?q=stars:>=0",
  "search/users?q=a"
]

/** Reads of everything that there is, by its owner; of repositories themselves also by others. */
export const reads = (service: ForgeService): ReadonlyArray<Wire> => {
  const { api, storage } = service.urls
  const get = (path: string, token = "owner", accept?: string): Wire => ({
    method: "GET",
    url: `${api}${path}`,
    token,
    ...(accept === undefined ? {} : { accept })
  })
  const all = [...service.world.repositories.values()].flatMap((repository) => {
    const values = valuesOf(service, repository)
    const mine = routes
      .filter(({ host, method, operation }) => host === "api" && method === "GET" && !operation.startsWith("Meta"))
      .flatMap(({ template }) => filled(template, values))
      .map((path) => get(path))
    const name = `/repos/${fullName(repository)}`
    const others = Object.keys(tokens).flatMap((token) =>
      ["", "/issues?state=all", "/pulls?state=all", "/releases"].map((path) => get(`${name}${path}`, token))
    )
    const patches = (values["pull_number"] ?? []).map((number) =>
      get(`${name}/pulls/${number}`, "owner", "application/vnd.github.patch")
    )
    const files = (values["asset_id"] ?? []).map((id) =>
      get(`${name}/releases/assets/${id}`, "owner", "application/octet-stream")
    )
    return [...mine, ...others, ...patches, ...files]
  })
  const former = [...service.world.formerNames.keys()].map((name) => get(`/repos/${name}`))
  const found = searches.map((path) => get(`/${path}`))
  return [...all, ...former, ...found].filter(({ url }) => !url.startsWith(storage))
}
