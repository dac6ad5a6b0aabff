import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { linksOf } from "../../../../src/rest/internal/response/linkHeader.ts"
import { UnsafeRedirect } from "../../../../src/rest/RestError.ts"
import type { Script } from "../../support/http.ts"
import { pageOf, upTo } from "../../support/listing.ts"
import * as Things from "../../support/things.ts"
import { collect, ids, run } from "../../support/walking.ts"
import { runs } from "../../../depth.ts"

const base = "https://api.github.com/repos/octo/hello/issues?page=2"
const next = "https://api.github.com/repositories/1/issues?page=3"
const last = "https://api.github.com/repositories/1/issues?page=9"

describe("linksOf", () => {
  for (const [what, header] of [
    ["what the service sends", `<${next}>; rel="next", <${last}>; rel="last"`],
    ["links in any order, with others between them", `<${last}>; rel="last", <x>; rel="prev", <${next}>; rel="next"`],
    ["a header without white space", `<${next}>;rel="next",<${last}>;rel="last"`],
    ["a header with much white space", `  <${next}>  ;  rel = "next" \t,\t <${last}> ; rel="last"  `],
    ["relations without quotes", `<${next}>; rel=next, <${last}>; rel=last`],
    ["names and relations in capitals", `<${next}>; REL="NEXT", <${last}>; Rel=Last`],
    [
      "links with other parameters",
      `<${next}>; title="a; b, c"; rel="next"; type="text/html", <${last}>; x=1; rel="last"`
    ],
    ["escaped quotes in a parameter", `<${next}>; title="say \\"rel=prev\\", <y>"; rel="next", <${last}>; rel="last"`],
    [
      "several relations in one parameter",
      `<x>; rel="prev first", <${next}>; rel="up next", <${last}>; rel="last end"`
    ],
    ["relations with much white space between them", `<${next}>; rel="up\t  next", <${last}>; rel="  last  "`],
    ["the first of two rel parameters", `<${next}>; rel="next"; rel="prev", <${last}>; rel="last"`],
    ["the first of two links with the same relation", `<${next}>; rel="next", <z>; rel="next", <${last}>; rel="last"`],
    ["a title in another encoding", `<${next}>; title*=UTF-8''a%20b; rel="next", <${last}>; rel="last"`],
    ["a title in an unknown encoding", `<${next}>; title*=EBCDIC'en'a%20b; rel="next", <${last}>; rel="last"`],
    ["a parameter without a value", `<${next}>; crossorigin; rel="next", <${last}>; rel="last"; crossorigin`],
    ["empty elements", `, <${next}>; rel="next",, <${last}>; rel="last",`],
    [
      "targets relative to the URL",
      `</repositories/1/issues?page=3>; rel="next", </repositories/1/issues?page=9>; rel="last"`
    ],
    [
      "targets relative to the scheme",
      `<//api.github.com/repositories/1/issues?page=3>; rel="next", <${last}>; rel="last"`
    ]
  ] as const) {
    it(`reads ${what}`, () => {
      assert.deepStrictEqual(linksOf(header, base), { next, last, about: "pages" })
    })
  }

  it("reads targets with commas, semicolons and quotes", () => {
    const special = "https://api.github.com/search?q=a,b;c&labels=x,y&page=3"
    assert.deepStrictEqual(linksOf(`<${special}>; rel="next"`, base), { next: special, last: null, about: "pages" })
  })

  it("reads a target that is only a query", () => {
    assert.strictEqual(linksOf("<?page=3>; rel=next", base).next, base.replace("page=2", "page=3"))
  })

  it("returns null without a header, or without those relations", () => {
    for (const header of [undefined, "", `<${next}>`, `<${next}>; rel="prev"`, `<${next}>; title="next"`]) {
      assert.containSubset(linksOf(header, base), { next: null, last: null }, header)
    }
  })

  it("keeps next when another link is not a URL", () => {
    assert.containSubset(linksOf(`<${next}>; rel="next", <http://[>; rel="last"`, base), { next, last: null })
  })

  it("keeps a next that is not a URL, because without it the listing would seem to end", () => {
    assert.strictEqual(linksOf(`<http://[>; rel="next", <${last}>; rel="last"`, base).next, "http://[")
  })

  it("ignores links with an anchor", () => {
    const links = linksOf(`<${next}>; rel="next"; anchor="#other"`, base)
    assert.deepStrictEqual(links, { next: null, last: null, about: "nothing" })
  })

  it("continues after what it cannot parse", () => {
    for (const garbage of ["garbage", '"', "<x>; =", "<x> rel=prev", "<x>; rel"]) {
      assert.strictEqual(linksOf(`${garbage}, <${next}>; rel="next"`, base).next, next, garbage)
    }
  })

  it("tells links between pages from other links, and from what is not a link", () => {
    for (const [header, about] of [
      [`<${next}>; rel="prev"`, "pages"],
      [`<${next}>; rel=first`, "pages"],
      [`</style.css>; rel="preload", <${next}>; rel="previous"`, "pages"],
      [undefined, "nothing"],
      ["", "nothing"],
      [" , ,", "nothing"],
      ["</style.css>; rel=preload", "nothing"],
      ["garbage", "unreadable"],
      [`<${next}>`, "unreadable"],
      [`<${next}>; rel`, "unreadable"],
      [`<${next}>; rel=""`, "unreadable"],
      [`<${next}>; title="next"`, "unreadable"],
      [`<${next}>; rel="ne`, "unreadable"],
      [`<${next}`, "unreadable"],
      [`<${base}>; rel="prev", <${next}>; rel="ne`, "unreadable"],
      [`<${base}>; rel="prev", <${next.slice(0, 30)}`, "unreadable"],
      [`<${base}>; rel="prev" garbage, <${base}>; rel="first"`, "unreadable"]
    ] as const) {
      assert.deepStrictEqual(linksOf(header, base), { next: null, last: null, about }, header)
    }
  })

  it("takes linear time for malformed headers", () => {
    for (const part of ["<", ";", '";', "<a>;", '<a>; rel="\\', " ;", "a="]) {
      // A parser that started over at each part would never finish.
      assert.containSubset(linksOf(part.repeat(500_000), base), { next: null, last: null }, part)
    }
  })

  it("never throws", () => {
    const parts = fc.constantFrom(
      "<",
      ">",
      ";",
      ",",
      "=",
      '"',
      "\\",
      " ",
      "rel",
      "next",
      "http://[",
      "*",
      "title*",
      "UTF-8''%",
      "x"
    )
    const header = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 20 }).map((all) => all.join(""))
    )
    const property = fc.property(header, (text) => {
      const links = linksOf(text, base)
      assert.isTrue(links.last === null || URL.canParse(links.last))
    })
    assert.isUndefined(fc.defaultReportMessage(fc.check(property, { numRuns: runs(3_000) })))
  })
})

describe("unsafe or unusual links", () => {
  const link = (next: string, last?: string) => ({
    headers: { link: `<${next}>; rel="next"${last === undefined ? "" : `, <${last}>; rel="last"`}` }
  })

  for (const [what, target] of [
    ["a target that is not a URL", "http://["],
    ["another host", "https://evil.example.com/things?page=2"],
    ["another port", "https://api.github.com:8443/things?page=2"],
    ["another scheme", "http://api.github.com/things?page=2"],
    ["another host after user information", "https://api.github.com@evil.example.com/things?page=2"]
  ] as const) {
    it.effect(`to ${what} fail after the items before them, and nothing is sent there`, () =>
      Effect.gen(function* () {
        const { exit, http } = yield* run(() => ({ json: [{ id: 1 }], ...link(target) }), collect(ids))
        const { error, items } = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
        assert.deepStrictEqual(items, [1])
        assert.instanceOf(error, UnsafeRedirect)
        assert.notInclude(error.message, "page=2")
        assert.strictEqual(http.sent.length, 1)
      })
    )
  }

  it.effect("to a last page on another host are ignored", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) =>
        pageOf(path) === 1
          ? { json: [{ id: 1 }], ...link(`${Things.api}/things?page=2`, "https://evil.example.com/things?page=2") }
          : { json: [{ id: 2 }] }
      const { exit, http } = yield* run(script, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([1, 2]))
      assert.isTrue(http.sent.every(({ url }) => url.startsWith(Things.api)))
    })
  )

  it.effect("to a last page with other parameters are followed one after another", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        const { searchParams } = new URL(path, Things.api)
        // Each page requires the mark from the previous page's link.
        if (page > 1 && searchParams.get("mark") !== `m${page}`) return { status: 404 }
        const to = `${Things.api}/things?page=${page + 1}&mark=m${page + 1}`
        return { json: [{ id: page }], ...(page < 5 ? link(to, `${Things.api}/things?page=5&mark=m5`) : {}) }
      }
      const { exit } = yield* run(script, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(5)]))
    })
  )

  it.effect("in a circle fail", () =>
    Effect.gen(function* () {
      for (const circle of [1, 2, 5]) {
        const script: Script = ({ path }) => ({
          json: [{ id: pageOf(path) }],
          ...link(`${Things.api}/things?after=${(pageOf(path) % circle) + 1}`)
        })
        // The limit ends the test if the circle is not detected.
        const { exit, http } = yield* run(script, collect(Stream.take(ids, 1_000)))
        const { error, items } = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
        assert.instanceOf(error, UnsafeRedirect, `a circle of ${circle}`)
        assert.deepStrictEqual(items, [...upTo(circle)])
        assert.strictEqual(http.sent.length, circle + 1)
      }
    })
  )

  it.effect.each([
    [1, 1, 2],
    [1, 22, 69],
    [5, 1, 18]
  ] as const)("into a circle of %i, after %i other pages, fail within %i requests", ([circle, others, requests]) =>
    Effect.gen(function* () {
      const pages = circle + others
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        return { json: [{ id: page }], ...link(`${Things.api}/things?after=${page < pages ? page + 1 : others + 1}`) }
      }
      const { exit, http } = yield* run(script, collect(Stream.take(ids, 1_000)))
      const { error } = Exit.isSuccess(exit) ? exit.value : assert.fail("it fails typed")
      assert.instanceOf(error, UnsafeRedirect)
      assert.isAtMost(http.sent.length, requests)
    })
  )

  it.effect("to a last page that does not exist are read as far as there are pages", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        return page > 30
          ? { json: [], takes: 10, headers: { link: `<${Things.api}/things?page=${page - 1}>; rel="prev"` } }
          : {
              json: [{ id: page }],
              takes: 10,
              ...link(`${Things.api}/things?page=${page + 1}`, `${Things.api}/things?page=999999999`)
            }
      }
      const { exit, http } = yield* run(script, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(30)]))
      assert.isAtMost(http.sent.length, 31 + 8)
    })
  )

  for (const last of ["0", "-1", "1e3", "9999999999999999999999", "1", "", "two"]) {
    it.effect(`to the last page "${last}" are followed one after another`, () =>
      Effect.gen(function* () {
        const script: Script = ({ path }) => {
          const page = pageOf(path)
          return {
            json: [{ id: page }],
            ...(page < 4 ? link(`${Things.api}/things?page=${page + 1}`, `${Things.api}/things?page=${last}`) : {})
          }
        }
        const { exit } = yield* run(script, Stream.runCollect(ids))
        assert.deepStrictEqual(exit, Exit.succeed([1, 2, 3, 4]))
      })
    )
  }
})
