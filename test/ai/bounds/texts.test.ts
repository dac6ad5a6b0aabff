import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { placeOf } from "../../../src/ai/internal/bounds/places.ts"
import { isUntrusted } from "../../../src/ai/internal/bounds/texts.ts"

const line = { associations: new Set(["OWNER", "MEMBER", "COLLABORATOR"]), insiders: false }
const at = (url: string) => placeOf(url, [], false)
const issues = at("/repos/acme/web/issues")

const issue = (author_association: string) => ({
  number: 1,
  title: "x",
  body: "y",
  author_association,
  user: { login: "z" }
})

describe("an answer has texts of outsiders", () => {
  it.each(["CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "FIRST_TIMER", "MANNEQUIN", "NONE", ""])(
    "of an author who is %s",
    (one) => {
      assert.isTrue(isUntrusted(issue(one), issues, line))
    }
  )

  it.each(["OWNER", "MEMBER", "COLLABORATOR"])("but not of an author who is %s", (one) => {
    assert.isFalse(isUntrusted(issue(one), issues, line))
    assert.isFalse(isUntrusted({ items: [issue(one)], total_count: null, next: "https://x" }, issues, line))
  })

  it("if one of many records is one of an outsider, or within one of a member", () => {
    assert.isTrue(isUntrusted({ items: [issue("OWNER"), issue("NONE")] }, issues, line))
    assert.isTrue(isUntrusted({ ...issue("OWNER"), reviews: [issue("NONE")] }, issues, line))
  })

  it("where nobody says who has written them", () => {
    for (const value of [
      "a log",
      { message: "x" },
      [{ name: "x" }],
      new Uint8Array(1),
      { ...issue("OWNER"), author_association: null }
    ]) {
      assert.isTrue(isUntrusted(value, issues, line))
    }
  })

  it("not if there are no texts", () => {
    for (const value of [
      undefined,
      true,
      3,
      "",
      { items: [] },
      { at: DateTime.makeUnsafe(0), on: new Date(0), n: 1 }
    ]) {
      assert.isFalse(isUntrusted(value, issues, line))
    }
    assert.isFalse(isUntrusted({ resources: { core: { name: "x" } } }, at("/rate_limit"), line))
  })
})

describe("what only people with write access change", () => {
  const inside = { ...line, insiders: true }

  it.each([
    "/repos/acme/web",
    "/repos/acme/web/labels",
    "/repos/acme/web/issues/1/labels",
    "/repos/acme/web/milestones/1",
    "/repos/acme/web/contents/README.md",
    "/repos/acme/web/readme"
  ])("is trusted in trusted repositories: %s", (url) => {
    assert.isFalse(isUntrusted({ name: "x" }, at(url), inside))
    assert.isTrue(isUntrusted({ name: "x" }, at(url), line))
  })

  it.each([
    "/repos/acme/web/contents/README.md?ref=refs/pull/1/head",
    "/repos/acme/web/commits",
    "/repos/acme/web/pulls/1/files",
    "/repos/acme/web/actions/runs/1/logs",
    "/repos/acme/web/check-runs/1",
    "/repos/acme/web/git/blobs/abc",
    "/repos/acme/web/compare/main...x:main",
    "/repos/acme/web/issues/1/events"
  ])("is not %s, which others write as well", (url) => {
    assert.isTrue(isUntrusted({ name: "x" }, at(url), inside))
  })

  it("does not raise an outsider above the line", () => {
    assert.isTrue(isUntrusted(issue("NONE"), at("/repos/acme/web/labels"), inside))
  })
})
