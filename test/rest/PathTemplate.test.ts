import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Template from "../../src/rest/PathTemplate.ts"

const label = Template.parse("GET /repos/{owner}/{repo}/labels/{name}")
const contents = Template.parse("GET /repos/{owner}/{repo}/contents/{path}", ["path"])
const at = { owner: "octo", repo: "hello" }

/** The counterexample to a property, if there is one. */
const counterexample = <T>(property: fc.IProperty<T>) => fc.defaultReportMessage(fc.check(property, { numRuns: 2_000 }))

/** Any text: lone surrogates and control characters too, and often characters with a meaning in URLs. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom(".", "..", "/", "\\", "%", "%2e", "%2F", "?", "#", ";", "@", ":", " ", "\t", "\n", "a"), {
      maxLength: 6
    })
    .map((parts) => parts.join(""))
)

describe("a parameter", () => {
  it("is percent-encoded as one segment", () => {
    assert.strictEqual(
      label.path({ ...at, name: "help wanted/ü?#%" }),
      "/repos/octo/hello/labels/help%20wanted%2F%C3%BC%3F%23%25"
    )
    assert.strictEqual(label.path({ ...at, name: "%2e%2e" }), "/repos/octo/hello/labels/%252e%252e")
    assert.strictEqual(label.path({ ...at, name: "..." }), "/repos/octo/hello/labels/...")
    assert.strictEqual(label.path({ ...at, name: "🐛" }), "/repos/octo/hello/labels/%F0%9F%90%9B")
    assert.strictEqual(label.path({ ...at, name: 7 }), "/repos/octo/hello/labels/7")
  })

  it("that the service refuses is rejected by name, and plain text is not asked about", () => {
    const asked: Array<readonly [string, string]> = []
    const picky = Template.parse("GET /repos/{owner}/{repo}", [], (parameter, value) => {
      asked.push([parameter, value])
      return value.includes("/") ? "has a slash" : undefined
    })
    assert.deepStrictEqual(picky.path({ owner: "octo", repo: "a/b" }), { parameter: "repo", reason: "has a slash" })
    assert.strictEqual(picky.path({ owner: "octo", repo: "a b" }), "/repos/octo/a%20b")
    assert.deepStrictEqual(asked, [
      ["repo", "a/b"],
      ["repo", "a b"]
    ])
  })

  it("that is empty or a dot segment is rejected by name", () => {
    for (const name of ["", ".", ".."]) {
      const refused = label.path({ ...at, name })
      assert.isTrue(typeof refused === "object" && refused.parameter === "name", name)
    }
  })

  it("round-trips through URL parsing as one segment, or is rejected", () => {
    const property = fc.property(anyText, (name) => {
      const path = label.path({ ...at, name })
      if (typeof path === "object") {
        assert.isTrue(name === "" || name === "." || name === ".." || !isWellFormed(name), "rejected needlessly")
        return
      }
      const url = new URL(`https://api.github.com${path}`)
      assert.strictEqual(url.origin, "https://api.github.com")
      assert.strictEqual(url.search + url.hash, "")
      const segments = url.pathname.split("/")
      assert.deepStrictEqual(segments.slice(0, 5), ["", "repos", "octo", "hello", "labels"])
      assert.strictEqual(segments.length, 6)
      assert.strictEqual(decodeURIComponent(segments[5] ?? ""), name)
    })
    assert.isUndefined(counterexample(property))
  })
})

describe("a parameter of many segments", () => {
  it("keeps its slashes, and encodes the rest", () => {
    assert.strictEqual(
      contents.path({ ...at, path: "docs/a b/ü?.md" }),
      "/repos/octo/hello/contents/docs/a%20b/%C3%BC%3F.md"
    )
  })

  it("may be empty, for the root", () => {
    assert.strictEqual(contents.path({ ...at, path: "" }), "/repos/octo/hello/contents/")
  })

  it("cannot leave its place in the path", () => {
    for (const path of ["..", "a/../b", "./a", "a/.", "a//b", "/a", "a/", "/"]) {
      const refused = contents.path({ ...at, path })
      assert.isTrue(typeof refused === "object" && refused.parameter === "path", path)
    }
  })

  it("round-trips through URL parsing, or is rejected", () => {
    const property = fc.property(anyText, (path) => {
      const expanded = contents.path({ ...at, path })
      if (typeof expanded === "object") return
      const url = new URL(`https://api.github.com${expanded}`)
      assert.strictEqual(url.search + url.hash, "")
      const segments = url.pathname.split("/")
      assert.deepStrictEqual(segments.slice(0, 5), ["", "repos", "octo", "hello", "contents"])
      assert.strictEqual(segments.slice(5).map(decodeURIComponent).join("/"), path)
    })
    assert.isUndefined(counterexample(property))
  })
})

describe("a template", () => {
  it("exposes its method", () => {
    assert.strictEqual(Template.parse("DELETE /repos/{owner}/{repo}/labels/{name}").method, "DELETE")
  })

  it("may have no parameters, or several in a segment", () => {
    assert.strictEqual(Template.parse("GET /user").path({}), "/user")
    assert.strictEqual(
      Template.parse("GET /repos/{owner}/{repo}/compare/{base}...{head}").path({ ...at, base: "a/b", head: "c" }),
      "/repos/octo/hello/compare/a%2Fb...c"
    )
  })

  it("uses the service's names for its parameters", () => {
    assert.strictEqual(Template.parse("GET /apps/{app-slug}").path({ "app-slug": "a b" }), "/apps/a%20b")
  })
})

/** Whether a text has no lone surrogates. */
const isWellFormed = (text: string): boolean => {
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
