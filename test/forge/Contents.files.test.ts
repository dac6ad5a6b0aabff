import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "../../src/forge/Contents.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const decoder = new TextDecoder()

const long = `${"a-directory/".repeat(20)}größe 日本 😀.txt`
const numbered = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`many/${String(index).padStart(2, "0")}.txt`, `${index}\n`])
)
const large = "0123456789abcdef".repeat(20_000)
const module = "5f1b0c6a8d2e4f7093a1b5c8d7e6f4a302918b7c"

const files = {
  ...numbered,
  [long]: "long\n",
  "run.sh": { content: "#!/bin/sh\n", executable: true },
  link: { symlink: "many/00.txt" },
  [`far/${"l".repeat(60)}`]: { symlink: `../${"directory/".repeat(30)}größe` },
  "vendor/tools": { submodule: module },
  empty: "",
  "docs/large.bin": large
}

const service = ForgeSimulator.layer({
  repositories: [
    { owner: "acme", name: "web", private: true, files, branches: { "next/one": { files: { "next.txt": "1\n" } } } },
    { owner: "acme", name: "empty" },
    {
      owner: "acme",
      name: "attributed",
      files: {
        ...numbered,
        ".gitattributes": "many/03.txt export-ignore\nversion export-subst\n",
        version: "$Format:%H$\n"
      }
    }
  ],
  limits: "none"
})

const test = testOn(service)

const read = (input: Partial<Contents.FilesInput> = {}, options?: Contents.FilesOptions) =>
  Stream.runCollect(Contents.listFiles({ ...repo, ...input }, options))

/** The paths of the requests that were sent, without what is in front of them. */
const sent = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).map(({ operation }) => operation)
})

const contentOf = (
  file: string | { readonly content?: string; readonly symlink?: string; readonly submodule?: string }
) => (typeof file === "string" ? file : (file.content ?? file.symlink ?? ""))

describe("Contents.listFiles", () => {
  test("lists all files as they were committed, by three requests and one archive", function* () {
    const found = yield* read()
    assert.deepStrictEqual(
      Object.fromEntries(found.map(({ bytes, path }) => [path, decoder.decode(bytes)])),
      Object.fromEntries(Object.entries(files).map(([path, file]) => [path, contentOf(file)]))
    )
    const of = (path: string) => found.find((file) => file.path === path)
    assert.containSubset(of("run.sh"), { mode: "100755", size: 10 })
    assert.containSubset(of("link"), { mode: "120000", size: 11 })
    assert.containSubset(of("vendor/tools"), { mode: "160000", size: 0, sha: module })
    assert.containSubset(of(long), { mode: "100644", size: 5 })
    assert.containSubset(of("empty"), { sha: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", size: 0 })
    assert.deepStrictEqual(yield* sent, [
      "Commits.list",
      "Git.getTree",
      "Contents.downloadTarball",
      "Contents.downloadTarball"
    ])
  })

  test("shows no other host the token", function* () {
    yield* read()
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    const all = (yield* requests).map(({ headers, url }) => [new URL(url).host, "authorization" in headers])
    assert.deepStrictEqual(all.at(-2), ["api.github.com", true])
    assert.deepStrictEqual(all.at(-1), ["codeload.github.com", false])
  })

  test("reads a few files one by one: of a directory, a file, another version, or by a filter", function* () {
    const paths = (found: ReadonlyArray<Contents.TreeFile>) => found.map(({ path }) => path).sort()
    assert.deepStrictEqual(paths(yield* read({ path: "docs/" })), ["docs/large.bin"])
    assert.deepStrictEqual(paths(yield* read({ path: "many/07.txt" })), ["many/07.txt"])
    assert.deepStrictEqual(paths(yield* read({ ref: "next/one", path: "next.txt" })), ["next.txt"])
    assert.deepStrictEqual(paths(yield* read({}, { filter: ({ mode }) => mode === "120000" })).length, 2)
    assert.deepStrictEqual(yield* read({ path: "man" }), [])
    assert.notInclude(yield* sent, "Contents.downloadTarball")
  })

  test("loses nothing that an archive leaves out or has otherwise", function* () {
    const found = yield* read({ repo: "attributed" })
    const texts = new Map(found.map(({ bytes, path }) => [path, decoder.decode(bytes)]))
    assert.strictEqual(texts.size, 42)
    assert.strictEqual(texts.get("many/03.txt"), "3\n")
    assert.strictEqual(texts.get("version"), "$Format:%H$\n")
    assert.strictEqual((yield* sent).filter((name) => name === "Git.getBlob").length, 2)
  })

  test("reads the rest one by one if an archive is cut off, damaged or not to be had", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    const damaged = { operation: "Contents.downloadTarball", status: 200, body: "not an archive" }
    yield* faults.add(Faults.answered(damaged))
    assert.strictEqual((yield* read({ path: "many" })).length, 40)
    yield* faults.add(Faults.answered({ ...damaged, status: 404 }))
    assert.strictEqual((yield* read({ path: "many" })).length, 40)
  })

  test("walks through a tree that is cut off, and reads no more directories than it must", function* () {
    const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
    const cut = { sha: "0".repeat(40), url: "https://api.github.com", tree: [], truncated: true }
    yield* faults.add(Faults.answered({ operation: "Git.getTree", status: 200, body: cut }))
    assert.strictEqual((yield* read()).length, Object.keys(files).length)
    yield* faults.add(Faults.answered({ operation: "Git.getTree", status: 200, body: cut }))
    const before = (yield* requests).length
    assert.strictEqual((yield* read({ path: "docs" })).length, 1)
    const trees = (yield* requests).slice(before).filter(({ operation }) => operation === "Git.getTree")
    assert.strictEqual(trees.length, 3)
  })

  test("fails if even a single directory is cut off", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    const cut = { sha: "0".repeat(40), url: "https://api.github.com", tree: [], truncated: true }
    yield* faults.add(Faults.answered({ operation: "Git.getTree", status: 200, body: cut, times: 2 }))
    assert.containSubset(yield* Effect.flip(read()), { _tag: "ResponseTooLarge" })
  })

  test("says that a repository is empty, that there is no such version, and which field is unknown", function* () {
    assert.containSubset(yield* Effect.flip(read({ repo: "empty" })), { _tag: "Conflict" })
    assert.containSubset(yield* Effect.flip(read({ ref: "nothing" })), { _tag: "NotFound" })
    const misspelt = { ...repo, branch: "main" }
    assert.containSubset(yield* Effect.flip(Stream.runCollect(Contents.listFiles(misspelt))), {
      _tag: "InvalidInput"
    })
  })

  test("stops reading when its consumer does", function* () {
    const first = yield* Contents.listFiles(repo, { filter: ({ mode }) => mode !== "160000" }).pipe(
      Stream.take(3),
      Stream.runCollect
    )
    assert.strictEqual(first.length, 3)
  })
})
