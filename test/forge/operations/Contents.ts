/** How the operations of `Contents` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Contents from "../../../src/forge/Contents.ts"
import { contentFile, directory, fileCommit, largeFile, submodule, symlink, text } from "../support/files.ts"
import { repo } from "../support/records.ts"
import type { Rows } from "./row.ts"

const ref = "release/1.x"
const path = "docs/größe #1?.md"
const file = {
  _tag: "File",
  type: "file",
  text,
  bytes: new TextEncoder().encode(text),
  path: "docs/größe.md",
  size: 16,
  sha: contentFile.sha,
  download_url: contentFile.download_url
}
const date = new Date("2026-11-07T22:01:45Z")
const committer = { name: "Ada", email: "ada@acme.example" }
const author = { name: "Octo Cat", email: "octo@acme.example" }
const change = { message: "Say how large", branch: "next", sha: contentFile.sha }

/** Paths, and how they are encoded. */
const paths = [
  [{ path: "README.md" }, { path: "README.md" }],
  [{ path: "a dir/with spaces.md" }, { path: "a%20dir/with%20spaces.md" }],
  [{ path: "c#/50%/what?/&.md" }, { path: "c%23/50%25/what%3F/%26.md" }],
  [{ path: "größe/日本/😀.md" }, { path: "gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC/%F0%9F%98%80.md" }],
  [{ path: "%2e%2e/a" }, { path: "%252e%252e/a" }],
  [{ path: ".github/a:b;c=d@e+f" }, { path: ".github/a%3Ab%3Bc%3Dd%40e%2Bf" }]
] as const

const notPaths = ["/README.md", "docs/", "docs//a.md", "docs/../a.md", "./a.md", "a\u{d800}"].map(
  (wrong) => ["path", { path: wrong }] as const
)

/** Archives of a branch whose name has a slash. */
const archive = (type: string) =>
  ({
    whole: { ...repo, ref: "feature/größe" },
    type,
    response: "PK",
    refuses: [["ref", { ref: "" }]]
  }) as const

export const rows: Rows<typeof Contents> = {
  downloadTarball: archive("application/x-gzip"),
  downloadZipball: archive("application/zip"),
  get: {
    whole: { ...repo, path, ref },
    sends: { path: "docs/gr%C3%B6%C3%9Fe%20%231%3F.md" },
    response: contentFile,
    value: file,
    takes: [...paths, [{ path: "" }, { path: "" }]],
    refuses: [...notPaths, ["ref", { ref: "" }]],
    reads: [
      [largeFile, { _tag: "File", bytes: null, text: null, size: 2_000_000 }],
      [
        { ...contentFile, content: "iVBORw0KGgo=" },
        { bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), text: null }
      ],
      [
        { ...contentFile, content: "", size: 0 },
        { bytes: new Uint8Array(0), text: "" }
      ],
      [{ ...contentFile, content: "77u/YQ==" }, { text: "\u{feff}a" }],
      [
        directory,
        {
          _tag: "Directory",
          entries: [
            { name: "größe.md", type: "file", size: 16 },
            { name: "guides", type: "dir", size: 0 },
            { name: "theme", type: "file", size: 0 }
          ]
        }
      ],
      [[], { _tag: "Directory", entries: [] }],
      [symlink, { _tag: "Symlink", target: "/usr/local/bin/node", name: "node" }],
      [submodule, { _tag: "Submodule", submodule_git_url: "https://example.com/theme.git", download_url: null }]
    ],
    unread: [["content", { ...contentFile, content: "no base64" }]]
  },
  getReadme: {
    whole: { ...repo, ref },
    response: contentFile,
    value: file
  },
  downloadReadme: {
    whole: { ...repo, ref: "v1/a" },
    media: "raw+json"
  },
  getReadmeHtml: {
    whole: { ...repo, ref: "v1/a" },
    media: "html+json"
  },
  download: {
    whole: { ...repo, path, ref },
    sends: { path: "docs/gr%C3%B6%C3%9Fe%20%231%3F.md" },
    media: "raw+json",
    takes: paths,
    // The root is not a file.
    refuses: [...notPaths, ["path", { path: "" }]]
  },
  getHtml: {
    whole: { ...repo, path: "docs/größe.md", ref: "v1/a" },
    sends: { path: "docs/gr%C3%B6%C3%9Fe.md" },
    media: "html+json"
  },
  put: {
    whole: {
      ...repo,
      path,
      ...change,
      content: text,
      author: { ...author, date },
      committer: { ...committer, date }
    },
    sends: { path: "docs/gr%C3%B6%C3%9Fe%20%231%3F.md", content: "R3LDtsOfZTogNDIg4oKsCg==" },
    response: fileCommit,
    value: {
      content: { sha: "95b966ae1c166bd92f8ae7d1c313e738c731dfc3", type: "file", path: "docs/größe.md" },
      commit: {
        sha: "7638417db6d59f3c431d3e1f261cc637155684cd",
        message: "Say how large",
        author: { name: "Octo Cat", date: DateTime.makeUnsafe("2026-11-07T22:01:45Z") },
        verification: { verified: false, reason: "unsigned" },
        parents: [{ sha: "1acc419d4d6a9ce985db7be48c6349a0475975b5" }]
      }
    },
    repeatable: { is: false, because: "the file has another sha after the first time" },
    octokit: { status: 201, with: { path: "new.txt", content: "bmV3Cg==", message: "Change" } },
    takes: [
      // Text that looks like Base64, no text, and bytes that are not text.
      [{ content: "aGVsbG8=" }, { content: "YUdWc2JHOD0=" }],
      [{ content: "" }, { content: "" }],
      [{ content: Uint8Array.of(0, 255, 128) }, { content: "AP+A" }]
    ],
    refuses: [
      ["path", { path: "" }],
      ["message", { message: "" }],
      ["sha", { sha: "" }],
      ["branch", { branch: "" }],
      ["author.email", { author: { name: "Octo" } }],
      ["committer.name", { committer: { name: "", email: "a@b" } }]
    ]
  },
  delete: {
    whole: { ...repo, path, ...change, author: { ...author, date }, committer: { ...committer, date } },
    sends: { path: "docs/gr%C3%B6%C3%9Fe%20%231%3F.md" },
    response: { ...fileCommit, content: null },
    value: { content: null, commit: { message: "Say how large" } },
    octokit: { with: (made) => ({ sha: made.readme, message: "Change" }) },
    refuses: [
      ["path", { path: "" }],
      ["sha", { sha: "" }]
    ]
  }
}
