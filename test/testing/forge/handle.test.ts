import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Users from "../../../src/forge/Users.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { dig, layer, repo, seed, send } from "./support.ts"
import { testOn } from "../../testOn.ts"

const test = testOn(layer)

describe("the log", () => {
  test("has the received requests in order, without secrets", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* TestClock.adjust("1 second")
    yield* simulator.faults.add(Faults.delayed({ by: 0, operation: "Issues.list" }))
    yield* send(`GET ${repo}/issues?state=all`)
    yield* send(`PATCH ${repo}/issues/1`, {
      token: "made up",
      headers: { cookie: "session=1" },
      body: { title: "x" }
    })
    yield* send(`POST ${repo}/labels`, { text: "no JSON" })
    const [list, update, label] = yield* simulator.requests
    expect(list).toMatchObject({
      method: "GET",
      url: `https://api.github.com${repo}/issues?state=all`,
      path: `${repo}/issues`,
      operation: "Issues.list",
      login: "octo",
      body: undefined,
      receivedAt: 1000,
      answeredAt: 1000,
      status: 200,
      acted: true,
      faults: ["delayed"]
    })
    expect(update).toMatchObject({ operation: "Issues.update", login: null, body: { title: "x" }, status: 401 })
    expect(update?.headers).toMatchObject({ authorization: "Bearer <redacted>", cookie: "<redacted>" })
    expect(label?.body).toBe("no JSON")
    expect(JSON.stringify(yield* simulator.requests)).not.toContain(ForgeSimulator.token)
    yield* simulator.clearRequests
    expect(yield* simulator.requests).toEqual([])
  })

  test("has the size and the type of streamed bodies", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const client = yield* HttpClient.HttpClient
    const bytes = new TextEncoder().encode('{"name":"streamed"}')
    const response = yield* client.post(`https://api.github.com${repo}/labels`, {
      headers: { authorization: `token ${ForgeSimulator.token}`, "user-agent": "test" },
      body: HttpBody.stream(Stream.make(bytes.slice(0, 5), bytes.slice(5)), "application/json", bytes.length)
    })
    expect(response.status).toBe(201)
    const [received] = yield* simulator.requests
    expect(received?.headers).toMatchObject({ "content-type": "application/json", "content-length": "19" })
    expect(received?.body).toEqual({ name: "streamed" })
  })
})

describe("the handle", () => {
  test("shows the state as plain values", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const all = yield* simulator.snapshot
    const one = yield* simulator.repository("Acme/Web")
    expect(all).toEqual([one])
    expect(one.milestones).toEqual([
      { number: 1, title: "v1", state: "open", description: null, due_on: "2030-01-01T00:00:00Z" }
    ])
    expect(one.issues[1]).toMatchObject({
      number: 2,
      labels: ["bug", "ui"],
      assignees: ["octo"],
      milestone: "v1",
      is_pull_request: false,
      comments: []
    })
    expect(Exit.hasDies(yield* Effect.exit(simulator.repository("acme/other")))).toBe(true)
  })

  test("acts as somebody else, bypassing limits, faults and log", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.unavailable())
    yield* simulator.setRemaining("ada", 0)
    const comment = yield* simulator.as("ada", `POST ${repo}/issues/2/comments`, { body: "Hello" })
    expect(dig(comment, "user", "login")).toBe("ada")
    expect(yield* simulator.as("octo", `DELETE ${repo}/labels/ui`)).toBeUndefined()
    expect(yield* simulator.requests).toEqual([])
    const refused = yield* Effect.exit(simulator.as("ada", `DELETE ${repo}/labels/bug`))
    expect(Exit.hasDies(refused)).toBe(true)
  })

  test("adds to the state, and resets it", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const before = yield* simulator.snapshot
    yield* simulator.faults.add(Faults.unavailable({ nth: 2 }))
    yield* send(`GET ${repo}/issues`)
    yield* simulator.seed({
      tokens: { more: "newcomer" },
      repositories: [
        { owner: "acme", name: "web", issues: [{ title: "Fourth", labels: ["bug"] }] },
        { owner: "newcomer", name: "dot" }
      ]
    })
    const after = yield* simulator.snapshot
    expect(after.map(({ full_name, issues }) => [full_name, issues.length])).toEqual([
      ["acme/web", 4],
      ["newcomer/dot", 0]
    ])
    expect((yield* send("POST /repos/newcomer/dot/labels", { token: "more", body: { name: "x" } })).status).toBe(503)
    yield* simulator.reset()
    expect(yield* simulator.snapshot).toEqual(before)
    expect(yield* simulator.requests).toEqual([])
    yield* simulator.reset({ repositories: [] })
    expect(yield* simulator.snapshot).toEqual([])
  })

  test("gives the same answers to the same requests", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const run = Effect.all([
      send(`POST ${repo}/issues`, { body: { title: "x", labels: ["new"] } }),
      send(`POST ${repo}/issues/4/comments`, { body: { body: "x" } }),
      send(`GET ${repo}/issues`)
    ])
    const first = yield* run
    yield* simulator.reset()
    expect(yield* run).toEqual(first)
  })

  testOn(ForgeSimulator.layerHttpClient({ repositories: [{ owner: "solo", name: "x" }] }))(
    "has a token of the first owner by default",
    function* () {
      const { json } = yield* send("POST /repos/solo/x/issues", { body: { title: "Mine" } })
      expect(dig(json, "user", "login")).toBe("solo")
    }
  )

  testOn(ForgeSimulator.layerHttpClient())(
    "takes each number of the seed once, and continues after the highest",
    function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const withIssues = (...issues: ReadonlyArray<ForgeSimulator.IssueSeed>) => ({
        repositories: [{ owner: "solo", name: "x", issues }]
      })
      yield* simulator.seed(withIssues({ title: "Seven", number: 7 }, { title: "Next" }))
      const { issues } = yield* simulator.repository("solo/x")
      expect(issues.map(({ number, title }) => [number, title])).toEqual([
        [7, "Seven"],
        [8, "Next"]
      ])
      const twice = yield* Effect.exit(simulator.seed(withIssues({ title: "Again", number: 7 })))
      expect(Exit.hasDies(twice)).toBe(true)
      const noInstant = yield* Effect.exit(simulator.seed(withIssues({ title: "x", created_at: "soon" })))
      expect(Exit.hasDies(noInstant)).toBe(true)
    }
  )

  test("answers as soon as the clock moves, without waiting for promises", function* () {
    const fiber = yield* send(`GET ${repo}/issues`).pipe(
      Effect.delay("1 second"),
      Effect.repeat({ times: 2 }),
      Effect.forkChild
    )
    yield* TestClock.adjust("3 seconds")
    expect(fiber.pollUnsafe()).toBeDefined()
  })

  testOn(ForgeSimulator.layerHttpClient({ ...seed, latency: "20 millis" }))(
    "delays each response by the latency of the seed",
    function* () {
      const fiber = yield* Effect.forkChild(send(`GET ${repo}/issues/1`))
      yield* TestClock.adjust("19 millis")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(fiber.pollUnsafe()).toBeDefined()
    }
  )
})

describe("a simulator whose seed names nobody", () => {
  const web = { owner: "acme", name: "web", issues: [{ title: "It rains in" }] }
  const issue = { owner: "acme", repo: "web", issue_number: 1 }
  const test = testOn(ForgeSimulator.layer())

  test("acts as the owner of the first repository that is seeded later", function* () {
    const { seed } = yield* ForgeSimulator.ForgeSimulator
    expect((yield* Users.me()).login).toBe("octocat")
    yield* seed({ users: ["ada"] })
    yield* seed({ repositories: [web, { owner: "ada", name: "notes" }] })
    expect((yield* Users.me()).login).toBe("acme")
    expect(yield* Labels.addToIssue({ ...issue, labels: ["leak"] })).toMatchObject([{ name: "leak" }])
    yield* seed({ tokens: { other: "ada" }, repositories: [{ owner: "ada", name: "blog" }] })
    expect((yield* Users.me()).login).toBe("acme")
  })

  test("acts as the first token that is seeded later, with its limits", function* () {
    const { seed } = yield* ForgeSimulator.ForgeSimulator
    const tokens = { t: { login: "ada", permissions: { issues: "read" } }, u: "acme" } as const
    yield* seed({ repositories: [{ ...web, collaborators: ["ada"] }], tokens })
    expect((yield* Users.me()).login).toBe("ada")
    expect((yield* Issues.get(issue)).title).toBe("It rains in")
    expect(yield* Effect.flip(Labels.addToIssue({ ...issue, labels: ["leak"] }))).toMatchObject({ _tag: "Forbidden" })
  })

  test("stays whom a test has made it with setToken, and starts anew when it is reset", function* () {
    const { reset, seed, setToken } = yield* ForgeSimulator.ForgeSimulator
    yield* setToken(ForgeSimulator.token, "ada")
    yield* seed({ repositories: [web] })
    expect((yield* Users.me()).login).toBe("ada")
    yield* reset()
    yield* seed({ repositories: [web] })
    expect((yield* Users.me()).login).toBe("acme")
    yield* reset({ repositories: [{ owner: "grace", name: "cobol" }] })
    yield* seed({ repositories: [web] })
    expect((yield* Users.me()).login).toBe("grace")
  })
})

describe("sample issues", () => {
  it.effect("are plausible and always the same", () =>
    Effect.gen(function* () {
      expect(ForgeSimulator.issues(300)).toEqual(ForgeSimulator.issues(300))
      expect(ForgeSimulator.issues(3, { start: 2 })).not.toEqual(ForgeSimulator.issues(3))
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { issues, labels, milestones } = yield* simulator.repository("acme/web")
      expect(issues).toHaveLength(300)
      expect(new Set(issues.map(({ state }) => state))).toEqual(new Set(["open", "closed"]))
      expect(issues.filter(({ is_pull_request }) => is_pull_request).length).toBeGreaterThan(10)
      expect(issues.filter(({ comments }) => comments.length > 0).length).toBeGreaterThan(100)
      expect(issues.filter(({ assignees }) => assignees.length > 0).length).toBeGreaterThan(50)
      expect(issues.every(({ closed_at, created_at }) => closed_at === null || closed_at >= created_at)).toBe(true)
      expect(labels.map(({ name }) => name)).toContain("good first issue")
      expect(milestones).toHaveLength(3)
      const page = yield* send(`GET ${repo}/issues?per_page=100&state=all`)
      expect(page.text.length).toBeGreaterThan(300_000)
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({
          repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(300) }]
        })
      )
    )
  )
})
