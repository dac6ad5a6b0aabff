import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import { dig, layer, type Reply, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const minuteLater = TestClock.adjust("1 minute")

describe("getting an issue", () => {
  test("returns all of its fields", function* () {
    const { headers, json, status } = yield* send(`GET ${repo}/issues/2`)
    expect(status).toBe(200)
    expect(dig(json, "number")).toBe(2)
    expect(dig(json, "labels", "*", "name")).toEqual(["bug", "ui"])
    expect(dig(json, "assignee", "login")).toBe("octo")
    expect(dig(json, "milestone")).toMatchObject({ number: 1, title: "v1", open_issues: 1, closed_issues: 0 })
    expect(dig(json, "html_url")).toBe("https://github.com/acme/web/issues/2")
    expect(headers["last-modified"]).toBe("Wed, 31 Dec 1969 23:59:00 GMT")
  })

  test("marks pull requests", function* () {
    const { json } = yield* send(`GET ${repo}/issues/3`)
    expect(dig(json, "pull_request", "html_url")).toBe("https://github.com/acme/web/pull/3")
    expect(dig(json, "html_url")).toBe("https://github.com/acme/web/pull/3")
    expect(dig(json, "state_reason")).toBeNull()
  })

  test("answers 404 for unknown issues and 410 for deleted ones", function* () {
    const simulator = yield* ForgeSimulator
    yield* simulator.deleteIssue("acme/web", 1)
    const statuses = yield* Effect.forEach(["1", "99", "x"], (number) => send(`GET ${repo}/issues/${number}`))
    expect(statuses.map(({ status }) => status)).toEqual([410, 404, 404])
    const next = yield* send(`POST ${repo}/issues`, { body: { title: "Next" } })
    expect(dig(next.json, "number")).toBe(4)
  })
})

describe("creating an issue", () => {
  test("takes all fields and answers 201 with Location", function* () {
    const { headers, json, status } = yield* send(`POST ${repo}/issues`, {
      body: { title: "New", body: "Text", labels: ["BUG", "fresh"], assignees: ["OCTO"], milestone: 1 }
    })
    expect(status).toBe(201)
    expect(headers["location"]).toBe("https://api.github.com/repos/acme/web/issues/4")
    expect(json).toMatchObject({ number: 4, title: "New", body: "Text", state: "open", comments: 0 })
    expect(dig(json, "labels", "*", "name")).toEqual(["bug", "fresh"])
    expect(dig(json, "assignees", "*", "login")).toEqual(["octo"])
    expect(dig(json, "milestone", "title")).toBe("v1")
    expect(dig(json, "user", "login")).toBe("octo")
  })

  test("ignores fields that need triage permission", function* () {
    const body = { title: "From outside", labels: ["bug"], assignees: ["octo"], milestone: 1 }
    const { json, status } = yield* send(`POST ${repo}/issues`, { token: "ada", body })
    expect(status).toBe(201)
    expect(json).toMatchObject({ labels: [], assignees: [], milestone: null, author_association: "NONE" })
  })

  test("refuses in the service's words, and changes nothing", function* () {
    const simulator = yield* ForgeSimulator
    const before = yield* simulator.snapshot
    const refused = (body: unknown) => send(`POST ${repo}/issues`, { body })
    const bare = yield* refused({})
    expect(dig(bare.json, "message")).toBe('Invalid request.\n\n"title" wasn\'t supplied.')
    const blank = yield* refused({ title: " ", labels: ["unheard of"] })
    expect(blank.json).toMatchObject({
      message: "Validation Failed",
      errors: [{ resource: "Issue", code: "missing_field", field: "title" }],
      documentation_url: "https://docs.github.com/rest/issues/issues#create-an-issue",
      status: "422"
    })
    const long = yield* refused({ title: "x".repeat(257) })
    expect(dig(long.json, "errors", 0, "message")).toBe("title is too long (maximum is 256 characters)")
    const shape = yield* refused({ title: "x", labels: "bug" })
    expect(dig(shape.json, "message")).toBe("Invalid request.\n\nFor 'properties/labels', \"bug\" is not an array.")
    const nobody = yield* refused({ title: "x", labels: ["unheard of"], assignees: ["nobody"] })
    expect(dig(nobody.json, "errors")).toEqual([
      { value: "nobody", resource: "Issue", field: "assignees", code: "invalid" }
    ])
    const milestone = yield* refused({ title: "x", milestone: 9 })
    expect(dig(milestone.json, "errors")).toEqual([
      { value: "9", resource: "Issue", field: "milestone", code: "invalid" }
    ])
    expect([bare, blank, long, shape, nobody, milestone].map(({ status }) => status)).toEqual(Array(6).fill(422))
    expect(yield* simulator.snapshot).toEqual(before)
  })

  test("refuses bodies that are not a JSON object", function* () {
    const broken = yield* send(`POST ${repo}/issues`, { text: '{"title":' })
    expect([broken.status, dig(broken.json, "message")]).toEqual([400, "Problems parsing JSON"])
    const list = yield* send(`POST ${repo}/issues`, { text: "[]" })
    expect([list.status, dig(list.json, "message")]).toEqual([400, "Body should be a JSON object"])
  })
})

describe("updating an issue", () => {
  const patch = (body: unknown, number = 2) => send(`PATCH ${repo}/issues/${number}`, { body })

  test("closes with a reason and reopens", function* () {
    yield* minuteLater
    const closed = yield* patch({ state: "closed", state_reason: "not_planned" })
    expect(closed.json).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
      closed_at: "1970-01-01T00:01:00Z",
      updated_at: "1970-01-01T00:01:00Z",
      closed_by: { login: "octo" },
      milestone: { open_issues: 0, closed_issues: 1 }
    })
    yield* minuteLater
    const again = yield* patch({ state: "closed", state_reason: "completed" })
    expect(again.json).toMatchObject({ state_reason: "not_planned", updated_at: "1970-01-01T00:01:00Z" })
    const opened = yield* patch({ state: "open" })
    expect(opened.json).toMatchObject({ state: "open", state_reason: "reopened", closed_at: null, closed_by: null })
    const plain = yield* patch({ state: "closed" })
    expect(dig(plain.json, "state_reason")).toBe("completed")
  })

  test("takes the old field `assignee`, unless there are `assignees`", function* () {
    const assigneesOf = ({ json }: Reply) => [dig(json, "assignee", "login"), dig(json, "assignees", "*", "login")]
    const created = yield* send(`POST ${repo}/issues`, { body: { title: "x", assignee: "OCTO" } })
    expect(assigneesOf(created)).toEqual(["octo", ["octo"]])
    const change = (body: object) => Effect.map(patch(body), assigneesOf)
    expect(yield* change({ assignee: "tri" })).toEqual(["tri", ["tri"]])
    expect(yield* change({ assignee: "octo", assignees: ["acme", "tri"] })).toEqual(["acme", ["acme", "tri"]])
    expect(yield* change({ title: "y" })).toEqual(["acme", ["acme", "tri"]])
    expect(yield* change({ assignee: "" })).toEqual([null, []])
    expect(yield* change({ assignee: "tri" })).toEqual(["tri", ["tri"]])
    expect(yield* change({ assignee: null })).toEqual([null, []])
    expect((yield* patch({ assignee: "nobody" })).status).toBe(422)
    expect((yield* patch({ assignee: 7 })).status).toBe(422)
  })

  test("replaces and clears labels, assignees, milestone and body", function* () {
    const replaced = yield* patch({ labels: ["new", { name: "ui" }], assignees: ["tri", "acme"], body: "Text" })
    expect(dig(replaced.json, "labels", "*", "name")).toEqual(["new", "ui"])
    expect(dig(replaced.json, "assignees", "*", "login")).toEqual(["tri", "acme"])
    const cleared = yield* patch({ labels: [], assignees: [], milestone: null, body: null })
    expect(cleared.json).toMatchObject({ labels: [], assignees: [], assignee: null, milestone: null, body: null })
    const kept = yield* patch({ title: "Other" })
    expect(kept.json).toMatchObject({ title: "Other", labels: [], milestone: null })
  })

  test("refuses unknown states and reasons", function* () {
    const state = yield* patch({ state: "done" })
    expect(dig(state.json, "errors")).toEqual([{ resource: "Issue", code: "invalid", field: "state", value: "done" }])
    const reason = yield* patch({ state: "closed", state_reason: "reopened" })
    expect(dig(reason.json, "errors", 0, "field")).toBe("state_reason")
    expect([state.status, reason.status]).toEqual([422, 422])
  })

  test("lets authors without permissions edit the text of their own issues", function* () {
    const own = yield* send(`PATCH ${repo}/issues/1`, { token: "ada", body: { title: "Mine", labels: [] } })
    expect(dig(own.json, "title")).toBe("Mine")
    expect(dig(own.json, "labels")).toHaveLength(1)
    const other = yield* send(`PATCH ${repo}/issues/2`, { token: "ada", body: { title: "Mine" } })
    expect(other.status).toBe(403)
    expect(other.headers["x-accepted-github-permissions"]).toBe("issues=write")
  })
})

describe("locking", () => {
  const lock = (body?: unknown) => send(`PUT ${repo}/issues/1/lock`, body === undefined ? {} : { body })

  test("locks with and without a reason, and unlocks", function* () {
    const locked = yield* lock({ lock_reason: "too heated" })
    expect([locked.status, locked.text]).toEqual([204, ""])
    const shown = yield* send(`GET ${repo}/issues/1`)
    expect(shown.json).toMatchObject({ locked: true, active_lock_reason: "too heated" })
    expect((yield* send(`DELETE ${repo}/issues/1/lock`)).status).toBe(204)
    expect((yield* lock()).status).toBe(204)
    const plain = yield* send(`GET ${repo}/issues/1`)
    expect(plain.json).toMatchObject({ locked: true, active_lock_reason: null })
  })

  test("refuses a reason with a typo", function* () {
    const refused = yield* lock({ lock_reason: "too-heated" })
    expect(refused.status).toBe(422)
    expect(dig(refused.json, "errors", 0)).toMatchObject({ field: "lock_reason", code: "invalid" })
  })

  test("keeps users without permissions from commenting", function* () {
    yield* lock()
    const path = `POST ${repo}/issues/1/comments`
    const stranger = yield* send(path, { token: "ada", body: { body: "But!" } })
    expect([stranger.status, dig(stranger.json, "message")]).toEqual([
      403,
      "Unable to create comment because issue is locked."
    ])
    expect((yield* send(path, { body: { body: "Enough." } })).status).toBe(201)
  })
})

describe("assignees", () => {
  const add = (assignees: ReadonlyArray<string>) => send(`POST ${repo}/issues/2/assignees`, { body: { assignees } })

  test("are added to the existing ones, silently without those that cannot be assigned", function* () {
    const { json, status } = yield* add(["acme", "nobody", "ada", "Octo"])
    expect(status).toBe(201)
    expect(dig(json, "assignees", "*", "login")).toEqual(["octo", "acme"])
  })

  test("are at most ten", function* () {
    const simulator = yield* ForgeSimulator
    const many = Array.from({ length: 10 }, (_, index) => `dev${index}`)
    yield* simulator.seed({ repositories: [{ owner: "acme", name: "web", collaborators: many }] })
    expect(dig((yield* add(many.slice(0, 9))).json, "assignees")).toHaveLength(10)
    const refused = yield* add(["dev9"])
    expect(refused.status).toBe(422)
    expect(dig(refused.json, "errors", 0, "field")).toBe("assignees")
  })

  test("are removed by a DELETE with a body", function* () {
    yield* add(["acme"])
    const { json, status } = yield* send(`DELETE ${repo}/issues/2/assignees`, { body: { assignees: ["OCTO"] } })
    expect(status).toBe(200)
    expect(dig(json, "assignees", "*", "login")).toEqual(["acme"])
  })
})
