/** The names in the code of pages: where they lead, and what is shown of them. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Page } from "puppeteer-core"
import { assert, describe, it } from "vitest"
import { marksIn } from "../../docs/site/build/code.ts"
import { annotate } from "../../docs/site/build/code/annotate.ts"
import type { Block } from "../../docs/site/build/code/blocks.ts"
import { keyOf, type Mark, type Marks } from "../../docs/site/build/code/marks.ts"
import { shownOfType } from "../../docs/site/build/code/shown.ts"
import { decode } from "../../docs/site/build/html.ts"
import type { Export, Library, Module } from "../../docs/site/build/library/model.ts"
import { folders, root } from "../../docs/site/build/site.ts"
import { codeOf, stretchesOf } from "../../.build/docs/fences.ts"
import { problemsOf } from "./axe.ts"
import { lacksPages, lacksSite, useSite } from "./browser.ts"

const exportOf = (name: string, more: Partial<Export> = {}): Export => ({
  name,
  docs: `About ${name}. And more.`,
  signature: [`const ${name}: string`],
  members: [],
  ...more
})

const moduleOf = (path: string, exports: ReadonlyArray<Export>): [string, Module] => [
  path,
  { path, specifier: `forgecast/${path}`, docs: "", exports }
]

/** As much of the library as the programs below use. */
const library: Library = new Map([
  moduleOf("forge", [
    exportOf("Forge", { of: { module: "forge/Forge" } }),
    exportOf("Issues", { of: { module: "forge/Issues" } })
  ]),
  moduleOf("forge/Forge", [exportOf("layerGitHub")]),
  moduleOf("forge/Issues", [
    exportOf("list", { operation: { input: [], returns: ["Stream<Issue, NotFound, Forge>"], variants: [] } })
  ]),
  moduleOf("rest/RestError", [
    exportOf("NotFound", { signature: ["class NotFound extends Schema.TaggedError<NotFound>"] }),
    exportOf("RateLimited", { signature: ["class RateLimited extends Schema.TaggedError<RateLimited>"] })
  ]),
  moduleOf("rest/Retry", [exportOf("RetryPolicy")])
])

const blockOf = (code: string, imports = ""): Block => ({ page: "guides/one", folder: "guides/one", code, imports })

/** The names of a block that lead somewhere, and those that show something. */
const marked = async (block: Block) => {
  const { pages, shown } = await marksIn(library, [block])
  const marks = pages[block.page]?.[keyOf(block.code)] ?? []
  const lines = block.code.split("\n")
  const nameOf = ({ end, line, start }: Mark) => lines[line]?.slice(start, end) ?? ""
  return {
    links: marks.flatMap((mark) => (mark.url === undefined ? [] : [`${nameOf(mark)} ${mark.url}`])),
    codes: marks.map((mark) => [nameOf(mark), shown[mark.shown ?? -1]?.code] as const)
  }
}

const program = `import { Forge, Issues as I } from "forgecast/forge"
import * as Retry from "forgecast/rest/Retry"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const program = I.list({ owner: "a", repo: "b" }).pipe(
  Stream.runCount,
  Effect.catchTag(["NotFound", "Unheard"], () => Effect.succeed(0)),
  Effect.provideService(Retry.RetryPolicy, {}),
  Effect.provide(Forge.layerGitHub)
)
`

describe("a name in code", () => {
  it("leads to the page of what is imported: an operation, an error, a policy, a Layer", async () => {
    const { links } = await marked(blockOf(program))
    assert.deepStrictEqual(links, [
      "Forge /reference/forge/forge/",
      "I /reference/forge/issues/",
      "Retry /reference/rest/retry/",
      "I.list /operations/forge/issues/list/",
      "NotFound /errors/not-found/",
      "Retry.RetryPolicy /reference/rest/retry/#retrypolicy",
      "Forge.layerGitHub /reference/forge/forge/#layergithub"
    ])
  })

  it("does not lead from a page to itself", async () => {
    const { codes, links } = await marked({ ...blockOf(program), page: "operations/forge/issues/list" })
    assert.notInclude(links.join(" "), "I.list")
    assert.deepInclude(codes, ["I.list", "Issues.list(): Stream<Issue, NotFound, Forge>"])
  })

  it("leads nowhere if it is a local one, a member, or of another package", async () => {
    const { links } = await marked(
      blockOf(`import { Issues } from "forgecast/forge"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { effect, NotFound } from "./mine.ts"

const count = (Issues: { readonly list: number }) => Issues.list + 1
const labels = { Issues: NotFound }
const some = labels.Issues

class RateLimited extends Data.TaggedError("RateLimited") {}
const all = Effect.catchTag(effect, "RateLimited", () => Effect.void)
`)
    )
    assert.deepStrictEqual(links, ["Issues /reference/forge/issues/"])
  })

  it("of a part of a program is that of the imports of its page, and says nothing of types", async () => {
    const { codes, links } = await marked(
      blockOf("const all = yield* Issues.list(repo)", `import { Issues } from "forgecast/forge"\n`)
    )
    assert.deepStrictEqual(links, ["Issues.list /operations/forge/issues/list/"])
    assert.deepStrictEqual(codes, [["Issues.list", "Issues.list(): Stream<Issue, NotFound, Forge>"]])
  })
})

describe("what is shown of a name", () => {
  it("is the type with all errors, of constants, functions and parameters", async () => {
    const { codes } = await marked(
      blockOf(`import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

class Full extends Data.TaggedError("Full")<{ readonly size: number }> {}
class Gone extends Data.TaggedError("Gone") {}

/** Puts it away. At once. */
export const put = (size: number) =>
  size > 1 ? new Full({ size }) : new Gone()

const program = Effect.gen(function* () {
  const { length } = yield* Effect.succeed("one")
  return yield* put(length)
})
`)
    )
    assert.deepStrictEqual(codes, [
      ["put", "const put: (size: number) => Full | Gone"],
      ["size", "size: number"],
      ["program", "const program: Effect<never, Full | Gone, never>"],
      ["length", "const length: number"]
    ])
  })

  it("keeps errors whole where it leaves out what is long", async () => {
    const errors = Array.from({ length: 30 }, (_, index) => `Error${index}`).join(" | ")
    const fields = Array.from({ length: 40 }, (_, index) => `readonly field_${index}: string`).join("; ")
    const { code, docs } = await shownOfType("const", "all", `Effect<{ ${fields} }[], ${errors}, Forge>`, "One. Two.")
    assert.strictEqual(docs, "One.")
    assert.match(code, /^const all: Effect<\n {2}\{ … \}\[\],\n/)
    for (const error of errors.split(" | ")) assert.match(code, new RegExp(`\\b${error}\\b`))
    const union = Array.from({ length: 80 }, (_, index) => `"value ${index}"`).join(" | ")
    const other = await shownOfType("const", "all", `Stream<${union}, ${errors}, Forge>`, "")
    assert.match(other.code, /^const all: Stream<\n {2}…,\n/)
    assert.include(other.code, "Error29")
  })
})

describe("the HTML of a block", () => {
  const code = 'const a = Issues.list("<b>")'
  const html = `<p>Before</p><figure class="frame not-content"><figcaption></figcaption><pre tabindex="0" data-language="ts"><code>${[
    '<div class="ec-line"><div class="code"><span style="--0:#1">const </span><span style="--0:#2">a</span> = <span style="--0:#3">Issues</span>.<span style="--0:#4">list(&quot;&#x3C;b></span>&quot;)</div></div>',
    '<div class="ec-line"><div class="code">\n</div></div>'
  ].join("")}</code></pre></figure>`

  const marks: Marks = {
    shown: [
      { code: "one", docs: "" },
      { code: "two", docs: "" },
      { code: "three", docs: "" }
    ],
    pages: {
      one: {
        [keyOf(code)]: [
          { line: 0, start: 6, end: 7, shown: 2, isStop: true },
          { line: 0, start: 10, end: 21, url: "/list/", shown: 0 }
        ]
      }
    }
  }

  it("has links in the colours of the code, and numbers of what the page shows", () => {
    const annotated = annotate(html, "one", "/one/types.json", marks)
    assert.deepStrictEqual(new Set(annotated.shown.map((each) => each.code)), new Set(["one", "three"]))
    const [list, a] = ["one", "three"].map((name) => annotated.shown.findIndex((each) => each.code === name))
    assert.include(annotated.html, `<span tabindex="0" data-type="${a}"><span style="--0:#2">a</span></span> = `)
    assert.include(
      annotated.html,
      `<a href="/list/" data-type="${list}"><span style="--0:#3">Issues</span>.<span style="--0:#4">list</span></a><span style="--0:#4">(&quot;&#x3C;b></span>&quot;)`
    )
    assert.include(annotated.html, '<figure class="frame not-content" data-types="/one/types.json">')
    const text = (page: string) => page.replaceAll(/<[^>]*>/g, "")
    assert.strictEqual(text(annotated.html), text(html))
  })

  it("stays as it is on a page that shows nothing", () => {
    assert.strictEqual(annotate(html, "two", "/two/types.json", marks).html, html)
  })

  it("must have been read if it imports the library", () => {
    const other = html.replace("const </span>", 'import "x" from "forgecast/forge"; </span>')
    assert.throws(() => annotate(other, "one", "/one/types.json", marks), "has not read this program of one")
  })
})

describe.skipIf(lacksPages)("the code of the site", () => {
  const read = (path: string): string => Fs.readFileSync(Path.join(root, "docs/site/dist", path), "utf8")

  /** The links in the code of a page, each with its text. */
  const linksOn = (path: string): ReadonlyArray<string> =>
    Array.from(
      read(`${path}index.html`).matchAll(/<a href="([^"]*)" data-type="\d+">(.*?)<\/a>/g),
      ([, url = "", html = ""]) => `${decode(html.replaceAll(/<[^>]*>/g, ""))} ${url}`
    )

  it("leads to operations, errors, Layers, policies and workflows", () => {
    assert.includeMembers(
      [...linksOn(""), ...linksOn("guides/errors/"), ...linksOn("guides/policies-and-layers/")],
      [
        "Issues.list /operations/forge/issues/list/",
        "NotFound /errors/not-found/",
        "RateLimited /errors/rate-limited/",
        "Forge.layerGitHub /reference/forge/forge/#layergithub",
        "Retry.RetryPolicy /reference/rest/retry/#retrypolicy"
      ]
    )
    assert.include(linksOn("recipes/merge-when-green/"), "Merge.whenGreen /reference/workflow/merge/#whengreen")
  })

  it("shows the types of the program of each operation and of the operation, and does not lead to its own page", () => {
    const pages = Fs.globSync("operations/*/*/*/index.html", { cwd: Path.join(root, "docs/site/dist") }).map((file) =>
      file.replaceAll("\\", "/").replace("index.html", "")
    )
    assert.isAbove(pages.length, 400)
    const failing = pages.filter((page) => {
      const [, name] = /<title>(\S+)/.exec(read(`${page}index.html`)) ?? []
      const types = read(`${page}types.json`)
      const isShown = types.includes('"const program: ') && types.includes(`"${name}(`)
      return !isShown || linksOn(page).some((link) => link.endsWith(` /${page}`))
    })
    assert.deepStrictEqual(failing, [])
  })

  it("shortens no union, as compilers do on a terminal", () => {
    const types = Fs.globSync("**/types.json", { cwd: Path.join(root, "docs/site/dist") })
    assert.isAbove(types.length, 500)
    assert.deepStrictEqual(
      types.filter((file) => /\.\.\. \d+ more/.test(read(file))),
      []
    )
  })
})

describe.skipIf(lacksSite)("a name on a page", { concurrent: true }, () => {
  const site = useSite()

  /** A name in the program of the page: the first one. */
  const nameOn = async (page: Page, text: string) => {
    for (const name of await page.$$("main figure [data-type]")) {
      const isIt = (element: Element, text: string) => element.textContent === text && element.checkVisibility()
      if (!(await name.evaluate(isIt, text))) continue
      await name.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }))
      return name
    }
    throw new Error(`no name ${text}`)
  }

  const open = ".type-of-name:popover-open"

  const shownOn = async (page: Page) => {
    await page.waitForSelector(open)
    return page.$eval(open, (box) => ({
      code: box.querySelector("pre")?.textContent ?? "",
      docs: box.querySelector("p")?.textContent ?? ""
    }))
  }

  it("shows its type below the mouse, with all errors, and loads the types then", async () => {
    await using visited = await site.visit("/errors/rate-limited/")
    const { complaints, page, requests } = visited
    const areLoaded = () => requests.some((url) => url.endsWith("/errors/rate-limited/types.json"))
    assert.isFalse(areLoaded())
    const name = await nameOn(page, "program")
    await name.hover()
    const { code } = await shownOn(page)
    assert.isTrue(areLoaded())
    assert.match(code, /^const program: Effect<\n {2}void \| \{ number: number; title: string \}\[\],\n/)
    // All errors of the operation, but for the one that the program handles.
    const errors =
      "BadRequest DecodeFailed Forbidden InvalidInput NotFound ResponseTooLarge ServiceUnavailable TransportFailed " +
      "Unauthorized UnexpectedStatus UnsafeRedirect ValidationFailed"
    assert.include(code, `  | ${errors.replaceAll(" ", "\n  | ")},\n  Forge\n>`)
    assert.deepStrictEqual(await problemsOf(page), [])
    const box = await page.$eval(open, (element) => element.getBoundingClientRect().toJSON() as DOMRect)
    assert.isAtMost(box.bottom, 800)
    assert.isAtMost(box.right, 1280)
    // Into the box, and out of both.
    await page.mouse.move(box.left + 5, box.top + 5)
    assert.strictEqual((await shownOn(page)).code, code)
    await page.mouse.move(5, 5)
    await page.waitForSelector(open, { hidden: true })
    assert.deepStrictEqual(complaints, [])
  })

  it("shows it to the keyboard, and hides it with Escape", async () => {
    await using visited = await site.visit("/errors/rate-limited/")
    const { complaints, page } = visited
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const tab = async (text: string) => {
      for (let index = 0; index < 9 && (await focused()) !== text; index++) await page.keyboard.press("Tab")
      assert.strictEqual(await focused(), text)
    }
    await page.focus("main figure[data-types] a")
    await tab("Issues.list")
    const { code, docs } = await shownOn(page)
    assert.match(code, /^Issues\.list\(input\): Stream<\s*Issue,[^]*NotFound[^]*>$/)
    assert.match(docs, /^Lists the issues of a repository/)
    const describedBy = () => page.evaluate(() => document.activeElement?.getAttribute("aria-describedby"))
    assert.strictEqual(await describedBy(), "type-of-name")
    assert.deepStrictEqual(await problemsOf(page), [])
    await page.keyboard.press("Escape")
    assert.isNull(await page.$(open))
    assert.isNull(await describedBy())
    await tab("program")
    assert.match((await shownOn(page)).code, /^const program: Effect</)
    const stateOf = () => page.evaluate(() => [document.activeElement?.role, document.activeElement?.ariaExpanded])
    assert.deepStrictEqual(await stateOf(), ["button", "true"])
    assert.deepStrictEqual(await problemsOf(page), [])
    await page.keyboard.press("Enter")
    assert.isNull(await page.$(open))
    assert.deepStrictEqual(await stateOf(), ["button", "false"])
    await page.keyboard.press("Enter")
    assert.match((await shownOn(page)).code, /^const program: Effect</)
    await page.keyboard.down("Shift")
    await page.keyboard.press("Tab")
    await page.keyboard.up("Shift")
    assert.strictEqual(await focused(), "Issues.list")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    assert.strictEqual(new URL(page.url()).pathname, "/operations/forge/issues/list/")
    assert.deepStrictEqual(complaints, [])
  })

  it("shows nothing on a phone until it is asked: a tap on a link follows it, one on another name shows its type", async () => {
    await using visited = await site.visit("/errors/rate-limited/", { width: 390 })
    const { page } = visited
    assert.isNull(await page.$(open))
    await (await nameOn(page, "program")).tap()
    assert.include((await shownOn(page)).code, "TransportFailed")
    const box = await page.$eval(open, (element) => element.getBoundingClientRect().toJSON() as DOMRect)
    assert.isAtLeast(box.left, 0)
    assert.isAtMost(box.right, 390)
    assert.deepStrictEqual(await problemsOf(page), [])
    await page.tap("h1")
    assert.isNull(await page.$(open))
    await (await nameOn(page, "Issues.list")).tap()
    await page.waitForFunction(() => location.pathname === "/operations/forge/issues/list/")
    assert.isNull(await page.$(open))
  })

  it("is text alone when its program is copied", async () => {
    await using visited = await site.visit("/errors/rate-limited/")
    const { page } = visited
    const markdown = Fs.readFileSync(Path.join(folders.pages, "errors/rate-limited.md"), "utf8")
    const stretch = stretchesOf("rate-limited", markdown).find(({ info }) => info === "ts")
    const program = stretch === undefined ? "" : codeOf(stretch).trimEnd()
    assert.include(program, "Issues.list(")
    for (const name of ["clipboard-read", "clipboard-write"])
      await page.browserContext().setPermission(site.origin, { permission: { name }, state: "granted" })
    await page.click("main figure[data-types] .copy button")
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "")
    assert.strictEqual(await copied(), program)
    const selected = await page.$eval("main figure[data-types] pre", (code) => {
      getSelection()?.selectAllChildren(code)
      return getSelection()?.toString() ?? ""
    })
    assert.strictEqual(selected.replaceAll(/\n+/g, "\n").trim(), program.replaceAll(/\n+/g, "\n"))
  })
})
