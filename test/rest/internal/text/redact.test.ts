import { assert, describe, it } from "@effect/vitest"
import { redactor } from "../../../../src/rest/internal/text/redact.ts"

const scrub = (text: string, secret: string | undefined) => redactor(secret, /\b(?:gh[pousr]_|github_pat_)\w+/g)(text)

describe("redactor", () => {
  it("redacts the token in use, whatever its format", () => {
    assert.strictEqual(scrub("Bad token $a.b* for $a.b*", " $a.b*\n"), "Bad token <redacted> for <redacted>")
  })

  it("redacts everything that looks like a token", () => {
    for (const prefix of ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_11AB_"]) {
      assert.strictEqual(scrub(`x ${prefix}0aZ9 y`, undefined), "x <redacted> y", prefix)
    }
  })

  it("keeps the rest, also without a token in use", () => {
    for (const secret of [undefined, "", "  "]) assert.strictEqual(scrub("a b", secret), "a b")
  })
})
