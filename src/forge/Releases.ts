/** Releases, their notes, and their assets: files that are uploaded and downloaded. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, inRepo, Name, Ordinal, RepoPath, Text } from "./internal/fields.ts"
import { Release } from "./schema/Release.ts"
import { ReleaseAsset } from "./schema/ReleaseAsset.ts"
import { ReleaseNotes } from "./schema/ReleaseNotes.ts"

const ReleasePath = /* @__PURE__ */ inRepo({ release_id: Ordinal })

/** What a release can be created and changed with. */
const fields = {
  target_commitish: Name,
  name: Text,
  body: Text,
  draft: Flag,
  prerelease: Flag,
  make_latest: /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(["true", "false", "legacy"])),
  discussion_category_name: Name
}

/**
 * Lists the releases of a repository, the latest first. Drafts are among them for those who may push; tags without a
 * release are not.
 *
 * GET /repos/{owner}/{repo}/releases
 */
export const list = /* @__PURE__ */ Forge.listing("Releases.list", "GET /repos/{owner}/{repo}/releases", {
  path: RepoPath,
  item: Release,
  errors: [NotFound]
})

/**
 * Gets the latest release that is neither a draft nor a prerelease. `NotFound` when there is none.
 *
 * GET /repos/{owner}/{repo}/releases/latest
 */
export const getLatest = /* @__PURE__ */ Forge.operation(
  "Releases.getLatest",
  "GET /repos/{owner}/{repo}/releases/latest",
  { path: RepoPath, success: Release, errors: [NotFound] }
)

/**
 * Gets the published release of a tag. The tag may hold slashes.
 *
 * GET /repos/{owner}/{repo}/releases/tags/{tag}
 */
export const getByTag = /* @__PURE__ */ Forge.operation(
  "Releases.getByTag",
  "GET /repos/{owner}/{repo}/releases/tags/{tag}",
  { path: inRepo({ tag: Schema.NonEmptyString }), success: Release, errors: [NotFound] }
)

/**
 * Creates a release; a tag that does not exist yet is made when it is published.
 *
 * `target_commitish`: the branch or commit that a new tag is made at (default: the default branch). `draft` and
 * `prerelease` default to false. `generate_release_notes` (default false) writes the notes, below `body` if there is
 * one, and the name if there is none. `make_latest`: `true` (the default), `false`, or `legacy`, by date and version;
 * drafts and prereleases never are the latest. `discussion_category_name` opens a discussion in that category, which
 * must exist (`NotFound`).
 *
 * A tag that has a release is `ValidationFailed`, with `alreadyExists`.
 *
 * POST /repos/{owner}/{repo}/releases · needs write access · never repeated when it is uncertain whether the service
 * acted
 */
export const create = /* @__PURE__ */ Forge.operation("Releases.create", "POST /repos/{owner}/{repo}/releases", {
  path: RepoPath,
  body: { tag_name: Schema.NonEmptyString, ...fields, generate_release_notes: Flag },
  success: Release,
  errors: [NotFound, ValidationFailed]
})

/**
 * Changes a release: only the fields that are given. `draft: false` publishes a draft.
 *
 * PATCH /repos/{owner}/{repo}/releases/{release_id} · needs write access
 */
export const update = /* @__PURE__ */ Forge.operation(
  "Releases.update",
  "PATCH /repos/{owner}/{repo}/releases/{release_id}",
  {
    path: ReleasePath,
    body: { tag_name: Name, ...fields },
    success: Release,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a release with its assets. The git tag stays.
 *
 * DELETE /repos/{owner}/{repo}/releases/{release_id} · needs write access
 */
export const remove = /* @__PURE__ */ Forge.operation(
  "Releases.remove",
  "DELETE /repos/{owner}/{repo}/releases/{release_id}",
  { path: ReleasePath, errors: [NotFound] }
)

/**
 * Writes a name and notes for a release: what was merged since the one before, and by whom. Nothing is created.
 *
 * `tag_name` need not exist; `target_commitish` says then what would be tagged. `previous_tag_name` is where the notes
 * begin (default: the service picks the release before). `configuration_file_path` is the file that says how they are
 * written (default: `.github/release.yml`).
 *
 * POST /repos/{owner}/{repo}/releases/generate-notes · needs write access
 */
export const generateNotes = /* @__PURE__ */ Forge.operation(
  "Releases.generateNotes",
  "POST /repos/{owner}/{repo}/releases/generate-notes",
  {
    path: RepoPath,
    body: {
      tag_name: Schema.NonEmptyString,
      target_commitish: Name,
      previous_tag_name: Name,
      configuration_file_path: Name
    },
    success: ReleaseNotes,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Uploads a file to a release, as an asset of that name.
 *
 * `data` is bytes, text, or a stream with its `size`; `Upload.file(path)` gives the latter of a file. `content_type` is
 * kept with the asset; `label` is shown in place of its name. The service makes names fit (spaces become dots): look at
 * the answer's. At most 2 GiB an asset and 1,000 assets a release.
 *
 * It goes to the upload host of the service, or to the release's own `upload_url` when that is given. A name that is
 * taken is `ValidationFailed`, with `alreadyExists`. A failed upload may leave an asset in state `starter` behind, whose
 * name is taken until it is deleted.
 *
 * POST {upload_url}/repos/{owner}/{repo}/releases/{release_id}/assets · needs write access · never repeated when it is
 * uncertain whether the service acted
 */
export const uploadAsset = /* @__PURE__ */ Forge.upload(
  "Releases.uploadAsset",
  "POST /repos/{owner}/{repo}/releases/{release_id}/assets",
  {
    path: ReleasePath,
    query: { name: Schema.NonEmptyString, label: Text },
    success: ReleaseAsset,
    errors: [NotFound, ValidationFailed],
    host: "upload"
  }
)

/**
 * Downloads an asset: a Stream of its bytes, wherever the service keeps them.
 *
 * The asset itself says what to expect of them: `downloadAsset({ …, asset_id: asset.id }, asset)` fails with
 * `IntegrityFailed` when their number or their digest is not the record's.
 *
 * GET /repos/{owner}/{repo}/releases/assets/{asset_id}
 */
export const downloadAsset = /* @__PURE__ */ Forge.download(
  "Releases.downloadAsset",
  "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
  { path: inRepo({ asset_id: Ordinal }), accept: "application/octet-stream", errors: [NotFound] }
)
