/** The files of a repository: read as they are at a commit, changed by making a commit. */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Name, RepoPath, Since } from "./internal/fields.ts"
import { Content, File } from "./schema/Content.ts"
import { FileCommit } from "./schema/FileCommit.ts"

/** From the root of the repository, without a slash before or behind. */
const ContentPath = /* @__PURE__ */ inRepo({ path: Schema.String })

const FilePath = /* @__PURE__ */ inRepo({ path: Schema.NonEmptyString })

/** The content of a file: bytes, or text that becomes UTF-8. On the wire it is Base64. */
const Bytes = /* @__PURE__ */ Schema.String.pipe(
  /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.Union([Schema.Uint8Array, Schema.String]), {
    decode: /* @__PURE__ */ SchemaGetter.decodeBase64(),
    encode: /* @__PURE__ */ SchemaGetter.encodeBase64()
  })
)

const Identity = { name: Schema.NonEmptyString, email: Schema.NonEmptyString }

/** What every change says of its commit. */
const change = {
  message: Schema.NonEmptyString,
  branch: Name
}

/**
 * Gets what is at a path: a `File` with its bytes and text, a `Directory` with its entries, a `Symlink` or a
 * `Submodule`. The empty path is the root. `ref`: a branch, a tag or a commit (default: the default branch).
 *
 * Files of 1 to 100 MB come without their bytes, which `download` gets; larger ones are refused. A directory lists its
 * first 1,000 entries; in it a submodule reads `file`.
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
 * Gets the README that the service would show, whatever its name. `ref`: as of `get`.
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
 * Downloads a file of up to 100 MB: a Stream of its bytes; `download.bytes` gives them in one piece. `ref`: as of `get`.
 *
 * What is no file fails with `DecodeFailed`.
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
    // A directory is listed, whatever one asks for.
    refuses: "application/json",
    errors: [NotFound]
  }
)

/**
 * Writes a file, and makes a commit of it. `content` is bytes, or text that becomes UTF-8.
 *
 * Without `sha` it creates the file: one that exists is `ValidationFailed`. With the `sha` of the file as it was read it
 * replaces it: if it has changed since, that is a `Conflict`, and nothing is written. `branch` defaults to the default
 * branch; author and committer to whoever asks, or the author to the given committer.
 *
 * Changes of one branch go one after another: side by side they fail with `Conflict`.
 *
 * PUT /repos/{owner}/{repo}/contents/{path} · needs write access · never repeated when it is uncertain whether the
 * service acted
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
 * Deletes a file, and makes a commit of it. `sha` is that of the file as it was read: if it has changed since, that is a
 * `Conflict`, and nothing is deleted. The others as of `put`.
 *
 * DELETE /repos/{owner}/{repo}/contents/{path}, with a JSON body · needs write access · never repeated when it is
 * uncertain whether the service acted
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
