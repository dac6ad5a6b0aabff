/** How events reach a receiver: by which hook, signed how, when, and with which faults. */
import { assert } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Webhooks from "../../../../src/forge/Webhooks.ts"
import * as Faults from "../../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import * as Samples from "../../../../src/testing/Samples.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"

const hook = (name: string, events: ReadonlyArray<string>, more: object = {}) => ({
  url: `https://bot.example/${name}`,
  events,
  secret: "rain",
  ...more
})

const seed: ForgeSimulator.Seed = {
  organizations: [
    { login: "acme", members: { ada: { role: "admin" } }, hooks: [hook("organization", ["issues", "repository"])] }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# Web\n" },
      issues: [{ title: "One" }],
      hooks: [
        hook("issues", ["issues"], { id: 30 }),
        hook("form", ["label"], { content_type: "form" }),
        hook("checks", ["check_run", "check_suite"]),
        hook("off", ["*"], { active: false })
      ]
    },
    { owner: "acme", name: "other" },
    { owner: "bob", name: "tools" }
  ],
  apps: [
    {
      slug: "bot",
      id: 7,
      public_key: "none",
      installations: [{ account: "acme", id: 70, repositories: ["acme/web"] }],
      hook: hook("app", ["issues", "check_suite"])
    },
    {
      slug: "rival",
      id: 8,
      public_key: "none",
      installations: [{ account: "acme", id: 80, suspended: true }],
      hook: hook("rival", ["*"])
    }
  ],
  tokens: {
    ada: "ada",
    bot: { login: "bot[bot]", installation: 70, permissions: { checks: "write", contents: "read" } },
    jwt: { login: "bot[bot]", app: 7 }
  }
}

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const open = (title: string, repository = "acme/web") =>
  send(`POST /repos/${repository}/issues`, { token: "ada", body: { title } })

/** Where each delivery went, what it told, and how it has ended. */
const sent = Effect.gen(function* () {
  const { deliveries } = yield* ForgeSimulator.ForgeSimulator
  return (yield* deliveries).map(({ event, path, status }) => `${path.slice(1)} ${event} ${status}`)
})

/** Receives and verifies deliveries, and keeps what they tell. */
const connected = (answer: (told: string) => Effect.Effect<number> = () => Effect.succeed(202), at?: string) =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const receive = (request: Request) =>
      Webhooks.receive(request).pipe(
        Effect.flatMap(({ event, id, payload }) => {
          const title = dig(payload, "issue", "title") ?? dig(payload, "label", "name")
          told.push(`${String(title)} ${id.slice(-1)}`)
          return answer(event)
        }),
        Effect.catch((error) => {
          told.push(error._tag)
          return Effect.succeed(error.status)
        }),
        Effect.map((status) => new Response("done", { status, headers: { "x-by": "bot" } })),
        Effect.provide(Webhooks.layer({ secret: Redacted.make("rain") }))
      )
    yield* (yield* ForgeSimulator.ForgeSimulator).connect(receive, at)
    return told
  })

const issueHook = "https://bot.example/issues"

const logged = Effect.map(send("GET /repos/acme/web/hooks/30/deliveries", { token: "ada" }), ({ json }) =>
  (json as ReadonlyArray<Record<string, unknown>>).map(({ duration, redelivery, status, status_code }) =>
    [status_code, status, duration, ...(redelivery === true ? ["again"] : [])].join(" ")
  )
)

test("an App is asked to check each push, unless that is switched off", function* () {
  const push = (path: string) =>
    send(`PUT /repos/acme/web/contents/${path}`, { token: "ada", body: { message: "Write", content: "" } })
  const { as, deliveries } = yield* ForgeSimulator.ForgeSimulator
  const before = dig((yield* send("GET /repos/acme/web/commits/main", { token: "ada" })).json, "sha")
  const after = dig((yield* push("a.txt")).json, "commit", "sha")
  assert.deepStrictEqual(yield* sent, ["app check_suite.requested null"])
  assert.containSubset((yield* deliveries)[0]?.body, {
    check_suite: { head_sha: after, before, after, status: "queued", app: { slug: "bot" }, head_branch: "main" }
  })
  const off = { auto_trigger_checks: [{ app_id: 7, setting: false }] }
  yield* as("acme", "PATCH /repos/acme/web/check-suites/preferences", off)
  yield* push("b.txt")
  assert.lengthOf(yield* sent, 1)
})

test("hooks of the repository, its organization and its apps get what they ask for", function* () {
  yield* open("Rain")
  yield* open("Hail", "acme/other")
  yield* open("Sun", "bob/tools")
  assert.deepStrictEqual(yield* sent, [
    "issues issues.opened null",
    "organization issues.opened null",
    "app issues.opened null",
    "organization issues.opened null"
  ])
  const { deliveries, clearRequests, setSuspended } = yield* ForgeSimulator.ForgeSimulator
  const bodies = (yield* deliveries).map(({ body }) => dig(body, "installation", "id"))
  assert.deepStrictEqual(bodies, [undefined, undefined, 70, undefined])
  yield* clearRequests
  // Apps hear of their installations without asking, and of nothing else while they are suspended.
  yield* setSuspended(70, true)
  yield* open("Snow")
  yield* setSuspended(80, false)
  yield* send("POST /repos/acme/web/labels", { token: "ada", body: { name: "wet" } })
  yield* send("DELETE /app/installations/70", { token: "jwt" })
  assert.deepStrictEqual(yield* sent, [
    "app installation.suspend null",
    "issues issues.opened null",
    "organization issues.opened null",
    "rival installation.unsuspend null",
    "form label.created null",
    "rival label.created null",
    "app installation.deleted null"
  ])
})

test("an app alone hears what it is asked to check again", function* () {
  const { json } = yield* send("GET /repos/acme/web/git/ref/heads/main", { token: "ada" })
  const body = { name: "test", head_sha: dig(json, "object", "sha"), conclusion: "failure" }
  const run = yield* send("POST /repos/acme/web/check-runs", { token: "bot", body })
  const suite = String(dig(run.json, "check_suite", "id"))
  yield* send(`POST /repos/acme/web/check-runs/${String(dig(run.json, "id"))}/rerequest`, { token: "bot" })
  yield* send(`POST /repos/acme/web/check-suites/${suite}/rerequest`, { token: "bot" })
  assert.deepStrictEqual(yield* sent, [
    "checks check_run.created null",
    "checks check_run.completed null",
    "checks check_suite.completed null",
    "app check_suite.completed null",
    "app check_suite.rerequested null"
  ])
})

test("a receiver verifies them, on the clock of the test and outside of the request", function* () {
  const { settled } = yield* ForgeSimulator.ForgeSimulator
  const gate = yield* Deferred.make<void>()
  const told = yield* connected(() => Effect.as(Deferred.await(gate), 200), issueHook)
  assert.strictEqual((yield* open("Rain")).status, 201)
  yield* Deferred.succeed(gate, undefined)
  yield* settled
  assert.deepStrictEqual(told, ["Rain 0"])
  assert.deepStrictEqual(yield* logged, ["200 OK 0"])
  const { json } = yield* send("GET /repos/acme/web/hooks/30", { token: "ada" })
  assert.deepStrictEqual(dig(json, "last_response"), { code: 200, status: "active", message: "OK" })
})

test("forms are signed as they are sent, and what a receiver does causes more deliveries", function* () {
  const { as, settled } = yield* ForgeSimulator.ForgeSimulator
  const told = yield* connected(
    (event) =>
      event === "issues"
        ? Effect.as(as("ada", "POST /repos/acme/web/labels", { name: "wet" }), 202)
        : Effect.succeed(202),
    "https://bot.example/"
  )
  yield* send("POST /repos/acme/other/issues", { token: "ada", body: { title: "Rain" } })
  yield* settled
  assert.deepStrictEqual(told, ["Rain 0", "wet 1"])
})

test("what takes 10 seconds or fails is in the log, from where it is redelivered", function* () {
  const { faults, settled } = yield* ForgeSimulator.ForgeSimulator
  const told = yield* connected(undefined, issueHook)
  // A fault of requests leaves deliveries alone, and the other way round.
  yield* faults.add(
    Faults.unavailable({ path: "/issues" }),
    Faults.unavailable({ event: "issues" }),
    Faults.requestLost({ event: "issues", requestBody: { issue: { title: "B" } } })
  )
  for (const title of ["A", "B", "C"]) yield* open(title)
  // Verification takes real time, which must not be that of the clock.
  yield* settled
  yield* faults.add(Faults.silence({ event: "*" }))
  yield* open("D")
  const ended = yield* Effect.forkChild(settled)
  yield* TestClock.adjust("10 seconds")
  yield* Fiber.join(ended)
  assert.deepStrictEqual((yield* logged).toSorted(), [
    "202 OK 0",
    "502 failed to connect to host 0",
    "503 Invalid HTTP Response: 503 0",
    "504 timed out 10"
  ])
  assert.strictEqual(told.length, 1)
  const { json } = yield* send("GET /repos/acme/web/hooks/30/deliveries?status=failure", { token: "ada" })
  const id = String(dig(json, 0, "id"))
  yield* send(`POST /repos/acme/web/hooks/30/deliveries/${id}/attempts`, { token: "ada" })
  yield* settled
  assert.strictEqual((yield* logged)[0], "202 OK 0 again")
  assert.strictEqual(told.length, 2)
})

test("a receiver whose answer is late has acted, also where the answer comes too late", function* () {
  const { deliveries, faults, settled } = yield* ForgeSimulator.ForgeSimulator
  const told = yield* connected(undefined, issueHook)
  yield* faults.add(Faults.delayed({ event: "issues", by: "11 seconds" }))
  yield* open("A")
  const ended = yield* Effect.forkChild(settled)
  while (told.length === 0) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  yield* TestClock.adjust("10 seconds")
  yield* Fiber.join(ended)
  assert.deepStrictEqual(yield* logged, ["504 timed out 10"])
  assert.deepStrictEqual(
    (yield* deliveries).flatMap(({ acted, faults, status }) => (faults.includes("delayed") ? [[acted, status]] : [])),
    [[true, null]]
  )
})

test("deliveries are lost, doubled, late and signed wrongly", function* () {
  const { deliveries, faults, journal, settled } = yield* ForgeSimulator.ForgeSimulator
  const told = yield* connected(undefined, issueHook)
  yield* faults.add(
    Faults.undelivered({ requestBody: { issue: { title: "Lost" } } }),
    Faults.deliveredTwice({ requestBody: { issue: { title: "Twice" } } }),
    Faults.deliveredLate({ requestBody: { issue: { title: "Late" } } }),
    Faults.wrongSignature({ requestBody: { issue: { title: "Forged" } } })
  )
  for (const title of ["Lost", "Twice"]) yield* open(title)
  yield* settled
  for (const title of ["Late", "Forged"]) yield* open(title)
  yield* settled
  const titles = told.map((one) => one.split(" ")[0])
  assert.deepStrictEqual(titles, ["Twice", "Twice", "SignatureMismatch", "Late"])
  assert.strictEqual(told[0], told[1])
  assert.deepStrictEqual(yield* logged, ["202 OK 0", "401 Invalid HTTP Response: 401 0", "202 OK 0"])
  assert.deepStrictEqual(
    (yield* deliveries).filter(({ path }) => path === "/issues").map(({ faults: names }) => names),
    [["undelivered"], ["deliveredTwice"], ["deliveredTwice"], ["wrongSignature"], ["deliveredLate"]]
  )
  assert.match(yield* journal, /issues\.opened +→ https:\/\/bot\.example\/issues +- +401 +yes +wrongSignature/)
})

test("a hand-made delivery goes to the hooks that take it", function* () {
  const { deliver, settled } = yield* ForgeSimulator.ForgeSimulator
  const told = yield* connected()
  yield* deliver(Samples.delivery.wire("issues", "opened"))
  yield* settled
  assert.deepStrictEqual(told.length, 3)
  const exit = yield* Effect.exit(deliver({ event: "star", payload: { repository: { full_name: "acme/web" } } }))
  assert.include(String(exit), "no hook that takes star")
})
