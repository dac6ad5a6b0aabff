/** What the service only promises to do takes a time of its clock, if the seed says so. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../testOn.ts"
import { data } from "./graphql/support.ts"
import { dig, send } from "./support.ts"

const { ForgeSimulator: Simulator } = ForgeSimulator

const seedOf = (delays: ForgeSimulator.Seed["delays"] = {}): ForgeSimulator.Seed => ({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a\n" },
      collaborators: { octo: "admin" },
      pulls: [{ title: "Two", number: 2, head: "two", user: "octo", files: { "b.txt": "b\n" } }],
      workflows: [{ file: "ci.yml", on: ["workflow_dispatch", "repository_dispatch"] }],
      hooks: [{ url: "https://bot.example", secret: "rain", events: ["*"] }]
    }
  ],
  users: ["ada"],
  tokens: { [ForgeSimulator.token]: "octo", acme: "acme" },
  delays
})

const on = (delays: ForgeSimulator.Seed["delays"]) => testOn(ForgeSimulator.layerHttpClient(seedOf(delays)))

const status = (wire: string) => Effect.map(send(wire), (reply) => reply.status)

/** What hooks were told, and when by the clock of the service. */
const told = Effect.map(
  Effect.flatMap(Simulator, ({ deliveries }) => deliveries),
  (all) => all.map(({ event }) => event)
)

describe("without delays", () => {
  on({})("all is done at once", function* () {
    assert.strictEqual(yield* status("POST /repos/acme/web/forks"), 202)
    assert.strictEqual(yield* status("GET /repos/octo/web"), 200)
    yield* send("POST /repos/acme/web/dispatches", { body: { event_type: "go" } })
    assert.strictEqual(dig((yield* send("GET /repos/acme/web/actions/runs")).json, "total_count"), 1)
    yield* send("POST /repos/acme/web/transfer", { token: "acme", body: { new_owner: "ada" } })
    assert.strictEqual(dig((yield* send("GET /repos/ada/web")).json, "full_name"), "ada/web")
  })
})

describe("a delay", () => {
  on({ fork: "10 seconds" })("of forks: they are described, and appear later, once", function* () {
    const made = yield* send("POST /repos/acme/web/forks")
    assert.strictEqual(made.status, 202)
    assert.strictEqual(dig(made.json, "full_name"), "octo/web")
    assert.strictEqual(yield* status("GET /repos/octo/web"), 404)
    const again = yield* send("POST /repos/acme/web/forks")
    assert.deepStrictEqual([again.status, dig(again.json, "id")], [202, dig(made.json, "id")])
    assert.strictEqual(dig((yield* send("GET /repos/acme/web")).json, "forks_count"), 0)
    assert.notInclude(yield* told, "fork")
    yield* TestClock.adjust("9 seconds")
    assert.strictEqual(yield* status("GET /repos/octo/web"), 404)
    yield* TestClock.adjust("1 second")
    const found = yield* send("GET /repos/octo/web")
    assert.deepStrictEqual([found.status, dig(found.json, "id")], [200, dig(made.json, "id")])
    assert.strictEqual(dig(found.json, "created_at"), "1970-01-01T00:00:10Z")
    assert.strictEqual(dig((yield* send("GET /repos/octo/web/branches/two")).json, "name"), "two")
    assert.strictEqual(dig((yield* send("GET /repos/acme/web")).json, "forks_count"), 1)
    assert.deepStrictEqual(
      (yield* told).filter((event) => event === "fork"),
      ["fork"]
    )
    assert.strictEqual(dig((yield* send("POST /repos/acme/web/forks")).json, "id"), dig(made.json, "id"))
  })

  on({ fork: "10 seconds" })("ends in nothing if what it needs is gone by then", function* () {
    yield* send("POST /repos/acme/web/forks")
    yield* send("DELETE /repos/acme/web")
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* status("GET /repos/octo/web"), 404)
  })

  on({ transfer: "1 minute" })("of transfers: the repository stays where it was until then", function* () {
    const asked = yield* send("POST /repos/acme/web/transfer", {
      token: "acme",
      body: { new_owner: "ada", new_name: "site" }
    })
    assert.deepStrictEqual([asked.status, dig(asked.json, "full_name")], [202, "acme/web"])
    assert.strictEqual(yield* status("GET /repos/ada/site"), 404)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(dig((yield* send("GET /repos/ada/site")).json, "full_name"), "ada/site")
    assert.include(yield* told, "repository.transferred")
  })

  on({ updateBranch: "5 seconds" })("of updated branches: the head moves later, to what both are then", function* () {
    const { push, repository } = yield* Simulator
    yield* push("acme/web", { "a.txt": "1\n" }, { by: "octo" })
    const head = Effect.map(send("GET /repos/acme/web/pulls/2"), ({ json }) => String(dig(json, "head", "sha")))
    const before = yield* head
    assert.strictEqual(yield* status("PUT /repos/acme/web/pulls/2/update-branch"), 202)
    assert.strictEqual(yield* head, before)
    const tip = yield* push("acme/web", { "a.txt": "2\n" }, { by: "octo" })
    yield* TestClock.adjust("5 seconds")
    // The handle sees it without a request.
    const { branches } = yield* repository("acme/web")
    const { json } = yield* send(`GET /repos/acme/web/commits/${branches["two"]}`)
    assert.deepStrictEqual(
      (dig(json, "parents") as ReadonlyArray<unknown>).map((each) => dig(each, "sha")),
      [before, tip]
    )
    assert.strictEqual(yield* head, branches["two"])
    assert.strictEqual(yield* status("PUT /repos/acme/web/pulls/2/update-branch"), 422)
  })

  on({ mergeability: "3 seconds" })("of mergeability: it is unknown until then, and after each change", function* () {
    const { push } = yield* Simulator
    const mergeable = Effect.map(send("GET /repos/acme/web/pulls/2"), ({ json }) => [
      dig(json, "mergeable"),
      dig(json, "mergeable_state")
    ])
    const inGraphQL = Effect.map(
      data(`{ repository(owner: "acme", name: "web") { pullRequest(number: 2) { mergeable mergeStateStatus } } }`),
      (found) => dig(found, "repository", "pullRequest")
    )
    assert.deepStrictEqual(yield* mergeable, [null, "unknown"])
    yield* TestClock.adjust("2 seconds")
    assert.deepStrictEqual(yield* mergeable, [null, "unknown"])
    assert.deepStrictEqual(yield* inGraphQL, { mergeable: "UNKNOWN", mergeStateStatus: "UNKNOWN" })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* mergeable, [true, "clean"])
    assert.deepStrictEqual(yield* inGraphQL, { mergeable: "MERGEABLE", mergeStateStatus: "CLEAN" })
    yield* push("acme/web", { "a.txt": "1\n" }, { by: "octo" })
    assert.deepStrictEqual(yield* mergeable, [null, "unknown"])
    yield* TestClock.adjust("3 seconds")
    assert.deepStrictEqual(yield* mergeable, [true, "clean"])
  })

  on({ dispatch: "2 seconds" })("of dispatches: runs appear later, but those whose ids are told", function* () {
    const runs = Effect.map(send("GET /repos/acme/web/actions/runs"), ({ json }) => dig(json, "total_count"))
    yield* send("POST /repos/acme/web/dispatches", { body: { event_type: "go" } })
    const url = "POST /repos/acme/web/actions/workflows/ci.yml/dispatches"
    yield* send(url, { body: { ref: "main" } })
    assert.strictEqual(yield* runs, 0)
    const asked = yield* send(url, { body: { ref: "main", return_run_details: true } })
    assert.strictEqual(asked.status, 200)
    assert.strictEqual(yield* runs, 1)
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* runs, 3)
  })
})
