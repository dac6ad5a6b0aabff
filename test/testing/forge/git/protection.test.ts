import { describe, expect } from "@effect/vitest"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, history, tokens } from "../commits/support.ts"
import { dig } from "../support.ts"
import { testOn } from "../../../testOn.ts"

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
