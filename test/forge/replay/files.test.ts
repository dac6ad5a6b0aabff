/** The recorded exchanges of files: read, written, uploaded. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import { NotFound, ValidationFailed } from "../../../src/rest/RestError.ts"
import { all } from "../support/proof.ts"
import { kinds, play, recording } from "./recording.ts"

const owner = "octokit-fixture-org"
const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }
const AssetPath = { ...RepoPath, asset_id: Schema.Int }

const listAssets = Forge.listing("Assets.list", "GET /repos/{owner}/{repo}/releases/{release_id}/assets", {
  path: { ...RepoPath, release_id: Schema.Int },
  item: ReleaseAsset,
  errors: [NotFound]
})

const getAsset = Forge.operation("Assets.get", "GET /repos/{owner}/{repo}/releases/assets/{asset_id}", {
  path: AssetPath,
  success: ReleaseAsset,
  errors: [NotFound]
})

const updateAsset = Forge.operation("Assets.update", "PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}", {
  path: AssetPath,
  body: { name: Schema.String, label: Schema.String },
  success: ReleaseAsset,
  errors: [NotFound, ValidationFailed]
})

const removeAsset = Forge.operation("Assets.remove", "DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}", {
  path: AssetPath,
  errors: [NotFound]
})

/** The name of the repository in a recording: raw ones have generated names. */
const repoOf = (scenario: string, kind: (typeof kinds)[number], path: RegExp) =>
  recording(scenario, kind)
    .map(({ request }) => path.exec(request.url)?.[1])
    .find((name) => name !== undefined) ?? "?"

const file = { name: "test-upload.txt", label: "test", content_type: "text/plain", data: "Hello, world!\n" }

describe.each(kinds)("%s", (kind) => {
  it.effect("get-content", () =>
    Effect.gen(function* () {
      const { left, service } = play(recording("get-content", kind))
      const repo = { owner, repo: "hello-world" }
      yield* Effect.gen(function* () {
        const content = yield* Contents.get({ ...repo, path: "" })
        assert.strictEqual(content._tag, "Directory")
        if (content._tag !== "Directory") return
        assert.containSubset(content.entries, [
          { path: "README.md", type: "file", size: 13, sha: "93a078d1c3f76aa1ca11def8f882a06df1d4a01b" }
        ])
        const bytes = yield* Contents.download.bytes({ ...repo, path: "README.md" }, content.entries[0])
        assert.strictEqual(new TextDecoder().decode(bytes), "# hello-world")
      }).pipe(Effect.provide(service))
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("create-file", () =>
    Effect.gen(function* () {
      const exchanges = recording("create-file", kind).filter(({ request }) => request.url.includes("/contents/"))
      const { left, service } = play(exchanges)
      const repo = { owner, repo: repoOf("create-file", kind, /\/repos\/[^/]+\/([^/]+)\/contents\//) }
      const { commit, content } = yield* Contents.put({
        ...repo,
        path: "test.txt",
        message: "create test.txt",
        content: "Test content"
      }).pipe(Effect.provide(service))
      assert.containSubset(content, { name: "test.txt", size: 12, sha: "3f3f005b29247e51a4f4d6b8ce07b67646cd6074" })
      assert.containSubset(commit, { message: "create test.txt", parents: [], verification: { reason: "unsigned" } })
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("release-assets", () =>
    Effect.gen(function* () {
      const isSetUp = /\/(?:orgs\/.*|contents\/.*|releases)$|\/repos\/[^/]+\/[^/]+$/
      const { left, service } = play(
        recording("release-assets", kind).filter(({ request }) => !isSetUp.test(request.url))
      )
      const repo = { owner, repo: repoOf("release-assets", kind, /\/repos\/[^/]+\/([^/]+)\/releases\//) }
      yield* Effect.gen(function* () {
        const { id: release_id, name, upload_url } = yield* Releases.getByTag({ ...repo, tag: "v1.0.0" })
        assert.strictEqual(name, "Version 1.0.0")
        const uploaded = yield* Releases.uploadAsset({ ...repo, release_id, upload_url, ...file })
        assert.containSubset(uploaded, { name: "test-upload.txt", label: "test", state: "uploaded", size: 14 })
        const listed = yield* all(listAssets({ ...repo, release_id }))
        assert.deepStrictEqual(
          listed.map(({ id }) => id),
          [uploaded.id]
        )
        const asset = { ...repo, asset_id: uploaded.id }
        assert.strictEqual((yield* getAsset(asset)).name, "test-upload.txt")
        const renamed = yield* updateAsset({ ...asset, name: "new-filename.txt", label: "new label" })
        assert.strictEqual(renamed.label, "new label")
        yield* removeAsset(asset)
      }).pipe(Effect.provide(service))
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("release-assets-conflict", () =>
    Effect.gen(function* () {
      const isSetUp = /\/(?:orgs\/.*|contents\/.*|releases)$|\/repos\/[^/]+\/[^/]+$/
      const exchanges = recording("release-assets-conflict", kind).filter(({ request }) => !isSetUp.test(request.url))
      const repo = { owner, repo: repoOf("release-assets-conflict", kind, /\/repos\/[^/]+\/([^/]+)\/releases\//) }
      const { left, service } = play(exchanges)
      yield* Effect.gen(function* () {
        const { id: release_id } = yield* Releases.getByTag({ ...repo, tag: "v1.0.0" })
        const upload = Releases.uploadAsset({ ...repo, release_id, ...file })
        // Only the raw recording has the upload that takes the name.
        if (kind === "raw") yield* upload
        const error = yield* Effect.flip(upload)
        assert.isTrue(error._tag === "ValidationFailed" && error.alreadyExists)
        const [asset] = yield* all(listAssets({ ...repo, release_id }))
        assert.strictEqual(asset?.name, "test-upload.txt")
        yield* removeAsset({ ...repo, asset_id: asset?.id ?? 0 })
        assert.strictEqual((yield* upload).name, "test-upload.txt")
      }).pipe(Effect.provide(service))
      assert.lengthOf(left(), 0)
    })
  )
})
