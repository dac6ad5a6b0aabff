/** GraphQL on the state that REST serves: what it says, what it refuses, and what mutations do. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Faults from "../../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { ask, data, errors, seed } from "./support.ts"

const layer = ForgeSimulator.layerHttpClient(seed)
const test = testOn(layer)

const web = 'repository(owner: "acme", name: "web")'

const many = testOn(
  ForgeSimulator.layerHttpClient({
    ...seed,
    repositories: [{ owner: "acme", name: "web", issues: [1, 2, 3, 4, 5].map((n) => ({ title: `Issue ${n}` })) }]
  })
)

describe("fields of one name", () => {
  test("may have different types on different objects", function* () {
    const state = "... on Issue { state } ... on PullRequest { state }"
    const numbers = Array.from({ length: 120 }, (_, index) => `n${index}: issueOrPullRequest(number: 1) { ${state} }`)
    const found = yield* data(`{ ${web} { ${numbers.join(" ")} pull: issueOrPullRequest(number: 4) { ${state} } } }`)
    expect([dig(found, "repository", "n119"), dig(found, "repository", "pull")]).toEqual([
      { state: "OPEN" },
      { state: "MERGED" }
    ])
  })

  test("may not be different fields of one object, nor have different arguments", function* () {
    expect(yield* errors(`{ ${web} { name: id name } }`)).toEqual([
      [undefined, expect.stringContaining('"id" and "name" are different fields')]
    ])
    expect(yield* errors(`{ ${web} { issue(number: 1) { id } issue(number: 2) { id } } }`)).toEqual([
      [undefined, expect.stringContaining("they have differing arguments")]
    ])
  })
})

describe("a state", () => {
  test("is the same by REST and by GraphQL", function* () {
    const get = (path: string) => Effect.map(send(`GET ${path}`), ({ json }) => json)
    const repository = yield* get("/repos/acme/web")
    const issue = yield* get("/repos/acme/web/issues/1")
    yield* get("/repos/acme/web/pulls/3")
    const pull = yield* get("/repos/acme/web/pulls/3")
    const found = dig(
      yield* data(`{ ${web} {
        id databaseId name nameWithOwner description sshUrl url createdAt pushedAt isPrivate forkCount stargazerCount
        issue(number: 1) {
          id number title body state createdAt updatedAt url authorAssociation author { login url ... on User { id databaseId } }
          labels(first: 9) { nodes { id name color description isDefault } } milestone { id number title dueOn }
          assignees(first: 9) { nodes { login } } comments { totalCount }
        }
        pullRequest(number: 3) {
          id databaseId number title isDraft additions deletions changedFiles mergeable mergeStateStatus
          baseRefName headRefName headRefOid commits { totalCount } merged maintainerCanModify
        }
      } }`),
      "repository"
    )
    const at = (json: unknown, names: ReadonlyArray<string>) => names.map((name) => dig(json, ...name.split(".")))
    expect(
      at(found, ["id", "databaseId", "name", "nameWithOwner", "description", "sshUrl", "url", "createdAt", "pushedAt"])
    ).toEqual(
      at(repository, [
        "node_id",
        "id",
        "name",
        "full_name",
        "description",
        "ssh_url",
        "html_url",
        "created_at",
        "pushed_at"
      ])
    )
    expect(
      at(dig(found, "issue"), ["id", "number", "title", "body", "createdAt", "updatedAt", "url", "authorAssociation"])
    ).toEqual(
      at(issue, ["node_id", "number", "title", "body", "created_at", "updated_at", "html_url", "author_association"])
    )
    expect(at(dig(found, "issue"), ["author.login", "author.id", "milestone.id", "milestone.dueOn"])).toEqual(
      at(issue, ["user.login", "user.node_id", "milestone.node_id", "milestone.due_on"])
    )
    expect(dig(found, "issue", "labels", "nodes", "*", "id")).toEqual(dig(issue, "labels", "*", "node_id"))
    const pulled = dig(found, "pullRequest")
    expect(
      at(pulled, ["id", "databaseId", "additions", "deletions", "changedFiles", "headRefOid", "commits.totalCount"])
    ).toEqual(at(pull, ["node_id", "id", "additions", "deletions", "changed_files", "head.sha", "commits"]))
    expect(at(pulled, ["mergeable", "mergeStateStatus"])).toEqual([
      "MERGEABLE",
      String(dig(pull, "mergeable_state")).toUpperCase()
    ])
    expect(dig(yield* get("/repos/acme/web/issues/3"), "node_id")).toBe(dig(pull, "node_id"))
  })

  test("has the ids that REST writes, which name what they are of", function* () {
    const paths = [
      "",
      "/issues/1",
      "/issues/comments/2000001",
      "/labels/bug",
      "/milestones/1",
      "/pulls/3",
      "/git/ref/heads/main"
    ]
    const replies = yield* Effect.forEach(paths, (path) => send(`GET /repos/acme/web${path}`))
    const ids = replies.flatMap(({ json }) => dig(json, "node_id") ?? [])
    expect(ids.length).toBeGreaterThan(4)
    const nodes = dig(yield* data("query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }", { ids }), "nodes")
    expect(dig(nodes, "*", "id")).toEqual(ids)
  })

  test("has closing references, decisions and checks of pull requests", function* () {
    const pull = dig(
      yield* data(`{ ${web} { pullRequest(number: 3) {
        state reviewDecision isInMergeQueue isCrossRepository viewerCanUpdate
        closingIssuesReferences(first: 5) { nodes { number } }
        latestReviews(first: 5) { nodes { state author { login } } }
        reviewRequests(first: 5) { nodes { requestedReviewer { __typename ... on User { login } ... on Team { slug } } } }
        statusCheckRollup { state contexts(first: 5) { nodes {
          ... on CheckRun { name conclusion isRequired(pullRequestNumber: 3) } ... on StatusContext { context state }
        } } }
      } } }`),
      "repository",
      "pullRequest"
    )
    expect(pull).toMatchObject({
      state: "OPEN",
      reviewDecision: "APPROVED",
      isInMergeQueue: false,
      closingIssuesReferences: { nodes: [{ number: 1 }] },
      latestReviews: { nodes: [{ state: "APPROVED", author: { login: "ada" } }] },
      statusCheckRollup: {
        state: "SUCCESS",
        contexts: {
          nodes: [
            { name: "build", conclusion: "SUCCESS", isRequired: true },
            { context: "deploy", state: "SUCCESS" }
          ]
        }
      }
    })
    expect(dig(pull, "reviewRequests", "nodes", "*", "requestedReviewer", "__typename")).toContain("Team")
  })
})

describe("a connection", () => {
  const page = (args: string) =>
    Effect.map(
      data(
        `{ ${web} { issues(${args}) { totalCount nodes { number } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`
      ),
      (found) => dig(found, "repository", "issues")
    )
  const numbers = (found: unknown) => dig(found, "nodes", "*", "number")

  many("is read in both directions", function* () {
    const first = yield* page("first: 2")
    expect([numbers(first), dig(first, "totalCount")]).toEqual([[1, 2], 5])
    const second = yield* page(`first: 2, after: "${String(dig(first, "pageInfo", "endCursor"))}"`)
    expect(numbers(second)).toEqual([3, 4])
    expect(numbers(yield* page(`last: 1, before: "${String(dig(second, "pageInfo", "startCursor"))}"`))).toEqual([2])
    expect(numbers(yield* page("last: 2"))).toEqual([4, 5])
    expect(numbers(yield* page("first: 2, orderBy: { field: CREATED_AT, direction: DESC }"))).toEqual([5, 4])
  })

  many("goes on where it was if the item of its cursor is gone", function* () {
    const first = yield* page("first: 2, states: OPEN")
    yield* send("PATCH /repos/acme/web/issues/2", { token: ForgeSimulator.token, body: { state: "closed" } })
    const second = yield* page(`first: 2, states: OPEN, after: "${String(dig(first, "pageInfo", "endCursor"))}"`)
    expect(numbers(second)).toEqual([3, 4])
  })

  test("is filtered", function* () {
    expect(numbers(yield* page('first: 9, labels: ["bug"]'))).toEqual([1])
    expect(numbers(yield* page('first: 9, filterBy: { createdBy: "octo" }'))).toEqual([2])
    expect(numbers(yield* page("first: 9, filterBy: { assignee: null }"))).toEqual([2])
    expect(numbers(yield* page('first: 9, filterBy: { milestone: "v1" }'))).toEqual([1])
  })

  test("needs a size, unless only its items are counted", function* () {
    const refused = (args: string) =>
      Effect.map(errors(`{ ${web} { issues${args} { nodes { id } } } }`), (all) => all[0])
    expect(yield* refused("")).toEqual([
      "MISSING_PAGINATION_BOUNDARIES",
      "You must provide a `first` or `last` value to properly paginate the `issues` connection."
    ])
    expect(yield* refused("(first: 101)")).toEqual([
      "EXCESSIVE_PAGINATION",
      "Requesting 101 records on the `issues` connection exceeds the `first` limit of 100 records."
    ])
    expect((yield* refused('(first: 1, after: "x")'))?.[1]).toBe("`x` does not appear to be a valid cursor.")
    expect(yield* data(`{ ${web} { issues { totalCount } } }`)).toEqual({ repository: { issues: { totalCount: 2 } } })
  })
})

describe("a query", () => {
  test("costs points and nodes by the service's formula", function* () {
    // The example of the service's documentation.
    const query = `{ rateLimit { cost nodeCount limit remaining used } viewer {
      repositories(first: 50) { nodes {
        pullRequests(first: 20) { nodes { comments(first: 10) { nodes { body } } } }
        issues(first: 20) { nodes { comments(first: 10) { nodes { body } } } }
      } }
      followers(first: 10) { totalCount }
    } }`
    const limit = { cost: 21, nodeCount: 22_060, limit: 5000, remaining: 4979, used: 21 }
    expect(dig(yield* data(query), "rateLimit")).toEqual(limit)
    const { headers } = yield* send("POST /graphql", { body: { query: "{ viewer { login } }" } })
    expect([headers["x-ratelimit-resource"], headers["x-ratelimit-remaining"]]).toEqual(["graphql", "4978"])
  })

  test("of too many nodes is refused", function* () {
    const query = `{ viewer { repositories(first: 100) { nodes { issues(first: 100) { nodes { comments(first: 100) { nodes { id } } } } } } } }`
    expect(yield* errors(query)).toEqual([
      [
        "MAX_NODE_LIMIT_EXCEEDED",
        "This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000."
      ]
    ])
  })

  test("beyond the limit is refused in a 200", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setRemaining("octo", 0, "graphql")
    expect(yield* errors("{ viewer { login } }")).toEqual([
      ["RATE_LIMITED", expect.stringContaining("API rate limit exceeded for user octo")]
    ])
    expect((yield* send("GET /user")).status).toBe(200)
  })

  test("keeps what it found beside what it did not", function* () {
    const json = yield* ask(
      `{ viewer { login } a: repository(owner: "acme", name: "no") { id } user(login: "no") { id } ${web} { issue(number: 9) { id } } node(id: "I_x") { id } }`
    )
    expect(dig(json, "data")).toEqual({
      viewer: { login: "octo" },
      a: null,
      user: null,
      repository: { issue: null },
      node: null
    })
    expect(dig(json, "errors", "*", "message")).toEqual([
      "Could not resolve to a Repository with the name 'acme/no'.",
      "Could not resolve to a User with the login of 'no'.",
      "Could not resolve to an Issue with the number of 9.",
      "Could not resolve to a node with the global id of 'I_x'."
    ])
    expect(dig(json, "errors", 0, "path")).toEqual(["a"])
  })

  test("for a field that is not served says so", function* () {
    const [found] = yield* errors(`{ ${web} { discussion(number: 1) { id } } }`)
    expect(found?.[1]).toContain("The simulator does not serve Repository.discussion.")
    expect(yield* errors("{ viewer { nothing } }")).toEqual([
      [undefined, "Field 'nothing' doesn't exist on type 'User'"]
    ])
  })

  test("sees what its sender may see", function* () {
    const hidden = `{ repository(owner: "acme", name: "hidden") { id } }`
    expect((yield* errors(hidden))[0]).toBeUndefined()
    expect((yield* errors(hidden, {}, { token: "eve" }))[0]?.[0]).toBe("NOT_FOUND")
    const anonymous = yield* send("POST /graphql", { body: { query: hidden }, token: null })
    expect([anonymous.status, dig(anonymous.json, "message")]).toEqual([
      401,
      "This endpoint requires you to be authenticated."
    ])
    const wrong = yield* send("POST /graphql", { body: { variables: {} } })
    expect([wrong.status, dig(wrong.json, "message")]).toEqual([
      400,
      "A query attribute must be specified and must be a string."
    ])
  })

  testOn(
    ForgeSimulator.layerHttpClient({
      tokens: { fine: { login: "octo", permissions: { contents: "read" } } },
      repositories: [{ owner: "octo", name: "hidden", private: true, issues: [{ title: "Secret" }] }]
    })
  )("with a token that lacks a permission is refused where it needs it", function* () {
    const query = `{ repository(owner: "octo", name: "hidden") { name issue(number: 1) { title } } }`
    const json = yield* ask(query, {}, { token: "fine" })
    expect(dig(json, "data")).toEqual({ repository: { name: "hidden", issue: null } })
    expect([dig(json, "errors", 0, "type"), dig(json, "errors", 0, "message")]).toEqual([
      "FORBIDDEN",
      "Resource not accessible by personal access token"
    ])
  })

  test("is hit by faults with its name, and has it in the journal", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.unavailable({ operation: "query Second" }))
    const named = (name: string) => send("POST /graphql", { body: { query: `query ${name} { viewer { login } }` } })
    expect([(yield* named("First")).status, (yield* named("Second")).status]).toEqual([200, 503])
    const log = yield* simulator.requests
    expect(log.map(({ operation }) => operation)).toEqual(["query First", "query Second"])
  })

  test("searches as REST does", function* () {
    const found = yield* data(`{
      search(query: "repo:acme/web is:pr sort:created-asc", type: ISSUE, first: 1) {
        issueCount nodes { ... on PullRequest { number } } pageInfo { hasNextPage }
      }
      users: search(query: "octo", type: USER, first: 5) { userCount nodes { ... on User { login } } }
    }`)
    expect(found).toEqual({
      search: { issueCount: 2, nodes: [{ number: 3 }], pageInfo: { hasNextPage: true } },
      users: { userCount: 1, nodes: [{ login: "octo" }] }
    })
  })

  test("finds the page of a URL, files and history", function* () {
    const found = yield* data(`{
      resource(url: "https://github.com/acme/web/pull/3") { __typename }
      ${web} {
        object(expression: "main:README.md") { ... on Blob { text byteSize } }
        ref(qualifiedName: "main") { name prefix target { ... on Commit {
          history(first: 1) { totalCount nodes { messageHeadline author { name user { login } } associatedPullRequests(first: 1) { nodes { number } } } }
        } } }
      }
    }`)
    expect(found).toMatchObject({
      resource: { __typename: "PullRequest" },
      repository: {
        object: { text: "# Web", byteSize: 5 },
        ref: {
          name: "main",
          prefix: "refs/heads/",
          target: { history: { nodes: [{ associatedPullRequests: { nodes: [{ number: 4 }] } }] } }
        }
      }
    })
  })
})
