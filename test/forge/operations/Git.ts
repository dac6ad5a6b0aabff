/** How the operations of `Git` are called in tests, and what the service responds. */
import type * as Git from "../../../src/forge/Git.ts"
import { blob, blobText, createdBlob, gitCommit, gitTag, gitTree } from "../support/git.ts"
import { mergedSha, sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import type { Rows } from "./row.ts"
import * as DateTime from "effect/DateTime"

const date = "2026-04-14T16:00:49Z"
const commit = {
  sha,
  message: "Read the cache first",
  author: { name: "Octo Cat", date: DateTime.makeUnsafe(date) },
  tree: { sha: mergedSha },
  parents: [{ sha: mergedSha }],
  verification: { verified: false, reason: "unsigned", verified_at: null }
}
const octo = { name: "Octo", email: "octo@example.com" }
const signed = { ...octo, date: DateTime.makeUnsafe(date) }
const entry = { path: "src/größe.ts", mode: "100644", type: "blob" } as const

const notShas = ["main", "", sha.slice(0, 7), `${sha}0`, sha.replace(/.$/, "g")]
const change = { path: "a.txt", mode: "100644" } as const

export const rows: Rows<typeof Git> = {
  getCommit: {
    whole: { ...repo, commit_sha: sha },
    response: gitCommit,
    value: commit,
    refuses: notShas.map((commit_sha) => ["commit_sha", { commit_sha }] as const)
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
    octokit: { with: (made) => ({ message: "Change", tree: made.tree, parents: [made.main] }) },
    takes: [[{ message: "", parents: [] }]],
    refuses: [
      ...notShas.flatMap((wrong) => [
        ["tree", { tree: wrong }] as const,
        ["parents[1]", { parents: [sha, wrong] }] as const
      ]),
      ["author.name", { author: { name: "", email: "octo@example.com" } }],
      ["committer.email", { committer: { email: "" } }],
      ["author.date", { author: { ...octo, date: "yesterday" } }]
    ]
  },
  getTree: {
    whole: { ...repo, tree_sha: "next/1.x", recursive: true },
    response: gitTree,
    value: {
      sha,
      truncated: false,
      tree: [{ path: "README.md", size: 6 }, { type: "tree", size: null }, { url: null }]
    },
    octokit: { with: { recursive: "1" } },
    // Any value means true to the service.
    takes: [
      [{ tree_sha: "heads/größe" }],
      [{ recursive: undefined }],
      [{ recursive: false }, { recursive: undefined }]
    ],
    reads: [
      [
        { ...gitTree, truncated: true },
        { truncated: true, tree: [{ mode: "100644" }, { mode: "040000" }, { size: null }] }
      ]
    ]
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
    octokit: { with: (made) => ({ base_tree: made.tree, tree: [{ path: "x", mode: "100644", content: "x\n" }] }) },
    takes: [
      [{ tree: [] }],
      [{ tree: [{ ...change, content: "" }], base_tree: mergedSha }],
      [{ tree: [{ ...change, sha }] }],
      [{ tree: [{ ...change, type: "blob", sha: null }] }],
      [{ tree: [{ path: "src", mode: "040000", type: "tree", sha }] }]
    ],
    refuses: [
      ["tree[0]", { tree: [{ ...change, sha, content: "a" }] }],
      [
        "tree[1]",
        {
          tree: [
            { ...change, sha },
            { ...change, sha: null, content: "a" }
          ]
        }
      ],
      ["tree[0]", { tree: [change] }],
      ["tree[0].path", { tree: [{ ...change, path: "", sha }] }],
      ["tree[0].mode", { tree: [{ ...change, mode: "100600", sha }] }],
      ["tree[0].sha", { tree: [{ ...change, sha: "main" }] }],
      ["base_tree", { base_tree: "main" }]
    ]
  },
  getBlob: {
    whole: { ...repo, file_sha: sha },
    response: blob,
    value: { sha, text: blobText },
    refuses: notShas.map((file_sha) => ["file_sha", { file_sha }] as const),
    reads: [
      [blob, { size: 8, bytes: new TextEncoder().encode(blobText), text: blobText }],
      [
        { ...blob, content: "/w==" },
        { bytes: new Uint8Array([255]), text: null }
      ],
      [
        { ...blob, content: "" },
        { bytes: new Uint8Array(), text: "" }
      ],
      [
        { ...blob, content: blobText, encoding: "utf-8" },
        { bytes: new TextEncoder().encode(blobText), text: blobText }
      ]
    ],
    unread: [
      ["content", { ...blob, content: "?" }],
      ["encoding", { ...blob, encoding: "latin1" }]
    ]
  },
  createBlob: {
    whole: { ...repo, content: blobText, encoding: "base64" },
    sends: { content: "Z3LDtsOfZQo=", encoding: "base64" },
    response: createdBlob,
    value: { sha },
    repeatable: { is: true, because: "the same content is the same object" },
    octokit: { with: { content: "aGk=", encoding: "base64" } },
    takes: [
      [{ content: new Uint8Array([255, 0]) }, { content: "/wA=" }],
      [{ content: "" }, { content: "" }]
    ],
    refuses: [["encoding", { encoding: "utf-8" }]]
  },
  getTag: {
    whole: { ...repo, tag_sha: sha },
    response: gitTag,
    value: { tag: "v1.0.0", object: { sha } },
    refuses: notShas.map((tag_sha) => ["tag_sha", { tag_sha }] as const),
    // Old tags have no tagger.
    reads: [
      [
        { ...gitTag, tagger: undefined },
        { tag: "v1.0.0", tagger: null, object: { type: "commit", sha } }
      ]
    ]
  },
  createTag: {
    whole: { ...repo, tag: "v1.0.0", message: "The first", object: sha, type: "commit", tagger: signed },
    response: gitTag,
    value: { tag: "v1.0.0", tagger: { name: "Octo Cat" } },
    repeatable: { is: true, because: "the same content is the same object" },
    octokit: { with: (made) => ({ tag: "v3.0.0", message: "Three", object: made.main, type: "commit" }) },
    refuses: [
      ...notShas.map((object) => ["object", { object }] as const),
      ["tag", { tag: "" }],
      ["type", { type: "tag" }],
      ["tagger.email", { tagger: { name: "Octo", email: "" } }]
    ]
  }
}
