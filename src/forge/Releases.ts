/** Releases, their notes and their assets. */
import type { Deprecated } from "../rest/Operation.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { AssetPath, both, Flag, inRepo, Name, ReleasePath, Removed, RepoPath, Text } from "./internal/fields.ts"
import { Release } from "./schema/Release.ts"
import { ReleaseAsset } from "./schema/ReleaseAsset.ts"
import { ReleaseNotes } from "./schema/ReleaseNotes.ts"

/** Fields for creating and for changing a release. */
const fields = {
  /** The branch or commit for a new tag. Default: the default branch. */
  target_commitish: Name,
  /** Title of the release. */
  name: Text,
  /** The notes, as Markdown. */
  body: Text,
  /** Whether it is unpublished. Default: false. */
  draft: Flag,
  /** Whether it is not ready for production. Default: false. */
  prerelease: Flag,
  /** Whether it becomes the latest release; `legacy` decides by date and version. Default: true. */
  make_latest: Schema.optional(Schema.Literals(["true", "false", "legacy"])),
  /** Opens a discussion in this category, which must exist. */
  discussion_category_name: Name
}

/**
 * Lists the releases of a repository, latest first. Includes drafts for users with push access. Does not include tags
 * without a release.
 *
 * GET /repos/{owner}/{repo}/releases
 */
export const list = Forge.listing("Releases.list", "GET /repos/{owner}/{repo}/releases", {
  path: RepoPath,
  item: Release,
  errors: [NotFound]
})

/**
 * Gets a release by its `id`. Drafts need push access.
 *
 * GET /repos/{owner}/{repo}/releases/{release_id}
 */
export const get = Forge.operation("Releases.get", "GET /repos/{owner}/{repo}/releases/{release_id}", {
  path: ReleasePath,
  success: Release,
  errors: [NotFound]
})

/**
 * Gets the latest release that is neither a draft nor a prerelease. Fails with `NotFound` if there is none.
 *
 * GET /repos/{owner}/{repo}/releases/latest
 */
export const getLatest = Forge.operation("Releases.getLatest", "GET /repos/{owner}/{repo}/releases/latest", {
  path: RepoPath,
  success: Release,
  errors: [NotFound]
})

/**
 * Gets the published release of a tag. The tag may contain slashes.
 *
 * GET /repos/{owner}/{repo}/releases/tags/{tag}
 */
export const getByTag = Forge.operation("Releases.getByTag", "GET /repos/{owner}/{repo}/releases/tags/{tag}", {
  path: inRepo({
    /** Name of the tag. It may contain slashes. */
    tag: Schema.NonEmptyString
  }),
  success: Release,
  errors: [NotFound]
})

/**
 * Creates a release. If the tag does not exist, publishing the release creates it.
 *
 * `target_commitish` is the branch or commit for a new tag (default: the default branch). `draft` and `prerelease`
 * default to false. `generate_release_notes` (default false) generates the notes, below `body` if given, and the name
 * if none is given. `make_latest` is `true` (default), `false`, or `legacy` (by date and version); drafts and
 * prereleases are never the latest. `discussion_category_name` opens a discussion in that category, which must exist
 * (`NotFound`).
 *
 * If the tag already has a release, it fails with `ValidationFailed`, where `alreadyExists` is true.
 *
 * POST /repos/{owner}/{repo}/releases · needs write access · not retried when the service may have acted
 */
export const create = Forge.operation("Releases.create", "POST /repos/{owner}/{repo}/releases", {
  path: RepoPath,
  body: both(
    {
      /** Name of the tag. Publishing the release creates it if it does not exist. */
      tag_name: Schema.NonEmptyString
    },
    both(fields, {
      /** Whether the service writes the notes, below `body`, and the name if there is none. Default: false. */
      generate_release_notes: Flag
    })
  ),
  success: Release,
  errors: [NotFound, ValidationFailed],
  foreseen: ({ body, draft, generate_release_notes, name, prerelease }) => ({
    draft: draft ?? false,
    prerelease: prerelease ?? false,
    assets: [],
    ...(generate_release_notes === true
      ? { body: undefined, name: undefined }
      : { body: body ?? null, name: name ?? null })
  }),
  foundBy: {
    by: "mark",
    mark: "body",
    find: ({ draft, owner, repo, tag_name }, look) =>
      // Only the listing has drafts.
      draft === true
        ? look.first("/repos/{owner}/{repo}/releases", Release, ({ body }) => look.isMarked(body), {
            input: { owner, repo }
          })
        : Effect.map(
            look.get("/repos/{owner}/{repo}/releases/tags/{tag}", Release, { input: { owner, repo, tag: tag_name } }),
            Option.filter(({ body }) => look.isMarked(body))
          )
  }
})

/**
 * Changes a release. Only the given fields change. `draft: false` publishes a draft.
 *
 * PATCH /repos/{owner}/{repo}/releases/{release_id} · needs write access
 */
export const update = Forge.operation("Releases.update", "PATCH /repos/{owner}/{repo}/releases/{release_id}", {
  path: ReleasePath,
  body: both(
    {
      /** Name of the tag. */
      tag_name: Name
    },
    fields
  ),
  success: Release,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a release and its assets. The git tag stays.
 *
 * DELETE /repos/{owner}/{repo}/releases/{release_id} · needs write access
 */
const delete_ = Forge.operation("Releases.delete", "DELETE /repos/{owner}/{repo}/releases/{release_id}", {
  path: ReleasePath,
  errors: [NotFound],
  foundBy: Removed
})

/**
 * Generates a name and notes for a release: what was merged since the previous one, and by whom. Creates nothing.
 *
 * `tag_name` need not exist; `target_commitish` then states what would be tagged. `previous_tag_name` is where the
 * notes start (default: the previous release, which the service picks). `configuration_file_path` is the file that
 * configures the notes (default: `.github/release.yml`).
 *
 * POST /repos/{owner}/{repo}/releases/generate-notes · needs write access
 */
export const generateNotes = Forge.operation(
  "Releases.generateNotes",
  "POST /repos/{owner}/{repo}/releases/generate-notes",
  {
    path: RepoPath,
    body: {
      /** Name of the tag, which need not exist. */
      tag_name: Schema.NonEmptyString,
      /** The branch or commit for a tag that does not exist. Default: the default branch. */
      target_commitish: Name,
      /** Where the notes start. Default: the previous release. */
      previous_tag_name: Name,
      /** The file that configures the notes. Default: `.github/release.yml`. */
      configuration_file_path: Name
    },
    success: ReleaseNotes,
    errors: [NotFound, ValidationFailed],
    repeatable: true,
    onlyReads: true
  }
)

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
export const deleteAsset = Forge.operation(
  "Releases.deleteAsset",
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
 * fails with `ValidationFailed`, with `alreadyExists`. If the service states a different size or digest from that of
 * the bytes that were sent, it fails with `IntegrityFailed`, and the asset exists. A failed upload may leave an asset
 * in the state `starter`, which keeps the name taken until it is deleted.
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

export { delete_ as delete }

/**
 * The earlier name of `delete`.
 *
 * @deprecated Use `delete`.
 */
export const remove: Deprecated<typeof delete_> = delete_

/**
 * The earlier name of `deleteAsset`.
 *
 * @deprecated Use `deleteAsset`.
 */
export const removeAsset: Deprecated<typeof deleteAsset> = deleteAsset
