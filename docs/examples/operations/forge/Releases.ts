import { Releases } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Publishes a release with notes that the service writes. It tags the branch, unless the tag is there. */
export const create = Releases.create({
  ...repo,
  tag_name: "v1.2.0",
  target_commitish: "main",
  generate_release_notes: true
}).pipe(
  Effect.map(({ html_url }) => html_url),
  Effect.catchTag("ValidationFailed", (error) =>
    error.alreadyExists ? Effect.succeed("It is published already.") : Effect.fail(error)
  )
)

/** Downloads an asset, and checks its bytes against the size and the digest of its record. */
export const downloadAsset = Releases.getAsset({ ...repo, asset_id: 302 }).pipe(
  Effect.flatMap((asset) => Releases.downloadAsset.text({ ...repo, asset_id: asset.id }, asset)),
  Effect.catchTag("IntegrityFailed", () => Effect.succeed("The bytes are damaged."))
)

/** Writes the notes of a release that does not exist yet. */
export const generateNotes = Releases.generateNotes({
  ...repo,
  tag_name: "v1.2.0",
  target_commitish: "main",
  previous_tag_name: "v1.0.0"
}).pipe(Effect.map(({ body, name }) => ({ name, body })))

/** Reads a release by its id, which may be a draft. */
export const get = Releases.get({ ...repo, release_id: 202 }).pipe(
  Effect.map(({ draft, tag_name }) => ({ tag_name, draft }))
)

/** Reads the record of an asset. */
export const getAsset = Releases.getAsset({ ...repo, asset_id: 301 }).pipe(
  Effect.map(({ digest, download_count, name, size }) => ({ name, size, digest, download_count }))
)

/** Reads a published release by its tag. */
export const getByTag = Releases.getByTag({ ...repo, tag: "v1.0.0" }).pipe(
  Effect.map(({ assets, name }) => ({ name, assets: assets.map((asset) => asset.name) })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Finds the newest version. Drafts and prereleases do not count. */
export const getLatest = Releases.getLatest(repo).pipe(
  Effect.map(({ tag_name }) => tag_name),
  Effect.catchTag("NotFound", () => Effect.succeed("There is no release."))
)

/** Lists the newest five releases. */
export const list = Releases.list(repo).pipe(
  Stream.take(5),
  Stream.map(({ draft, tag_name }) => ({ tag_name, draft })),
  Stream.runCollect
)

/** Lists the files of a release, and how often each was downloaded. */
export const listAssets = Releases.listAssets({ ...repo, release_id: 201 }).pipe(
  Stream.map(({ download_count, name, size }) => ({ name, size, download_count })),
  Stream.runCollect
)

/** Deletes a release. Its tag stays. */
const delete_ = Releases.delete({ ...repo, release_id: 202 }).pipe(Effect.catchTag("NotFound", () => Effect.void))

/** Deletes a file of a release. */
export const deleteAsset = Releases.deleteAsset({ ...repo, asset_id: 302 }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Publishes a draft as the latest release. */
export const update = Releases.update({ ...repo, release_id: 202, draft: false, make_latest: "true" }).pipe(
  Effect.map(({ draft, html_url }) => ({ draft, html_url }))
)

/** Renames a file of a release, and labels it. */
export const updateAsset = Releases.updateAsset({ ...repo, asset_id: 302, name: "README.txt", label: "Read me" }).pipe(
  Effect.map(({ label, name }) => ({ name, label }))
)

/** Uploads bytes as a file of a release. For a file on the disk, see `Upload.file`. */
export const uploadAsset = Releases.uploadAsset({
  ...repo,
  release_id: 202,
  name: "sums.txt",
  content_type: "text/plain",
  data: new TextEncoder().encode("0 web.zip\n")
}).pipe(
  Effect.map(({ name, size, state }) => ({ name, size, state })),
  Effect.catchTag("ValidationFailed", (error) =>
    error.alreadyExists ? Effect.succeed("The name is taken.") : Effect.fail(error)
  )
)

export { delete_ as delete }
