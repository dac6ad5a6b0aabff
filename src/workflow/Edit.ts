/**
 * Edits a file of a repository.
 *
 * ```ts
 * Edit.file({ owner, repo, path: "VERSION", message: "Raise the version" }, ({ text }) => nextOf(text))
 * ```
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Contents from "../forge/Contents.ts"
import type { Forge } from "../forge/Forge.ts"
import { blobSha } from "../forge/internal/inlineBytes.ts"
import type { FileCommit } from "../forge/schema/FileCommit.ts"
import { Conflict, IntegrityFailed, InvalidInput, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { failureOf } from "./internal/failures.ts"
import { observed } from "./internal/observed.ts"

/** The file to edit. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Path of the file from the root of the repository. */
  readonly path: string
  /** The branch to commit to. Default: the default branch. */
  readonly branch?: string | undefined
  /** Message of the commit. */
  readonly message: string
}

/** The file as it is. */
export interface Current {
  /** The bytes; null if there is no such file. */
  readonly bytes: Uint8Array | null
  /** The bytes as text; null if there is no such file, or if they are not UTF-8. */
  readonly text: string | null
}

/** The new content: bytes, or text, which is encoded as UTF-8. With null, the file stays as it is. */
export type Content = Uint8Array | string | null

/** Options of an edit. */
export interface Options<out R = never> {
  /** How often to try again after a conflict. Default: 9 times, with growing delays from 100 milliseconds on. */
  readonly schedule?: Schedule.Schedule<unknown, Conflict | ValidationFailed, never, R> | undefined
}

/** What an edit can fail with, besides the failures of its function. */
export const Failure = failureOf([NotFound, ValidationFailed, Conflict, IntegrityFailed])
export type Failure = typeof Failure.Type

const usualSchedule = Schedule.exponential("100 millis").pipe(Schedule.jittered, Schedule.upTo({ times: 9 }))

/**
 * Reads a file, passes it to `f`, and writes what `f` returns in a new commit. If the file has changed in the meantime,
 * reads it and calls `f` again. A file that does not exist is created.
 *
 * Returns the commit. If `f` returns null or the present content of the file, nothing is written, and it returns null.
 * If it fails or is interrupted, the file is as it was, or as edited. The file keeps its mode. A directory, a submodule
 * and a symbolic link fail with `InvalidInput`.
 *
 * **Gotchas**
 *
 * `f` runs again after each conflict. If a response is lost and somebody else changes the file before it is read again,
 * `f` gets a file that it has edited already.
 */
export const file: <E = never, R = never, R2 = never>(
  input: Input,
  f: (current: Current) => Content | Effect.Effect<Content, E, R>,
  options?: Options<R2>
) => Effect.Effect<FileCommit | null, E | Failure, Forge | R | R2> = Effect.fn("Edit.file")(function* <
  E = never,
  R = never,
  R2 = never
>(
  input: Input,
  f: (current: Current) => Content | Effect.Effect<Content, E, R>,
  { schedule = usualSchedule }: Options<R2> = {}
): Effect.fn.Return<FileCommit | null, E | Failure, Forge | R | R2> {
  const step = yield* Schedule.toStep(schedule)
  let seen = yield* read(input)
  while (true) {
    const result = f({ bytes: seen.bytes, text: seen.text })
    const content: Content = Effect.isEffect(result) ? yield* result : result
    if (content === null || isSame(seen, content)) return null
    const written = yield* Effect.result(write(input, seen, content))
    if (Result.isSuccess(written)) return written.success
    const { failure } = written
    const isNew = seen.sha === undefined
    if (!(failure instanceof Conflict || (isNew && failure instanceof ValidationFailed))) return yield* failure
    const now = yield* Clock.currentTimeMillis
    const delay = yield* step(now, failure).pipe(
      Effect.map(([, delay]) => delay),
      Pull.catchDone(() => Effect.undefined)
    )
    if (delay === undefined) return yield* failure
    yield* Effect.sleep(delay)
    seen = yield* read(input)
    // Refused for another reason than that somebody else has created it.
    if (isNew && seen.sha === undefined && failure instanceof ValidationFailed) return yield* failure
  }
}, observed)

interface Seen extends Current {
  readonly sha: string | undefined
}

const read = Effect.fnUntraced(function* ({
  branch,
  owner,
  path,
  repo
}: Input): Effect.fn.Return<Seen, Failure, Forge> {
  const place = { owner, repo, path, ref: branch }
  const content = yield* Contents.get(place).pipe(Effect.catchTag("NotFound", () => Effect.succeed(null)))
  if (content === null) return { bytes: null, text: null, sha: undefined }
  if (content._tag !== "File") return yield* refused(`is a ${content._tag.toLowerCase()}, not a file`)
  // The service does not inline large files.
  const bytes = content.bytes ?? (yield* Contents.download.bytes(place))
  // The service answers for a symbolic link with the content of its target. A write would replace the link itself.
  const isOwn = content.sha === (yield* blobSha(bytes)) || (yield* isFile(place))
  if (!isOwn) return yield* refused("is a symlink, not a file")
  return { bytes, text: content.bytes === null ? textOf(bytes) : content.text, sha: content.sha }
})

const refused = (reason: string): Effect.Effect<never, InvalidInput> =>
  Effect.fail(new InvalidInput({ operation: "Edit.file", message: `path ${reason}`, path: "path", reason }))

/** Whether the directory of a path says that it is a file. */
const isFile = (place: { readonly owner: string; readonly repo: string; readonly path: string }) =>
  Effect.map(
    Contents.get({ ...place, path: place.path.slice(0, Math.max(0, place.path.lastIndexOf("/"))) }),
    (content) =>
      content._tag === "Directory" && content.entries.some(({ path, type }) => path === place.path && type === "file")
  )

const write = ({ branch, message, owner, path, repo }: Input, { sha }: Seen, content: Uint8Array | string) =>
  // The write is found by its content, whatever its key.
  Write.once(Contents.put, { owner, repo, path, branch, message, content, sha }, { key: `edit/${sha ?? path}` })

const isSame = ({ bytes, text }: Seen, content: Uint8Array | string): boolean =>
  typeof content === "string"
    ? content === text
    : bytes?.length === content.length && bytes.every((byte, index) => byte === content[index])

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
