import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as MediaTypes from "../../../../src/forge/MediaTypes.ts"
import * as Search from "../../../../src/forge/Search.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(
  ForgeSimulator.layer({
    users: [{ login: "ada", name: "Ada Lovelace", email: "ada@example.com" }],
    repositories: [
      {
        owner: "acme",
        name: "web",
        id: 7,
        topics: ["weather", "maps"],
        labels: [{ name: "bug", description: "Something is wrong" }, "feature"],
        files: {
          "src/rain.ts": "export const rain = 1\n",
          "src/deep/rain.js": "// rain, rain\n",
          "docs/rain.md": "# Rain\n",
          "README.md": "Nothing\n"
        },
        commits: [
          { message: "Measure the rain", author: "ada", date: "2026-01-02T00:00:00Z", files: { "a.txt": "1\n" } },
          { message: "Measure the wind", author: "acme", date: "2026-01-03T00:00:00Z", files: { "a.txt": "2\n" } }
        ]
      },
      { owner: "acme", name: "secret", private: true, topics: ["weather"], files: { "rain.ts": "rain\n" } },
      { owner: "eve", name: "web", fork_of: "acme/web" }
    ],
    tokens: { eve: "eve" },
    limits: "none"
  })
)

const paths = (q: string) =>
  Effect.map(Stream.runCollect(Search.code({ q })), (found) => found.map(({ path }) => path).toSorted())

const messages = (q: string) =>
  Effect.map(Stream.runCollect(Search.commits({ q, sort: "author-date" })), (found) =>
    found.map(({ commit }) => commit.message)
  )

describe("searches", () => {
  test("find code by its words, path, extension, language and name, in what the sender may see", function* () {
    assert.deepStrictEqual(yield* paths("rain"), ["docs/rain.md", "src/deep/rain.js", "src/rain.ts"])
    assert.deepStrictEqual(yield* paths("rain path:src"), ["src/deep/rain.js", "src/rain.ts"])
    assert.deepStrictEqual(yield* paths("rain extension:md"), ["docs/rain.md"])
    assert.deepStrictEqual(yield* paths("rain language:ts"), ["src/rain.ts"])
    assert.deepStrictEqual(yield* paths("rain language:javascript repo:acme/web"), ["src/deep/rain.js"])
    assert.deepStrictEqual(yield* paths("readme in:path"), ["README.md"])
    assert.strictEqual((yield* Effect.flip(paths("repo:acme/web")))._tag, "ValidationFailed")
    const [first] = yield* Stream.runCollect(MediaTypes.withTextMatches(Search.code)({ q: "rain extension:md" }))
    assert.containSubset(first?.text_matches, [{ property: "content", matches: [{ text: "Rain", indices: [2, 6] }] }])
  })

  test("find commits by their message, author and hash", function* () {
    assert.deepStrictEqual(yield* messages("measure"), ["Measure the wind", "Measure the rain"])
    assert.deepStrictEqual(yield* messages("measure author:ada"), ["Measure the rain"])
    assert.deepStrictEqual(yield* messages("author-email:ada@example.com repo:acme/web"), ["Measure the rain"])
    assert.deepStrictEqual(yield* messages("measure author-date:<2026-01-03"), ["Measure the rain"])
    const [found] = yield* Stream.runCollect(Search.commits({ q: "rain" }))
    assert.deepStrictEqual(yield* messages(`hash:${found?.sha}`), ["Measure the rain"])
    assert.containSubset(found, { author: { login: "ada" }, repository: { full_name: "acme/web" } })
  })

  test("find labels and topics", function* () {
    const labels = yield* Stream.runCollect(Search.labels({ repository_id: 7, q: "wrong bug" }))
    assert.deepStrictEqual(
      labels.map(({ name }) => name),
      ["bug"]
    )
    const topics = yield* Stream.runCollect(Search.topics({ q: "weather" }))
    assert.deepStrictEqual(
      topics.map(({ name, repository_count }) => [name, repository_count]),
      [["weather", 1]]
    )
  })
})
