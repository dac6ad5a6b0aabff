/** The timelines of issues and pull requests by GraphQL: the types of all items, their pages and counts. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { getNamedType, type GraphQLObjectType, isLeafType, isUnionType } from "graphql"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { ask } from "../pulls/support.ts"
import { dig, send } from "../support.ts"
import { data, schema } from "./support.ts"

const layer = ForgeSimulator.layerHttpClient({
  users: ["octo", "ada", "rev"].map((login) => ({ login })),
  organizations: [
    {
      login: "acme",
      members: { octo: "admin" },
      teams: [{ name: "Core", members: ["rev"], repositories: { web: "write" } }]
    }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "admin", rev: "write" },
      files: { "README.md": "# Web" },
      milestones: [{ title: "v1" }],
      issues: [{ title: "First", user: "octo" }, { title: "Second" }],
      branches: { next: {} },
      pulls: [
        { title: "Fix", head: "fix", user: "octo", files: { a: "a" } },
        { title: "Next", head: "topic", base: "next", user: "octo", files: { b: "b" } },
        { title: "Whole", head: "next", user: "octo", files: { c: "c" } }
      ]
    }
  ],
  tokens: { [ForgeSimulator.token]: "octo", rev: "rev" }
})

const test = testOn(layer)

const repo = "/repos/acme/web"
const issue = `${repo}/issues/1`
const pull = `${repo}/pulls/3`

/** The fields of a type of events, each with its own name: types have fields of one name and of other types. */
const selectionOf = (type: GraphQLObjectType): string =>
  Object.values(type.getFields())
    .map((field) => {
      const inner = getNamedType(field.type)
      return `${type.name}_${field.name}: ${field.name}${isLeafType(inner) ? "" : " { __typename }"}`
    })
    .join(" ")

/** All items, each with all of its own fields. */
const itemsOf = Effect.fnUntraced(function* (number: number, args = "first: 100") {
  const events = ["Issue", "PullRequest"].map((owner) => {
    const union = schema.getType(`${owner}TimelineItems`)
    const selections = (isUnionType(union) ? union.getTypes() : []).flatMap((type) =>
      type.name.endsWith("Event") ? [`... on ${type.name} { ${selectionOf(type)} }`] : []
    )
    return `... on ${owner} { timelineItems(${args}) { nodes { __typename ${selections.join(" ")} } } }`
  })
  const found = yield* data(
    `{ repository(owner: "acme", name: "web") { it: issueOrPullRequest(number: ${number}) { ${events.join(" ")} } } }`
  )
  const all = dig(found, "repository", "it", "timelineItems", "nodes")
  return Array.isArray(all) ? (all as ReadonlyArray<unknown>) : []
})

const typesOf = (number: number) => Effect.map(itemsOf(number), (all) => all.map((each) => dig(each, "__typename")))

describe("the timeline of an issue", () => {
  test("has a type for all that happens to it", function* () {
    yield* ask(`POST ${issue}/labels`, { body: { labels: ["wet"] } })
    yield* ask(`PATCH ${issue}`, { body: { title: "It pours", assignees: ["rev"], milestone: 1, state: "closed" } })
    yield* ask(`PATCH ${issue}`, { body: { state: "open", labels: [], assignees: [], milestone: null } })
    yield* ask(`PUT ${issue}/lock`, { body: { lock_reason: "too heated" } })
    yield* ask(`DELETE ${issue}/lock`)
    const { json } = yield* ask(`POST ${issue}/comments`, { body: { body: "@ada" } })
    yield* ask(`DELETE ${repo}/issues/comments/${Number(dig(json, "id"))}`)
    const second = Number(dig((yield* ask(`GET ${repo}/issues/2`)).json, "id"))
    yield* ask(`PATCH ${issue}`, { body: { state: "closed", state_reason: "duplicate", duplicate_issue_id: second } })
    yield* ask(`PATCH ${issue}`, { body: { state: "open" } })
    yield* ask(`POST ${issue}/sub_issues`, { body: { sub_issue_id: second } })
    yield* ask(`DELETE ${issue}/sub_issue`, { body: { sub_issue_id: second } })
    const items = yield* itemsOf(1)
    expect(items).toMatchObject([
      { __typename: "LabeledEvent", LabeledEvent_label: { __typename: "Label" } },
      { RenamedTitleEvent_previousTitle: "First", RenamedTitleEvent_currentTitle: "It pours" },
      { __typename: "AssignedEvent", AssignedEvent_user: { __typename: "User" } },
      { __typename: "MilestonedEvent", MilestonedEvent_milestoneTitle: "v1" },
      { __typename: "ClosedEvent", ClosedEvent_stateReason: "COMPLETED", ClosedEvent_closer: null },
      { __typename: "UnlabeledEvent" },
      { __typename: "UnassignedEvent", UnassignedEvent_assignee: { __typename: "User" } },
      { __typename: "DemilestonedEvent" },
      { __typename: "ReopenedEvent", ReopenedEvent_stateReason: "REOPENED" },
      { __typename: "LockedEvent", LockedEvent_lockReason: "TOO_HEATED" },
      { __typename: "UnlockedEvent", UnlockedEvent_lockable: { __typename: "Issue" } },
      { __typename: "MentionedEvent" },
      { __typename: "SubscribedEvent" },
      { __typename: "CommentDeletedEvent", CommentDeletedEvent_deletedCommentAuthor: { __typename: "User" } },
      { __typename: "ClosedEvent", ClosedEvent_stateReason: "DUPLICATE" },
      { __typename: "MarkedAsDuplicateEvent", MarkedAsDuplicateEvent_canonical: { __typename: "Issue" } },
      { __typename: "ReopenedEvent" },
      { __typename: "UnmarkedAsDuplicateEvent", UnmarkedAsDuplicateEvent_isCrossRepository: false },
      { __typename: "SubIssueAddedEvent", SubIssueAddedEvent_subIssue: { __typename: "Issue" } },
      { __typename: "SubIssueRemovedEvent" }
    ])
    expect(yield* typesOf(2)).toEqual(["ParentIssueAddedEvent", "ParentIssueRemovedEvent"])
  })
})

const graphql = (mutation: string, number: number) =>
  Effect.gen(function* () {
    const id = dig((yield* ask(`GET ${repo}/issues/${number}`)).json, "node_id")
    yield* data(`mutation ($id: ID!) { ${mutation}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`, {
      id
    })
  })

const shaOf = (ref: string) =>
  Effect.map(ask(`GET ${repo}/git/ref/heads/${ref}`), ({ json }) => String(dig(json, "object", "sha")))

const deployments = `{ repository(owner: "acme", name: "web") {
  deployments(first: 9, environments: ["staging"], orderBy: { field: CREATED_AT, direction: DESC }) { totalCount nodes {
    id state environment originalEnvironment latestEnvironment task payload commitOid creator { login } ref { name }
    commit { deployments(first: 1) { totalCount } }
    latestStatus { id state logUrl environmentUrl environment deployment { databaseId } creator { login } }
    statuses(first: 9) { nodes { description } }
  } }
} }`

describe("the timeline of a pull request", () => {
  test("has commits, reviews, comments and requests, in their order", function* () {
    yield* TestClock.adjust("1 minute")
    yield* ask(`POST ${pull}/requested_reviewers`, { body: { reviewers: ["rev"], team_reviewers: ["core"] } })
    yield* ask(`DELETE ${pull}/requested_reviewers`, { body: { reviewers: [], team_reviewers: ["core"] } })
    yield* ask(`POST ${repo}/issues/3/comments`, { body: { body: "Please" } })
    const review = yield* ask(`POST ${pull}/reviews`, { token: "rev", body: { event: "APPROVE", body: "Good" } })
    yield* ask(`PUT ${pull}/reviews/${Number(dig(review.json, "id"))}/dismissals`, { body: { message: "No" } })
    yield* graphql("convertPullRequestToDraft", 3)
    yield* graphql("markPullRequestReadyForReview", 3)
    const items = yield* itemsOf(3)
    expect(items.map((each) => dig(each, "__typename"))).toEqual([
      "PullRequestCommit",
      "PullRequestReview",
      "IssueComment",
      "ReviewRequestedEvent",
      "ReviewRequestedEvent",
      "ReviewRequestRemovedEvent",
      "ReviewDismissedEvent",
      "ConvertToDraftEvent",
      "ReadyForReviewEvent"
    ])
    expect(items).toMatchObject([
      {},
      {},
      {},
      { ReviewRequestedEvent_requestedReviewer: { __typename: "User" } },
      { ReviewRequestedEvent_requestedReviewer: { __typename: "Team" } },
      { ReviewRequestRemovedEvent_requestedReviewer: { __typename: "Team" } },
      {
        ReviewDismissedEvent_dismissalMessage: "No",
        ReviewDismissedEvent_previousReviewState: "APPROVED",
        ReviewDismissedEvent_review: { __typename: "PullRequestReview" }
      },
      {},
      {}
    ])
  })

  test("tells where its head is deployed", function* () {
    const deploy = (ref: string) =>
      Effect.map(
        send(`POST ${repo}/deployments`, { body: { ref, environment: "qa", auto_merge: false } }),
        ({ json }) => Number(dig(json, "id"))
      )
    const id = yield* deploy("fix")
    yield* deploy("main")
    const report = (body: object) => send(`POST ${repo}/deployments/${id}/statuses`, { body })
    yield* report({ state: "in_progress", description: "Up" })
    yield* report({ state: "success", environment: "staging", log_url: "https://ci.example/1" })
    expect((yield* itemsOf(3)).slice(1)).toMatchObject([
      { __typename: "DeployedEvent", DeployedEvent_deployment: { __typename: "Deployment" } },
      {
        __typename: "DeploymentEnvironmentChangedEvent",
        DeploymentEnvironmentChangedEvent_deploymentStatus: { __typename: "DeploymentStatus" }
      }
    ])
    const { json } = yield* ask(`GET ${repo}/issues/3/timeline`)
    expect(dig(json, "*", "event")).toEqual(["committed", "deployed", "deployment_environment_changed"])
    expect(json).toMatchObject([{}, { actor: { login: "octo" }, commit_id: null }, {}])
    expect((yield* send(`GET ${repo}/issues/events/${String(dig(json, 1, "id"))}`)).status).toBe(200)
    const all = dig(yield* data(deployments), "repository", "deployments")
    expect(all).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          state: "ACTIVE",
          environment: "staging",
          originalEnvironment: "qa",
          task: "deploy",
          payload: "{}",
          creator: { login: "octo" },
          ref: { name: "fix" },
          commit: { deployments: { totalCount: 1 } },
          latestStatus: { state: "SUCCESS", logUrl: "https://ci.example/1", environmentUrl: null },
          statuses: { nodes: [{ description: null }, { description: "Up" }] }
        }
      ]
    })
    const ids = [dig(all, "nodes", 0, "id"), dig(all, "nodes", 0, "latestStatus", "id")]
    const found = yield* data("query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }", { ids })
    expect(dig(found, "nodes", "*", "id")).toEqual(ids)
  })

  test("tells what becomes of its branches", function* () {
    const before = yield* shaOf("fix")
    const main = yield* shaOf("main")
    const tree = dig((yield* ask(`GET ${repo}/git/commits/${before}`)).json, "tree", "sha")
    const body = { message: "Again", tree, parents: [main] }
    const sha = dig((yield* ask(`POST ${repo}/git/commits`, { body })).json, "sha")
    yield* ask(`PATCH ${repo}/git/refs/heads/fix`, { body: { sha, force: true } })
    yield* ask(`DELETE ${repo}/git/refs/heads/fix`)
    yield* ask(`POST ${repo}/git/refs`, { body: { ref: "refs/heads/fix", sha } })
    yield* ask(`PATCH ${pull}`, { body: { state: "open" } })
    yield* ask(`PATCH ${pull}`, { body: { base: "next" } })
    yield* ask(`PUT ${pull}/merge`, { body: {} })
    yield* ask(`DELETE ${repo}/git/refs/heads/fix`)
    expect(yield* typesOf(3)).toEqual([
      "PullRequestCommit",
      "HeadRefForcePushedEvent",
      "ClosedEvent",
      "HeadRefDeletedEvent",
      "HeadRefRestoredEvent",
      "ReopenedEvent",
      "BaseRefChangedEvent",
      "MergedEvent",
      "ClosedEvent",
      "HeadRefDeletedEvent"
    ])
    const items = yield* itemsOf(3)
    expect(items[1]).toMatchObject({
      HeadRefForcePushedEvent_afterCommit: { __typename: "Commit" },
      HeadRefForcePushedEvent_beforeCommit: { __typename: "Commit" },
      HeadRefForcePushedEvent_ref: null
    })
    expect(items[6]).toMatchObject({
      BaseRefChangedEvent_previousRefName: "main",
      BaseRefChangedEvent_currentRefName: "next"
    })
    expect(items[7]).toMatchObject({ MergedEvent_mergeRefName: "next", MergedEvent_commit: { __typename: "Commit" } })
    expect(items[9]).toMatchObject({ HeadRefDeletedEvent_headRefName: "fix", HeadRefDeletedEvent_headRef: null })
  })

  test("tells of its base: moved by force, merged and deleted, or only deleted", function* () {
    yield* ask(`PUT ${repo}/pulls/5/merge`, { body: {} })
    yield* ask(`DELETE ${repo}/git/refs/heads/next`)
    expect(yield* itemsOf(4)).toMatchObject([
      { __typename: "PullRequestCommit" },
      { AutomaticBaseChangeSucceededEvent_oldBase: "next", AutomaticBaseChangeSucceededEvent_newBase: "main" }
    ])
    const main = yield* shaOf("main")
    const commit = yield* ask(`GET ${repo}/git/commits/${main}`)
    const body = { message: "Other", tree: dig(commit.json, "tree", "sha"), parents: [] }
    const sha = dig((yield* ask(`POST ${repo}/git/commits`, { body })).json, "sha")
    yield* ask(`PATCH ${repo}/git/refs/heads/main`, { body: { sha, force: true } })
    expect((yield* typesOf(4)).at(-1)).toBe("BaseRefForcePushedEvent")
    yield* ask(`POST ${repo}/git/refs`, { body: { ref: "refs/heads/old", sha: main } })
    yield* ask(`PATCH ${repo}/pulls/4`, { body: { base: "old" } })
    yield* ask(`DELETE ${repo}/git/refs/heads/old`)
    expect((yield* itemsOf(4)).slice(-2)).toMatchObject([
      { __typename: "ClosedEvent" },
      { __typename: "BaseRefDeletedEvent", BaseRefDeletedEvent_baseRefName: "old" }
    ])
  })
})

describe("a page of a timeline", () => {
  const counted = (args: string) =>
    Effect.map(
      data(`{ repository(owner: "acme", name: "web") { issue(number: 1) { updatedAt timelineItems(${args}) {
        totalCount filteredCount pageCount updatedAt pageInfo { endCursor hasNextPage hasPreviousPage } nodes { __typename }
      } } } }`),
      (found) => dig(found, "repository", "issue", "timelineItems")
    )
  const comment = (body: string) => ask(`POST ${issue}/comments`, { body: { body } })

  test("has as many items as are asked for, of all that there are", function* () {
    for (const body of ["1", "2", "3", "4"]) yield* comment(body)
    yield* ask(`POST ${issue}/labels`, { body: { labels: ["wet"] } })
    const first = yield* counted("first: 2, itemTypes: [ISSUE_COMMENT]")
    expect(first).toMatchObject({ totalCount: 4, filteredCount: 4, pageCount: 2, pageInfo: { hasNextPage: true } })
    const cursor = String(dig(first, "pageInfo", "endCursor"))
    expect(yield* counted(`first: 9, after: "${cursor}", itemTypes: [ISSUE_COMMENT]`)).toMatchObject({
      totalCount: 4,
      filteredCount: 2,
      pageCount: 2,
      pageInfo: { hasNextPage: false, hasPreviousPage: true }
    })
    expect(yield* counted("first: 9, skip: 3")).toMatchObject({ totalCount: 5, filteredCount: 5, pageCount: 2 })
    expect(dig(yield* counted("last: 1"), "nodes")).toEqual([{ __typename: "LabeledEvent" }])
    expect(yield* counted("first: 9, skip: 6")).toMatchObject({ pageCount: 0, nodes: [] })
    expect(yield* counted("first: 9, itemTypes: []")).toMatchObject({ totalCount: 0 })
  })

  test("begins with an instant", function* () {
    yield* comment("1")
    yield* TestClock.adjust("1 minute")
    yield* comment("2")
    const { json } = yield* ask(`GET ${issue}`)
    const at = String(dig(json, "updated_at"))
    expect(yield* counted(`first: 9, since: "${at}"`)).toMatchObject({ totalCount: 1, updatedAt: at })
  })
})

describe("the participants", () => {
  test("are those who have written something, each once", function* () {
    yield* ask(`POST ${repo}/issues/3/comments`, { token: "rev", body: { body: "@ada" } })
    yield* ask(`POST ${pull}/reviews`, { token: "rev", body: { event: "COMMENT", body: "Hm" } })
    const found = yield* data(
      `{ repository(owner: "acme", name: "web") { pullRequest(number: 3) { participants(first: 9) { nodes { login } } } } }`
    )
    expect(dig(found, "repository", "pullRequest", "participants", "nodes", "*", "login")).toEqual(["octo", "rev"])
  })
})
