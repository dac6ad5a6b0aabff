/** What the built site has for programs that read it, and for hosts. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { lacksSite } from "./browser.ts"
import { guides } from "../../docs/site/build/sidebar.ts"
import { root } from "../../docs/site/build/site.ts"

const dist = Path.join(root, "docs/site/dist")
const read = (path: string): string => Fs.readFileSync(Path.join(dist, path), "utf8")

describe.skipIf(lacksSite)("the site", () => {
  it("has the text of each page beside it", () => {
    const text = read("guides/errors/index.md")
    assert.match(text, /^# Errors\n\n> /)
    // Tabs are headings, and no address of the playground holds a program again.
    const operation = read("operations/forge/pull-requests/list/index.md")
    assert.match(operation, /^# PullRequests\.list\n\nLists the pull requests/)
    assert.match(operation, /^### Program\n\n```ts\n/m)
    assert.notMatch(text + operation, /sketch=|<section|<input|<span class="line"/)
    const pages = Fs.globSync("**/index.html", { cwd: dist })
    assert.includeMembers(pages, ["index.html", "compare/index.html", "playground/index.html"])
    const textOf = (page: string): string => {
      const text = Path.join(dist, page.replace(/html$/, "md"))
      return Fs.existsSync(text) ? Fs.readFileSync(text, "utf8") : ""
    }
    assert.deepStrictEqual(
      pages.filter((page) => !/^# \S/.test(textOf(page))),
      []
    )
    assert.deepStrictEqual(
      pages.filter((page) => !read(page).includes(`href="/${page.replace(/html$/, "md")}"`)),
      []
    )
  })

  it("calls GitHub by its name, but where it tells its history", () => {
    const texts = Fs.globSync("**/*.md", { cwd: dist, exclude: ["changelog/**", "decisions/**"] })
    assert.isAbove(texts.length, 600)
    assert.deepStrictEqual(
      texts.filter((text) => /code-hosting/i.test(read(text))),
      []
    )
  })

  it("lists the guides in the groups and the order of the sidebar", () => {
    const [, list = ""] = Fs.readFileSync(Path.join(root, "docs/README.md"), "utf8").split(/^## /m)
    const [, ...groups] = list.split(/^### /m)
    const listed = groups.map((group) => [
      group.replace(/\n.*/s, ""),
      Array.from(group.matchAll(/^\| \[[^\]]+\]\(guides\/([\w-]+)\.md\)/gm), ([, name]) => name)
    ])
    // An object would lose the order of the groups.
    assert.deepStrictEqual(
      listed,
      Object.entries(guides).map(([group, names]) => [group, [...names]])
    )
  })

  it("has what the start page and the comparison say, as text", () => {
    const start = read("index.md")
    assert.match(start, /^# GitHub and weather clients for Effect\n/)
    assert.include(start, "### [No write is repeated blindly](/guides/lost-responses/)")
    assert.match(start, /^```sh\n# in a fresh folder\nnpm init -y/m)
    assert.notInclude(start, "sketch=")
    const compare = read("compare/index.md")
    assert.match(compare, /^# Octokit and forgecast, side by side\n\n> The same write/)
    for (const side of ["## Octokit\n\n```ts\n", "## forgecast\n\n```ts\nimport { Write }"])
      assert.include(compare, side)
  })

  it("lists them for programs, and each listed one is there", () => {
    const targets = Array.from(read("llms.txt").matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm), ([, target = ""]) => target)
    assert.isAbove(targets.length, 60)
    for (const target of targets) assert.isTrue(Fs.existsSync(Path.join(dist, target)), target)
    assert.include(targets, "/guides/just-enough-effect/index.md")
  })

  it("names its text in each page, and lets crawlers in", () => {
    assert.include(
      read("guides/errors/index.html"),
      'rel="alternate" type="text/markdown" href="/guides/errors/index.md"'
    )
    assert.strictEqual(read("robots.txt"), "User-agent: *\nAllow: /\n")
    assert.isTrue(Fs.existsSync(Path.join(dist, ".nojekyll")))
    assert.isTrue(Fs.existsSync(Path.join(dist, "404.html")))
  })

  it("links the names in prose to what says more about them", () => {
    const page = read("guides/errors/index.html")
    assert.match(page, /<a href="\/errors\/not-found\/"><code[^>]*>NotFound<\/code><\/a>/)
    const lost = read("guides/lost-responses/index.html")
    assert.match(lost, /<a href="\/reference\/rest\/write\/#once"><code[^>]*>Write\.once<\/code><\/a>/)
    const actions = read("guides/actions/index.html")
    assert.match(actions, /<a href="\/operations\/forge\/actions\/rerun\/"><code[^>]*>Actions\.rerun<\/code><\/a>/)
    // A module comes before a type of its name.
    assert.match(actions, /<a href="\/reference\/forge\/actions\/"><code[^>]*>Actions<\/code><\/a>/)
    // Effect's `Result`, and Octokit's `RequestError`.
    assert.match(read("guides/weather-series/index.html"), /[^>]<code[^>]*>Result<\/code>/)
    assert.match(read("guides/from-octokit/index.html"), /[^>]<code[^>]*>RequestError<\/code>/)
  })

  it("has titles that differ", () => {
    const titles = Fs.globSync("**/*.html", { cwd: dist }).map(
      (page) => /<title>([^<]*)<\/title>/.exec(read(page))?.[1] ?? page
    )
    const twice = titles.filter((title, index) => titles.indexOf(title) !== index)
    assert.deepStrictEqual(twice, [])
  })
})
