/** Who may read and write what, signed in: GraphQL says the same as REST, each in its own way. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, type Options, send } from "../support.ts"
import { ask, errorsIn } from "./support.ts"

const repository = (name: string, isPrivate: boolean): ForgeSimulator.RepositorySeed => ({
  owner: "acme",
  name,
  private: isPrivate,
  collaborators: { reader: "read", writer: "write", boss: "admin" },
  files: { "README.md": "# Web" },
  labels: [{ name: "bug" }],
  milestones: [{ title: "v1" }],
  issues: [{ title: "First", number: 1, user: "acme", comments: [{ body: "Yes", user: "acme" }] }],
  pulls: [
    {
      title: "Second",
      number: 2,
      head: "a",
      user: "acme",
      files: { a: "a" },
      reviews: [{ user: "boss", state: "APPROVED" }]
    },
    { title: "Third", number: 3, head: "b", user: "acme", files: { b: "b" } }
  ],
  statuses: [{ ref: "a", context: "deploy", state: "success" }],
  checks: [{ ref: "a", name: "build", status: "completed", conclusion: "success" }],
  workflows: ["ci.yml"],
  runs: [{ workflow: "ci.yml", ref: "a" }],
  releases: [
    { tag_name: "v1", name: "One" },
    { tag_name: "v2", name: "Two", draft: true }
  ]
})

const bot = { login: "builder[bot]", installation: 70 }

const boss = (...scopes: ReadonlyArray<string>) => ({ login: "boss", scopes })

const seed: ForgeSimulator.Seed = {
  organizations: [
    { login: "acme", members: { ada: "member" }, teams: [{ name: "Core", slug: "core", members: ["ada"] }] }
  ],
  users: [{ login: "ada" }, { login: "boss" }, { login: "eve" }, { login: "reader" }, { login: "writer" }],
  repositories: [repository("open", false), repository("hidden", true)],
  apps: [{ slug: "builder", public_key: "unused", installations: [{ account: "acme", id: 70 }] }],
  limits: "none",
  tokens: {
    outsider: "eve",
    member: "ada",
    reader: "reader",
    writer: "writer",
    admin: "boss",
    "app-that-reads-issues": { ...bot, permissions: { issues: "read" } },
    "app-that-writes-contents": { ...bot, permissions: { contents: "write", checks: "read" } },
    "app-that-writes-conversations": { ...bot, permissions: { issues: "write", pull_requests: "write" } },
    "app-that-runs": { ...bot, permissions: { actions: "read", statuses: "read", pull_requests: "read" } },
    "token-that-reads": { login: "boss", permissions: { issues: "read", contents: "read" } },
    "no-scopes": boss(),
    public_repo: boss("public_repo"),
    statuses: boss("repo:status"),
    repo: boss("repo")
  }
}

const senders = Object.keys(seed.tokens ?? {})

const test = testOn(ForgeSimulator.layerHttpClient(seed))

type Outcome = "done" | "hidden" | "refused"

const byRest = (status: number): Outcome => {
  if (status < 300) return "done"
  if (status === 404) return "hidden"
  if (status === 403) return "refused"
  throw new Error(`REST answers ${status}`)
}

const outcomes: Readonly<Record<string, Outcome>> = {
  FORBIDDEN: "refused",
  INSUFFICIENT_SCOPES: "refused",
  NOT_FOUND: "hidden"
}

const byGraphQL = (json: unknown, ...path: ReadonlyArray<string>): Outcome => {
  const [first, ...more] = errorsIn(json)
  const found = dig(json, "data", ...path) ?? null
  if (first === undefined) return found === null ? "hidden" : "done"
  const outcome = outcomes[String(dig(first, "type"))]
  if (outcome === undefined || more.length > 0 || found !== null) throw new Error(JSON.stringify(json))
  return outcome
}

/** What is read: its path below the repository, and its fields in the repository if there are some. */
const reads: Readonly<Record<string, readonly [path: string, selection?: string]>> = {
  repository: ["", "node: name"],
  issue: ["/issues/1", "node: issue(number: 1) { title }"],
  comment: ["/issues/comments/$comment"],
  label: ["/labels/bug", 'node: label(name: "bug") { name }'],
  milestone: ["/milestones/1", "node: milestone(number: 1) { title }"],
  pull: ["/pulls/2", "node: pullRequest(number: 2) { title }"],
  review: ["/pulls/2/reviews/$review"],
  ref: ["/git/ref/heads/main", 'node: ref(qualifiedName: "main") { name }'],
  commit: ["/commits/main", 'node: object(expression: "main") { id }'],
  blob: ["/git/blobs/$blob", 'node: object(expression: "main:README.md") { ... on Blob { text } }'],
  release: ["/releases/tags/v1", 'node: release(tagName: "v1") { name }'],
  draft: ["/releases/$draft"],
  check: ["/check-runs/$check"],
  suite: ["/check-suites/$suite"],
  workflow: ["/actions/workflows/ci.yml"],
  run: ["/actions/runs/$run"]
}

const get = (repo: string, path: string, token = "admin") => send(`GET /repos/acme/${repo}${path}`, { token })

/** The numbers that the state has given. */
const numbers = (repo: string) =>
  Effect.gen(function* () {
    const json = (path: string) => Effect.map(get(repo, path), (reply) => reply.json)
    const releases = yield* json("/releases")
    const draft = (releases as ReadonlyArray<unknown>).find((each) => dig(each, "draft") === true)
    return {
      comment: dig(yield* json("/issues/1/comments"), 0, "id"),
      review: dig(yield* json("/pulls/2/reviews"), 0, "id"),
      blob: dig(yield* json("/contents/README.md"), "sha"),
      draft: dig(draft, "id"),
      check: dig(yield* json("/commits/a/check-runs"), "check_runs", 0, "id"),
      suite: dig(yield* json("/commits/a/check-suites"), "check_suites", 0, "id"),
      run: dig(yield* json("/actions/runs"), "workflow_runs", 0, "id")
    }
  })

/** What each way of reading shows to each sender. */
const read = (repo: string) =>
  Effect.gen(function* () {
    const known: Readonly<Record<string, unknown>> = yield* numbers(repo)
    const rows: Array<readonly [what: string, sender: string, rest: Outcome, ...graphql: ReadonlyArray<Outcome>]> = []
    for (const [what, [template, selection]] of Object.entries(reads)) {
      const path = template.replace(/\$(\w+)/, (_, name: string) => String(known[name]))
      const found = yield* get(repo, path)
      const id = dig(found.json, "node_id")
      if (typeof id !== "string") throw new Error(`${what}: ${found.status} ${found.text}`)
      for (const token of senders) {
        const rest = byRest((yield* get(repo, path, token)).status)
        const node = byGraphQL(yield* ask("query ($id: ID!) { node(id: $id) { id } }", { id }, { token }), "node")
        if (selection === undefined) rows.push([what, token, rest, node])
        else {
          const json = yield* ask(`{ repository(owner: "acme", name: "${repo}") { ${selection} } }`, {}, { token })
          rows.push([what, token, rest, node, byGraphQL(json, "repository", "node")])
        }
      }
    }
    return rows
  })

type Ids = Readonly<Record<"repository" | "issue" | "comment" | "label" | "pull" | "ref" | "head", string>>

interface Write {
  readonly rest: readonly [wire: string, body?: object]
  readonly mutation: string
  readonly input: (ids: Ids) => object
}

/** What is written. The two ways do not stand in each other's way. */
const writes: ReadonlyArray<Write> = [
  {
    rest: ["POST /issues", { title: "x" }],
    mutation: "createIssue",
    input: ({ repository: repositoryId }) => ({ repositoryId, title: "x" })
  },
  {
    rest: ["POST /issues/1/comments", { body: "x" }],
    mutation: "addComment",
    input: ({ issue }) => ({ subjectId: issue, body: "x" })
  },
  {
    rest: ["PATCH /issues/comments/$comment", { body: "y" }],
    mutation: "updateIssueComment",
    input: ({ comment: id }) => ({ id, body: "y" })
  },
  {
    rest: ["PATCH /issues/1", { state: "closed" }],
    mutation: "closeIssue",
    input: ({ issue: issueId }) => ({ issueId })
  },
  {
    rest: ["POST /issues/1/labels", { labels: ["bug"] }],
    mutation: "addLabelsToLabelable",
    input: ({ issue, label }) => ({ labelableId: issue, labelIds: [label] })
  },
  { rest: ["PUT /issues/1/lock"], mutation: "lockLockable", input: ({ issue }) => ({ lockableId: issue }) },
  {
    rest: ["POST /labels", { name: "rest", color: "ffffff" }],
    mutation: "createLabel",
    input: ({ repository: repositoryId }) => ({ repositoryId, name: "graphql", color: "ffffff" })
  },
  {
    rest: ["POST /git/refs", { ref: "refs/heads/rest", sha: "$head" }],
    mutation: "createRef",
    input: ({ head, repository: repositoryId }) => ({ repositoryId, name: "refs/heads/graphql", oid: head })
  },
  {
    rest: ["PATCH /pulls/2", { title: "x" }],
    mutation: "updatePullRequest",
    input: ({ pull: pullRequestId }) => ({ pullRequestId, title: "y" })
  },
  {
    rest: ["POST /pulls/2/reviews", { event: "COMMENT", body: "x" }],
    mutation: "addPullRequestReview",
    input: ({ pull: pullRequestId }) => ({ pullRequestId, event: "COMMENT", body: "x" })
  },
  {
    rest: ["PUT /pulls/3/merge"],
    mutation: "mergePullRequest",
    input: ({ pull: pullRequestId }) => ({ pullRequestId })
  },
  {
    rest: ["PATCH ", { description: "x" }],
    mutation: "updateRepository",
    input: ({ repository: repositoryId }) => ({ repositoryId, description: "y" })
  }
]

const idsOf = (repo: string) =>
  Effect.gen(function* () {
    const json = (path: string) => Effect.map(get(repo, path), (reply) => reply.json)
    const id = (path: string) => Effect.map(json(path), (found) => String(dig(found, "node_id")))
    const comment = dig(yield* json("/issues/1/comments"), 0)
    const ids: Ids = {
      repository: yield* id(""),
      issue: yield* id("/issues/1"),
      label: yield* id("/labels/bug"),
      pull: yield* id("/pulls/2"),
      comment: String(dig(comment, "node_id")),
      ref: yield* id("/git/ref/heads/main"),
      head: String(dig(yield* json("/git/ref/heads/main"), "object", "sha"))
    }
    return { ids, comment: String(dig(comment, "id")) }
  })

const write = (repo: string, token: string) =>
  Effect.gen(function* () {
    const { comment, ids } = yield* idsOf(repo)
    const isHidden = (yield* get(repo, "", token)).status === 404
    const filled = (text: string) => text.replace("$comment", comment).replace("$head", ids.head)
    return yield* Effect.forEach(
      writes,
      Effect.fnUntraced(function* ({ input, mutation, rest: [wire, body] }) {
        const [method, path] = filled(wire).split(" ")
        const options: Options = body === undefined ? { token } : { token, text: filled(JSON.stringify(body)) }
        const { status } = yield* send(`${method} /repos/acme/${repo}${path}`, options)
        const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`
        const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { clientMutationId } }`
        const json = yield* ask(query, { input: { ...input(ids), clientMutationId: "7" } }, { token })
        // REST hides the endpoints that a scope is missing for. GraphQL says so.
        const rest = byRest(status)
        const expected = rest === "hidden" && !isHidden ? "refused" : rest
        return [mutation, expected, byGraphQL(json, mutation), dig(json, "errors", 0, "type")] as const
      })
    )
  })

/** How classic tokens of an administrator are refused in the open repository. */
const scoped: Readonly<Record<string, ReadonlyArray<string>>> = {
  "no-scopes": ["INSUFFICIENT_SCOPES"],
  statuses: ["INSUFFICIENT_SCOPES"],
  public_repo: [],
  repo: []
}

describe.each(["open", "hidden"])("the %s repository", (repo) => {
  test("is read by GraphQL as by REST", function* () {
    const rows = yield* read(repo)
    const differing = rows.filter(([, , ...found]) => new Set(found).size > 1)
    expect(differing).toEqual([])
    const seen = new Set(rows.map(([, , rest]) => rest))
    expect(seen).toEqual(new Set(repo === "open" ? ["done", "hidden"] : ["done", "hidden", "refused"]))
  })

  for (const sender of senders) {
    test(`is written by GraphQL as by REST: ${sender}`, function* () {
      const rows = yield* write(repo, sender)
      expect(rows.filter(([, rest, graphql]) => rest !== graphql).map(([mutation]) => mutation)).toEqual(
        // It names the pull request by an id, and REST by a number.
        repo === "hidden" && sender === "app-that-writes-contents" ? ["mergePullRequest"] : []
      )
      const types = new Set(rows.flatMap(([, , , type]) => type ?? []))
      if (repo === "open" && sender in scoped) expect(types).toEqual(new Set(scoped[sender]))
      else expect(types).not.toContain("INSUFFICIENT_SCOPES")
    })
  }
})

test("what takes another permission is an error in its place, and the rest is shown", function* () {
  const query = `{ repository(owner: "acme", name: "hidden") { pullRequest(number: 2) { statusCheckRollup { contexts(first: 9) {
    nodes { ... on CheckRun { name } ... on StatusContext { context } }
    edges { node { __typename } }
  } } } } }`
  const path = ["repository", "pullRequest", "statusCheckRollup", "contexts"]
  const json = yield* ask(query, {}, { token: "app-that-runs" })
  expect(dig(json, "data", ...path)).toEqual({
    nodes: [null, { context: "deploy" }],
    edges: [{ node: null }, { node: { __typename: "StatusContext" } }]
  })
  expect(errorsIn(json).map((error) => [dig(error, "type"), dig(error, "message"), dig(error, "path")])).toEqual(
    [
      [...path, "nodes", 0],
      [...path, "edges", 0, "node"]
    ].map((at) => ["FORBIDDEN", "Resource not accessible by integration", at])
  )
})

test("a token without scopes is told which would do", function* () {
  const { ids } = yield* idsOf("open")
  const query = "mutation ($input: AddCommentInput!) { addComment(input: $input) { clientMutationId } }"
  const json = yield* ask(query, { input: { subjectId: ids.issue, body: "x" } }, { token: "statuses" })
  expect(dig(json, "errors", 0, "message")).toContain(
    "The 'addComment' field requires one of the following scopes: ['public_repo', 'repo'], " +
      "but your token has only been granted the: ['repo:status'] scopes."
  )
})

test("teams are for members, by their ids too", function* () {
  const own = yield* ask('{ organization(login: "acme") { team(slug: "core") { id } } }', {}, { token: "member" })
  const id = dig(own, "data", "organization", "team", "id")
  const node = (token: string) => ask("query ($id: ID!) { node(id: $id) { id } }", { id }, { token })
  expect(byGraphQL(yield* node("member"), "node")).toBe("done")
  expect(byGraphQL(yield* node("outsider"), "node")).toBe("hidden")
})
