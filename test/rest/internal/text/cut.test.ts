import { assert, it } from "@effect/vitest"
import { cut } from "../../../../src/rest/internal/text/cut.ts"

it("keeps a text up to the limit, and cuts a longer one to it", () => {
  assert.strictEqual(cut("abcd", 4), "abcd")
  assert.strictEqual(cut("abcde", 4), "abc…")
  assert.strictEqual(cut("", 4), "")
})

it("does not cut a character in two", () => {
  assert.strictEqual(cut("ab😀de", 4), "ab…")
  assert.strictEqual(cut("a😀de", 4), "a😀…")
})
