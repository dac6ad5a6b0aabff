/** What has changed between two points, by merged pull requests and by releases. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Changelog } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const seed: ForgeSimulator.Seed = {
  users: ["ada", "bob"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a" },
      labels: ["Feature", "bug", "chore"],
      pulls: [
        { title: "Begin", head: "begin", files: { "0.txt": "0" } },
        { title: "Add <b>", head: "b", files: { "b.txt": "b" }, labels: ["Feature"], user: "ada" },
        { title: "Fix it", head: "c", files: { "c.txt": "c" }, labels: ["bug", "Feature"], user: "bob" },
        { title: "Tidy up", head: "d", files: { "d.txt": "d" }, labels: ["chore"], user: "ada" },
        { title: "Whatever", head: "e", files: { "e.txt": "e" }, user: "acme" },
        { title: "Not yet", head: "f", files: { "f.txt": "f" } },
        { title: "Refused", head: "g", files: { "g.txt": "g" }, state: "closed" }
      ]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))
const rules = {
  categories: [
    { title: "Fixes", labels: ["bug"] },
    { title: "Features", labels: ["feature"] },
    { title: "Nothing", labels: ["none"] }
  ],
  exclude: { labels: ["CHORE"] }
}

/** Merges them, each in its way, and tags what there was after the first one. */
const merged = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  if ((yield* simulator.repository("acme/web")).pulls[0]?.merged === true) return
  for (const [index, method] of (["merge", "squash", "rebase", "merge", "squash"] as const).entries()) {
    yield* simulator.merge("acme/web", index + 1, { method })
    const sha = (yield* simulator.repository("acme/web")).branches["main"]
    if (index === 0) yield* simulator.as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/tags/v1", sha })
    if (index === 3) yield* simulator.as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/tags/v2", sha })
  }
})

const numbersOf = ({ categories }: Changelog.Changelog) =>
  categories.map(({ entries, title }) => [title, entries.map(({ number }) => number)])

describe("Changelog.between", () => {
  on("has the pull requests that were merged between two points, by category", function* () {
    yield* merged
    const changelog = yield* Changelog.between({ ...repo, from: "v1" }, rules)
    assert.deepStrictEqual(numbersOf(changelog), [
      ["Fixes", [3]],
      ["Features", [2]],
      ["Other changes", [5]]
    ])
    assert.deepStrictEqual([changelog.from, changelog.to], ["v1", "main"])
    assert.deepStrictEqual(changelog.authors, ["acme", "ada", "bob"])
    const codec = Schema.toCodecJson(Changelog.Changelog)
    const text = JSON.stringify(yield* Schema.encodeEffect(codec)(changelog))
    assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(codec)(JSON.parse(text)), changelog)
  })

  on("writes it as Markdown", function* () {
    yield* merged
    const changelog = yield* Changelog.between({ ...repo, from: "v1", to: "v2" }, rules)
    assert.match(
      Changelog.markdown(changelog),
      /^## Fixes\n\n- Fix it \(#3, @bob\)\n\n## Features\n\n- Add \\<b> \(#2, @ada\)\n\n\[All changes\]\(.*\/compare\/v1\.\.\.v2\)$/
    )
    const short = Changelog.markdown(changelog, { level: 3, line: ({ number }) => `* ${number}` })
    assert.match(short, /^### Fixes\n\n\* 3\n\n### Features/)
  })

  on("takes the whole history, one category for all others, and authors who do not count", function* () {
    yield* merged
    assert.deepStrictEqual(numbersOf(yield* Changelog.between({ ...repo, from: null })), [["Changes", [1, 2, 3, 4, 5]]])
    const rules = {
      categories: [
        { title: "All", labels: ["*"] },
        { title: "Fixes", labels: ["bug"] }
      ],
      exclude: { authors: ["ADA"] }
    }
    assert.deepStrictEqual(numbersOf(yield* Changelog.between({ ...repo, from: null }, rules)), [
      ["All", [1, 5]],
      ["Fixes", [3]]
    ])
  })

  on("is empty where nothing has changed", function* () {
    yield* merged
    const changelog = yield* Changelog.between({ ...repo, from: "main" })
    assert.deepStrictEqual([changelog.categories, changelog.authors], [[], []])
    assert.strictEqual(Changelog.markdown(changelog), "")
  })

  on("reads all pages of a comparison", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* merged
    for (let count = 0; count < 100; count++) yield* simulator.push("acme/web", { "count.txt": `${count}` })
    yield* simulator.clearRequests
    assert.deepStrictEqual(numbersOf(yield* Changelog.between({ ...repo, from: "v2" })), [["Changes", [5]]])
    const operations = (yield* simulator.requests).map(({ operation }) => operation)
    assert.lengthOf(
      operations.filter((operation) => operation === "Commits.compare"),
      2
    )
  })

  on("fails for a point that is not there", function* () {
    const error = yield* Effect.flip(Changelog.between({ ...repo, from: "v9" }))
    assert.strictEqual(error._tag, "NotFound")
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.gen(function* () {
        yield* merged
        const changelog = yield* Changelog.between({ ...repo, from: "v1" }, rules)
        assert.lengthOf(changelog.categories, 3)
      }),
      state: () => Effect.succeed([]),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"]
    })
  })
})

describe("Changelog.releases", () => {
  const released = testOn(
    ForgeSimulator.layer({
      repositories: [
        {
          owner: "acme",
          name: "web",
          files: { "a.txt": "a" },
          releases: [
            { tag_name: "v1" },
            { tag_name: "v2", name: "Two", body: "More" },
            { tag_name: "v3-rc", prerelease: true },
            { tag_name: "v3" },
            { tag_name: "v4", draft: true }
          ]
        }
      ]
    })
  )
  const tags = (more: Partial<Changelog.ReleasesInput> = {}) =>
    Effect.map(Changelog.releases({ ...repo, ...more }), (all) => all.map(({ tag_name }) => tag_name))

  released("are those after one, up to another, the newest first", function* () {
    assert.deepStrictEqual(yield* tags(), ["v3", "v2", "v1"])
    assert.deepStrictEqual(yield* tags({ from: "v1" }), ["v3", "v2"])
    assert.deepStrictEqual(yield* tags({ from: "v1", to: "v2" }), ["v2"])
    assert.deepStrictEqual(yield* tags({ from: "v1", prereleases: true }), ["v3", "v3-rc", "v2"])
    assert.deepStrictEqual(yield* tags({ from: "v2", to: "v3-rc" }), ["v3-rc"])
    const [two] = yield* Changelog.releases({ ...repo, from: "v1", to: "v2" })
    assert.deepStrictEqual([two?.name, two?.body], ["Two", "More"])
  })

  released("fail if one of both is not released", function* () {
    assert.strictEqual((yield* Effect.flip(tags({ from: "v9" })))._tag, "NotFound")
    assert.strictEqual((yield* Effect.flip(tags({ to: "v9" })))._tag, "NotFound")
  })
})
