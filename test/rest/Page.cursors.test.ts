/** Cursors that came over a border, such as a URL, a queue or an agent: they lead to their own listing, or nowhere. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as Organizations from "../../src/forge/Organizations.ts"
import * as Repositories from "../../src/forge/Repositories.ts"
import * as Routes from "../../src/forge/Routes.ts"
import * as Statuses from "../../src/forge/Statuses.ts"
import * as Teams from "../../src/forge/Teams.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import type { Cursor } from "../../src/rest/Page.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { type Http, scripted } from "./support/http.ts"

const web = { owner: "acme", repo: "web" }

type Read = Effect.Effect<unknown, { readonly _tag: string }, Forge.Forge>

/** A listing by a cursor, each way to read it. */
interface Listing {
  readonly name: string
  readonly reads: (cursor: Cursor) => ReadonlyArray<Read>
  /** The paths that it may lead to. */
  readonly own: ReadonlyArray<string>
}

const listings: ReadonlyArray<Listing> = [
  {
    name: "of a repository",
    reads: (page) => [
      Issues.list.page({ ...web, page }),
      Issues.list.page.withReply({ ...web, page }),
      Issues.list.page.ifChanged({ ...web, page }, { etag: '"a"' }),
      Stream.runDrain(Issues.list.pages(web, page))
    ],
    own: ["/repos/acme/web/issues", "/repos/Acme/WEB/issues", "/repositories/1296269/issues"]
  },
  {
    name: "of an issue",
    reads: (page) => [Issues.listComments.page({ ...web, issue_number: 7, page })],
    own: ["/repos/acme/web/issues/7/comments", "/repositories/1/issues/7/comments"]
  },
  {
    name: "of an organization",
    reads: (page) => [Organizations.listMembers.page({ org: "acme", page })],
    own: ["/orgs/acme/members", "/organizations/9919/members"]
  },
  {
    name: "of a team",
    reads: (page) => [Teams.listMembers.page({ org: "acme", team_slug: "core", page })],
    own: [
      "/orgs/acme/teams/core/members",
      "/organizations/9919/team/12/members",
      "/organizations/9919/teams/core/members"
    ]
  },
  {
    name: "of a user",
    reads: (page) => [Repositories.listForUser.page({ username: "octo", page })],
    own: ["/users/octo/repos", "/user/583231/repos"]
  },
  {
    name: "of the caller",
    reads: (page) => [Repositories.listForMe.page({ page })],
    own: ["/user/repos"]
  },
  {
    name: "by a route",
    reads: (from) => [Stream.runDrain(Routes.paginate.pages("GET /repos/{owner}/{repo}/labels", web, { from }))],
    own: ["/repos/acme/web/labels", "/repositories/1/labels"]
  },
  {
    name: "with a name that has to be encoded",
    reads: (page) => [Labels.listForIssue.page({ owner: "a b", repo: "ü?..", issue_number: 1, page })],
    own: ["/repos/a%20b/%C3%BC%3F../issues/1/labels", "/repositories/1/issues/1/labels"]
  },
  {
    name: "with a slash that has to be encoded",
    reads: (page) => [Statuses.list.page({ owner: "a b", repo: "web", ref: "ü/..", page })],
    own: ["/repos/a%20b/web/commits/%C3%BC%2F../statuses", "/repositories/1/commits/%C3%BC%2F../statuses"]
  }
]

const serviceAt = (baseUrl: string, http: Http) =>
  Forge.layer({ baseUrl }).pipe(
    Layer.provide([
      http.layer,
      Credentials.layerToken(Redacted.make("a-token-for-tests")),
      HttpCache.layerMemory(),
      RateLimit.layerMemory()
    ])
  )

/** The paths that are asked for, and how it ends. */
const readAt = Effect.fnUntraced(function* (baseUrl: string, read: Read) {
  const http = scripted(() => ({ json: [] }))
  const result = yield* Effect.result(Effect.provide(read, serviceAt(baseUrl, http)))
  const sent = http.sent.map(({ url }) => url)
  return { ends: result._tag === "Success" ? "Success" : result.failure._tag, sent }
})

const roots = ["https://api.github.com", "https://ghe.example.com/api/v3", "http://127.0.0.1:3000/a%20b"]

describe.each(roots)("at %s", (root) => {
  it.effect.each(listings)(
    "a cursor leads to its own listing, $name, in all forms that the service has for it",
    (listing) =>
      Effect.gen(function* () {
        for (const path of listing.own) {
          for (const read of listing.reads(`${root}${path}?page=2` as Cursor)) {
            assert.deepStrictEqual(yield* readAt(root, read), { ends: "Success", sent: [`${root}${path}?page=2`] })
          }
        }
      })
  )

  const { host, origin, pathname } = new URL(root)
  const below = pathname === "/" ? "" : pathname

  /** What somebody may write in place of `/repos/acme/web/issues`. */
  const tricks = [
    `${root}/user/repos`,
    `${root}/`,
    `${root}`,
    `${origin}/`,
    `${origin}/graphql`,
    `${root}/repos/acme/other/issues`,
    `${root}/repos/acme/web`,
    `${root}/repos/acme/web/issues/`,
    `${root}/repos/acme/web/issues/1`,
    `${root}/repos/acme/web/Issues`,
    `${root}/repos/acme/web/pulls`,
    `${root}/repositories/1/pulls`,
    `${root}/repositories/x/issues`,
    `${root}/repositories//issues`,
    `${root}/repositories/%31/issues`,
    `${root}/repositories/1/../2/keys`,
    `${root}/organizations/1/issues`,
    `${root}/user/1/issues`,
    `${root}//repos/acme/web/issues`,
    `${root}/repos//acme/web/issues`,
    `${root}/repos/acme/web/issues/../../../../user/repos`,
    `${root}/repos/acme/web/issues/%2e%2e/keys`,
    `${root}/repos/acme/web/..%2fissues`,
    `${root}/repos/acme/web%2Fissues`,
    `${root}/repos/acme/web/issues%2F..%2Fkeys`,
    `${root}/repos/acme/web/issues%3Fx`,
    `${root}/repos/acme/web/issues%`,
    `${root}/repos/acme/web/issues%00`,
    `${root}/repos/acme\\web\\keys`,
    `${root}\\user\\repos`,
    `${root}/x\\..\\user/repos`,
    `${origin}${below}x/repos/acme/web/issues`,
    `${origin}/other${below}/repos/acme/web/issues`,
    `${origin}${below}/../user/repos`,
    `${origin}:81${below}/repos/acme/web/issues`.replace(":3000:81", ":81"),
    `https://octo@${host}${below}/repos/acme/web/issues`,
    `https://octo:pw@${host}${below}/repos/acme/web/issues`,
    `https://${host}.example.com${below}/repos/acme/web/issues`,
    `https://example.com\\@${host}${below}/repos/acme/web/issues`,
    `//${host}${below}/repos/acme/web/issues`,
    `ftp://${host}${below}/repos/acme/web/issues`,
    `javascript:/repos/acme/web/issues`,
    `data:,${root}/repos/acme/web/issues`,
    "/repos/acme/web/issues",
    "../issues",
    " ",
    ""
  ]

  it.effect.each(tricks)("a cursor that leads elsewhere is refused, and nothing is sent: %s", (cursor) =>
    Effect.gen(function* () {
      for (const read of listings[0]?.reads(cursor as Cursor) ?? []) {
        assert.deepStrictEqual(yield* readAt(root, read), { ends: "InvalidInput", sent: [] })
      }
    })
  )

  it("a cursor of any text leads to its own listing, or nowhere", () => {
    const marks = fc.constantFrom(
      "/",
      "//",
      "\\",
      "..",
      ".",
      "%2e",
      "%2f",
      "%5c",
      "%252f",
      "%",
      "?",
      "#",
      "@",
      ":",
      "\t",
      "\n"
    )
    const words = fc.constantFrom(
      "repos",
      "acme",
      "web",
      "issues",
      "repositories",
      "user",
      "1",
      "api",
      "v3",
      "keys",
      "ü"
    )
    const piece = fc.oneof(marks, words)
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""))
    const cursor = fc.oneof(
      text,
      text.map((path) => `${root}/${path}`),
      text.map((path) => `${root}/repos/acme/web/issues${path}`),
      text.map((path) => `${root}/repos/acme/web/${path}/issues`),
      text.map((path) => `${origin}${path}`)
    )
    const [issues] = listings
    return fc.assert(
      fc.asyncProperty(cursor, async (cursor) => {
        for (const read of issues?.reads(cursor as Cursor) ?? []) {
          const { ends, sent } = await Effect.runPromise(readAt(root, read))
          assert.strictEqual(sent.length, ends === "InvalidInput" ? 0 : 1)
          for (const url of sent) {
            const { origin: at, password, pathname: path, username } = new URL(url)
            assert.deepStrictEqual([at, username, password], [origin, "", ""])
            assert.match(decodeURIComponent(path).slice(decodeURIComponent(below).length), own)
          }
        }
      })
    )
  })
})

const own = /^\/(?:repos\/acme\/web|repositories\/\d+)\/issues$/i

it.effect("a cursor is compared with the path of the input, which must have one", () =>
  Effect.gen(function* () {
    const cursor = "https://api.github.com/user/repos" as Cursor
    // As untyped callers write it.
    const untyped = { page: cursor } as Parameters<typeof Issues.list.page>[0]
    assert.deepStrictEqual(yield* readAt("https://api.github.com", Issues.list.page(untyped)), {
      ends: "InvalidInput",
      sent: []
    })
    const other = "https://api.github.com/users/ada/repos?page=2" as Cursor
    assert.deepStrictEqual(
      yield* readAt("https://api.github.com", Repositories.listForUser.page({ username: "octo", page: other })),
      { ends: "InvalidInput", sent: [] }
    )
  })
)
