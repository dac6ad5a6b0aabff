/** Files, releases and their assets, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"
const page = "https://github.com/acme/web"

const at = (path: string, sha: string) => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  path,
  sha,
  url: `${api}/contents/${path}?ref=main`,
  git_url: `${api}/git/blobs/${sha}`,
  html_url: `${page}/blob/main/${path}`,
  download_url: `https://raw.githubusercontent.com/acme/web/main/${path}`,
  _links: {
    self: `${api}/contents/${path}?ref=main`,
    git: `${api}/git/blobs/${sha}`,
    html: `${page}/blob/main/${path}`
  }
})

export const text = "Größe: 42 €\n"

/** Base64 in lines, as the service writes it. */
export const contentFile: Schemas["content-file"] = {
  type: "file",
  ...at("docs/größe.md", "3d21ec53a331a6f037a91c368710b99387d012c1"),
  size: 16,
  encoding: "base64",
  content: "R3LDtsOf\nZTogNDIg4oKsCg==\n"
}

/** A file of 1 to 100 MB. */
export const largeFile: Schemas["content-file"] = {
  ...contentFile,
  size: 2_000_000,
  encoding: "none",
  content: ""
}

export const directory: Schemas["content-directory"] = [
  { type: "file", ...at("docs/größe.md", "3d21ec53a331a6f037a91c368710b99387d012c1"), size: 16 },
  {
    type: "dir",
    ...at("docs/guides", "a84d88e7554fc1fa21bcbc4efae3c782a70d2b9d"),
    size: 0,
    download_url: null
  },
  // As API version 2022-11-28 sends it.
  {
    type: "file",
    ...at("docs/theme", "71ef5b3a2c3a0bb2eaf5c1b9c9f3b6c1d2e3f405"),
    size: 0,
    git_url: null,
    html_url: null,
    download_url: null
  }
]

export const symlink: Schemas["content-symlink"] = {
  type: "symlink",
  ...at("bin/node", "452a98979c88e093d682cab404a3ec82babebb48"),
  size: 23,
  target: "/usr/local/bin/node"
}

export const submodule: Schemas["content-submodule"] = {
  type: "submodule",
  ...at("docs/theme", "71ef5b3a2c3a0bb2eaf5c1b9c9f3b6c1d2e3f405"),
  size: 0,
  download_url: null,
  submodule_git_url: "https://example.com/theme.git"
}

export const fileCommit: Schemas["file-commit"] = {
  content: {
    ...at("docs/größe.md", "95b966ae1c166bd92f8ae7d1c313e738c731dfc3"),
    type: "file",
    size: 16
  },
  commit: {
    sha: "7638417db6d59f3c431d3e1f261cc637155684cd",
    node_id: "C_7638417",
    url: `${api}/git/commits/7638417db6d59f3c431d3e1f261cc637155684cd`,
    html_url: `${page}/commit/7638417db6d59f3c431d3e1f261cc637155684cd`,
    author: { date: "2026-11-07T22:01:45Z", name: "Octo Cat", email: "octo@acme.example" },
    committer: { date: "2026-11-07T22:01:45Z", name: "GitHub", email: "noreply@github.com" },
    message: "Say how large",
    tree: {
      url: `${api}/git/trees/691272480426f78a0138979dd3ce63b77f706feb`,
      sha: "691272480426f78a0138979dd3ce63b77f706feb"
    },
    parents: [
      {
        url: `${api}/git/commits/1acc419d4d6a9ce985db7be48c6349a0475975b5`,
        html_url: `${page}/commit/1acc419d4d6a9ce985db7be48c6349a0475975b5`,
        sha: "1acc419d4d6a9ce985db7be48c6349a0475975b5"
      }
    ],
    verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null }
  }
}

export const asset: Schemas["release-asset"] = {
  id: 71_989_167,
  node_id: "RA_71989167",
  name: "web.linux.zip",
  label: "For Linux",
  state: "uploaded",
  content_type: "application/zip",
  size: 11,
  digest: "sha256:b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
  download_count: 42,
  uploader: user,
  created_at: "2026-02-27T19:35:32Z",
  updated_at: "2026-02-27T19:35:33Z",
  url: `${api}/releases/assets/71989167`,
  browser_download_url: `${page}/releases/download/v1.0.0/web.linux.zip`
}

/** The content with this digest and size. */
export const assetText = "hello world"

export const release: Schemas["release"] = {
  id: 72_286_832,
  node_id: "RE_72286832",
  tag_name: "v1.0.0",
  target_commitish: "main",
  name: "Version 1",
  body: "It starts.",
  draft: false,
  prerelease: false,
  immutable: true,
  author: user,
  assets: [asset],
  created_at: "2026-02-27T19:35:32Z",
  published_at: "2026-02-27T19:36:00Z",
  updated_at: "2026-02-27T19:37:00Z",
  mentions_count: 2,
  discussion_url: `${page}/discussions/90`,
  html_url: `${page}/releases/tag/v1.0.0`,
  url: `${api}/releases/72286832`,
  assets_url: `${api}/releases/72286832/assets`,
  upload_url: "https://uploads.github.com/repos/acme/web/releases/72286832/assets{?name,label}",
  tarball_url: `${api}/tarball/v1.0.0`,
  zipball_url: `${api}/zipball/v1.0.0`
}

export const notes: Schemas["release-notes-content"] = {
  name: "Release v1.0.0 is now available!",
  body: "## Changes in Release v1.0.0"
}
