/** How the operations of `Contents` are called in tests, and what the service responds. */
import type * as Contents from "../../../src/forge/Contents.ts"
import { contentFile, fileCommit, text } from "../support/files.ts"
import { repo } from "../support/records.ts"
import type { Rows } from "./row.ts"

const ref = "release/1.x"
const path = "docs/größe #1?.md"
const file = { _tag: "File", path: "docs/größe.md", text }
const date = new Date("2026-11-07T22:01:45Z")
const committer = { name: "Ada", email: "ada@acme.example" }
const author = { name: "Octo Cat", email: "octo@acme.example" }
const change = { message: "Say how large", branch: "next", sha: contentFile.sha }

export const rows: Rows<typeof Contents> = {
  get: {
    whole: { ...repo, path, ref },
    sends: { path: "docs/gr%C3%B6%C3%9Fe%20%231%3F.md" },
    response: contentFile,
    value: file
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
    media: "raw+json"
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
    value: { content: { path: "docs/größe.md" }, commit: { message: "Say how large" } },
    repeatable: { is: false, because: "the file has another sha after the first time" },
    octokit: { status: 201, with: { path: "new.txt", content: "bmV3Cg==", message: "Change" } }
  },
  remove: {
    whole: { ...repo, path, ...change, author, committer },
    sends: { path: "docs/gr%C3%B6%C3%9Fe%20%231%3F.md" },
    response: { ...fileCommit, content: null },
    value: { content: null, commit: { message: "Say how large" } },
    octokit: { with: (made) => ({ sha: made.readme, message: "Change" }) }
  }
}
