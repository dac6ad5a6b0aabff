import { assert, describe, it } from "@effect/vitest"
import { scrub } from "../../../../src/rest/internal/text/secret.ts"

describe("scrub", () => {
  it("takes out the token in use, whatever its shape", () => {
    assert.strictEqual(scrub("Bad token $a.b* for $a.b*", " $a.b*\n"), "Bad token <redacted> for <redacted>")
  })

  it("takes out all that looks like a token", () => {
    for (const prefix of ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_11AB_"]) {
      assert.strictEqual(scrub(`x ${prefix}0aZ9 y`, undefined), "x <redacted> y", prefix)
    }
  })

  it("leaves the rest, also when there is no token", () => {
    for (const secret of [undefined, "", "  "]) assert.strictEqual(scrub("a b", secret), "a b")
  })
})
