/** What texts refer to becomes links in their HTML, for those who see it: by REST and by GraphQL. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { data } from "../graphql/support.ts"
import { dig, type Options, send } from "../support.ts"

const layer = ForgeSimulator.layerHttpClient({
  users: [{ login: "Ada", bio: "With @octo" }, { login: "octo" }, { login: "eve" }],
  organizations: [{ login: "acme", members: { octo: "admin" }, teams: [{ name: "Core", members: ["octo"] }] }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "admin" },
      files: { "README.md": "#1 of @octo and `x`" },
      issues: [{ title: "First", id: 11, number: 1 }],
      pulls: [{ title: "Fix", number: 2, head: "fix", files: { a: "a" } }]
    },
    { owner: "acme", name: "api", issues: [{ title: "Other", id: 21 }] },
    { owner: "acme", name: "secret", private: true, collaborators: { octo: "admin" }, issues: [{ title: "S", id: 31 }] }
  ],
  tokens: { [ForgeSimulator.token]: "octo", eve: "eve" }
})

const test = testOn(layer)

const html = "https://github.com"

const repo = "/repos/acme/web"

/** What a text is shown as in an issue of acme/web. */
const shown = (body: string, options: Options = {}) =>
  Effect.map(
    send(`POST ${repo}/issues`, {
      ...options,
      headers: { accept: "application/vnd.github.full+json" },
      body: { title: "New", body }
    }),
    ({ json }) => ({
      html: String(dig(json, "body_html")),
      text: String(dig(json, "body_text")),
      id: dig(json, "node_id")
    })
  )

/** The links of a text, each with what is between its tags. */
const linksIn = (text: string): ReadonlyArray<readonly [href: string, text: string]> =>
  [...text.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = "", inside = ""]) => [href, inside])

const issue = `${html}/acme/web/issues/1`
const forms: ReadonlyArray<readonly [text: string, links: ReturnType<typeof linksIn>]> = [
  ["See #1.", [[issue, "#1"]]],
  [
    "GH-1 acme/web#1",
    [
      [issue, "GH-1"],
      [issue, "#1"]
    ]
  ],
  ["#2", [[`${html}/acme/web/pull/2`, "#2"]]],
  ["acme/api#1", [[`${html}/acme/api/issues/1`, "acme/api#1"]]],
  [issue, [[issue, "#1"]]],
  [`${html}/acme/api/issues/1`, [[`${html}/acme/api/issues/1`, "acme/api#1"]]],
  [`${html}/acme/api/issues/7`, [[`${html}/acme/api/issues/7`, `${html}/acme/api/issues/7`]]],
  ["https://example.com/a?b=1&c.", [["https://example.com/a?b=1&amp;c", "https://example.com/a?b=1&amp;c"]]],
  [
    "@ada, @acme!",
    [
      [`${html}/Ada`, "@ada"],
      [`${html}/acme`, "@acme"]
    ]
  ],
  ["@acme/core @acme/none", [[`${html}/orgs/acme/teams/core`, "@acme/core"]]],
  ["#9 acme/none#1 @nobody a@ada.org #1x deadbeef", []],
  ["`#1` ``@ada ` #1``", []],
  ["```ts\n#1\n\n@ada\n```", []],
  ["~~~\n#1\n~~~\n#2", [[`${html}/acme/web/pull/2`, "#2"]]]
]

describe("the HTML of a text", () => {
  test.each(forms)("links what exists, as in: %s", function* ([text, links]) {
    expect(linksIn((yield* shown(text)).html)).toEqual(links)
  })

  test("has the links of the service", function* () {
    const { html: text } = yield* shown("#1 @Ada")
    expect(text).toBe(
      '<p dir="auto"><a class="issue-link js-issue-link" data-error-text="Failed to load title" data-id="11" ' +
        'data-permission-text="Title is private" data-url="https://github.com/acme/web/issues/1" ' +
        'data-hovercard-type="issue" data-hovercard-url="/acme/web/issues/1/hovercard" ' +
        'href="https://github.com/acme/web/issues/1">#1</a> ' +
        '<a class="user-mention notranslate" data-hovercard-type="user" data-hovercard-url="/users/Ada/hovercard" ' +
        'data-octo-click="hovercard-link-click" data-octo-dimensions="link_type:self" href="https://github.com/Ada">@Ada</a></p>'
    )
  })

  test("links commits by their shas", function* () {
    const { json } = yield* send(`GET ${repo}/commits/main`)
    const sha = String(dig(json, "sha"))
    const href = `${html}/acme/web/commit/${sha}`
    const link = [href, `<tt>${sha.slice(0, 7)}</tt>`]
    const texts = [sha, sha.slice(0, 7), `acme/web@${sha}`, href, sha.slice(0, 6)]
    const found = yield* Effect.forEach(texts, (text) => Effect.map(shown(text), (each) => linksIn(each.html)))
    expect(found).toEqual([[link], [link], [link], [link], []])
    expect((yield* shown(sha)).text).toBe(sha.slice(0, 7))
    expect(linksIn((yield* shown(`acme/api@${sha}`)).html)).toEqual([])
    yield* send(`POST ${repo}/git/refs`, { body: { ref: "refs/heads/abcdef1", sha } })
    expect(linksIn((yield* shown("abcdef1")).html)).toEqual([])
  })

  test("hides what its reader does not see", function* () {
    const { html: seen, id } = yield* shown("acme/secret#1 @acme/core")
    expect(linksIn(seen).length).toBe(2)
    const other = yield* data(
      "query ($id: ID!) { node(id: $id) { ... on Issue { bodyHTML } } }",
      { id },
      { token: "eve" }
    )
    expect(dig(other, "node", "bodyHTML")).toBe('<p dir="auto">acme/secret#1 @acme/core</p>')
  })

  test("has code, in which nothing is a link", function* () {
    const { html: text } = yield* shown("Run `a < b`\n```sh\n#1\n\n<b>\n```\nor ```x``` that")
    expect(text).toBe(
      [
        '<p dir="auto">Run <code class="notranslate">a &lt; b</code></p>',
        '<pre lang="sh" class="notranslate"><code class="notranslate">#1\n\n&lt;b&gt;\n</code></pre>',
        '<p dir="auto">or <code class="notranslate">x</code> that</p>'
      ].join("\n")
    )
  })

  test("has code that is indented after an empty line, but not in a list", function* () {
    const pre = (inside: string) => `<pre class="notranslate"><code class="notranslate">${inside}\n</code></pre>`
    const texts = [
      [
        "    #1 <b>\n\n\t @ada\n     x\n\nThen",
        [pre("#1 &lt;b&gt;\n\n @ada\n x"), '<p dir="auto">Then</p>'].join("\n")
      ],
      ["Run:\r\n\r\n    #1\r\n", `<p dir="auto">Run:</p>\n${pre("#1")}`],
      // It does not interrupt a paragraph.
      ["Run\n    `x`", '<p dir="auto">Run\n    <code class="notranslate">x</code></p>']
    ] as const
    for (const [text, expected] of texts) expect((yield* shown(text)).html).toBe(expected)
    for (const text of ["- One\n\n    #1 `#1`", "1. One\n\n   More\n\n    #1 `#1`"])
      expect(linksIn((yield* shown(text)).html)).toEqual([[issue, "#1"]])
    expect((yield* shown("A\n\n    #1\n    b")).text).toBe("A\n\n#1\nb")
  })

  test("reads as text the same way", function* () {
    expect((yield* shown(`A ${issue} of @ada, \`#1\`\r\n\r\n\`\`\`\nx\n\`\`\``)).text).toBe("A #1 of @ada, #1\n\nx")
  })

  test("is the same by GraphQL, in comments, commits and profiles, too", function* () {
    const { html: text, id } = yield* shown("See #1")
    const found = yield* data(
      `query ($id: ID!) { node(id: $id) { ... on Issue { bodyHTML bodyText } } user(login: "ada") { bioHTML } }`,
      { id }
    )
    expect(dig(found, "node")).toEqual({ bodyHTML: text, bodyText: "See #1" })
    expect(linksIn(String(dig(found, "user", "bioHTML")))).toEqual([[`${html}/octo`, "@octo"]])
    const body = { message: "Fix #1\n\nFor @ada", content: "", branch: "main" }
    yield* send(`PUT ${repo}/contents/b`, { body })
    const commit = dig(
      yield* data(`{ repository(owner: "acme", name: "web") { object(expression: "main") {
        ... on Commit { messageHeadlineHTML messageBodyHTML }
      } } }`),
      "repository",
      "object"
    )
    expect(linksIn(String(dig(commit, "messageHeadlineHTML")))).toEqual([[issue, "#1"]])
    expect(linksIn(String(dig(commit, "messageBodyHTML")))).toEqual([[`${html}/Ada`, "@ada"]])
  })

  test("of a file has no links, as Markdown has none that is of no repository", function* () {
    const readme = yield* send(`GET ${repo}/readme`, { headers: { accept: "application/vnd.github.html" } })
    expect(readme.text).toContain('<p dir="auto">#1 of @octo and <code class="notranslate">x</code></p>')
    const render = (body: object) => Effect.map(send("POST /markdown", { body }), ({ text }) => linksIn(text))
    const text = "#1 @ada"
    expect(yield* render({ text })).toEqual([])
    expect(yield* render({ text, mode: "gfm" })).toEqual([[`${html}/Ada`, "@ada"]])
    expect(yield* render({ text, mode: "gfm", context: "acme/web" })).toEqual([
      [issue, "#1"],
      [`${html}/Ada`, "@ada"]
    ])
    expect(yield* render({ text, mode: "gfm", context: "acme/none" })).toEqual([[`${html}/Ada`, "@ada"]])
  })
})
