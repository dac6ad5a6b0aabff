/** Mutations: they do what the endpoints of REST do, and are refused as those are. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { data, errors, seed } from "./support.ts"

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const web = 'repository(owner: "acme", name: "web")'

/** The ids that mutations take. */
const ids = Effect.map(
  data(`{
    ${web} {
      id label(name: "bug") { id } ref(qualifiedName: "main") { id target { oid } }
      issue(number: 2) { id } pullRequest(number: 3) { id headRefOid }
    }
    user(login: "ada") { id }
  }`),
  (found) => ({
    repository: String(dig(found, "repository", "id")),
    label: String(dig(found, "repository", "label", "id")),
    tip: String(dig(found, "repository", "ref", "target", "oid")),
    issue: String(dig(found, "repository", "issue", "id")),
    pull: String(dig(found, "repository", "pullRequest", "id")),
    head: String(dig(found, "repository", "pullRequest", "headRefOid")),
    ada: String(dig(found, "user", "id"))
  })
)

/** Carries out a mutation, and returns its payload. */
const act = (name: string, input: object, selection: string, token?: string) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation M($input: ${type}) { ${name}(input: $input) { clientMutationId ${selection} } }`
  return Effect.map(data(query, { input }, token === undefined ? {} : { token }), (found) => dig(found, name))
}

const refused = (name: string, input: object, token?: string) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation M($input: ${type}) { ${name}(input: $input) { clientMutationId } }`
  return errors(query, { input }, token === undefined ? {} : { token })
}

describe("mutations", () => {
  test("of issues", function* () {
    const { ada, issue, label, repository } = yield* ids
    const made = yield* act(
      "createIssue",
      { repositoryId: repository, title: "New", labelIds: [label], assigneeIds: [ada], clientMutationId: "7" },
      "issue { id number labels(first: 5) { nodes { name } } assignees(first: 5) { nodes { login } } }"
    )
    expect(made).toMatchObject({
      clientMutationId: "7",
      issue: { number: 5, labels: { nodes: [{ name: "bug" }] }, assignees: { nodes: [{ login: "ada" }] } }
    })
    const subjectId = dig(made, "issue", "id")
    const commented = yield* act(
      "addComment",
      { subjectId, body: "Hm" },
      "commentEdge { node { id body url author { login } } }"
    )
    expect(dig(commented, "commentEdge", "node")).toMatchObject({ body: "Hm", author: { login: "octo" } })
    yield* act(
      "addReaction",
      { subjectId: dig(commented, "commentEdge", "node", "id"), content: "HEART" },
      "reaction { content }"
    )
    yield* act("updateIssue", { id: issue, title: "Other", state: "OPEN" }, "issue { title }")
    yield* act("addLabelsToLabelable", { labelableId: issue, labelIds: [label] }, "labelable { __typename }")
    const closed = yield* act(
      "closeIssue",
      { issueId: issue, stateReason: "NOT_PLANNED" },
      "issue { state stateReason }"
    )
    expect(dig(closed, "issue")).toEqual({ state: "CLOSED", stateReason: "NOT_PLANNED" })
    expect(yield* Effect.map(send("GET /repos/acme/web/issues/2"), ({ json }) => json)).toMatchObject({
      title: "Other",
      state: "closed",
      state_reason: "not_planned",
      labels: [{ name: "bug" }],
      closed_by: { login: "octo" }
    })
    const events = yield* send("GET /repos/acme/web/issues/2/events")
    expect(dig(events.json, "*", "event")).toEqual(["renamed", "labeled", "closed"])
  })

  test("of pull requests, up to the merge", function* () {
    const { ada, head, issue, pull, repository, tip } = yield* ids
    yield* act("createRef", { repositoryId: repository, name: "refs/heads/topic", oid: tip }, "ref { name }")
    const commit = yield* act(
      "createCommitOnBranch",
      {
        branch: { repositoryNameWithOwner: "acme/web", branchName: "topic" },
        expectedHeadOid: tip,
        message: { headline: "Add c", body: "For all" },
        fileChanges: { additions: [{ path: "c", contents: btoa("c") }], deletions: [{ path: "README.md" }] }
      },
      "commit { oid message changedFiles } ref { name }"
    )
    expect(dig(commit, "commit")).toMatchObject({ message: "Add c\n\nFor all", changedFiles: 2 })
    const made = yield* act(
      "createPullRequest",
      { repositoryId: repository, title: "Topic", headRefName: "topic", baseRefName: "main", draft: true },
      "pullRequest { id number isDraft changedFiles state }"
    )
    expect(dig(made, "pullRequest")).toMatchObject({ number: 5, isDraft: true, changedFiles: 2, state: "OPEN" })
    const pullRequestId = dig(made, "pullRequest", "id")
    const ready = yield* act("markPullRequestReadyForReview", { pullRequestId }, "pullRequest { isDraft }")
    expect(dig(ready, "pullRequest", "isDraft")).toBe(false)
    const asked = yield* act(
      "requestReviews",
      { pullRequestId, userIds: [ada] },
      "pullRequest { reviewRequests(first: 5) { nodes { requestedReviewer { ... on User { login } } } } }"
    )
    expect(dig(asked, "pullRequest", "reviewRequests", "nodes", "*", "requestedReviewer", "login")).toEqual(["ada"])
    const review = yield* act(
      "addPullRequestReview",
      { pullRequestId, event: "APPROVE", body: "Good" },
      "pullRequestReview { state }",
      "ada"
    )
    expect(dig(review, "pullRequestReview", "state")).toBe("APPROVED")
    yield* act("updatePullRequest", { pullRequestId, title: "Better", state: "CLOSED" }, "pullRequest { title state }")
    expect(
      dig(yield* act("reopenPullRequest", { pullRequestId }, "pullRequest { title state }"), "pullRequest")
    ).toEqual({
      title: "Better",
      state: "OPEN"
    })
    // A required check is missing.
    expect(yield* refused("mergePullRequest", { pullRequestId })).toEqual([
      ["UNPROCESSABLE", 'Required status check "build" is expected.']
    ])
    const merged = yield* act(
      "mergePullRequest",
      { pullRequestId: pull, mergeMethod: "SQUASH", expectedHeadOid: head },
      "pullRequest { state merged mergedBy { login } mergeCommit { parents { totalCount } } }"
    )
    expect(dig(merged, "pullRequest")).toEqual({
      state: "MERGED",
      merged: true,
      mergedBy: { login: "octo" },
      mergeCommit: { parents: { totalCount: 1 } }
    })
    expect((yield* refused("mergePullRequest", { pullRequestId: issue }))[0]?.[0]).toBe("NOT_FOUND")
  })

  test("of repositories", function* () {
    const made = yield* act(
      "createRepository",
      { name: "tools", visibility: "PRIVATE", description: "Mine" },
      "repository { id nameWithOwner isPrivate url }"
    )
    expect(dig(made, "repository")).toMatchObject({ nameWithOwner: "octo/tools", isPrivate: true })
    const repositoryId = dig(made, "repository", "id")
    const archived = yield* act("archiveRepository", { repositoryId }, "repository { isArchived }")
    expect(dig(archived, "repository", "isArchived")).toBe(true)
    expect(yield* refused("createIssue", { repositoryId, title: "x" })).toEqual([
      ["FORBIDDEN", "Repository was archived so is read-only."]
    ])
  })

  test("of those who may not are refused, and change nothing", function* () {
    const { issue, repository } = yield* ids
    expect(yield* refused("closeIssue", { issueId: issue }, "eve")).toEqual([
      ["FORBIDDEN", "eve does not have the correct permissions to execute `CloseIssue`"]
    ])
    expect(yield* refused("createIssue", { repositoryId: repository, title: "" })).toMatchObject([
      ["UNPROCESSABLE", expect.any(String)]
    ])
    expect(yield* refused("createIssue", { repositoryId: repository, title: "x", projectIds: ["x"] })).toEqual([
      ["UNPROCESSABLE", "The simulator does not serve the input projectIds of createIssue."]
    ])
    expect(dig((yield* send("GET /repos/acme/web/issues/2")).json, "state")).toBe("open")
  })

  testOn(
    ForgeSimulator.layerHttpClient({
      repositories: [
        {
          owner: "acme",
          name: "web",
          issues: ["One"].map((title) => ({ title })),
          hooks: [{ url: "https://ci.example/hook", events: ["issues"] }]
        }
      ],
      tokens: { [ForgeSimulator.token]: "acme" }
    })
  )("are told to hooks, once", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const id = dig(yield* data(`{ ${web} { issue(number: 1) { id } } }`), "repository", "issue", "id")
    yield* act("closeIssue", { issueId: id }, "issue { state }")
    yield* simulator.settled
    const deliveries = yield* simulator.deliveries
    expect(deliveries.map(({ operation, body }) => [operation, dig(body, "action")])).toHaveLength(1)
    expect(dig(deliveries[0]?.body, "action")).toBe("closed")
  })
})
