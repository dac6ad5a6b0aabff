import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import program from "../../docs/recipes/release-with-assets/program.ts"
import { Releases } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { createHash } from "node:crypto"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const repo = { owner: "acme", repo: "web" }

const newest = Effect.gen(function* () {
  const { releases } = yield* (yield* ForgeSimulator.ForgeSimulator).repository("acme/web")
  return releases.find(({ tag_name }) => tag_name === "v1.1.0")
})

describe("release with assets", () => {
  it.effect("publishes all files, with checksums that fit them, and notes", () =>
    Effect.gen(function* () {
      const { files, url } = yield* yield* run(program)
      assert.strictEqual(url, "https://github.com/acme/web/releases/tag/v1.1.0")
      assert.deepStrictEqual(files, ["web.tar, 22 bytes", "web.wasm, 4 bytes", "SHA256SUMS, 149 bytes"])
      const { assets, body } = yield* Releases.getByTag({ ...repo, tag: "v1.1.0" })
      assert.include(body, "* Darker rain by @linus in https://github.com/acme/web/pull/2")
      const read = (name: string) =>
        Releases.downloadAsset.bytes({ ...repo, asset_id: assets.find((asset) => asset.name === name)?.id ?? 0 })
      const sums = new TextDecoder().decode(yield* read("SHA256SUMS"))
      const digest = createHash("sha256")
        .update(yield* read("web.tar"))
        .digest("hex")
      assert.strictEqual(sums.split("\n")[0], `${digest}  web.tar`)
    }).pipe(on("release-with-assets"))
  )

  it.effect("stays a draft that nobody sees if an upload fails, and goes on with it", () =>
    Effect.gen(function* () {
      const { clearRequests, faults, requests } = yield* ForgeSimulator.ForgeSimulator
      const refusal = { status: 403, body: { message: "Resource not accessible" } }
      yield* faults.add(Faults.answered({ operation: "Releases.uploadAsset", nth: 3, ...refusal }))
      assert.strictEqual((yield* run(program))._tag, "Failure")
      assert.isTrue((yield* newest)?.draft)
      assert.lengthOf(yield* Stream.runCollect(Stream.filter(Releases.list(repo), ({ draft }) => !draft)), 1)

      yield* clearRequests
      yield* yield* run(program)
      assert.isFalse((yield* newest)?.draft)
      const uploads = (yield* requests).filter(({ operation }) => operation === "Releases.uploadAsset")
      assert.lengthOf(uploads, 1)
    }).pipe(on("release-with-assets"))
  )

  it.effect("uploads each file once, though a response is lost", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.answerLost({ operation: "Releases.uploadAsset" }))
      yield* yield* run(program)
      assert.lengthOf((yield* newest)?.assets ?? [], 3)
    }).pipe(on("release-with-assets"))
  )
})
