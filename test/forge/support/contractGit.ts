/** Git's objects: their kind, their errors, and whether a repeat is harmless. */
import * as Git from "../../../src/forge/Git.ts"
import type { Row } from "./contractRow.ts"
import { blob, createdBlob, gitCommit, gitTag, gitTree } from "./git.ts"
import { sha } from "./pulls.ts"
import { repo } from "./records.ts"

export const git: ReadonlyArray<Row> = [
  {
    name: "Git.getCommit",
    wire: "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
    kind: "one",
    errors: ["NotFound", "Conflict"],
    repeatable: true,
    official: "git.getCommit",
    declaration: Git.getCommit.declaration,
    call: Git.getCommit({ ...repo, commit_sha: sha }),
    body: gitCommit
  },
  {
    name: "Git.createCommit",
    wire: "POST /repos/{owner}/{repo}/git/commits",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.createCommit",
    declaration: Git.createCommit.declaration,
    call: Git.createCommit({ ...repo, message: "Change", tree: sha }),
    body: gitCommit
  },
  {
    name: "Git.getTree",
    wire: "GET /repos/{owner}/{repo}/git/trees/{tree_sha}",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.getTree",
    declaration: Git.getTree.declaration,
    call: Git.getTree({ ...repo, tree_sha: "main" }),
    body: gitTree
  },
  {
    name: "Git.createTree",
    wire: "POST /repos/{owner}/{repo}/git/trees",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.createTree",
    declaration: Git.createTree.declaration,
    call: Git.createTree({ ...repo, tree: [{ path: "a", mode: "100644", content: "a" }] }),
    body: gitTree
  },
  {
    name: "Git.getBlob",
    wire: "GET /repos/{owner}/{repo}/git/blobs/{file_sha}",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.getBlob",
    declaration: Git.getBlob.declaration,
    call: Git.getBlob({ ...repo, file_sha: sha }),
    body: blob
  },
  {
    name: "Git.createBlob",
    wire: "POST /repos/{owner}/{repo}/git/blobs",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.createBlob",
    declaration: Git.createBlob.declaration,
    call: Git.createBlob({ ...repo, content: "a" }),
    body: createdBlob
  },
  {
    name: "Git.getTag",
    wire: "GET /repos/{owner}/{repo}/git/tags/{tag_sha}",
    kind: "one",
    errors: ["NotFound", "Conflict"],
    repeatable: true,
    official: "git.getTag",
    declaration: Git.getTag.declaration,
    call: Git.getTag({ ...repo, tag_sha: sha }),
    body: gitTag
  },
  {
    name: "Git.createTag",
    wire: "POST /repos/{owner}/{repo}/git/tags",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.createTag",
    declaration: Git.createTag.declaration,
    call: Git.createTag({ ...repo, tag: "v1.0.0", message: "The first", object: sha, type: "commit" }),
    body: gitTag
  }
]
