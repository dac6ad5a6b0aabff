import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Content, File, Submodule, Symlink } from "../../../src/forge/schema/Content.ts"
import { DirectoryEntry } from "../../../src/forge/schema/DirectoryEntry.ts"
import { FileCommit } from "../../../src/forge/schema/FileCommit.ts"
import { GitBlob } from "../../../src/forge/schema/GitBlob.ts"
import { GitCommit } from "../../../src/forge/schema/GitCommit.ts"
import { Release } from "../../../src/forge/schema/Release.ts"
import { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import { ReleaseNotes } from "../../../src/forge/schema/ReleaseNotes.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { contentFile, directory, largeFile, submodule, symlink } from "../support/files.ts"
import { blob, blobText } from "../support/git.ts"

const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): S["Type"] => {
  const result = Decoder.make<S["Type"]>(schema)(input)
  return Result.isSuccess(result) ? result.success : assert.fail(`${result.failure.path}: ${result.failure.found}`)
}

const filled = (record: object) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

const through = <A>(schema: Schema.Codec<A, unknown>, value: A) => {
  const codec = Schema.toCodecJson(schema)
  const text = JSON.stringify(Schema.encodeSync(codec)(value))
  const back = Schema.decodeUnknownSync(codec)(JSON.parse(text))
  assert.isTrue(Equal.equals(back, value))
}

describe("records of files", () => {
  it.effect.prop(
    "are equal after a round trip through JSON",
    { DirectoryEntry, FileCommit, GitCommit, Release, ReleaseAsset, ReleaseNotes, Submodule, Symlink },
    (records) =>
      Effect.sync(() => {
        through(DirectoryEntry, records.DirectoryEntry)
        through(FileCommit, records.FileCommit)
        through(GitCommit, records.GitCommit)
        through(Release, records.Release)
        through(ReleaseAsset, records.ReleaseAsset)
        through(ReleaseNotes, records.ReleaseNotes)
        through(Submodule, records.Submodule)
        through(Symlink, records.Symlink)
      })
  )

  it.effect.prop("a file is read with any bytes", { bytes: Schema.Uint8Array }, ({ bytes }) =>
    Effect.sync(() => {
      const content = Buffer.from(bytes)
        .toString("base64")
        .replaceAll(/.{1,60}/g, "$&\n")
      const file = decode(File, { type: "file", name: "a", path: "a", sha: "1", encoding: "base64", content })
      assert.deepStrictEqual(file.bytes, Uint8Array.from(bytes))
      if (file.text !== null) assert.deepStrictEqual(new TextEncoder().encode(file.text), file.bytes)
      through(Content, file)
    })
  )

  it.effect.prop("a file is read with any text", { text: Schema.String }, ({ text }) =>
    Effect.sync(() => {
      const content = Buffer.from(text).toString("base64")
      const file = decode(File, { type: "file", name: "a", path: "a", sha: "1", encoding: "base64", content })
      // A lone surrogate can't be encoded.
      assert.strictEqual(file.text, Buffer.from(text).toString())
    })
  )

  it.each([contentFile, largeFile, directory, symlink, submodule])(
    "content is equal after a round trip: %j",
    (wire) => {
      through(Content, decode(Content, wire))
    }
  )

  it("a blob is written as Base64", () => {
    const written = Schema.encodeSync(GitBlob)(decode(GitBlob, { ...blob, content: blobText, encoding: "utf-8" }))
    assert.deepEqual<object>(written, { ...blob, content: "Z3LDtsOfZQo=" })
  })

  it("require only the fields that every server sends", () => {
    const at = { name: "a", path: "b/a", sha: "1" }
    assert.deepStrictEqual(filled(decode(DirectoryEntry, { ...at, type: "dir" })), { ...at, type: "dir", size: 0 })
    assert.deepStrictEqual(filled(decode(File, { ...at, type: "file" })), {
      ...at,
      _tag: "File",
      type: "file",
      size: 0
    })
    assert.deepStrictEqual(filled(decode(Symlink, { ...at, type: "symlink", target: "c" })), {
      ...at,
      _tag: "Symlink",
      type: "symlink",
      target: "c",
      size: 0
    })
    assert.deepStrictEqual(filled(decode(ReleaseAsset, { id: 1, name: "a", content_type: "text/plain" })), {
      id: 1,
      name: "a",
      content_type: "text/plain",
      size: 0,
      download_count: 0
    })
    assert.deepStrictEqual(filled(decode(Release, { id: 1, tag_name: "v1", html_url: "h" })), {
      id: 1,
      tag_name: "v1",
      html_url: "h",
      draft: false,
      prerelease: false,
      immutable: false,
      assets: []
    })
    const { commit, content } = decode(FileCommit, { commit: { sha: "1", message: "Add" } })
    assert.isNull(content)
    assert.deepStrictEqual(filled(commit), { sha: "1", message: "Add", parents: [] })
    const { author } = decode(GitCommit, { message: "", author: {} })
    assert.deepStrictEqual(author, { name: "", email: "", date: null })
  })
})
