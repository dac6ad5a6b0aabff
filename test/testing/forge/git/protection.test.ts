import { describe, expect } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, history, tokens } from "../commits/support.ts"
import { dig, type Reply } from "../support.ts"
import { testOn } from "../../../testOn.ts"
import { force, fork, push, pushOn, remove, succeed, write } from "./moving.ts"

const layer = ForgeSimulator.layerHttpClient({
  tokens: {
    ...tokens,
    fine: { login: "acme", permissions: { contents: "write" } },
    administering: { login: "acme", permissions: { administration: "read" } }
  },
  repositories: [
    { ...history, protection: { main: { required_checks: ["ci"], required_approvals: 2 }, "feature/x": {} } }
  ]
})

const test = testOn(layer)

const get = (branch: string, token = "acme") =>
  ask("GET /branches/{branch}/protection", `/branches/${branch}/protection`, { token })

describe("the protection of a branch", () => {
  test("has its rules", function* () {
    const { json } = yield* get("main")
    expect(json).toMatchObject({
      url: "https://api.github.com/repos/acme/web/branches/main/protection",
      required_status_checks: { contexts: ["ci"], checks: [{ context: "ci", app_id: null }] },
      required_pull_request_reviews: { required_approving_review_count: 2 },
      enforce_admins: { enabled: true },
      allow_force_pushes: { enabled: false }
    })
    const none = (yield* get("feature%2Fx")).json
    expect(dig(none, "enforce_admins", "enabled")).toBe(true)
    expect(none).not.toHaveProperty("required_status_checks")
    expect(none).not.toHaveProperty("required_pull_request_reviews")
  })

  test("is there for administrators only", function* () {
    expect((yield* get("main", "administering")).status).toBe(200)
    for (const token of [ForgeSimulator.token, "reader", "fine"]) {
      const { json, status } = yield* get("main", token)
      expect([token, status, dig(json, "message")]).toEqual([token, 404, "Not Found"])
    }
  })

  test("is not there for a branch without it, and without a branch", function* () {
    yield* ask("POST /git/refs", "/git/refs", {
      body: {
        ref: "refs/heads/free",
        sha: dig((yield* ask("GET /git/ref/{ref}", "/git/ref/heads/main")).json, "object", "sha")
      }
    })
    expect(dig((yield* get("free")).json, "message")).toBe("Branch not protected")
    expect(dig((yield* get("nothing")).json, "message")).toBe("Branch not found")
  })
})

type Rules = NonNullable<ForgeSimulator.RepositorySeed["protection"]>[string]

const guarded = (rules: Rules) =>
  ForgeSimulator.layerHttpClient({
    tokens,
    repositories: [{ ...history, protection: { main: rules, "feature/x": rules } }]
  })

type Act = Effect.Effect<Reply, unknown, HttpClient.HttpClient>

const asAdmin = pushOn(["main"], "acme")
const unauthorized =
  "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information."

/** Rules, what they refuse, and rules that do not. */
const refusals: ReadonlyArray<readonly [rules: Rules, act: Act, reason: string, lenient: Rules]> = [
  [
    { required_approvals: 2 },
    push,
    "At least 2 approving reviews are required by reviewers with write access.",
    { reviews: { bypass_pull_request_allowances: { users: ["octo"] } } }
  ],
  [{ reviews: {} }, push, "Changes must be made through a pull request.", {}],
  [{ required_checks: ["ci"] }, push, 'Required status check "ci" is expected.', { required_checks: [] }],
  [{ required_checks: ["ci", "lint"] }, push, "2 of 2 required status checks are expected.", {}],
  [{ required_signatures: true }, push, "Commits must have verified signatures.", {}],
  [{ required_linear_history: true }, fork, "This branch must not contain merge commits.", {}],
  [{}, force, "Cannot force-push to this branch", { allow_force_pushes: true }],
  [{}, remove, "Cannot delete a protected branch", { allow_deletions: true }],
  [{ restrictions: { users: ["ada"] } }, push, unauthorized, { restrictions: { users: ["octo"] } }],
  [{ lock_branch: true }, push, "Cannot change this locked branch", {}],
  [{ reviews: {} }, asAdmin, "Changes must be made through a pull request.", { reviews: {}, enforce_admins: false }]
]

describe("a protected branch", () => {
  for (const [rules, act, reason, lenient] of refusals) {
    const title = JSON.stringify(rules)
    testOn(guarded(rules))(`with ${title} refuses: ${reason}`, function* () {
      const { json, status } = yield* act
      expect([status, dig(json, "message")]).toEqual([422, reason])
    })

    testOn(guarded(lenient))(`with ${JSON.stringify(lenient)} takes what it refuses with ${title}`, function* () {
      expect((yield* act).status).toBeLessThan(300)
    })
  }

  testOn(guarded({ reviews: {}, enforce_admins: false }))("binds others than administrators", function* () {
    expect((yield* push).status).toBe(422)
    expect((yield* write("a.txt")).status).toBe(409)
  })

  testOn(guarded({ required_checks: ["ci"], allow_force_pushes: true }))("takes what has its checks", function* () {
    yield* succeed("feature/x", "ci")
    expect((yield* force).status).toBe(200)
  })
})
