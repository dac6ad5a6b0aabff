import { assert, describe, it } from "@effect/vitest"
import { redact, redactText } from "../../src/ai/internal/secrets.ts"

// Put together here, so that no scanner takes this file for a leak.
const token = `ghp_${"a1".repeat(18)}`
const key = ["-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1r", "-----END OPENSSH PRIVATE KEY-----"].join("\n")

describe("what a model is shown", () => {
  it.each([
    [`the token is ${token}.`, "the token is <redacted>."],
    [`github_pat_${"x9".repeat(20)}`, "<redacted>"],
    [`a\n${key}\nb`, "a\n<redacted>\nb"],
    // A key that is cut off is one, too.
    [`a\n${key.slice(0, 60)}`, "a\n<redacted>"],
    ["Authorization: Bearer abcdefghijklmnop", "Authorization: <redacted>"],
    ['"authorization": "Basic dXNlcjpwYXNz"', '"authorization": "<redacted>"'],
    ["curl -H 'authorization: token abc'", "curl -H 'authorization: <redacted>'"],
    ["sent with bearer abcdefghijklmnopqrst", "sent with bearer <redacted>"],
    ["https://octo:hunter2@example.com/x", "https://octo:<redacted>@example.com/x"],
    [`AKIA${"ABCD".repeat(4)}`, "<redacted>"],
    [`eyJ${"a".repeat(20)}.eyJ${"b".repeat(20)}.${"c".repeat(20)}`, "<redacted>"],
    [`--token-eyJ${"a".repeat(20)}.eyJ${"b".repeat(20)}.${"c".repeat(20)}`, "<redacted>"],
    [`npm_${"a".repeat(36)}`, "<redacted>"],
    [`AIza${"a".repeat(35)}`, "<redacted>"],
    [`xoxb-${"1".repeat(10)}`, "<redacted>"],
    [`sk_live_${"a".repeat(16)}`, "<redacted>"],
    [`sk-${"a".repeat(20)}`, "<redacted>"],
    [`glpat-${"a".repeat(20)}`, "<redacted>"],
    // The same text again, and two kinds in one.
    [
      `a ${token}, https://octo:hunter2@example.com, ${token}`,
      "a <redacted>, https://octo:<redacted>@example.com, <redacted>"
    ]
  ])("has no secrets: %j", (text, expected) => {
    assert.strictEqual(redactText(text), expected)
  })

  it.each([
    "Authorization is needed here.",
    "The bearer of this letter is a friend",
    "https://example.com/a:b@c",
    "ghp is a prefix",
    "de8bfc4a5d3c1f0e9b8a7d6c5b4a39281706f5e4"
  ])("is the same without them: %j", (text) => {
    assert.strictEqual(redactText(text), text)
  })

  it("has no secrets in Base64", () => {
    assert.strictEqual(redactText(btoa(`TOKEN=${token}\n`)), "<redacted>")
    assert.strictEqual(redactText(`${btoa(`TOKEN=${token}`)} \n`), "<redacted>")
    const harmless = btoa("nothing but harmless words here")
    assert.strictEqual(redactText(harmless), harmless)
  })

  it("has no secrets that were sent", () => {
    assert.strictEqual(redactText("it is hunter2, or hunter22", ["hunter2", ""]), "it is <redacted>, or <redacted>2")
  })

  it("has none where the same text is there several times", () => {
    const long = `${"a ".repeat(60)}${token}`
    assert.deepStrictEqual(redact([token, token, long, long, "hunter2"], ["hunter2"]), [
      "<redacted>",
      "<redacted>",
      `${"a ".repeat(60)}<redacted>`,
      `${"a ".repeat(60)}<redacted>`,
      "<redacted>"
    ])
  })

  it("has none at any depth, in names of fields, and under names that say so", () => {
    const value = { a: [{ b: token, [token]: 1, c: null, d: 2, e: true }], authorization: "abc", password: "abc" }
    assert.deepStrictEqual(redact(value), {
      a: [{ b: "<redacted>", "<redacted>": 1, c: null, d: 2, e: true }],
      authorization: "<redacted>",
      password: "<redacted>"
    })
  })
})
