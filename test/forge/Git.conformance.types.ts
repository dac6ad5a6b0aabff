/** Checks git's objects against the service's official types: responses and requests. */
import type * as Git from "../../src/forge/Git.ts"
import type { CommitObject } from "../../src/forge/schema/CommitObject.ts"
import type { CreatedBlob } from "../../src/forge/schema/GitBlob.ts"
import type { GitTag } from "../../src/forge/schema/GitTag.ts"
import type { GitTree } from "../../src/forge/schema/GitTree.ts"
import type { Body, One } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, Same } from "./support/types.ts"

/** The answer of `getBlob` is held against the description's examples only: its `encoding` is any text there. */
export type Answers = [
  One<typeof CommitObject, typeof Git.getCommit, Body<"git/get-commit", 200>>,
  One<typeof CommitObject, typeof Git.createCommit, Body<"git/create-commit", 201>>,
  One<typeof GitTree, typeof Git.getTree, Body<"git/get-tree", 200>>,
  One<typeof GitTree, typeof Git.createTree, Body<"git/create-tree", 201>>,
  One<typeof CreatedBlob, typeof Git.createBlob, Body<"git/create-blob", 201>>,
  One<typeof GitTag, typeof Git.getTag, Body<"git/get-tag", 200>>,
  One<typeof GitTag, typeof Git.createTag, Body<"git/create-tag", 201>>
]

export type Requests = All<
  [
    Accepted<typeof Git.getCommit, "git/get-commit">,
    Accepted<typeof Git.createCommit, "git/create-commit">,
    Accepted<typeof Git.getTree, "git/get-tree">,
    Accepted<typeof Git.createTree, "git/create-tree">,
    Accepted<typeof Git.getBlob, "git/get-blob">,
    // Bytes become Base64.
    Same<Accepted<typeof Git.createBlob, "git/create-blob">, "content">,
    Accepted<typeof Git.getTag, "git/get-tag">,
    Accepted<typeof Git.createTag, "git/create-tag">
  ]
>

/** No operation leaves out a field of its request. */
export type LeftOut = All<
  [
    Same<Left<typeof Git.createCommit, "git/create-commit">, never>,
    Same<Left<typeof Git.getTree, "git/get-tree">, never>,
    Same<Left<typeof Git.createTree, "git/create-tree">, never>,
    Same<Left<typeof Git.createBlob, "git/create-blob">, never>,
    Same<Left<typeof Git.createTag, "git/create-tag">, never>
  ]
>
