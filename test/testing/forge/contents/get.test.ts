import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const megabyte = 1024 * 1024

const files = {
  "README.md": "# web\n",
  "src/a.ts": "export {}\n",
  "src/deep/b.ts": "b\n",
  "bin/run": { content: "#!/bin/sh\n", executable: true },
  "docs/link.md": { symlink: "../README.md" },
  "docs/away": { symlink: "/etc/passwd" },
  "docs/folder": { symlink: "../src" },
  "docs/outside": { symlink: "../../README.md" },
  "vendor/lib": { submodule: "a".repeat(40) },
  "vendor/alien": { submodule: "b".repeat(40) },
  ".gitmodules":
    '[submodule "lib"]\n\tpath = vendor/lib\n\turl = https://github.com/acme/lib.git\n' +
    '[submodule "alien"]\n\tpath = vendor/alien\n\turl = https://example.org/alien\n',
  "exact.bin": new Uint8Array(megabyte),
  "large.bin": new Uint8Array(megabyte + 1),
  "ünicode/a b#c.txt": "ü"
}

const seed = {
  tokens,
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files,
      branches: { "feature/x": { files: { "only-here.txt": "x" } } },
      tags: { "v/1": "main" }
    },
    { owner: "acme", name: "empty" },
    {
      owner: "acme",
      name: "wide",
      files: Object.fromEntries(Array.from({ length: 1200 }, (_, nth) => [`f${String(nth).padStart(4, "0")}`, "x"]))
    }
  ]
} satisfies ForgeSimulator.Seed

const layer = ForgeSimulator.layerHttpClient(seed)

const test = testOn(layer)

const get = (path: string, accept?: string) =>
  ask("GET /contents/{path}", `/contents/${path}`, accept === undefined ? {} : { headers: { accept } })

describe("content", () => {
  test("of a file is its record, with git's sha", function* () {
    const { json } = yield* get("README.md")
    const url = "https://api.github.com/repos/acme/web/contents/README.md?ref=main"
    expect(json).toMatchObject({
      name: "README.md",
      path: "README.md",
      size: 6,
      type: "file",
      encoding: "base64",
      content: "IyB3ZWIK\n",
      url,
      html_url: "https://github.com/acme/web/blob/main/README.md",
      download_url: "https://raw.githubusercontent.com/acme/web/main/README.md",
      _links: { self: url }
    })
    const text = `blob 6\0# web\n`
    const hash = yield* Effect.promise(() => crypto.subtle.digest("SHA-1", new TextEncoder().encode(text)))
    expect(dig(json, "sha")).toBe(Buffer.from(hash).toString("hex"))
  })

  test("of a directory is its entries, by name", function* () {
    for (const path of ["", "/"]) {
      const { json } = yield* get(path)
      expect(dig(json, "*", "name")).toEqual([
        ".gitmodules",
        "README.md",
        "bin",
        "docs",
        "exact.bin",
        "large.bin",
        "src",
        "vendor",
        "ünicode"
      ])
    }
    expect(dig((yield* ask("GET /contents/{path}", "/contents")).json, "length")).toBe(9)
    const { json } = yield* get("src")
    expect(json).toMatchObject([
      { name: "a.ts", path: "src/a.ts", type: "file", size: 10 },
      { name: "deep", path: "src/deep", type: "dir", size: 0, download_url: null }
    ])
    expect(dig(json, "*", "content")).toEqual([undefined, undefined])
    expect((yield* get("src/")).json).toEqual(json)
  })

  test("lists 1,000 entries at most", function* () {
    const { json } = yield* send("GET /repos/acme/wide/contents/")
    expect([dig(json, "length"), dig(json, 999, "name")]).toEqual([1000, "f0999"])
  })

  test("is read on branches, tags and commits", function* () {
    const branch = yield* get("only-here.txt?ref=feature/x")
    expect(branch.json).toMatchObject({
      url: "https://api.github.com/repos/acme/web/contents/only-here.txt?ref=feature%2Fx",
      download_url: "https://raw.githubusercontent.com/acme/web/feature/x/only-here.txt"
    })
    expect((yield* get("only-here.txt?ref=v/1")).status).toBe(404)
    const sha = dig((yield* ask("GET /commits/{ref}", "/commits/feature/x")).json, "sha")
    expect((yield* get(`only-here.txt?ref=${String(sha)}`)).status).toBe(200)
    const unknown = yield* get("README.md?ref=nothing")
    expect([unknown.status, dig(unknown.json, "message")]).toEqual([404, "No commit found for the ref nothing"])
  })

  test("has names that need escapes", function* () {
    const { json } = yield* get("%C3%BCnicode/a%20b%23c.txt")
    expect(json).toMatchObject({ name: "a b#c.txt", content: "w7w=\n" })
    expect((yield* get("%C3%BCnicode%2Fa%20b%23c.txt")).json).toEqual(json)
    const download = yield* send(`GET ${String(dig(json, "download_url"))}`, { token: null })
    expect([download.status, download.text]).toEqual([200, "ü"])
  })

  test("is a file for a symlink to one, with its own name and sha, and the symlink otherwise", function* () {
    expect((yield* get("docs/link.md")).json).toMatchObject({
      type: "file",
      path: "docs/link.md",
      sha: dig((yield* get("docs")).json, 2, "sha"),
      size: 6,
      content: "IyB3ZWIK\n"
    })
    for (const [path, target] of [
      ["docs/away", "/etc/passwd"],
      ["docs/folder", "../src"],
      ["docs/outside", "../../README.md"]
    ] as const) {
      expect((yield* get(path)).json).toMatchObject({ type: "symlink", path, target, size: target.length })
    }
    expect(dig((yield* get("docs")).json, "*", "type")).toEqual(["symlink", "symlink", "symlink", "symlink"])
    expect((yield* get("docs/folder/a.ts")).status).toBe(404)
  })

  test("of a submodule says where it comes from", function* () {
    expect((yield* get("vendor/lib")).json).toMatchObject({
      type: "submodule",
      size: 0,
      sha: "a".repeat(40),
      submodule_git_url: "https://github.com/acme/lib.git",
      html_url: `https://github.com/acme/lib/tree/${"a".repeat(40)}`,
      git_url: `https://api.github.com/repos/acme/lib/git/trees/${"a".repeat(40)}`,
      download_url: null
    })
    expect((yield* get("vendor/alien")).json).toMatchObject({
      submodule_git_url: "https://example.org/alien",
      html_url: null,
      git_url: null
    })
    const typesAt = (version: string) =>
      Effect.map(
        send("GET /repos/acme/web/contents/vendor", { headers: { "x-github-api-version": version } }),
        ({ json }) => dig(json, "*", "type")
      )
    expect(yield* typesAt("2022-11-28")).toEqual(["file", "file"])
    expect(yield* typesAt("2026-03-10")).toEqual(["submodule", "submodule"])
  })

  test("of more than a megabyte is not inlined", function* () {
    expect((yield* get("large.bin")).json).toMatchObject({ size: megabyte + 1, encoding: "none", content: "" })
    expect(dig((yield* get("exact.bin")).json, "encoding")).toBe("base64")
    const raw = yield* send("GET /repos/acme/web/contents/large.bin", {
      headers: { accept: "application/vnd.github.raw+json" }
    })
    expect([raw.status, raw.text.length]).toEqual([200, megabyte + 1])
  })

  test("has the requested representation", function* () {
    const raw = yield* send("GET /repos/acme/web/contents/src/a.ts", {
      headers: { accept: "application/vnd.github.raw" }
    })
    expect([raw.text, raw.headers["content-type"]]).toEqual([
      "export {}\n",
      "application/vnd.github.v3.raw; charset=utf-8"
    ])
    const page = yield* send("GET /repos/acme/web/contents/README.md", {
      headers: { accept: "application/vnd.github.html+json" }
    })
    expect(page.headers["content-type"]).toBe("application/vnd.github.v3.html; charset=utf-8")
    expect(page.text).toMatch(/^<div id="file" class="md" data-path="README.md"><article .*<p dir="auto">.*<\/div>$/s)
    const listing = yield* send("GET /repos/acme/web/contents/src", {
      headers: { accept: "application/vnd.github.raw" }
    })
    expect(dig(listing.json, "length")).toBe(2)
    const object = yield* ask("GET /contents/{path}", "/contents/src", {
      headers: { accept: "application/vnd.github.object" },
      mediaType: "application/vnd.github.object"
    })
    expect(object.json).toMatchObject({ type: "dir", name: "src", path: "src", entries: [{ name: "a.ts" }, {}] })
    expect((yield* get("src/a.ts", "application/vnd.github.object")).json).toMatchObject({ type: "file" })
  })

  test("that does not exist is not found, and an empty repository says so", function* () {
    for (const path of ["nothing", "src/nothing", "README.md/x", "SRC"]) {
      const { json, status } = yield* get(path)
      expect([path, status, dig(json, "message")]).toEqual([path, 404, "Not Found"])
    }
    const empty = yield* send("GET /repos/acme/empty/contents/README.md")
    expect([empty.status, dig(empty.json, "message")]).toEqual([404, "This repository is empty."])
  })

  testOn(ForgeSimulator.layer(seed))("is decoded by the client", function* () {
    const at = { owner: "acme", repo: "web" }
    const file = yield* Contents.get({ ...at, path: "README.md" })
    expect(file._tag === "File" && file.text).toBe("# web\n")
    const tags = ["", "docs/away", "vendor/lib", "large.bin"].map((path) => Contents.get({ ...at, path }))
    expect((yield* Effect.all(tags)).map(({ _tag }) => _tag)).toEqual(["Directory", "Symlink", "Submodule", "File"])
    const bytes = yield* Contents.download.bytes({ ...at, path: "large.bin" })
    expect(bytes.length).toBe(megabyte + 1)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    expect((yield* simulator.requests).at(-1)?.operation).toBe("Contents.download")
    expect((yield* Effect.flip(Contents.download.bytes({ ...at, path: "src" })))._tag).toBe("DecodeFailed")
  })

  test("of more than 100 megabytes is refused", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const files = { "huge.bin": new Uint8Array(100 * megabyte + 1) }
    yield* simulator.seed({ repositories: [{ owner: "acme", name: "web", branches: { huge: { files } } }] })
    const { json, status } = yield* get("huge.bin?ref=huge")
    expect([status, dig(json, "errors")]).toEqual([403, [{ resource: "Blob", field: "data", code: "too_large" }]])
    const listed = dig((yield* get("?ref=huge")).json, "*", "size")
    expect(listed).toContain(100 * megabyte + 1)
  })
})
