/** The files of a repository. They are read as of a commit, and changed by a new commit. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Name, RepoPath, Since } from "./internal/fields.ts"
import { Content, File } from "./schema/Content.ts"
import { FileCommit } from "./schema/FileCommit.ts"

/** Relative to the root of the repository, without a leading or trailing slash. */
const ContentPath = /* @__PURE__ */ inRepo({ path: Schema.String })

const FilePath = /* @__PURE__ */ inRepo({ path: Schema.NonEmptyString })

/** The content of a file: bytes, or text, which is encoded as UTF-8. On the wire it is Base64. */
const Bytes = /* @__PURE__ */ Schema.String.pipe(
  /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.Union([Schema.Uint8Array, Schema.String]), {
    decode: /* @__PURE__ */ SchemaGetter.decodeBase64(),
    encode: /* @__PURE__ */ SchemaGetter.encodeBase64()
  })
)

const Identity = { name: Schema.NonEmptyString, email: Schema.NonEmptyString }

/** The fields of the commit that every change makes. */
const change = {
  message: Schema.NonEmptyString,
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
export const get = /* @__PURE__ */ Forge.operation("Contents.get", "GET /repos/{owner}/{repo}/contents/{path}", {
  path: ContentPath,
  manySegments: ["path"],
  query: { ref: Name },
  success: Content,
  errors: [NotFound]
})

/**
 * Gets the README that the service displays, whatever its file name. `ref` is as for `get`.
 *
 * GET /repos/{owner}/{repo}/readme
 */
export const getReadme = /* @__PURE__ */ Forge.operation("Contents.getReadme", "GET /repos/{owner}/{repo}/readme", {
  path: RepoPath,
  query: { ref: Name },
  success: File,
  errors: [NotFound]
})

/**
 * Downloads a file of up to 100 MB as a Stream of bytes. `download.bytes` returns them in one piece. `ref` is as for
 * `get`.
 *
 * Fails with `DecodeFailed` if the path is not a file.
 *
 * GET /repos/{owner}/{repo}/contents/{path}, as raw bytes
 */
export const download = /* @__PURE__ */ Forge.download(
  "Contents.download",
  "GET /repos/{owner}/{repo}/contents/{path}",
  {
    path: FilePath,
    manySegments: ["path"],
    query: { ref: Name },
    accept: "application/vnd.github.raw+json",
    // The service lists a directory, whatever the requested media type.
    refuses: "application/json",
    errors: [NotFound]
  }
)

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
export const put = /* @__PURE__ */ Forge.operation("Contents.put", "PUT /repos/{owner}/{repo}/contents/{path}", {
  path: FilePath,
  manySegments: ["path"],
  body: {
    ...change,
    content: Bytes,
    sha: Schema.optional(Schema.NonEmptyString),
    author: Schema.optional(Schema.Struct({ ...Identity, date: Since })),
    committer: Schema.optional(Schema.Struct({ ...Identity, date: Since }))
  },
  success: FileCommit,
  errors: [NotFound, ValidationFailed, Conflict]
})

/**
 * Deletes a file in a new commit. `sha` is that of the file as it was read. If the file has changed since, it fails
 * with `Conflict` and deletes nothing. The other fields are as for `put`.
 *
 * DELETE /repos/{owner}/{repo}/contents/{path}, with a JSON body · needs write access · not retried when the service
 * may have acted
 */
export const remove = /* @__PURE__ */ Forge.operation(
  "Contents.remove",
  "DELETE /repos/{owner}/{repo}/contents/{path}",
  {
    path: FilePath,
    manySegments: ["path"],
    body: {
      ...change,
      sha: Schema.NonEmptyString,
      author: Schema.optional(Schema.Struct(Identity)),
      committer: Schema.optional(Schema.Struct(Identity))
    },
    success: FileCommit,
    errors: [NotFound, ValidationFailed, Conflict]
  }
)
