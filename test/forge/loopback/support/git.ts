/** Git's objects on the wire. */
import * as DateTime from "effect/DateTime"
import * as Git from "../../../../src/forge/Git.ts"
import { blobText } from "../../support/git.ts"
import { mergedSha, sha } from "../../support/pulls.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, one } from "./cases.ts"

const date = "2026-04-14T16:00:49Z"
const octo = { name: "Octo", email: "octo@example.com" }
const signed = { ...octo, date: DateTime.makeUnsafe(date) }
const tagged = { tag: "v1.0.0", message: "The first", object: sha, type: "commit" } as const
const entry = { path: "src/größe.ts", mode: "100644", type: "blob" } as const
const tree = [
  { ...entry, content: "1\n" },
  { ...entry, path: "old.ts", sha: null }
]
const commit = { sha, tree: { sha: mergedSha }, author: { date: DateTime.makeUnsafe(date) } }

export const git: ReadonlyArray<Case> = [
  one(Git.getCommit, { ...repo, commit_sha: sha }, asking(`${root}/git/commits/${sha}`), commit),
  one(
    Git.createCommit,
    {
      ...repo,
      message: "Change",
      tree: mergedSha,
      parents: [sha],
      author: signed,
      committer: octo,
      signature: "-----BEGIN PGP SIGNATURE-----"
    },
    sending("POST", `${root}/git/commits`, {
      message: "Change",
      tree: mergedSha,
      parents: [sha],
      author: { ...octo, date },
      committer: octo,
      signature: "-----BEGIN PGP SIGNATURE-----"
    }),
    commit
  ),
  one(
    Git.getTree,
    { ...repo, tree_sha: "next/1.x", recursive: true },
    asking(`${root}/git/trees/next%2F1.x`, { recursive: "true" }),
    { sha, truncated: false, tree: [{ path: "README.md", size: 6 }, { type: "tree", size: null }, { url: null }] }
  ),
  one(
    Git.createTree,
    { ...repo, base_tree: mergedSha, tree },
    sending("POST", `${root}/git/trees`, { base_tree: mergedSha, tree }),
    { sha }
  ),
  one(Git.getBlob, { ...repo, file_sha: sha }, asking(`${root}/git/blobs/${sha}`), { sha, text: blobText }),
  one(
    Git.createBlob,
    { ...repo, content: blobText, encoding: "base64" },
    sending("POST", `${root}/git/blobs`, { content: "Z3LDtsOfZQo=", encoding: "base64" }),
    { sha }
  ),
  one(Git.getTag, { ...repo, tag_sha: sha }, asking(`${root}/git/tags/${sha}`), { tag: "v1.0.0", object: { sha } }),
  one(
    Git.createTag,
    { ...repo, ...tagged, tagger: signed },
    sending("POST", `${root}/git/tags`, { ...tagged, tagger: { ...octo, date } }),
    { tag: "v1.0.0", tagger: { name: "Octo Cat" } }
  )
]
