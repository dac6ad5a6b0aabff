/** A directory of entries with bounds: `effect/persistence` removes an expired file only when it is read. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Persistence from "effect/persistence/Persistence"
import type { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"

/** The file names of entries: an encoded store, the format, a digest. */
const entryName = /^.+%3A\d+-[0-9a-f]{32}$/

/** Removes what is older than `age`, in milliseconds, and the oldest entries while there are more than `bytes`. */
const sweep = Effect.fnUntraced(function* (directory: string, bytes: number, age: number) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const now = yield* Clock.currentTimeMillis
  const names = (yield* fs.readDirectory(directory)).filter((name) => entryName.test(name))
  const found = yield* Effect.forEach(
    names,
    (name) => {
      const file = path.join(directory, name)
      // Another process may have removed it.
      return Effect.option(Effect.map(fs.stat(file), ({ mtime, size }) => ({ file, size: Number(size), mtime })))
    },
    { concurrency: 16 }
  )
  const files = found
    .flatMap(Option.toArray)
    .map(({ mtime, ...file }) => ({ ...file, writtenAt: Option.isSome(mtime) ? mtime.value.getTime() : 0 }))
    .toSorted((one, other) => other.writtenAt - one.writtenAt)
  let total = 0
  const surplus = files.filter(({ size, writtenAt }) => (total += size) > bytes || writtenAt + age < now)
  yield* Effect.forEach(surplus, ({ file }) => Effect.ignore(fs.remove(file)), { concurrency: 16, discard: true })
})

export const layer = (
  directory: string,
  bytes: number,
  age: number
): Layer.Layer<Persistence.Persistence, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Layer.effectDiscard(
    Effect.ignore(sweep(directory, bytes, age)).pipe(Effect.repeat(Schedule.spaced("5 minutes")), Effect.forkScoped)
  ).pipe(Layer.provideMerge(Persistence.layerKvs), Layer.provide(KeyValueStore.layerFileSystem(directory)))
