/** Who owns the files of a repository. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Codeowners } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

/** The owners of paths, by the text of a file. */
const ownersOf = (text: string, ...paths: ReadonlyArray<string>) =>
  paths.map((path) => Codeowners.ownersIn(Codeowners.parse(text))(path).owners.join(" "))

describe("Codeowners.parse", () => {
  it("lets the last rule count that is about a path", () => {
    const text = "* @all\n*.js @js\n/src/ @acme/core\n/src/old @old # for now\n/src/free\n"
    assert.deepStrictEqual(ownersOf(text, "a.txt", "lib/a.js", "src/a.js", "src/old/a.js", "src/free/a.js"), [
      "@all",
      "@js",
      "@acme/core",
      "@old",
      ""
    ])
    const { rule } = Codeowners.ownersIn(Codeowners.parse(text))("src/old/a.js")
    assert.deepStrictEqual(rule, { line: 4, pattern: "/src/old", owners: ["@old"] })
    assert.isNull(Codeowners.ownersIn(Codeowners.parse("/a @a"))("b").rule)
  })

  it.each([
    ["docs/*", ["docs/a.md"], ["docs/more/a.md", "old/docs/a.md"]],
    ["docs/", ["docs/a.md", "docs/more/a.md", "old/docs/a.md"], ["docs", "docs.md"]],
    ["/docs/", ["docs/more/a.md"], ["old/docs/a.md"]],
    ["docs", ["docs", "docs/a.md", "old/docs/a.md"], ["docs.md"]],
    ["*.md", ["a.md", "docs/a.md"], ["a.mdx"]],
    ["/*.md", ["a.md"], ["docs/a.md"]],
    ["/*", ["a.md"], ["docs/a.md"]],
    ["**/logs", ["logs/a", "build/logs/a", "a/b/logs"], ["catalogs/a"]],
    ["src/**/test.ts", ["src/test.ts", "src/a/b/test.ts"], ["test.ts"]],
    ["src/**", ["src/a", "src/a/b"], ["lib/src/a"]],
    ["a?c", ["abc", "x/abc"], ["a/c", "abbc"]],
    [String.raw`my\ file.txt`, ["my file.txt"], ["my"]],
    ["a.b(c)", ["a.b(c)"], ["aXb(c)"]],
    ["README", ["README"], ["readme"]],
    ["/a**b", ["a/b", "axb", "a/x/b", "ab/c"], ["ac", "x/ab"]],
    [["/a", ...Array.from({ length: 9 }, () => "**"), "z"].join("/"), ["a/z", "a/b/z"], [`a/${"b/".repeat(1_000)}y`]],
    ["*a*a*a*a*a*a*a*a*b", ["aaaaaaaab"], ["a".repeat(1_000)]]
  ] as const)("takes the pattern %s", (pattern, matched, others) => {
    assert.deepStrictEqual(
      ownersOf(`${pattern} @a`, ...matched),
      matched.map(() => "@a")
    )
    assert.deepStrictEqual(
      ownersOf(`${pattern} @a`, ...others),
      others.map(() => "")
    )
  })

  it("skips what the service cannot read, and says which lines these are", () => {
    const text =
      "\uFEFF* @all\r\n!a @b\n[ab] @c\n\\#a @d\n***/a @e\n*.txt docs@\n*.md ada\n# none\n\n*.js a@b.example @c/d\n"
    const { rules, skipped } = Codeowners.parse(text)
    assert.deepStrictEqual(
      rules.map(({ line, owners, pattern }) => [line, pattern, ...owners]),
      [
        [1, "*", "@all"],
        [10, "*.js", "a@b.example", "@c/d"]
      ]
    )
    assert.deepStrictEqual(
      skipped.map(({ because, line }) => [line, because]),
      [
        [2, "pattern"],
        [3, "pattern"],
        [4, "pattern"],
        [5, "pattern"],
        [6, "owner"],
        [7, "owner"]
      ]
    )
    assert.strictEqual(skipped[5]?.text, "*.md ada")
  })
})

describe("patterns", () => {
  const wild = new Map([
    ["*", "[^/]*"],
    ["?", "[^/]"],
    ["**", ".*"],
    ["**/", "(?:.*/)?"]
  ])

  /** The same as a regular expression, which would take too long for some patterns. */
  const expressionOf = (pattern: string): RegExp => {
    const body = pattern.replace(/^\//, "").replace(/\*\*\/?|[*?]/g, (found) => wild.get(found) ?? found)
    const end = pattern.endsWith("/") ? ".+" : pattern.endsWith("/*") ? "" : "(?:/.*)?"
    return new RegExp(`^${pattern.slice(0, -1).includes("/") ? "" : "(?:.*/)?"}${body}${end}$`)
  }

  it("match what regular expressions match, in all short ones", () => {
    const steps = ["a", "b", "/", "*", "**", "?"]
    const longer = (all: ReadonlyArray<string>) => all.flatMap((one) => steps.map((step) => `${one}${step}`))
    const two = longer(steps)
    const patterns = [...steps, ...two, ...longer(two), ...longer(longer(two))].filter((each) => !each.includes("***"))
    const paths = ["a", "b", "ab", "a/a", "a/b", "b/a", "a/b/a", "b/a/b", "a/a/b/b", "ab/ba"]
    for (const pattern of patterns) {
      const expression = expressionOf(pattern)
      const ownersOf = Codeowners.ownersIn(Codeowners.parse(`${pattern} @a`))
      for (const path of paths) {
        assert.strictEqual(ownersOf(path).owners.length === 1, expression.test(path), `${pattern} and ${path}`)
      }
    }
  })
})

const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "docs/CODEOWNERS": "* @last\n", CODEOWNERS: "* @second\n", "a.js": "a" },
      branches: {
        first: { files: { ".github/CODEOWNERS": "*.js @first\n" } }
      },
      pulls: [{ title: "One", head: "next", base: "first", files: { "b.js": "b", "b.md": "b", CODEOWNERS: "* @new" } }]
    },
    { owner: "acme", name: "bare", files: { "a.js": "a", "CODEOWNERS/a": "a" } }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

describe("Codeowners.resolve", () => {
  on("reads the first file that is there", function* () {
    const owners = (ref?: string) =>
      Effect.map(Codeowners.resolve({ ...repo, ref, paths: ["a.js"] }), ([file]) => file?.owners)
    assert.deepStrictEqual(yield* owners(), ["@second"])
    assert.deepStrictEqual(yield* owners("first"), ["@first"])
    assert.strictEqual((yield* Codeowners.read({ ...repo, ref: "first" }))?.path, ".github/CODEOWNERS")
    assert.strictEqual((yield* Codeowners.read(repo))?.path, "CODEOWNERS")
  })

  on("reads no file of more than 3 MB", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    for (const [branch, more] of [
      ["limit", 0],
      ["large", 1]
    ] as const) {
      const text = `* @large\n${"#".repeat(3 * 1024 * 1024 - 9 + more)}`
      yield* simulator.push("acme/web", { ".github/CODEOWNERS": text }, { branch })
    }
    assert.lengthOf((yield* Codeowners.read({ ...repo, ref: "large" }))?.rules ?? assert.fail(), 0)
    assert.lengthOf((yield* Codeowners.read({ ...repo, ref: "limit" }))?.rules ?? assert.fail(), 1)
  })

  on("finds no owner without a file", function* () {
    assert.isNull(yield* Codeowners.read({ owner: "acme", repo: "bare" }))
    assert.deepStrictEqual(yield* Codeowners.resolve({ owner: "acme", repo: "bare", paths: ["a.js"] }), [
      { path: "a.js", owners: [], rule: null }
    ])
  })

  on("tells who owns what a pull request changes, by the file of its base", function* () {
    const owned = yield* Codeowners.resolvePullRequest({ ...repo, pull_number: 1 })
    assert.deepStrictEqual(
      owned.map(({ owners, path }) => [path, ...owners]),
      [["CODEOWNERS"], ["b.js", "@first"], ["b.md"]]
    )
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Codeowners.resolvePullRequest({ ...repo, pull_number: 1 }),
      state: () => Effect.succeed([]),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})
