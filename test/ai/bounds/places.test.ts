import { assert, describe, it } from "@effect/vitest"
import { isAnyNamed, isAnyOperation, isWholeOwner, isWithin } from "../../../src/ai/internal/bounds/patterns.ts"
import { mentionsOf, placeOf, show } from "../../../src/ai/internal/bounds/places.ts"

const api = "https://api.github.com"
const roots = [api, "https://uploads.github.com", "https://ghe.example.com/api/v3"]

const shown = (url: string, isWrite = false): string => {
  const place = placeOf(url, roots, isWrite)
  return `${place._tag} ${show(place)}`
}

describe("the place of a request", () => {
  it.each([
    ["/repos/acme/web", "Repository acme/web"],
    ["/repos/acme/web/issues?page=2", "Repository acme/web"],
    ["/repos/acme/web/issues/12", "Repository acme/web#12"],
    ["/repos/acme/web/pulls/12/merge", "Repository acme/web#12"],
    // A comment has an id, which says nothing of the issue.
    ["/repos/acme/web/issues/comments/12", "Repository acme/web"],
    ["/repos/acme/web/issues/012", "Repository acme/web"],
    [`${api}/repos/acme/web/issues`, "Repository acme/web"],
    ["https://uploads.github.com/repos/acme/web/releases/1/assets", "Repository acme/web"],
    ["https://ghe.example.com/api/v3/repos/acme/web/issues", "Repository acme/web"],
    ["/repositories/7/issues?page=2", "ById repositories/7"],
    ["/organizations/7/repos", "ById organizations/7"],
    ["/user/7/repos", "ById user/7"],
    ["/orgs/acme/members", "Organization acme"],
    ["/search/issues?q=rain", "Search search/issues"],
    ["/user/repos", "Elsewhere user/repos"],
    ["/graphql", "Elsewhere graphql"],
    ["/gists", "Elsewhere gists"]
  ])("of %s", (url, expected) => {
    assert.strictEqual(shown(url), expected)
  })

  it.each([
    "/repos/acme/web/../../evil/loot",
    "/repos/acme/web/%2e%2e/%2E%2e/evil/loot",
    "/repos/acme/web/..\\..\\evil/loot"
  ])("is where the client sends %s", (url) => {
    assert.strictEqual(shown(url), "Repository evil/loot")
  })

  it.each([
    "/repos//acme/web",
    "/repos/acme/web/",
    "/repos/acme%2Fweb/x",
    "/repos/acme/web%2F..%2F..%2Fevil",
    "/Repos/acme/web",
    "/repos/acme",
    "https://evil.example.com/repos/acme/web",
    "https://api.github.com.evil.example.com/repos/acme/web",
    "https://api.github.com@evil.example.com/repos/acme/web",
    "//evil.example.com/repos/acme/web"
  ])("is elsewhere for %s", (url) => {
    assert.strictEqual(placeOf(url, roots, false)._tag, "Elsewhere")
  })

  it.each(["forks", "transfer", "generate"])("is elsewhere for a write to %s, which leads out", (path) => {
    assert.strictEqual(shown(`/repos/acme/web/${path}`, true), `Elsewhere repos/acme/web/${path}`)
    assert.strictEqual(shown(`/repos/acme/web/${path}`), "Repository acme/web")
  })

  it("has the owners that a comparison names", () => {
    const of = (range: string) => mentionsOf(placeOf(`/repos/acme/web/compare/${range}`, roots, false))
    assert.deepStrictEqual(of("main...next"), [])
    assert.deepStrictEqual(of("main...evil:main"), [{ owner: "evil", repo: undefined }])
    assert.deepStrictEqual(of("evil%3Aloot%3Amain...main"), [{ owner: "evil", repo: "loot" }])
  })
})

describe("patterns of places", () => {
  const within = (patterns: ReadonlyArray<string>, url: string) => isWithin(patterns, placeOf(url, roots, false))

  it("are names without regard to case, in which a star stands for letters", () => {
    assert.isTrue(within(["acme/web"], "/repos/Acme/WEB"))
    assert.isTrue(within(["acme/*"], "/repos/acme/web"))
    assert.isTrue(within(["acme/w*b"], "/repos/acme/web"))
    assert.isTrue(within(["*/*"], "/repos/acme/web"))
    assert.isFalse(within(["acme/we"], "/repos/acme/web"))
    assert.isFalse(within(["acme/web"], "/repos/acme/web2"))
    assert.isFalse(within(["acme/*"], "/repos/acme2/web"))
    assert.isFalse(within(["acme/w.b"], "/repos/acme/web"))
    assert.isFalse(within([], "/repos/acme/web"))
  })

  it("with a number have only that issue", () => {
    assert.isTrue(within(["acme/web#12"], "/repos/acme/web/issues/12/labels"))
    assert.isTrue(within(["acme/web#12"], "/repos/acme/web/pulls/12"))
    assert.isFalse(within(["acme/web#12"], "/repos/acme/web/issues/1"))
    assert.isFalse(within(["acme/web#12"], "/repos/acme/web/issues/comments/12"))
    assert.isFalse(within(["acme/web#12"], "/repos/acme/web"))
  })

  it("of an organization are not those of its repositories", () => {
    assert.isTrue(within(["acme"], "/orgs/acme/members"))
    assert.isFalse(within(["acme"], "/repos/acme/web"))
    assert.isFalse(within(["acme/*"], "/orgs/acme/members"))
  })

  it("have nothing elsewhere", () => {
    for (const url of ["/user/repos", "/search/issues?q=x", "/repositories/1"])
      assert.isFalse(within(["*", "*/*"], url))
  })

  it("have all of an owner only with a star alone", () => {
    assert.isTrue(isWholeOwner(["acme/*"], "Acme"))
    assert.isFalse(isWholeOwner(["acme/w*", "acme"], "acme"))
    assert.isFalse(isAnyNamed(["acme/web/x"], { owner: "acme", repo: "web" }))
  })

  it("of operations are whole names, modules or all", () => {
    assert.isTrue(isAnyOperation(["Issues.*"], "Issues.get"))
    assert.isTrue(isAnyOperation(["*"], "Issues.get"))
    assert.isFalse(isAnyOperation(["Issues.g*", "Issue.*", "Issues"], "Issues.get"))
    assert.isFalse(isAnyOperation(["issues.get"], "Issues.get"))
  })
})
