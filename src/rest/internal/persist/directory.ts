/**
 * A directory of texts that only their owner can read. Effect's own, `KeyValueStore.layerFileSystem`, leaves the rights to
 * the umask, overwrites in place, and follows symbolic links.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import type { PlatformError } from "effect/PlatformError"

/** The rights of files and directories, of which the umask can take away. */
const ownFile = 0o600
const ownDirectory = 0o700

/** The rights that others have. */
const ofOthers = 0o077

/** Creates a directory. One that exists, or that a symbolic link leads to, keeps its rights: others may use it, too. */
const create = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const options = { mode: ownDirectory, recursive: true }
  yield* fs.makeDirectory(path.dirname(directory), options)
  yield* fs.makeDirectory(directory, { mode: ownDirectory }).pipe(
    Effect.andThen(fs.chmod(directory, ownDirectory)),
    // Fails if what exists is not a directory.
    Effect.catchIf(
      ({ reason }) => reason._tag === "AlreadyExists",
      () => fs.makeDirectory(directory, options)
    )
  )
})

/** Reads a file. What is none, such as a symbolic link, is as good as nothing. */
const read = Effect.fnUntraced(
  function* (file: string) {
    const fs = yield* FileSystem.FileSystem
    // To open a pipe could take for ever.
    if ((yield* fs.lstat(file)).type !== "File") return undefined
    const opened = yield* fs.open(file, { noFollow: true }).pipe(
      // Windows cannot tell, and lets few programs create links.
      Effect.catchIf(
        ({ reason }) => reason._tag === "BadArgument",
        () => fs.open(file)
      )
    )
    const { size, type } = yield* opened.stat
    if (type !== "File") return undefined
    const bytes = yield* opened.readAlloc(Number(size))
    return new TextDecoder().decode(Option.getOrUndefined(bytes))
  },
  flow(
    Effect.scoped,
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.undefined
    )
  )
)

/** Writes a new file, and puts it in the place of what has the name: a reader gets the old text or the new one. */
const write = Effect.fnUntraced(
  function* (file: string, text: string) {
    const fs = yield* FileSystem.FileSystem
    const temporary = `${file}.${globalThis.crypto.randomUUID()}.tmp`
    const fill = Effect.scoped(
      Effect.gen(function* () {
        // Fails if the name is taken, by a link as well.
        const opened = yield* fs.open(temporary, { flag: "wx", mode: ownFile })
        yield* opened.writeAll(new TextEncoder().encode(text))
        const { mode } = yield* opened.stat
        // The umask took away what the owner needs. Only then: it is done by name.
        if ((mode & ownFile) !== ownFile) yield* fs.chmod(temporary, ownFile)
      })
    )
    yield* Effect.andThen(fill, fs.rename(temporary, file)).pipe(
      Effect.onError(() => Effect.ignore(fs.remove(temporary, { force: true })))
    )
  },
  // Nothing waits for it when it is interrupted, and half of it would be a file more.
  Effect.uninterruptible
)

/** Takes from others the rights that an earlier version has left them. A file with a second name is not one of ours. */
export const restrict = Effect.fnUntraced(function* (file: string, { mode, nlink, type }: FileSystem.File.Info) {
  const fs = yield* FileSystem.FileSystem
  const isOurs = type === "File" && !Option.exists(nlink, (names) => names > 1n)
  if (isOurs && (mode & ofOthers) > 0) yield* Effect.ignore(fs.chmod(file, ownFile))
})

/** The names of its files are the keys, encoded. */
export const layer = (
  directory: string
): Layer.Layer<KeyValueStore.KeyValueStore, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Layer.effect(
    KeyValueStore.KeyValueStore,
    Effect.gen(function* () {
      const path = yield* Path.Path
      const services = yield* Effect.context<FileSystem.FileSystem>()
      yield* create(directory)
      const built = yield* Layer.build(KeyValueStore.layerFileSystem(directory))
      const { clear, keys, remove, size } = Context.get(built, KeyValueStore.KeyValueStore)
      const inFile = <A>(
        method: "get" | "set",
        key: string,
        use: (file: string) => Effect.Effect<A, PlatformError, FileSystem.FileSystem>
      ) =>
        use(path.join(directory, encodeURIComponent(key))).pipe(
          Effect.provideContext(services),
          Effect.mapError(
            (cause) => new KeyValueStore.KeyValueStoreError({ message: "The directory failed", method, key, cause })
          )
        )
      return KeyValueStore.makeStringOnly({
        get: (key) => inFile("get", key, read),
        set: (key, text) => inFile("set", key, (file) => write(file, text)),
        remove,
        clear,
        size,
        keys
      })
    })
  )
