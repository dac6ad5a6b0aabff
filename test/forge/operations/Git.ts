/** How the operations of `Git` are called in tests, and what the service responds. */
import type * as Git from "../../../src/forge/Git.ts"
import { blob, blobText, createdBlob, gitCommit, gitTag, gitTree } from "../support/git.ts"
import { mergedSha, sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import type { Rows } from "./row.ts"
import * as DateTime from "effect/DateTime"

const date = "2026-04-14T16:00:49Z"
const commit = { sha, tree: { sha: mergedSha }, author: { date: DateTime.makeUnsafe(date) } }
const octo = { name: "Octo", email: "octo@example.com" }
const signed = { ...octo, date: DateTime.makeUnsafe(date) }
const entry = { path: "src/größe.ts", mode: "100644", type: "blob" } as const

export const rows: Rows<typeof Git> = {
  getCommit: {
    whole: { ...repo, commit_sha: sha },
    response: gitCommit,
    value: commit
  },
  createCommit: {
    whole: {
      ...repo,
      message: "Change",
      tree: mergedSha,
      parents: [sha],
      author: signed,
      committer: octo,
      signature: "-----BEGIN PGP SIGNATURE-----"
    },
    response: gitCommit,
    value: commit,
    repeatable: { is: true, because: "the same content is the same object" },
    octokit: { with: (made) => ({ message: "Change", tree: made.tree, parents: [made.main] }) }
  },
  getTree: {
    whole: { ...repo, tree_sha: "next/1.x", recursive: true },
    response: gitTree,
    value: {
      sha,
      truncated: false,
      tree: [{ path: "README.md", size: 6 }, { type: "tree", size: null }, { url: null }]
    },
    octokit: { with: { recursive: "1" } }
  },
  createTree: {
    whole: {
      ...repo,
      base_tree: mergedSha,
      tree: [
        { ...entry, content: "1\n" },
        { ...entry, path: "old.ts", sha: null }
      ]
    },
    response: gitTree,
    value: { sha },
    repeatable: { is: true, because: "the same content is the same object" },
    octokit: { with: (made) => ({ base_tree: made.tree, tree: [{ path: "x", mode: "100644", content: "x\n" }] }) }
  },
  getBlob: {
    whole: { ...repo, file_sha: sha },
    response: blob,
    value: { sha, text: blobText }
  },
  createBlob: {
    whole: { ...repo, content: blobText, encoding: "base64" },
    sends: { content: "Z3LDtsOfZQo=" },
    response: createdBlob,
    value: { sha },
    repeatable: { is: true, because: "the same content is the same object" },
    octokit: { with: { content: "aGk=", encoding: "base64" } }
  },
  getTag: {
    whole: { ...repo, tag_sha: sha },
    response: gitTag,
    value: { tag: "v1.0.0", object: { sha } }
  },
  createTag: {
    whole: { ...repo, tag: "v1.0.0", message: "The first", object: sha, type: "commit", tagger: signed },
    response: gitTag,
    value: { tag: "v1.0.0", tagger: { name: "Octo Cat" } },
    repeatable: { is: true, because: "the same content is the same object" },
    octokit: { with: (made) => ({ tag: "v3.0.0", message: "Three", object: made.main, type: "commit" }) }
  }
}
