/** When code owners are asked for reviews. */
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { data } from "../graphql/support.ts"
import { testOn } from "../../../testOn.ts"
import { dig } from "../support.ts"
import { ask } from "./support.ts"

const layer = ForgeSimulator.layerHttpClient({
  organizations: [
    {
      login: "acme",
      members: { bob: "member" },
      teams: [{ name: "Core", members: ["bob"], repositories: { web: "write" } }]
    }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { eve: "write", ada: "write", bob: "write" },
      files: { CODEOWNERS: "* @ada\n*.js @acme/core @eve\n*.md @bob\n" },
      branches: { next: { files: { "a.txt": "" } } }
    }
  ],
  tokens: { [ForgeSimulator.token]: "eve", ada: "ada" }
})

testOn(layer)("code owners are asked when a draft is ready, and when its commits change further files", function* () {
  const body = { title: "X", head: "next", base: "main", draft: true }
  const opened = yield* ask("POST /repos/acme/web/pulls", { body })
  const pull = `/repos/acme/web/pulls/${String(dig(opened.json, "number"))}`
  const requested = Effect.map(ask(`GET ${pull}/requested_reviewers`), ({ json }) => [
    dig(json, "users", "*", "login"),
    dig(json, "teams", "*", "slug")
  ])
  const put = (path: string) =>
    ask(`PUT /repos/acme/web/contents/${path}`, {
      token: "ada",
      body: { message: "Write", content: "", branch: "next" }
    })
  yield* put("b.txt")
  expect(yield* requested).toEqual([[], []])
  const ready =
    "mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }"
  yield* data(ready, { id: dig(opened.json, "node_id") })
  expect(yield* requested).toEqual([["ada"], []])
  yield* ask(`DELETE ${pull}/requested_reviewers`, { body: { reviewers: ["ada"] } })
  yield* put("c.txt")
  expect(yield* requested).toEqual([[], []])
  yield* put("c.js")
  yield* put("c.md")
  expect(yield* requested).toEqual([["bob"], ["core"]])
  const events = yield* ask(`GET ${pull.replace("pulls", "issues")}/events`)
  expect(events.json).toMatchObject([
    { event: "review_requested", actor: { login: "eve" }, requested_reviewer: { login: "ada" } },
    { event: "ready_for_review" },
    { event: "review_request_removed" },
    { event: "review_requested", actor: { login: "ada" }, requested_team: { slug: "core" } },
    { event: "review_requested", requested_reviewer: { login: "bob" } }
  ])
  const asked = `query ($id: ID!) { node(id: $id) { ... on PullRequest { reviewRequests(first: 9) { nodes {
    asCodeOwner requestedReviewer { __typename }
  } } } } }`
  const node = yield* data(asked, { id: dig(opened.json, "node_id") })
  expect(dig(node, "node", "reviewRequests", "nodes")).toEqual([
    { asCodeOwner: true, requestedReviewer: { __typename: "User" } },
    { asCodeOwner: true, requestedReviewer: { __typename: "Team" } }
  ])
})
