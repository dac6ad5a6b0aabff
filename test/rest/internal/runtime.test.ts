import { afterEach, assert, it, vi } from "@effect/vitest"
import { isBrowser } from "../../../src/rest/internal/text/runtime.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

it("a browser has a location, and is not Node, where tests may imitate one", () => {
  const onNode = isBrowser()
  vi.stubGlobal("location", { href: "https://forge.example/" })
  const imitated = isBrowser()
  vi.stubGlobal("process", undefined)
  const inBrowser = isBrowser()
  // As on Deno.
  vi.stubGlobal("location", undefined)
  const elsewhere = isBrowser()
  vi.unstubAllGlobals()
  assert.deepStrictEqual([onNode, imitated, inBrowser, elsewhere], [false, false, true, false])
})
