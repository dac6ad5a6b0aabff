/** Contents and releases on the wire. */
import * as Contents from "../../../../src/forge/Contents.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import { asset, assetText, contentFile, text } from "../../support/files.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, download, one, page, third, thirdSent, upload } from "./cases.ts"

const fifth = { ...repo, release_id: 5 }
const path = "docs/größe #1?.md"
const at = `${root}/contents/docs/gr%C3%B6%C3%9Fe%20%231%3F.md`
const ref = "release/1.x"

const file = { _tag: "File", path: "docs/größe.md", text }
const release = { tag_name: "v1.0.0", name: "Version 1", assets: [{ name: "web.linux.zip" }] }

const author = { name: "Octo Cat", email: "octo@acme.example" }
const committer = { name: "Ada", email: "ada@acme.example" }
const change = { message: "Say how large", branch: "next", sha: contentFile.sha }
const date = new Date("2026-11-07T22:01:45Z")
const dateSent = "2026-11-07T22:01:45Z"

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

const noted = {
  tag_name: "v1.0.0",
  target_commitish: "main",
  previous_tag_name: "v0.9.2",
  configuration_file_path: ".github/notes.yml"
}

const named = { name: "größe & co.txt", label: "For Linux" }

export const files: ReadonlyArray<Case> = [
  one(Contents.get, { ...repo, path, ref }, asking(at, { ref }), file),
  one(Contents.getReadme, { ...repo, ref }, asking(`${root}/readme`, { ref }), file),
  download(Contents.download, { ...repo, path, ref }, asking(at, { ref }), "text"),
  one(
    Contents.put,
    {
      ...repo,
      path,
      ...change,
      content: text,
      author: { ...author, date },
      committer: { ...committer, date }
    },
    sending("PUT", at, {
      ...change,
      content: "R3LDtsOfZTogNDIg4oKsCg==",
      author: { ...author, date: dateSent },
      committer: { ...committer, date: dateSent }
    }),
    { content: { path: "docs/größe.md" }, commit: { message: "Say how large" } }
  ),
  one(
    Contents.remove,
    { ...repo, path, ...change, author, committer },
    sending("DELETE", at, { ...change, author, committer }),
    { content: null, commit: { message: "Say how large" } }
  ),
  page(Releases.list, { ...repo, ...third }, asking(`${root}/releases`, thirdSent), release),
  one(Releases.getLatest, repo, asking(`${root}/releases/latest`), release),
  one(Releases.getByTag, { ...repo, tag: "v1/a" }, asking(`${root}/releases/tags/v1%2Fa`), release),
  one(
    Releases.create,
    { ...repo, ...published, generate_release_notes: true },
    sending("POST", `${root}/releases`, { ...published, generate_release_notes: true }),
    release
  ),
  one(Releases.update, { ...fifth, ...published }, sending("PATCH", `${root}/releases/5`, published), release),
  one(Releases.remove, fifth, sending("DELETE", `${root}/releases/5`), undefined),
  one(Releases.generateNotes, { ...repo, ...noted }, sending("POST", `${root}/releases/generate-notes`, noted), {
    name: "Release v1.0.0 is now available!"
  }),
  upload(
    Releases.uploadAsset,
    { ...fifth, ...named, content_type: "text/plain", data: assetText },
    { method: "POST", path: `${root}/releases/5/assets`, query: named, body: assetText },
    { id: asset.id, name: "web.linux.zip", state: "uploaded" }
  ),
  download(Releases.downloadAsset, { ...repo, asset_id: 71 }, asking(`${root}/releases/assets/71`), assetText)
]
