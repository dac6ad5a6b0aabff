import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Contents from "../../src/forge/Contents.ts"
import { Content, File } from "../../src/forge/schema/Content.ts"
import { FileCommit } from "../../src/forge/schema/FileCommit.ts"
import { contentFile, directory, fileCommit, largeFile, submodule, symlink, text } from "./support/files.ts"
import { fails, proves, refuses, untyped } from "./support/proof.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Content)
const readFile = Schema.decodeUnknownSync(File)
const readCommit = Schema.decodeUnknownSync(FileCommit)

/** Paths, and how they are encoded. */
const paths = [
  ["README.md", "README.md"],
  ["a dir/with spaces.md", "a%20dir/with%20spaces.md"],
  ["c#/50%/what?/&.md", "c%23/50%25/what%3F/%26.md"],
  ["größe/日本/😀.md", "gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC/%F0%9F%98%80.md"],
  ["%2e%2e/a", "%252e%252e/a"],
  [".github/a:b;c=d@e+f", ".github/a%3Ab%3Bc%3Dd%40e%2Bf"]
] as const

describe("Contents.get", () => {
  it.effect.each(paths)("returns what is at %s", ([path, sent]) =>
    proves(Contents.get({ ...repo, path, ref: "release/1" }), {
      sends: asking(`${root}/contents/${sent}`, { ref: "release/1" }),
      answer: answer(200, contentFile),
      gives: read(contentFile)
    })
  )

  it.effect("lists the root", () =>
    proves(Contents.get({ ...repo, path: "" }), {
      sends: asking(`${root}/contents/`),
      answer: answer(200, directory),
      gives: read(directory)
    })
  )

  it("reads a file: its bytes and its text", () => {
    const file = read(contentFile)
    assert.containSubset(file, {
      _tag: "File",
      type: "file",
      text,
      path: "docs/größe.md",
      size: 16,
      sha: contentFile.sha,
      download_url: contentFile.download_url
    })
    assert.deepStrictEqual(file._tag === "File" && file.bytes, new TextEncoder().encode(text))
    assert.notProperty(file, "content")
  })

  it("reads a file without content, one whose bytes are not text, and an empty one", () => {
    assert.containSubset(read(largeFile), { _tag: "File", bytes: null, text: null, size: 2_000_000 })
    const binary = read({ ...contentFile, content: "iVBORw0KGgo=" })
    assert.containSubset(binary, { bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), text: null })
    assert.containSubset(read({ ...contentFile, content: "", size: 0 }), { bytes: new Uint8Array(0), text: "" })
    assert.containSubset(read({ ...contentFile, content: "77u/YQ==" }), { text: "\u{feff}a" })
  })

  it("reads a directory, a symlink, a submodule", () => {
    const found = read(directory)
    assert.deepStrictEqual(
      found._tag === "Directory" && found.entries.map(({ name, size, type }) => [name, type, size]),
      [
        ["größe.md", "file", 16],
        ["guides", "dir", 0],
        ["theme", "file", 0]
      ]
    )
    assert.containSubset(read([]), { _tag: "Directory", entries: [] })
    assert.containSubset(read(symlink), { _tag: "Symlink", target: "/usr/local/bin/node", name: "node" })
    assert.containSubset(read(submodule), {
      _tag: "Submodule",
      submodule_git_url: "https://example.com/theme.git",
      download_url: null
    })
  })

  it("encodes each of them to JSON and back", () => {
    const codec = Schema.toCodecJson(Content)
    for (const wire of [contentFile, largeFile, directory, symlink, submodule]) {
      const content = read(wire)
      assert.deepStrictEqual(
        Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(content)))),
        content
      )
    }
  })

  it.effect("names the field when the content is not Base64", () =>
    Effect.gen(function* () {
      const failure = yield* fails(
        Contents.get({ ...repo, path: "a" }),
        answer(200, { ...contentFile, content: "no base64" })
      )
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "content" })
    })
  )

  it.effect.each([
    ["path", { path: "/README.md" }],
    ["path", { path: "docs/" }],
    ["path", { path: "docs//a.md" }],
    ["path", { path: "docs/../a.md" }],
    ["path", { path: "./a.md" }],
    ["path", { path: "a\u{d800}" }],
    ["path", { path: undefined }],
    ["ref", { ref: "" }],
    ["owner", { owner: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Contents.get(untyped({ ...repo, path: "a.md", ...wrong })))
  )
})

describe("Contents.getReadme", () => {
  it.effect("returns the README", () =>
    proves(Contents.getReadme({ ...repo, ref: "v1" }), {
      sends: asking(`${root}/readme`, { ref: "v1" }),
      answer: answer(200, contentFile),
      gives: readFile(contentFile)
    })
  )

  it.effect("of the default branch", () =>
    proves(Contents.getReadme(repo), {
      sends: asking(`${root}/readme`),
      answer: answer(200, contentFile),
      gives: readFile(contentFile)
    })
  )
})

describe("Contents.download", () => {
  const raw = { "content-type": "application/vnd.github.raw+json; charset=utf-8" }

  it.effect.each(paths)("downloads %s", ([path, sent]) =>
    proves(Contents.download.bytes({ ...repo, path, ref: "a/b" }), {
      sends: asking(`${root}/contents/${sent}`, { ref: "a/b" }),
      answer: answer(200, '{"a": 1}', raw),
      gives: new TextEncoder().encode('{"a": 1}')
    })
  )

  it.effect.each(["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=utf-8"])(
    "rejects %s as a directory's, not a file's",
    (type) =>
      Effect.gen(function* () {
        const failure = yield* fails(
          Contents.download.bytes({ ...repo, path: "docs" }),
          answer(200, directory, { "content-type": type })
        )
        assert.containSubset(failure, {
          _tag: "DecodeFailed",
          operation: "Contents.download",
          path: "",
          found: "Expected bytes, found application/json"
        })
      })
  )

  it.effect("refuses the root, which is not a file", () =>
    refuses("path", Contents.download.bytes({ ...repo, path: "" }))
  )
})

describe("Contents.put", () => {
  it.effect("sends all fields, the content as Base64", () =>
    proves(
      Contents.put({
        ...repo,
        path: "docs/größe.md",
        message: "Say how large",
        content: new TextEncoder().encode(text),
        sha: contentFile.sha,
        branch: "release/1",
        author: { name: "Octo", email: "octo@acme.example", date: new Date("2026-01-02T03:04:05Z") },
        committer: { name: "Ada", email: "ada@acme.example", date: DateTime.makeUnsafe("2026-01-02T03:04:06Z") }
      }),
      {
        sends: sending("PUT", `${root}/contents/docs/gr%C3%B6%C3%9Fe.md`, {
          message: "Say how large",
          branch: "release/1",
          content: "R3LDtsOfZTogNDIg4oKsCg==",
          sha: contentFile.sha,
          author: { name: "Octo", email: "octo@acme.example", date: "2026-01-02T03:04:05Z" },
          committer: { name: "Ada", email: "ada@acme.example", date: "2026-01-02T03:04:06Z" }
        }),
        answer: answer(200, fileCommit),
        gives: readCommit(fileCommit)
      }
    )
  )

  it.effect.each([
    ["text", text, "R3LDtsOfZTogNDIg4oKsCg=="],
    ["text that looks like Base64", "aGVsbG8=", "YUdWc2JHOD0="],
    ["no text", "", ""],
    ["bytes that are not text", Uint8Array.of(0, 255, 128), "AP+A"]
  ] as const)("creates a file of %s", ([, content, sent]) =>
    proves(Contents.put({ ...repo, path: "a", message: "Add", content }), {
      sends: sending("PUT", `${root}/contents/a`, { message: "Add", content: sent }),
      answer: answer(201, fileCommit),
      gives: readCommit(fileCommit)
    })
  )

  it("returns the commit, and the sha that the next change of the file needs", () => {
    assert.containSubset(readCommit(fileCommit), {
      content: { sha: "95b966ae1c166bd92f8ae7d1c313e738c731dfc3", type: "file", path: "docs/größe.md" },
      commit: {
        sha: "7638417db6d59f3c431d3e1f261cc637155684cd",
        message: "Say how large",
        author: { name: "Octo Cat", date: DateTime.makeUnsafe("2026-11-07T22:01:45Z") },
        verification: { verified: false, reason: "unsigned" },
        comment_count: null,
        parents: [{ sha: "1acc419d4d6a9ce985db7be48c6349a0475975b5" }]
      }
    })
  })

  it.effect("fails when the file exists, and when it has changed", () =>
    Effect.gen(function* () {
      const put = Contents.put({ ...repo, path: "a", message: "Add", content: "" })
      const exists = yield* fails(put, answer(422, { message: `Invalid request.\n\n"sha" wasn't supplied.` }))
      assert.containSubset(exists, {
        _tag: "ValidationFailed",
        serviceMessage: `Invalid request.\n\n"sha" wasn't supplied.`
      })
      const stale = yield* fails(put, answer(409, { message: `a does not match ${contentFile.sha}` }))
      assert.containSubset(stale, { _tag: "Conflict", serviceMessage: `a does not match ${contentFile.sha}` })
    })
  )

  it.effect.each([
    ["path", { path: "" }],
    ["message", { message: "" }],
    ["content", { content: undefined }],
    ["content", { content: 5 }],
    ["sha", { sha: "" }],
    ["branch", { branch: "" }],
    ["author.email", { author: { name: "Octo" } }],
    ["committer.name", { committer: { name: "", email: "a@b" } }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Contents.put(untyped({ ...repo, path: "a", message: "m", content: "c", ...wrong })))
  )
})

describe("Contents.remove", () => {
  const gone = { ...fileCommit, content: null }

  it.effect("sends all fields in a JSON body", () =>
    proves(
      Contents.remove({
        ...repo,
        path: "docs/a b.md",
        message: "Drop it",
        sha: contentFile.sha,
        branch: "next",
        author: { name: "Octo", email: "octo@acme.example" },
        committer: { name: "Ada", email: "ada@acme.example" }
      }),
      {
        sends: sending("DELETE", `${root}/contents/docs/a%20b.md`, {
          message: "Drop it",
          branch: "next",
          sha: contentFile.sha,
          author: { name: "Octo", email: "octo@acme.example" },
          committer: { name: "Ada", email: "ada@acme.example" }
        }),
        answer: answer(200, gone),
        gives: readCommit(gone)
      }
    )
  )

  it.effect("needs only the message and the sha", () =>
    proves(Contents.remove({ ...repo, path: "a", message: "Drop", sha: "1" }), {
      sends: sending("DELETE", `${root}/contents/a`, { message: "Drop", sha: "1" }),
      answer: answer(200, gone),
      gives: readCommit(gone)
    })
  )

  it.effect("fails when the file has changed", () =>
    Effect.gen(function* () {
      const stale = yield* fails(
        Contents.remove({ ...repo, path: "a", message: "Drop", sha: "1" }),
        answer(409, { message: "a does not match 1" })
      )
      assert.strictEqual(stale._tag, "Conflict")
    })
  )

  it.effect.each([
    ["path", { path: "" }],
    ["message", { message: undefined }],
    ["sha", { sha: "" }],
    ["sha", { sha: undefined }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Contents.remove(untyped({ ...repo, path: "a", message: "m", sha: "1", ...wrong })))
  )
})
