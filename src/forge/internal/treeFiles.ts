/** Reads all files of a tree: what there is from the tree, and the bytes from one archive. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ParsedTarEntry } from "modern-tar"
import type { Download } from "../../rest/Download.ts"
import * as CallSite from "../../rest/CallSite.ts"
import { fieldsEncoder } from "../../rest/Input.ts"
import {
  type Conflict,
  type IntegrityFailed,
  type NotFound,
  type RequestError,
  ResponseTooLarge,
  type ValidationFailed,
  withoutResponse
} from "../../rest/RestError.ts"
import * as Commits from "../Commits.ts"
import type { Forge } from "../Forge.ts"
import * as Git from "../Git.ts"
import type { FilesInput, FilesOptions, TreeFile, TreeFileInfo } from "../TreeFiles.ts"
import { both, Name, RepoPath } from "./fields.ts"
import { gitSha } from "./inlineBytes.ts"

type Failure = NotFound | Conflict | ValidationFailed | IntegrityFailed | RequestError

type Files = Stream.Stream<TreeFile, Failure, Forge>

type Tarball = Download<Repo & { readonly ref: string }, NotFound | IntegrityFailed | RequestError, Forge>

type Repo = Pick<FilesInput, "owner" | "repo">

/** So few blobs are read one by one: an archive has all files of the repository. */
const few = 10

const operation = "Contents.listFiles"

const check = fieldsEncoder(operation, both(RepoPath, { ref: Name, path: Name }), [])

const [list, treeOf, blobOf] = [
  CallSite.without(Commits.list.page),
  CallSite.without(Git.getTree),
  CallSite.without(Git.getBlob)
]

/** Makes `Contents.listFiles` of the download of archives. */
export const filesFrom = (tarball: Tarball) =>
  CallSite.stream((input: FilesInput, { filter = () => true }: FilesOptions = {}): Files =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* Effect.fromResult(check(input))
        const { owner, repo } = input
        const path = input.path?.endsWith("/") === true ? input.path.slice(0, -1) : input.path
        // The tree and the archive are those of one commit, whatever is pushed meanwhile.
        const { items } = yield* list({ owner, repo, sha: input.ref, per_page: 1 })
        const [commit] = items
        if (commit === undefined) return Stream.empty
        const all = yield* Stream.runCollect(entriesOf({ owner, repo }, commit.commit.tree.sha, path))
        const wanted = all.filter(filter)
        const modules = wanted.filter(({ mode }) => mode === "160000")
        const blobs = new Map(wanted.flatMap((file) => (file.mode === "160000" ? [] : [[file.path, file] as const])))
        return Stream.fromIterable(modules.map((file) => ({ ...file, bytes: new Uint8Array() }))).pipe(
          Stream.concat(
            blobs.size > few
              ? archived(CallSite.without(tarball)({ owner, repo, ref: commit.sha }), blobs)
              : Stream.empty
          ),
          // What an archive lacks or has otherwise: `.gitattributes` can say so. Suspended, as the archive takes its own.
          Stream.concat(Stream.suspend(() => single({ owner, repo }, blobs.values())))
        )
      })
    )
  )

/** Lists the entries of a tree that are not directories. The service cuts off the list of a very large tree, but not its parts. */
const entriesOf = (
  repo: Repo,
  tree_sha: string,
  path: string | undefined,
  prefix = ""
): Stream.Stream<TreeFileInfo, Failure, Forge> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const whole = yield* treeOf({ ...repo, tree_sha, recursive: true })
      const { tree, truncated } = whole.truncated ? yield* treeOf({ ...repo, tree_sha }) : whole
      if (truncated) return yield* Effect.fail(tooMany(`${prefix}: the service lists only some of its entries`))
      return Stream.fromIterable(tree).pipe(
        Stream.flatMap((entry): Stream.Stream<TreeFileInfo, Failure, Forge> => {
          const at = `${prefix}${entry.path}`
          const isBelow = path === undefined || at === path || at.startsWith(`${path}/`)
          if (entry.type !== "tree") {
            const { mode, sha, size } = entry
            return isBelow ? Stream.succeed({ path: at, mode, sha, size: size ?? 0 }) : Stream.empty
          }
          const isInside = isBelow || path.startsWith(`${at}/`)
          return whole.truncated && isInside ? entriesOf(repo, entry.sha, path, `${at}/`) : Stream.empty
        })
      )
    })
  )

const tooMany = (message: string): ResponseTooLarge => {
  const { template } = Git.getTree.declaration
  const info = { operation, method: "GET", url: template.slice("GET ".length) }
  return new ResponseTooLarge({ ...withoutResponse(info, message), limit: 7_000_000 })
}

const single = (repo: Repo, files: Iterable<TreeFileInfo>): Files =>
  Stream.fromIterable(files).pipe(
    Stream.mapEffect(
      (file) => Effect.map(blobOf({ ...repo, file_sha: file.sha }), ({ bytes }) => ({ ...file, bytes })),
      { concurrency: 4 }
    )
  )

/**
 * The files of an archive that are as they were committed. They are taken out of `wanted`. An archive that is damaged, that
 * breaks off, or that a browser may not read, is one that lacks files.
 */
const archived = (archive: ReturnType<Tarball>, wanted: Map<string, TreeFileInfo>): Files =>
  Stream.unwrap(
    Effect.gen(function* () {
      const context = yield* Effect.context<Forge>()
      // Few programs need it, so it is loaded when one does.
      const { createTarDecoder } = yield* Effect.promise(() => import("modern-tar"))
      return Stream.fromReadableStream({
        evaluate: () =>
          Stream.toReadableStreamWith(archive, context).pipeThrough(gunzip()).pipeThrough(createTarDecoder()),
        onError: (error) => error
      })
    })
  ).pipe(
    Stream.mapEffect((entry) => Effect.tryPromise(() => fileIn(entry, wanted))),
    Stream.filter((file) => file !== undefined),
    Stream.catch(() => Stream.empty)
  )

/** The cast is safe: the pieces of a response are in memory of their own. */
const gunzip = () => new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>

/** Reads a file of an archive, if it is a wanted one as it was committed. */
const fileIn = async (
  { body, header }: ParsedTarEntry,
  wanted: Map<string, TreeFileInfo>
): Promise<TreeFile | undefined> => {
  // All files are in one directory, named after the repository and the commit.
  const path = header.name.slice(header.name.indexOf("/") + 1)
  const file = wanted.get(path)
  const link = header.linkname ?? ""
  if (file === undefined || (link === "" && header.size !== file.size)) {
    await body.cancel()
    return undefined
  }
  const read = new Uint8Array(await new Response(body).arrayBuffer())
  const bytes = link === "" ? read : new TextEncoder().encode(link)
  if ((await gitSha(bytes, file.sha.length)) !== file.sha) return undefined
  wanted.delete(path)
  return { ...file, bytes }
}
