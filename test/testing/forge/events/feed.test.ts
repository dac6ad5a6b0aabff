/** The feed of events: what has happened in repositories, held against the service's description. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { check } from "../description.ts"
import { checked } from "../repositories/support.ts"
import { dig, type Options, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layerHttpClient({
  users: [{ login: "fan", follows: ["ada"] }],
  organizations: [{ login: "acme", members: { olga: "admin", mia: "member" } }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write", ada: "write" },
      files: { "a.txt": "1\n" },
      created_at: { ago: "10 days" },
      issues: [
        {
          title: "One",
          user: "ada",
          created_at: { ago: "31 days" },
          comments: [{ body: "Yes", user: "octo", created_at: { ago: "1 day" } }],
          updated_at: { ago: "1 day" }
        },
        { title: "Old", user: "ada", created_at: { ago: "40 days" }, updated_at: { ago: "40 days" } },
        { title: "Nobody's", user: null }
      ],
      pulls: [
        {
          title: "Two",
          head: "b",
          user: "octo",
          files: { "b.txt": "2\n" },
          created_at: { ago: "2 days" },
          reviews: [
            { id: 90, user: "ada", state: "APPROVED", submitted_at: { ago: "3 hours" } },
            { id: 91, user: "ada", state: "PENDING" }
          ],
          review_comments: [
            { path: "b.txt", line: 1, body: "Why?", user: "ada", review: 90, created_at: { ago: "3 hours" } },
            { path: "b.txt", line: 1, body: "Hm", user: "ada", review: 91 }
          ]
        }
      ],
      releases: [
        { tag_name: "v1", author: "octo", published_at: { ago: "2 hours" } },
        { tag_name: "v2", draft: true }
      ],
      commit_comments: [{ body: "Fine", user: "ada", created_at: { ago: "1 hour" } }],
      stargazers: { fan: "1970-01-01T00:00:00Z" }
    },
    {
      owner: "acme",
      name: "secret",
      private: true,
      issues: [{ title: "Hidden", user: "mia", created_at: { ago: "5 minutes" } }]
    },
    { owner: "fan", name: "web", fork_of: "acme/web", created_at: { ago: "4 hours" } }
  ],
  tokens: { [ForgeSimulator.token]: "octo", ada: "ada", mia: "mia", fan: "fan" }
})

const test = testOn(layer)

const components: Readonly<Record<string, string>> = {
  CommitCommentEvent: "commit-comment-event",
  CreateEvent: "create-event",
  DeleteEvent: "delete-event",
  ForkEvent: "fork-event",
  IssueCommentEvent: "issue-comment-event",
  IssuesEvent: "issues-event",
  PullRequestEvent: "pull-request-event",
  PullRequestReviewCommentEvent: "pull-request-review-comment-event",
  PullRequestReviewEvent: "pull-request-review-event",
  PushEvent: "push-event",
  ReleaseEvent: "release-event",
  WatchEvent: "watch-event"
}

/** The events of a feed, each with a payload of its kind. */
const feed = Effect.fnUntraced(function* (template: string, path: string = template, options: Options = {}) {
  const reply = yield* checked(`GET ${template}`, path, options)
  if (reply.status !== 200) return reply.status
  const events = reply.json as ReadonlyArray<unknown>
  for (const event of events) {
    const name = components[String(dig(event, "type"))] ?? ""
    expect(check(name, { $ref: `#/components/schemas/${name}` }, dig(event, "payload"))).toEqual([])
  }
  expect(new Set(events.map((event) => dig(event, "id"))).size).toBe(events.length)
  return events.map((event) => `${String(dig(event, "actor", "login"))} ${String(dig(event, "type"))}`)
})

const repository = "/repos/{owner}/{repo}/events"
const web = "/repos/acme/web/events"

const all = [
  "fan WatchEvent",
  "ada CommitCommentEvent",
  "octo ReleaseEvent",
  "ada PullRequestReviewCommentEvent",
  "ada PullRequestReviewEvent",
  "fan ForkEvent",
  "octo IssueCommentEvent",
  "octo PullRequestEvent"
]

describe("the feed of a repository", () => {
  test("has what its records tell of the last 30 days, the newest first", function* () {
    expect(yield* feed(repository, web)).toEqual(all)
    const { headers, json } = yield* send(`GET ${web}?per_page=3&page=2`)
    expect([dig(json, "length"), headers["x-poll-interval"]]).toEqual([3, "60"])
    expect(headers["link"]).toContain('rel="last"')
    expect(dig(json, 0, "org", "login")).toBe("acme")
  })

  test("tells of pushes, and of what is opened, closed and reopened", function* () {
    const { json } = yield* send("GET /repos/acme/web/git/ref/heads/main")
    const sha = dig(json, "object", "sha")
    yield* send("POST /repos/acme/web/git/refs", { body: { ref: "refs/heads/topic", sha } })
    const content = { message: "More", content: btoa("3\n"), branch: "topic" }
    yield* send("PUT /repos/acme/web/contents/c.txt", { token: "ada", body: content })
    yield* send("DELETE /repos/acme/web/git/refs/heads/topic")
    yield* send("PATCH /repos/acme/web/issues/1", { body: { state: "closed" } })
    yield* send("PATCH /repos/acme/web/issues/1", { body: { state: "open" } })
    yield* send("PUT /repos/acme/web/pulls/4/merge")
    const found = yield* feed(repository, web)
    const fresh = (found as ReadonlyArray<string>).filter((each) => !all.includes(each))
    expect(fresh.toSorted()).toEqual([
      "ada PushEvent",
      "octo CreateEvent",
      "octo DeleteEvent",
      "octo IssuesEvent",
      "octo IssuesEvent",
      "octo PushEvent"
    ])
  })

  test("is for those who see the repository", function* () {
    const secret = "/repos/acme/secret/events"
    const found = yield* Effect.forEach(["mia", "ada"], (token) => feed(repository, secret, { token }))
    expect(found).toEqual([["mia IssuesEvent"], 404])
  })
})

describe("the feeds of accounts", () => {
  test("have what is public, and the own of a user", function* () {
    const events = "/users/{username}/events"
    const octo = all.filter((each) => each.startsWith("octo"))
    expect(yield* feed("/events")).toEqual(all)
    expect(yield* feed("/orgs/{org}/events", "/orgs/acme/events", { token: "mia" })).toEqual(all)
    expect(yield* feed(events, "/users/octo/events")).toEqual(octo)
    expect(yield* feed(`${events}/public`, "/users/octo/events/public", { token: null })).toEqual(octo)
    const mia = (token: string) => feed(events, "/users/mia/events", { token })
    expect([yield* mia("mia"), yield* mia("ada")]).toEqual([["mia IssuesEvent"], []])
    expect(yield* feed(`${events}/public`, "/users/mia/events/public", { token: "mia" })).toEqual([])
    expect(yield* feed(events, "/users/nobody/events")).toBe(404)
  })

  test("have the whole network of a fork", function* () {
    expect(yield* feed("/networks/{owner}/{repo}/events", "/networks/fan/web/events")).toEqual(all)
  })

  test("have an organization's for its members alone", function* () {
    const template = "/users/{username}/events/orgs/{org}"
    const of = (login: string, token: string) => feed(template, `/users/${login}/events/orgs/acme`, { token })
    expect(yield* of("mia", "mia")).toEqual(["fan WatchEvent", "mia IssuesEvent", ...all.slice(1)])
    expect([yield* of("mia", "ada"), yield* of("ada", "ada")]).toEqual([403, 403])
  })

  test("have what others do where a user watches, and what the followed do", function* () {
    const template = "/users/{username}/received_events"
    const notAda = all.filter((each) => !each.startsWith("ada"))
    expect(yield* feed(template, "/users/ada/received_events", { token: "ada" })).toEqual(notAda)
    const ofAda = all.filter((each) => each.startsWith("ada"))
    expect(yield* feed(`${template}/public`, "/users/fan/received_events/public")).toEqual(ofAda)
  })
})
