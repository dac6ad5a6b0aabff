/** The assets of releases: the files that people download. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../../rest/RestError.ts"
import * as Forge from "../Forge.ts"
import { AssetPath, Name, ReleasePath, Removed, Text } from "../internal/fields.ts"
import { ReleaseAsset } from "../schema/ReleaseAsset.ts"

/**
 * Lists the assets of a release.
 *
 * GET /repos/{owner}/{repo}/releases/{release_id}/assets
 */
export const listAssets = Forge.listing(
  "Releases.listAssets",
  "GET /repos/{owner}/{repo}/releases/{release_id}/assets",
  { path: ReleasePath, item: ReleaseAsset, errors: [NotFound] }
)

/**
 * Gets the record of an asset. `downloadAsset` has its bytes.
 *
 * GET /repos/{owner}/{repo}/releases/assets/{asset_id}
 */
export const getAsset = Forge.operation("Releases.getAsset", "GET /repos/{owner}/{repo}/releases/assets/{asset_id}", {
  path: AssetPath,
  success: ReleaseAsset,
  errors: [NotFound]
})

/**
 * Renames an asset, or changes its label. Only the given fields change. Fails with `ValidationFailed`, with
 * `alreadyExists`, if another asset of the release has the name.
 *
 * PATCH /repos/{owner}/{repo}/releases/assets/{asset_id} · needs write access
 */
export const updateAsset = Forge.operation(
  "Releases.updateAsset",
  "PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}",
  {
    path: AssetPath,
    body: {
      /** The new name of the file. The service replaces special characters by dots. */
      name: Name,
      /** What is shown in place of the name. */
      label: Text
    },
    success: ReleaseAsset,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes an asset and its bytes.
 *
 * DELETE /repos/{owner}/{repo}/releases/assets/{asset_id} · needs write access
 */
export const removeAsset = Forge.operation(
  "Releases.removeAsset",
  "DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}",
  { path: AssetPath, errors: [NotFound], foundBy: Removed }
)

const assetsPath = "/repos/{owner}/{repo}/releases/{release_id}/assets"

/** The service replaces other characters in a name by dots. */
const normal = (name: string): string => name.replace(/[^\w@+-]+/g, ".").replace(/^\.|\.$/g, "")

/**
 * Uploads a file to a release, as an asset with the given name.
 *
 * `data` is bytes, text, or a stream with its `size`; `Upload.file(path)` returns both for a file. `content_type` is
 * stored with the asset. `label` is shown in place of its name. The service normalizes names (spaces become dots):
 * check the name of the returned asset. An asset has at most 2 GiB, a release at most 1,000 assets.
 *
 * The upload goes to the service's upload host, or to the release's own `upload_url` if given. If the name is taken, it
 * fails with `ValidationFailed`, with `alreadyExists`. If the service states another size or digest than those of the
 * bytes that were sent, it fails with `IntegrityFailed`, and the asset is there. A failed upload may leave an asset in the state `starter`, which
 * keeps the name taken until it is deleted.
 *
 * POST {upload_url}/repos/{owner}/{repo}/releases/{release_id}/assets · needs write access · not retried when the
 * service may have acted
 */
export const uploadAsset = Forge.upload(
  "Releases.uploadAsset",
  "POST /repos/{owner}/{repo}/releases/{release_id}/assets",
  {
    path: ReleasePath,
    query: {
      /** Name of the file. The service replaces special characters by dots. */
      name: Schema.NonEmptyString,
      /** What is shown in place of the name. */
      label: Text
    },
    success: ReleaseAsset,
    errors: [NotFound, ValidationFailed],
    host: "upload",
    stored: ({ digest, size }) => ({ digest, size }),
    foundBy: {
      by: "name and digest",
      find: (input, look) =>
        Effect.gen(function* () {
          const asset = yield* look.first(
            assetsPath,
            ReleaseAsset,
            ({ name, size, state }) => normal(name) === normal(input.name) && size === look.size && state !== "starter",
            { input }
          )
          if (Option.isNone(asset) || asset.value.digest === null) return asset
          return asset.value.digest === (yield* look.digest) ? asset : Option.none()
        }),
      // What a failed upload has left behind keeps the name taken.
      clear: ({ name, owner, release_id, repo }, look) =>
        Effect.gen(function* () {
          const left = yield* look.first(
            assetsPath,
            ReleaseAsset,
            (asset) => asset.state === "starter" && normal(asset.name) === normal(name),
            { input: { owner, repo, release_id } }
          )
          if (Option.isNone(left)) return
          const input = { owner, repo, asset_id: left.value.id }
          yield* look.remove("/repos/{owner}/{repo}/releases/assets/{asset_id}", { input })
        })
    }
  }
)

/**
 * Downloads an asset as a Stream of bytes, wherever the service stores them.
 *
 * Pass the asset itself to check the bytes: `downloadAsset({ …, asset_id: asset.id }, asset)` fails with
 * `IntegrityFailed` if their size or digest differs from the record's.
 *
 * GET /repos/{owner}/{repo}/releases/assets/{asset_id}
 */
export const downloadAsset = Forge.download(
  "Releases.downloadAsset",
  "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
  {
    path: AssetPath,
    accept: "application/octet-stream",
    errors: [NotFound]
  }
)
