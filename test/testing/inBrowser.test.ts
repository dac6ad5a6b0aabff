import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

beforeEach(() => {
  vi.stubGlobal("location", { href: "https://forge.example/" })
  vi.stubGlobal("navigator", { userAgent: "Browser/1" })
  vi.stubGlobal("process", undefined)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it.effect("adds the browser's user agent in a page, where clients leave it to the browser", () =>
  Effect.gen(function* () {
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    yield* Issues.get({ owner: "acme", repo: "web", issue_number: 1 })
    assert.strictEqual((yield* requests)[0]?.headers["user-agent"], "Browser/1")
  }).pipe(
    Effect.provide(
      ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }], tokens: {} })
    )
  )
)
