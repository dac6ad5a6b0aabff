import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Releases from "../../src/forge/Releases.ts"
import { Release } from "../../src/forge/schema/Release.ts"
import { ReleaseAsset } from "../../src/forge/schema/ReleaseAsset.ts"
import { ReleaseNotes } from "../../src/forge/schema/ReleaseNotes.ts"
import { asset, assetText, notes, release } from "./support/files.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, exchange, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Release)
const readAsset = Schema.decodeUnknownSync(ReleaseAsset)
const readNotes = Schema.decodeUnknownSync(ReleaseNotes)

const taken = {
  message: "Validation Failed",
  errors: [{ resource: "ReleaseAsset", code: "already_exists", field: "name" }]
}

describe("Releases.list", () => {
  it.effect("returns the releases", () =>
    proves(all(Releases.list({ ...repo, per_page: 10 })), {
      sends: asking(`${root}/releases`, { per_page: "10" }),
      answer: answer(200, [release]),
      gives: [read(release)]
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(release), {
      id: 72_286_832,
      tag_name: "v1.0.0",
      draft: false,
      immutable: true,
      author: { login: "octo" },
      assets: [{ id: 71_989_167, digest: asset.digest, size: 11, uploader: { login: "octo" } }],
      published_at: DateTime.makeUnsafe("2026-02-27T19:36:00Z"),
      mentions_count: 2,
      upload_url: "https://uploads.github.com/repos/acme/web/releases/72286832/assets{?name,label}"
    })
  })

  it("reads drafts, and releases of older servers", () => {
    const least = { id: 1, tag_name: "v1", html_url: "h" }
    assert.containSubset(read({ ...least, draft: true, published_at: null }), {
      name: null,
      draft: true,
      published_at: null,
      assets: [],
      immutable: false
    })
    assert.containSubset(readAsset({ id: 1, name: "a", content_type: "b", state: "starter" }), {
      state: "starter",
      digest: null,
      size: 0,
      uploader: null
    })
  })
})

describe("Releases.getLatest", () => {
  it.effect("returns the latest release", () =>
    proves(Releases.getLatest(repo), {
      sends: asking(`${root}/releases/latest`),
      answer: answer(200, release),
      gives: read(release)
    })
  )
})

describe("Releases.getByTag", () => {
  it.effect.each([
    ["v1.0.0", "v1.0.0"],
    ["web/v1.0.0", "web%2Fv1.0.0"],
    ["größe #1?", "gr%C3%B6%C3%9Fe%20%231%3F"]
  ] as const)("encodes %s as one segment", ([tag, sent]) =>
    proves(Releases.getByTag({ ...repo, tag }), {
      sends: asking(`${root}/releases/tags/${sent}`),
      answer: answer(200, release),
      gives: read(release)
    })
  )

  it.effect("refuses an empty tag", () => refuses("tag", Releases.getByTag({ ...repo, tag: "" })))
})

describe("Releases.create", () => {
  it.effect.each(["true", "false", "legacy"] as const)("sends all fields, make_latest %s", (make_latest) => {
    const body = {
      tag_name: "v1.0.0",
      target_commitish: "main",
      name: "Version 1",
      body: "It starts.",
      draft: true,
      prerelease: false,
      make_latest,
      discussion_category_name: "News",
      generate_release_notes: true
    } as const
    return proves(Releases.create({ ...repo, ...body }), {
      sends: sending("POST", `${root}/releases`, body),
      answer: answer(201, release),
      gives: read(release)
    })
  })

  it.effect("needs only the tag", () =>
    proves(Releases.create({ ...repo, tag_name: "v1" }), {
      sends: sending("POST", `${root}/releases`, { tag_name: "v1" }),
      answer: answer(201, release),
      gives: read(release)
    })
  )

  it.effect("fails when the tag has a release", () =>
    Effect.gen(function* () {
      const failure = yield* fails(Releases.create({ ...repo, tag_name: "v1" }), answer(422, taken))
      assert.isTrue(failure._tag === "ValidationFailed" && failure.alreadyExists)
    })
  )

  it.effect.each([
    ["tag_name", { tag_name: "" }],
    ["tag_name", { tag_name: undefined }],
    ["make_latest", { make_latest: true }],
    ["draft", { draft: "yes" }],
    ["target_commitish", { target_commitish: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Releases.create(untyped({ ...repo, tag_name: "v1", ...wrong })))
  )
})

describe("Releases.update", () => {
  it.effect("sends all fields", () => {
    const body = {
      tag_name: "v1.0.1",
      target_commitish: "next",
      name: "",
      body: "",
      draft: false,
      prerelease: true,
      make_latest: "false",
      discussion_category_name: "News"
    } as const
    return proves(Releases.update({ ...repo, release_id: 5, ...body }), {
      sends: sending("PATCH", `${root}/releases/5`, body),
      answer: answer(200, release),
      gives: read(release)
    })
  })

  it.effect("publishes a draft", () =>
    proves(Releases.update({ ...repo, release_id: 5, draft: false }), {
      sends: sending("PATCH", `${root}/releases/5`, { draft: false }),
      answer: answer(200, release),
      gives: read(release)
    })
  )

  it.effect.each([0, 1.5, "v1"])("refuses the release_id %j", (release_id) =>
    refuses("release_id", Releases.update(untyped({ ...repo, release_id })))
  )
})

describe("Releases.remove", () => {
  it.effect("deletes a release", () =>
    proves(Releases.remove({ ...repo, release_id: 5 }), {
      sends: sending("DELETE", `${root}/releases/5`),
      answer: answer(204),
      gives: undefined
    })
  )
})

describe("Releases.generateNotes", () => {
  it.effect("sends all fields", () => {
    const body = {
      tag_name: "v1.0.0",
      target_commitish: "main",
      previous_tag_name: "v0.9.2",
      configuration_file_path: ".github/notes.yml"
    }
    return proves(Releases.generateNotes({ ...repo, ...body }), {
      sends: sending("POST", `${root}/releases/generate-notes`, body),
      answer: answer(200, notes),
      gives: readNotes(notes)
    })
  })

  it.effect("needs only the tag", () =>
    proves(Releases.generateNotes({ ...repo, tag_name: "v1" }), {
      sends: sending("POST", `${root}/releases/generate-notes`, { tag_name: "v1" }),
      answer: answer(200, notes),
      gives: readNotes(notes)
    })
  )
})

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

  it.effect("needs no label", () =>
    proves(Releases.uploadAsset({ ...upload, data: assetText }), {
      sends: { ...sent, query: { name: "größe & co.txt" }, body: assetText },
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

  it.effect("fails when the name is taken", () =>
    Effect.gen(function* () {
      const failure = yield* fails(Releases.uploadAsset({ ...upload, data: assetText }), answer(422, taken))
      assert.isTrue(failure._tag === "ValidationFailed" && failure.alreadyExists)
    })
  )

  it.effect.each([
    ["name", { name: "" }],
    ["release_id", { release_id: 0 }],
    ["content_type", { content_type: undefined }],
    ["content_type", { content_type: "" }],
    ["content_type", { content_type: "text/plain\r\nx-evil: 1" }],
    ["content_type", { content_type: "größe" }],
    ["data", { data: undefined }],
    ["data", { data: 5 }],
    ["data", { data: [1, 2] }],
    ["size", { size: -1 }],
    ["size", { size: 1.5 }],
    ["upload_url", { upload_url: "not a URL" }],
    ["upload_url", { upload_url: "https://uploads.github.com/{owner}/assets{?name}" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Releases.uploadAsset(untyped({ ...upload, data: assetText, ...wrong })))
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
    ["asset_id", { asset_id: 0 }],
    ["asset_id", { asset_id: "web.zip" }],
    ["repo", { repo: "" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all(Releases.downloadAsset(untyped({ ...download, ...wrong }))))
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
