import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Releases from "../../src/forge/Releases.ts"
import { ReleaseAsset } from "../../src/forge/schema/ReleaseAsset.ts"
import { asset, assetText } from "./support/files.ts"
import { all, proves, refuses } from "./support/proof.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, exchange } from "./support/wire.ts"

const readAsset = Schema.decodeUnknownSync(ReleaseAsset)

describe("Releases.uploadAsset", () => {
  const upload = { ...repo, release_id: 5, name: "größe & co.txt", content_type: "text/plain; charset=utf-8" }
  const sent = { method: "POST", path: "/repos/acme/web/releases/5/assets" }

  it.effect.each([
    ["text", assetText],
    ["bytes", new TextEncoder().encode(assetText)]
  ] as const)("sends %s unchanged", ([, data]) =>
    proves(Releases.uploadAsset({ ...upload, label: "For Linux", data }), {
      sends: { ...sent, query: { name: "größe & co.txt", label: "For Linux" }, body: assetText },
      answer: answer(201, asset),
      gives: readAsset(asset)
    })
  )

  it.effect("returns the metadata beside the asset, and decodes it with another schema", () =>
    Effect.gen(function* () {
      const ok = answer(201, asset, { "x-github-request-id": "ABCD:1234" })
      const { result } = yield* exchange(Releases.uploadAsset.withReply({ ...upload, data: assetText }), ok)
      assert.containSubset(result, { success: { status: 201, requestId: "ABCD:1234", value: { id: asset.id } } })
      const short = Releases.uploadAsset.as(Schema.Struct({ id: Schema.Int }))
      yield* proves(short({ ...upload, data: assetText }), {
        sends: { ...sent, query: { name: "größe & co.txt" }, body: assetText },
        answer: ok,
        gives: { id: asset.id }
      })
    })
  )
})

describe("Releases.downloadAsset", () => {
  const download = { ...repo, asset_id: asset.id }
  const file = answer(200, assetText, { "content-type": "application/zip" })

  it.effect("returns the bytes, after comparing them with the record", () =>
    proves(Releases.downloadAsset.bytes(download, readAsset(asset)), {
      sends: asking(`${root}/releases/assets/71989167`),
      answer: file,
      gives: new TextEncoder().encode(assetText)
    })
  )

  it.effect("returns a stream", () =>
    proves(all(Releases.downloadAsset(download)), {
      sends: asking(`${root}/releases/assets/71989167`),
      answer: file,
      gives: [new TextEncoder().encode(assetText)]
    })
  )

  it.effect.each([
    ["size", { size: -1 }],
    ["size", { size: 1.5 }],
    ["digest", { digest: "" }],
    ["digest", { digest: "b94d27b9" }],
    ["digest", { digest: `sha512:${"0".repeat(128)}` }],
    ["digest", { digest: `sha256:${"0".repeat(63)}` }]
  ] as const)("refuses the %s %j for the integrity check", ([path, options]) =>
    refuses(path, all(Releases.downloadAsset(download, options)))
  )
})
