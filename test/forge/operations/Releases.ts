/** How the operations of `Releases` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Releases from "../../../src/forge/Releases.ts"
import { asset, assetText, notes, release } from "../support/files.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const readRelease = {
  id: 72_286_832,
  tag_name: "v1.0.0",
  name: "Version 1",
  draft: false,
  immutable: true,
  author: { login: "octo" },
  assets: [{ id: 71_989_167, name: "web.linux.zip", digest: asset.digest, size: 11, uploader: { login: "octo" } }],
  published_at: DateTime.makeUnsafe("2026-02-27T19:36:00Z"),
  mentions_count: 2,
  upload_url: "https://uploads.github.com/repos/acme/web/releases/72286832/assets{?name,label}"
}
const published = {
  tag_name: "v1.0.0",
  target_commitish: "main",
  name: "Version 1",
  body: "It starts.",
  draft: false,
  prerelease: true,
  make_latest: "legacy",
  discussion_category_name: "News"
} as const

const fifth = { ...repo, release_id: 5 }
const onAsset = { ...repo, asset_id: 71 }
const named = { name: "web.linux.zip", size: 11 }

export const rows: Rows<typeof Releases> = {
  list: {
    whole: { ...repo, ...third },
    response: [release],
    value: [readRelease]
  },
  get: {
    whole: { ...repo, release_id: 5 },
    response: release,
    value: { tag_name: "v1.0.0" },
    reads: [
      [
        { ...release, draft: true, published_at: null },
        { draft: true, published_at: null }
      ]
    ]
  },
  getLatest: {
    whole: repo,
    response: release,
    value: readRelease
  },
  getByTag: {
    whole: { ...repo, tag: "v1/a" },
    response: release,
    value: readRelease,
    takes: [[{ tag: "web/v1.0.0" }], [{ tag: "größe #1?" }]]
  },
  create: {
    whole: { ...repo, ...published, generate_release_notes: true },
    response: release,
    value: readRelease,
    octokit: { with: { tag_name: "v3.0.0", generate_release_notes: true } },
    takes: [[{ make_latest: "true" }], [{ make_latest: "false" }]],
    refuses: [
      ["tag_name", { tag_name: "" }],
      ["target_commitish", { target_commitish: "" }]
    ]
  },
  update: {
    whole: { ...fifth, ...published },
    response: release,
    value: readRelease,
    errors: { ValidationFailed: "the tag is taken" },
    octokit: { with: { prerelease: true } },
    takes: [[{ draft: false }], [{ name: "", body: "" }]]
  },
  delete: {
    whole: fifth
  },
  generateNotes: {
    whole: {
      ...repo,
      tag_name: "v1.0.0",
      target_commitish: "main",
      previous_tag_name: "v0.9.2",
      configuration_file_path: ".github/notes.yml"
    },
    response: notes,
    value: { name: "Release v1.0.0 is now available!" },
    errors: { ValidationFailed: "the target or the previous tag does not exist" },
    repeatable: { is: true, because: "it only reads" },
    octokit: { with: { tag_name: "v3.0.0" } }
  },
  downloadAsset: {
    whole: { ...repo, asset_id: 71 },
    accept: "application/octet-stream",
    type: "application/octet-stream",
    response: assetText,
    octokit: {
      status: 302,
      with: { headers: { accept: "application/octet-stream" }, request: { redirect: "manual" } }
    }
  },
  getAsset: {
    whole: onAsset,
    response: asset,
    value: { ...named, id: asset.id },
    reads: [
      [
        { ...asset, state: "starter", digest: null },
        { state: "starter", digest: null }
      ]
    ]
  },
  listAssets: {
    whole: { ...repo, release_id: 5, ...third },
    response: [asset],
    value: [named]
  },
  deleteAsset: {
    whole: onAsset
  },
  updateAsset: {
    whole: { ...onAsset, name: "größe.zip", label: "" },
    response: asset,
    value: named,
    errors: { ValidationFailed: "the name is taken" },
    octokit: { with: { name: "c.zip" } }
  },
  uploadAsset: {
    whole: { ...fifth, name: "größe & co.txt", label: "For Linux", content_type: "text/plain", data: assetText },
    response: asset,
    value: { id: asset.id, name: "web.linux.zip", state: "uploaded" },
    errors: { IntegrityFailed: "the asset has another size than what was sent" },
    octokit: { with: { name: "b.txt", label: "B", data: "b", headers: { "content-type": "text/plain" } } },
    refuses: [
      ["name", { name: "" }],
      ...[undefined, "", "text/plain\r\nx-evil: 1", "größe"].map(
        (content_type) => ["content_type", { content_type }] as const
      ),
      ...[undefined, 5, [1, 2]].map((data) => ["data", { data }] as const),
      ...[-1, 1.5].map((size) => ["size", { size }] as const),
      ["upload_url", { upload_url: "not a URL" }],
      ["upload_url", { upload_url: "https://uploads.github.com/{owner}/assets{?name}" }]
    ]
  }
}
