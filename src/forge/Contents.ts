/** The files of a repository. They are read as of a commit, and changed by a new commit. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { Look } from "../rest/FoundBy.ts"
import type { Deprecated } from "../rest/Operation.ts"
import { Conflict, type IntegrityFailed, NotFound, type RequestError, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, inRepo, Name, RepoPath, Since } from "./internal/fields.ts"
import { blobSha, Bytes } from "./internal/inlineBytes.ts"
import { filesFrom } from "./internal/treeFiles.ts"
import { CommitObject } from "./schema/CommitObject.ts"
import { Content, File } from "./schema/Content.ts"
import { DirectoryEntry } from "./schema/DirectoryEntry.ts"
import { FileCommit } from "./schema/FileCommit.ts"
import type { FilesInput, FilesOptions, TreeFile } from "./TreeFiles.ts"

export type { FilesInput, FilesOptions, TreeFile, TreeFileInfo } from "./TreeFiles.ts"

const ContentPath = inRepo({
  /** Path from the root of the repository, without a leading or trailing slash. Empty for the root itself. */
  path: Schema.String
})

const FilePath = inRepo({
  /** Path of the file from the root of the repository, without a leading or trailing slash. */
  path: Schema.NonEmptyString
})

/** The version to read. */
const Version = {
  /** A branch, a tag or a commit. Default: the default branch. */
  ref: Name
}

/** Who made the commit of a file, and when. */
const Signature = Schema.optional(
  Schema.Struct({ name: Schema.NonEmptyString, email: Schema.NonEmptyString, date: Since })
)

/** The same, of which some may be left out. */
const PartOfSignature = Schema.optional(Schema.Struct({ name: Name, email: Name, date: Since }))

/** The fields of the commit that every change makes. */
const change = {
  /** Message of the commit. */
  message: Schema.NonEmptyString,
  /** The branch to commit to. Default: the default branch. */
  branch: Name
}

/**
 * Gets the content at a path: a `File` with its bytes and text, a `Directory` with its entries, a `Symlink` or a
 * `Submodule`. The empty path is the root. `ref` is a branch, a tag or a commit (default: the default branch).
 *
 * Files of 1 to 100 MB are returned without their bytes; use `download` for those. The service refuses larger files. A
 * directory lists its first 1,000 entries, where a submodule has the type `file`.
 *
 * GET /repos/{owner}/{repo}/contents/{path}
 */
export const get = Forge.operation("Contents.get", "GET /repos/{owner}/{repo}/contents/{path}", {
  path: ContentPath,
  manySegments: ["path"],
  query: Version,
  success: Content,
  errors: [NotFound]
})

/**
 * Gets the README that the service displays, whatever its file name. `ref` is as for `get`.
 *
 * GET /repos/{owner}/{repo}/readme
 */
export const getReadme = Forge.operation("Contents.getReadme", "GET /repos/{owner}/{repo}/readme", {
  path: RepoPath,
  query: Version,
  success: File,
  errors: [NotFound, ValidationFailed]
})

/**
 * Downloads the README as it is in the repository, as `download` does with any file. `downloadReadme.text` returns it as
 * a string. `ref` is as for `get`.
 *
 * GET /repos/{owner}/{repo}/readme, as raw bytes
 */
export const downloadReadme = Forge.download("Contents.downloadReadme", "GET /repos/{owner}/{repo}/readme", {
  path: RepoPath,
  query: Version,
  accept: "application/vnd.github.raw+json",
  refuses: "application/json",
  errors: [NotFound, ValidationFailed]
})

/**
 * Downloads the README as the HTML that the service displays. `getReadmeHtml.text` returns it as a string. `ref` is as
 * for `get`.
 *
 * GET /repos/{owner}/{repo}/readme, as HTML
 */
export const getReadmeHtml = Forge.download("Contents.getReadmeHtml", "GET /repos/{owner}/{repo}/readme", {
  path: RepoPath,
  query: Version,
  accept: "application/vnd.github.html+json",
  refuses: "application/json",
  errors: [NotFound, ValidationFailed]
})

/**
 * Downloads a file of up to 100 MB as a Stream of bytes. `download.bytes` returns them in one piece. `ref` is as for
 * `get`.
 *
 * Fails with `DecodeFailed` if the path is not a file.
 *
 * GET /repos/{owner}/{repo}/contents/{path}, as raw bytes
 */
export const download = Forge.download("Contents.download", "GET /repos/{owner}/{repo}/contents/{path}", {
  path: FilePath,
  manySegments: ["path"],
  query: Version,
  accept: "application/vnd.github.raw+json",
  // The service lists a directory, whatever the requested media type.
  refuses: "application/json",
  errors: [NotFound]
})

/**
 * Downloads a file of up to 1 MB as the HTML that the service displays: Markdown and other markup are rendered.
 * `getHtml.text` returns it as a string. `ref` is as for `get`.
 *
 * Fails with `DecodeFailed` if the path is not a file.
 *
 * GET /repos/{owner}/{repo}/contents/{path}, as HTML
 */
export const getHtml = Forge.download("Contents.getHtml", "GET /repos/{owner}/{repo}/contents/{path}", {
  path: FilePath,
  manySegments: ["path"],
  query: Version,
  accept: "application/vnd.github.html+json",
  refuses: "application/json",
  errors: [NotFound]
})

const ArchivePath = inRepo({
  /** A branch, a tag or a commit; `HEAD` is the default branch. */
  ref: Schema.NonEmptyString
})

/**
 * Downloads the files of a commit as a gzipped tar archive, as a Stream of bytes. They are in one directory, named after the
 * repository and the commit. `ref` is a branch, a tag or a commit; `HEAD` is the default branch.
 *
 * The archive is what `git archive` makes: `.gitattributes` can leave files out and change others. `listFiles` has all files
 * as they were committed. The service redirects to another host, where the token does not go. Fails with `NotFound` if the
 * repository is empty.
 *
 * GET /repos/{owner}/{repo}/tarball/{ref}
 */
export const downloadTarball = Forge.download("Contents.downloadTarball", "GET /repos/{owner}/{repo}/tarball/{ref}", {
  path: ArchivePath,
  accept: "application/vnd.github+json",
  refuses: "application/json",
  errors: [NotFound]
})

/**
 * Downloads the files of a commit as a zip archive, as a Stream of bytes. Otherwise it is like `downloadTarball`.
 *
 * GET /repos/{owner}/{repo}/zipball/{ref}
 */
export const downloadZipball = Forge.download("Contents.downloadZipball", "GET /repos/{owner}/{repo}/zipball/{ref}", {
  path: ArchivePath,
  accept: "application/vnd.github+json",
  refuses: "application/json",
  errors: [NotFound]
})

/**
 * Lists all files of a commit with their bytes: files, executable ones, symbolic links and submodules.
 *
 * `path` limits them to a file or a directory, and `filter` of the options to those that it chooses by path, mode and size.
 * Submodules come first, and the others mostly in git's order. One file at a time is in memory, and the list of all files.
 * Each is as it was committed: its `sha` has been checked.
 *
 * The list comes from the tree, part by part if it is very large. Up to 10 files are read one by one, and more from an
 * archive: one request for all of them. What `.gitattributes` leaves out of archives or changes there is read one by one.
 * Fails with `Conflict` if the repository is empty, and with `NotFound` if there is no such `ref`.
 *
 * GET /repos/{owner}/{repo}/commits, …/git/trees/{tree_sha}, and …/tarball/{ref} or …/git/blobs/{file_sha}
 */
export const listFiles: (
  input: FilesInput,
  options?: FilesOptions
) => Stream.Stream<TreeFile, NotFound | Conflict | ValidationFailed | IntegrityFailed | RequestError, Forge.Forge> =
  filesFrom(downloadTarball)

interface FileInput {
  readonly owner: string
  readonly repo: string
  readonly path: string
  readonly branch?: string | undefined
}

const findFile = (input: FileInput, look: Look) =>
  look.get("/repos/{owner}/{repo}/contents/{path}", DirectoryEntry, {
    input,
    query: { ref: input.branch },
    manySegments: ["path"]
  })

const LastCommit = Schema.Struct({ sha: Schema.String })

/** The last change of a file, as the response to that change has it. */
const lastChange = (input: FileInput, content: DirectoryEntry | null, look: Look) =>
  Effect.gen(function* () {
    const last = yield* look.first("/repos/{owner}/{repo}/commits", LastCommit, () => true, {
      input,
      query: { path: input.path, sha: input.branch }
    })
    if (Option.isNone(last)) return Option.none()
    const found = yield* look.get("/repos/{owner}/{repo}/git/commits/{commit_sha}", CommitObject, {
      input: { ...input, commit_sha: last.value.sha }
    })
    return Option.map(found, (commit) => ({ content, commit }))
  })

/**
 * Writes a file in a new commit. `content` is bytes, or text, which is encoded as UTF-8.
 *
 * Without `sha`, it creates the file, and fails with `ValidationFailed` if the file exists. With the `sha` of the file
 * as it was read, it replaces the file; if the file has changed since, it fails with `Conflict` and writes nothing.
 * `branch` defaults to the default branch. `committer` defaults to the authenticated user, and `author` to the
 * committer.
 *
 * Write to one branch sequentially: concurrent changes fail with `Conflict`.
 *
 * PUT /repos/{owner}/{repo}/contents/{path} · needs write access · not retried when the service may have acted
 */
export const put = Forge.operation("Contents.put", "PUT /repos/{owner}/{repo}/contents/{path}", {
  path: FilePath,
  manySegments: ["path"],
  body: both(change, {
    /** The new content: bytes, or text, which is encoded as UTF-8. */
    content: Bytes,
    /** The `sha` of the file as it was read. Required to replace a file; left out to create one. */
    sha: Schema.optional(Schema.NonEmptyString),
    /** Author of the commit. Default: the committer. */
    author: Signature,
    /** Committer of the commit. Default: the authenticated user. */
    committer: Signature
  }),
  success: FileCommit,
  errors: [NotFound, ValidationFailed, Conflict],
  foundBy: {
    by: "content",
    find: (input, look) =>
      Effect.gen(function* () {
        const file = yield* findFile(input, look)
        if (Option.isNone(file) || file.value.sha !== (yield* blobSha(input.content))) return Option.none()
        return yield* lastChange(input, file.value, look)
      })
  }
})

/**
 * Deletes a file in a new commit. `sha` is that of the file as it was read. If the file has changed since, it fails
 * with `Conflict` and deletes nothing. The other fields are as for `put`.
 *
 * DELETE /repos/{owner}/{repo}/contents/{path}, with a JSON body · needs write access · not retried when the service
 * may have acted
 */
const delete_ = Forge.operation("Contents.delete", "DELETE /repos/{owner}/{repo}/contents/{path}", {
  path: FilePath,
  manySegments: ["path"],
  body: both(change, {
    /** The `sha` of the file as it was read. */
    sha: Schema.NonEmptyString,
    /** Author of the commit. Default: the committer. */
    author: PartOfSignature,
    /** Committer of the commit. Default: the authenticated user. */
    committer: PartOfSignature
  }),
  success: FileCommit,
  errors: [NotFound, ValidationFailed, Conflict],
  foundBy: {
    by: "absence",
    find: (input, look) =>
      Effect.flatMap(findFile(input, look), (file) =>
        Option.isSome(file) ? Effect.succeedNone : lastChange(input, null, look)
      )
  }
})

export { delete_ as delete }

/**
 * The earlier name of `delete`.
 *
 * @deprecated Use `delete`.
 */
export const remove: Deprecated<typeof delete_> = delete_
