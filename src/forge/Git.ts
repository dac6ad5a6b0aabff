/**
 * Git's objects: commits, trees, blobs and annotated tags. Use them to commit several files at once; `Contents` changes
 * one. `Refs` makes branches and tags point to commits.
 *
 * The sha of an object is that of its content, so creating it twice creates it once. Until a ref leads to an object,
 * nobody sees it, and the service removes it some day.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { FullSha, inRepo, Name, RepoPath, Since } from "./internal/fields.ts"
import { Bytes } from "./internal/inlineBytes.ts"
import { CommitObject } from "./schema/CommitObject.ts"
import { CreatedBlob, GitBlob } from "./schema/GitBlob.ts"
import { GitTag } from "./schema/GitTag.ts"
import { GitTree } from "./schema/GitTree.ts"
import { NewTreeEntry } from "./schema/TreeInput.ts"

const Person = Schema.Struct({ name: Schema.NonEmptyString, email: Schema.NonEmptyString, date: Since })

/**
 * Gets a commit as an object of git. `commit_sha` is its full sha. `Commits.get` also returns its files. Fails with
 * `Conflict` if the repository is empty.
 *
 * GET /repos/{owner}/{repo}/git/commits/{commit_sha}
 */
export const getCommit = Forge.operation("Git.getCommit", "GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
  path: inRepo({
    /** The full sha of the commit. */
    commit_sha: FullSha
  }),
  success: CommitObject,
  errors: [NotFound, Conflict]
})

/**
 * Creates a commit of a tree. No branch moves: `Refs.update` does that. `parents` are the full shas of the commits that
 * it follows: one for a plain commit, several for a merge, none for the start of a history.
 *
 * `author` defaults to the authenticated user, now, and `committer` to the author. With a `date` for both, the same
 * input always has the same sha. Without, a repeat after a lost response leaves another commit that no ref leads to.
 *
 * Fails with `ValidationFailed` if the tree or a parent does not exist, and with `Conflict` if the repository is empty.
 *
 * POST /repos/{owner}/{repo}/git/commits · needs write access
 */
export const createCommit = Forge.operation("Git.createCommit", "POST /repos/{owner}/{repo}/git/commits", {
  path: RepoPath,
  body: {
    /** Message of the commit. */
    message: Schema.String,
    /** The full sha of the tree. */
    tree: FullSha,
    /** The full shas of the commits that it follows. Default: none. */
    parents: Schema.optional(Schema.Array(FullSha)),
    /** Author of the commit, and when. Default: the authenticated user, now. */
    author: Schema.optional(Person),
    /** Committer of the commit, and when. What is left out is as for the author. */
    committer: Schema.optional(Schema.Struct({ name: Name, email: Name, date: Since })),
    /** An ASCII-armored detached PGP signature of the commit. It only fits if the dates are given. */
    signature: Schema.optional(Schema.NonEmptyString)
  },
  success: CommitObject,
  errors: [NotFound, Conflict, ValidationFailed],
  foreseen: ({ parents, tree }) => ({
    tree: { sha: tree },
    parents: Array.isArray(parents) ? parents.map((sha: unknown) => ({ sha })) : []
  }),
  repeatable: true
})

/** Any value means true to the service, even `false`. */
const Recursive = Schema.optional(
  Schema.Literal("true").pipe(
    Schema.decodeTo(Schema.Boolean, {
      decode: SchemaGetter.transform(() => true),
      encode: SchemaGetter.transformOptional(
        Option.flatMap((is) => (is ? Option.some("true" as const) : Option.none()))
      )
    })
  )
)

/**
 * Gets a tree: the entries of a directory, with `recursive` also those of all directories below it. `tree_sha` is the sha
 * of a tree or a commit, a branch or a tag.
 *
 * The service returns at most 100,000 entries or 7 MB. `truncated` says that entries are missing: get the directories
 * one by one then. Fails with `Conflict` if the repository is empty.
 *
 * GET /repos/{owner}/{repo}/git/trees/{tree_sha}
 */
export const getTree = Forge.operation("Git.getTree", "GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
  path: inRepo({
    /** The sha of a tree or a commit, a branch or a tag. */
    tree_sha: Schema.NonEmptyString
  }),
  query: {
    /** Whether to return the entries of all directories below, too. Default: false. */
    recursive: Recursive
  },
  success: GitTree,
  errors: [NotFound, Conflict, ValidationFailed]
})

/**
 * Creates a tree from the tree `base_tree` and the entries that differ from it. Without `base_tree`, the tree has these
 * entries only: a commit of it deletes all other files.
 *
 * An entry has a `sha`, or a `content` from which the service makes the blob. A path may lead into directories that do
 * not exist. A `sha` of null removes an entry, which must be in the base tree.
 *
 * Fails with `ValidationFailed` if an object does not exist, and with `Conflict` if the repository is empty.
 *
 * POST /repos/{owner}/{repo}/git/trees · needs write access
 */
export const createTree = Forge.operation("Git.createTree", "POST /repos/{owner}/{repo}/git/trees", {
  path: RepoPath,
  body: {
    /** The entries: all of them, or those that differ from the base tree. */
    tree: Schema.Array(NewTreeEntry),
    /** The full sha of the tree to start from. Default: an empty tree. */
    base_tree: Schema.optional(FullSha)
  },
  success: GitTree,
  errors: [NotFound, Conflict, ValidationFailed],
  repeatable: true
})

/**
 * Gets a blob: the content of a file, as bytes and as text. `file_sha` is its full sha. The service refuses blobs of more
 * than 100 MB with `Forbidden`. Fails with `Conflict` if the repository is empty.
 *
 * GET /repos/{owner}/{repo}/git/blobs/{file_sha}
 */
export const getBlob = Forge.operation("Git.getBlob", "GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
  path: inRepo({
    /** The full sha of the blob. */
    file_sha: FullSha
  }),
  success: GitBlob,
  errors: [NotFound, Conflict, ValidationFailed]
})

/** The service takes the content for text unless this says what it is. */
const Encoding = Schema.optionalKey(Schema.Literal("base64")).pipe(
  Schema.decodeTo(Schema.optional(Schema.Literal("base64")), {
    decode: SchemaGetter.passthroughSubtype<"base64" | undefined, "base64">(),
    encode: SchemaGetter.transformOptional<"base64", "base64" | undefined>(() => Option.some("base64"))
  })
)

/**
 * Creates a blob. `content` is bytes, or text, which is encoded as UTF-8. Fails with `Conflict` if the repository is
 * empty.
 *
 * POST /repos/{owner}/{repo}/git/blobs · needs write access
 */
export const createBlob = Forge.operation("Git.createBlob", "POST /repos/{owner}/{repo}/git/blobs", {
  path: RepoPath,
  body: {
    /** The content of the file: bytes, or text, which is encoded as UTF-8. Text that is Base64 stays as it is: decode it first. */
    content: Bytes,
    /** Encoding on the wire, whatever the content is given as. It is always sent, and need not be given. */
    encoding: Encoding
  },
  success: CreatedBlob,
  errors: [NotFound, Conflict, ValidationFailed],
  repeatable: true
})

/**
 * Gets an annotated tag. `tag_sha` is the full sha of the tag, not that of the commit: `Refs.get` returns it. Fails with
 * `Conflict` if the repository is empty.
 *
 * GET /repos/{owner}/{repo}/git/tags/{tag_sha}
 */
export const getTag = Forge.operation("Git.getTag", "GET /repos/{owner}/{repo}/git/tags/{tag_sha}", {
  path: inRepo({
    /** The full sha of the tag. */
    tag_sha: FullSha
  }),
  success: GitTag,
  errors: [NotFound, Conflict]
})

/**
 * Creates an annotated tag as an object of git. It shows as a tag once `Refs.create` has made `refs/tags/<tag>` point to
 * its sha. A tag without a message needs that ref only, to the commit itself.
 *
 * `tagger` defaults to the authenticated user, now. With a `date`, the same input always has the same sha. Fails with
 * `ValidationFailed` if the object does not exist, and with `Conflict` if the repository is empty.
 *
 * POST /repos/{owner}/{repo}/git/tags · needs write access
 */
export const createTag = Forge.operation("Git.createTag", "POST /repos/{owner}/{repo}/git/tags", {
  path: RepoPath,
  body: {
    /** Name of the tag, such as `v1.0.0`. */
    tag: Schema.NonEmptyString,
    /** Message of the tag. */
    message: Schema.String,
    /** The full sha of the object to tag. */
    object: FullSha,
    /** The kind of the object, usually `commit`. */
    type: Schema.Literals(["commit", "tree", "blob"]),
    /** Who creates the tag, and when. Default: the authenticated user, now. */
    tagger: Schema.optional(Person)
  },
  success: GitTag,
  errors: [NotFound, Conflict, ValidationFailed],
  foreseen: ({ object, type }) => ({ object: { sha: object, type } }),
  repeatable: true
})
