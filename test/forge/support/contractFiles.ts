/** Contents and releases: their kind, their errors, and whether a repeat is harmless. */
import * as Stream from "effect/Stream"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import type { Row } from "./contractRow.ts"
import { asset, assetText, contentFile, fileCommit, notes, release } from "./files.ts"
import { repo } from "./records.ts"

const onFile = { ...repo, path: "docs/a.md" }
const onRelease = { ...repo, release_id: 1 }

export const files: ReadonlyArray<Row> = [
  {
    name: "Contents.get",
    wire: "GET /repos/{owner}/{repo}/contents/{path}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getContent",
    declaration: Contents.get.declaration,
    call: Contents.get(onFile),
    body: contentFile
  },
  {
    name: "Contents.getReadme",
    wire: "GET /repos/{owner}/{repo}/readme",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "repos.getReadme",
    declaration: Contents.getReadme.declaration,
    call: Contents.getReadme(repo),
    body: contentFile
  },
  {
    name: "Contents.download",
    wire: "GET /repos/{owner}/{repo}/contents/{path}",
    kind: "download",
    errors: ["NotFound", "IntegrityFailed"],
    repeatable: true,
    official: "repos.getContent",
    declaration: Contents.download.declaration,
    call: Stream.runDrain(Contents.download(onFile)),
    body: "text",
    type: "application/vnd.github.raw+json; charset=utf-8",
    accept: "application/vnd.github.raw+json"
  },
  {
    name: "Contents.put",
    wire: "PUT /repos/{owner}/{repo}/contents/{path}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed", "Conflict"],
    repeatable: false,
    official: "repos.createOrUpdateFileContents",
    declaration: Contents.put.declaration,
    call: Contents.put({ ...onFile, message: "Write", content: "text" }),
    body: fileCommit
  },
  {
    name: "Contents.remove",
    wire: "DELETE /repos/{owner}/{repo}/contents/{path}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed", "Conflict"],
    repeatable: false,
    official: "repos.deleteFile",
    declaration: Contents.remove.declaration,
    call: Contents.remove({ ...onFile, message: "Delete", sha: contentFile.sha }),
    body: { ...fileCommit, content: null }
  },
  {
    name: "Releases.list",
    wire: "GET /repos/{owner}/{repo}/releases",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listReleases",
    declaration: Releases.list.declaration,
    call: Releases.list.page(repo),
    body: [release]
  },
  {
    name: "Releases.getLatest",
    wire: "GET /repos/{owner}/{repo}/releases/latest",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getLatestRelease",
    declaration: Releases.getLatest.declaration,
    call: Releases.getLatest(repo),
    body: release
  },
  {
    name: "Releases.getByTag",
    wire: "GET /repos/{owner}/{repo}/releases/tags/{tag}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getReleaseByTag",
    declaration: Releases.getByTag.declaration,
    call: Releases.getByTag({ ...repo, tag: "v1" }),
    body: release
  },
  {
    name: "Releases.create",
    wire: "POST /repos/{owner}/{repo}/releases",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "repos.createRelease",
    declaration: Releases.create.declaration,
    call: Releases.create({ ...repo, tag_name: "v1" }),
    body: release
  },
  {
    name: "Releases.update",
    wire: "PATCH /repos/{owner}/{repo}/releases/{release_id}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "repos.updateRelease",
    declaration: Releases.update.declaration,
    call: Releases.update({ ...onRelease, draft: false }),
    body: release
  },
  {
    name: "Releases.remove",
    wire: "DELETE /repos/{owner}/{repo}/releases/{release_id}",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "repos.deleteRelease",
    declaration: Releases.remove.declaration,
    call: Releases.remove(onRelease),
    body: undefined
  },
  {
    name: "Releases.generateNotes",
    wire: "POST /repos/{owner}/{repo}/releases/generate-notes",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "repos.generateReleaseNotes",
    declaration: Releases.generateNotes.declaration,
    call: Releases.generateNotes({ ...repo, tag_name: "v1" }),
    body: notes
  },
  {
    name: "Releases.uploadAsset",
    wire: "POST /repos/{owner}/{repo}/releases/{release_id}/assets",
    kind: "upload",
    errors: ["NotFound", "ValidationFailed", "IntegrityFailed"],
    repeatable: false,
    official: "repos.uploadReleaseAsset",
    declaration: Releases.uploadAsset.declaration,
    call: Releases.uploadAsset({ ...onRelease, name: "a.txt", content_type: "text/plain", data: assetText }),
    body: asset
  },
  {
    name: "Releases.downloadAsset",
    wire: "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
    kind: "download",
    errors: ["NotFound", "IntegrityFailed"],
    repeatable: true,
    official: "repos.getReleaseAsset",
    declaration: Releases.downloadAsset.declaration,
    call: Stream.runDrain(Releases.downloadAsset({ ...repo, asset_id: 1 })),
    body: assetText,
    type: "application/octet-stream",
    accept: "application/octet-stream"
  }
]
