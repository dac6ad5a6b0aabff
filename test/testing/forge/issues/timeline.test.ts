/** What happens to issues and pull requests, as their events and timelines tell it, and reactions to them. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { ask, layer, pulls } from "../pulls/support.ts"
import { dig } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const repo = "/repos/acme/web"
const issue = `${repo}/issues/1`

const eventsOf = (number: number, of = "events") =>
  Effect.map(ask(`GET ${repo}/issues/${number}/${of}`), ({ json }) => dig(json, "*", "event"))

describe("the events of an issue", () => {
  test("tell what was changed, and by whom", function* () {
    yield* ask(`POST ${issue}/labels`, { token: "tri", body: { labels: ["wet"] } })
    yield* ask(`PATCH ${issue}`, { body: { title: "It pours", assignees: ["rev"], state: "closed" } })
    yield* ask(`PATCH ${issue}`, { body: { state: "open", labels: [], assignees: [] } })
    yield* ask(`PUT ${issue}/lock`, { body: { lock_reason: "spam" } })
    yield* ask(`DELETE ${issue}/lock`)
    const { json } = yield* ask(`GET ${issue}/events`)
    expect(json).toMatchObject([
      { event: "labeled", actor: { login: "tri" }, label: { name: "wet" } },
      { event: "renamed", actor: { login: "octo" }, rename: { from: "It rains in", to: "It pours" } },
      { event: "assigned", assignee: { login: "rev" }, assigner: { login: "octo" } },
      { event: "closed", state_reason: "completed" },
      { event: "unlabeled", label: { name: "wet" } },
      { event: "unassigned", assignee: { login: "rev" } },
      { event: "reopened", state_reason: "reopened" },
      { event: "locked", lock_reason: "spam" },
      { event: "unlocked" }
    ])
  })

  test("are none when nothing changes", function* () {
    yield* ask(`PATCH ${issue}`, { body: { title: "It rains in", state: "open", labels: [] } })
    expect(yield* eventsOf(1)).toEqual([])
  })

  test("tell what a new issue begins with", function* () {
    const made = yield* ask(`POST ${repo}/issues`, { body: { title: "New", labels: ["a", "b"], assignees: ["rev"] } })
    expect(yield* eventsOf(Number(dig(made.json, "number")))).toEqual(["labeled", "labeled", "assigned"])
  })
})

describe("the events of a repository", () => {
  test("are those of all its issues, the newest first, each with its issue", function* () {
    yield* ask(`PATCH ${issue}`, { body: { title: "It pours" } })
    yield* ask(`PATCH ${repo}/issues/2`, { body: { state: "closed" } })
    const all = yield* ask(`GET ${repo}/issues/events`)
    expect(dig(all.json, 0)).toMatchObject({ event: "closed", issue: { number: 2 } })
    expect(dig(all.json, 1)).toMatchObject({ event: "renamed", issue: { number: 1, title: "It pours" } })
    expect((yield* ask(`GET ${repo}/issues/events?per_page=1`)).headers["link"]).toContain('page=4>; rel="last"')
    const id = Number(dig(all.json, 1, "id"))
    expect((yield* ask(`GET ${repo}/issues/events/${id}`)).json).toEqual(dig(all.json, 1))
    expect((yield* ask(`GET ${repo}/issues/events/9`)).status).toBe(404)
  })
})

describe("the events of a pull request", () => {
  test("tell of requests, reviews and the merge, which also closes the issue", function* () {
    yield* ask(`POST ${pulls}/2/requested_reviewers`, { body: { reviewers: ["rev", "tri"] } })
    yield* ask(`DELETE ${pulls}/2/requested_reviewers`, { body: { reviewers: ["tri"] } })
    const review = yield* ask(`POST ${pulls}/2/reviews`, { token: "rev", body: { event: "APPROVE" } })
    const id = Number(dig(review.json, "id"))
    yield* ask(`PUT ${pulls}/2/reviews/${id}/dismissals`, { body: { message: "Too soon" } })
    const merge = yield* ask(`PUT ${pulls}/2/merge`, { body: {} })
    const { json } = yield* ask(`GET ${repo}/issues/2/events`)
    expect(json).toMatchObject([
      { event: "review_requested", requested_reviewer: { login: "rev" }, review_requester: { login: "octo" } },
      { event: "review_requested", requested_reviewer: { login: "tri" } },
      { event: "review_request_removed", requested_reviewer: { login: "tri" } },
      {
        event: "review_dismissed",
        dismissed_review: { state: "approved", review_id: id, dismissal_message: "Too soon" }
      },
      { event: "merged", commit_id: dig(merge.json, "sha"), actor: { login: "octo" } },
      { event: "closed" }
    ])
    expect(yield* eventsOf(1)).toEqual(["closed"])
  })

  test("tell of a branch that was moved by force, and of one that was deleted", function* () {
    const main = yield* ask(`GET ${repo}/git/ref/heads/main`)
    const head = yield* ask(`GET ${repo}/git/ref/heads/count`)
    const made = yield* ask(`POST ${repo}/git/commits`, {
      body: {
        message: "Other",
        tree: dig(
          (yield* ask(`GET ${repo}/git/commits/${String(dig(head.json, "object", "sha"))}`)).json,
          "tree",
          "sha"
        ),
        parents: [dig(main.json, "object", "sha")]
      }
    })
    const sha = dig(made.json, "sha")
    yield* ask(`PATCH ${repo}/git/refs/heads/count`, { token: "rev", body: { sha, force: true } })
    yield* ask(`PUT ${repo}/contents/more.txt`, { body: { message: "More", content: "", branch: "count" } })
    yield* ask(`DELETE ${repo}/git/refs/heads/count`)
    const { json } = yield* ask(`GET ${repo}/issues/2/events`)
    expect(json).toMatchObject([
      { event: "head_ref_force_pushed", commit_id: sha, actor: { login: "rev" } },
      { event: "closed", actor: { login: "octo" } },
      { event: "head_ref_deleted" }
    ])
  })

  test("stand in the timeline with commits, comments and reviews, in their order", function* () {
    const ahead = TestClock.adjust("1 minute")
    yield* ahead
    yield* ask(`POST ${repo}/issues/2/comments`, { body: { body: "Please look" } })
    yield* ahead
    const comments = [{ path: "new.txt", line: 1, body: "Why?" }]
    yield* ask(`POST ${pulls}/2/reviews`, { token: "rev", body: { event: "COMMENT", body: "Hm", comments } })
    yield* ahead
    yield* ask(`PATCH ${pulls}/2`, { body: { title: "Count" } })
    const entries = ["committed", "committed", "commented", "reviewed", "line-commented", "renamed"]
    expect(yield* eventsOf(2, "timeline")).toEqual(entries)
    const { json } = yield* ask(`GET ${repo}/issues/2/timeline?per_page=2&page=2`)
    expect(json).toMatchObject([{ body: "Please look" }, { state: "commented", body: "Hm" }])
  })
})

describe("reactions", () => {
  test("are made once, counted, listed by kind, and removed by whom they are", function* () {
    const react = (content: string, token = "ada") => ask(`POST ${issue}/reactions`, { token, body: { content } })
    const first = yield* react("heart")
    const again = yield* react("heart")
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.json).toEqual(first.json)
    yield* react("+1")
    yield* react("heart", "tri")
    const { json } = yield* ask(`GET ${issue}`)
    expect(dig(json, "reactions")).toMatchObject({ total_count: 3, heart: 2, "+1": 1, eyes: 0 })
    const hearts = yield* ask(`GET ${issue}/reactions?content=heart`)
    expect(dig(hearts.json, "*", "user", "login")).toEqual(["ada", "tri"])
    const path = `${issue}/reactions/${Number(dig(first.json, "id"))}`
    expect((yield* ask(`DELETE ${path}`, { token: "tri" })).status).toBe(403)
    expect((yield* ask(`DELETE ${path}`, { token: "ada" })).status).toBe(204)
    expect((yield* ask(`DELETE ${path}`, { token: "ada" })).status).toBe(404)
    expect((yield* react("like")).status).toBe(422)
  })

  test("belong to comments, too", function* () {
    const made = yield* ask(`POST ${issue}/comments`, { body: { body: "Yes" } })
    const at = `${repo}/issues/comments/${Number(dig(made.json, "id"))}`
    yield* ask(`POST ${at}/reactions`, { token: "ada", body: { content: "laugh" } })
    expect(dig((yield* ask(`GET ${at}`)).json, "reactions")).toMatchObject({ total_count: 1, laugh: 1 })
    expect(dig((yield* ask(`GET ${issue}`)).json, "reactions", "total_count")).toBe(0)
  })
})
