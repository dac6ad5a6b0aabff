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

  it("redacts the token in use, however it is encoded", () => {
    const token = `a.b/c"\\ d`
    const encoded = [
      token,
      JSON.stringify(token).slice(1, -1),
      `a.b\\/c\\"\\\\ d`,
      Array.from(token, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join(""),
      `\\u0061.b/c\\u0022\\u005C d`,
      encodeURIComponent(token),
      encodeURIComponent(token).toLowerCase(),
      new URLSearchParams({ token }).toString().slice("token=".length)
    ]
    for (const text of encoded) assert.strictEqual(scrub(`x ${text} y`, token), "x <redacted> y", text)
  })

  it("keeps the escapes of a text without the token", () => {
    for (const text of [`"a\\u0062c"`, "a%20b", String.raw`C:\users\/`]) {
      assert.strictEqual(scrub(text, "5ecr3t-t0ken"), text)
    }
  })

  it("redacts a token from four characters on: a shorter one is a part of words", () => {
    assert.strictEqual(scrub("Not Found with t0k3", "t0k3"), "Not Found with <redacted>")
    assert.strictEqual(scrub("Not Found with t0k3", " t0k\n"), "Not Found with t0k3")
    assert.strictEqual(scrub("Not Found", "t"), "Not Found")
    assert.strictEqual(redactor(undefined, undefined, ["t", "t0k3"])("Not t0k3"), "Not <redacted>")
  })

  it("keeps the rest, also without a token in use", () => {
    for (const secret of [undefined, "", "  "]) assert.strictEqual(scrub("a b", secret), "a b")
  })
})
