import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Content, File } from "../../../src/forge/schema/Content.ts"
import { GitBlob } from "../../../src/forge/schema/GitBlob.ts"
import { contentFile, directory, largeFile, submodule, symlink } from "../support/files.ts"
import { blob, blobText } from "../support/git.ts"
import { decode, stored, through } from "./support.ts"

describe("records of files", () => {
  it.effect.prop("a file is read with any bytes", { bytes: Schema.Uint8Array }, ({ bytes }) =>
    Effect.sync(() => {
      const content = Buffer.from(bytes)
        .toString("base64")
        .replaceAll(/.{1,60}/g, "$&\n")
      const file = decode(File, { ...contentFile, content })
      assert.deepStrictEqual(file.bytes, Uint8Array.from(bytes))
      if (file.text !== null) assert.deepStrictEqual(new TextEncoder().encode(file.text), file.bytes)
      through(Content, file)
    })
  )

  it.effect.prop("a file is read with any text", { text: Schema.String }, ({ text }) =>
    Effect.sync(() => {
      const content = Buffer.from(text).toString("base64")
      const file = decode(File, { ...contentFile, content })
      // A lone surrogate can't be encoded.
      assert.strictEqual(file.text, Buffer.from(text).toString())
    })
  )

  it.each([contentFile, largeFile, directory, symlink, submodule])("content is equal once stored: %j", (wire) => {
    const content = decode(Content, wire)
    assert.deepStrictEqual(stored(Content, content), content)
  })

  it("a blob is written as Base64", () => {
    const written = Schema.encodeSync(GitBlob)(decode(GitBlob, { ...blob, content: blobText, encoding: "utf-8" }))
    assert.deepEqual<object>(written, { ...blob, content: "Z3LDtsOfZQo=" })
  })
})
