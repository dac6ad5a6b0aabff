import { describe, expect } from "@effect/vitest"
import { routes } from "../../../../src/testing/internal/forge/routes.ts"
import { dig, send } from "../support.ts"
import { layer } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

/** What may still be done with an archived repository. */
const allowed: ReadonlySet<string> = new Set([
  "Repositories.update",
  "Repositories.delete",
  "Repositories.transfer",
  "Repositories.fork",
  "Repositories.createFromTemplate",
  // Notifications are their reader's.
  "Notifications.markAsReadForRepo",
  "Subscriptions.set",
  "Subscriptions.delete",
  // It writes to the repository of the head.
  "PullRequests.updateBranch"
])

const values: Readonly<Record<string, string>> = { "{owner}": "acme", "{repo}": "attic" }

const writes = routes.filter(
  ({ method, operation, template }) =>
    method !== "GET" && template[0] === "repos" && template[2] === "{repo}" && !allowed.has(operation)
)

describe("an archived repository", () => {
  test("refuses every write", function* () {
    expect(writes.length).toBeGreaterThan(30)
    for (const { method, operation, template } of writes) {
      const path = template.map((part) => values[part] ?? (part.startsWith("{") ? "1" : part)).join("/")
      const host = operation === "Releases.uploadAsset" ? "https://uploads.github.com" : ""
      const { json, status } = yield* send(`${method} ${host}/${path}`, { token: "olga", body: {} })
      expect([operation, status, dig(json, "message")]).toEqual([
        operation,
        403,
        "Repository was archived so is read-only."
      ])
    }
  })
})
