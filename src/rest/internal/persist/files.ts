/** A directory of entries with bounds: `effect/persistence` removes an expired file only when it is read. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Persistence from "effect/persistence/Persistence"
import type { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import * as Directory from "./directory.ts"

/** The file names of entries: an encoded store, the format, a digest; and what follows while one is being written. */
const entryName = /^.+%3A\d+-[0-9a-f]{32}(\.[0-9a-f-]{36}\.tmp)?$/

/**
 * How old a file becomes that was not completed, in milliseconds: the process that wrote it has died, or has given up.
 * Twice as long as a write may take.
 */
const unfinishedAge = 10_000

/** Removes what is older than `age`, in milliseconds, and the oldest entries while there are more than `bytes`. */
const sweep = Effect.fnUntraced(function* (directory: string, bytes: number, age: number) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const now = yield* Clock.currentTimeMillis
  const named = (yield* fs.readDirectory(directory)).flatMap((name) => {
    const match = entryName.exec(name)
    return match === null ? [] : [{ file: path.join(directory, name), isFinished: match[1] === undefined }]
  })
  const found = yield* Effect.forEach(
    named,
    ({ file, isFinished }) =>
      fs.lstat(file).pipe(
        Effect.tap((info) => Directory.restrict(file, info)),
        Effect.map(({ mtime, size }) => ({
          file,
          isFinished,
          size: Number(size),
          writtenAt: Option.isSome(mtime) ? mtime.value.getTime() : 0
        })),
        // Another process may have removed it.
        Effect.option
      ),
    { concurrency: 16 }
  )
  const files = found.flatMap(Option.toArray).toSorted((one, other) => other.writtenAt - one.writtenAt)
  let total = 0
  const surplus = files.filter(({ isFinished, size, writtenAt }) =>
    isFinished ? (total += size) > bytes || writtenAt + age < now : writtenAt + unfinishedAge < now
  )
  yield* Effect.forEach(surplus, ({ file }) => Effect.ignore(fs.remove(file)), { concurrency: 16, discard: true })
})

export const layer = (
  directory: string,
  bytes: number,
  age: number
): Layer.Layer<Persistence.Persistence, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Layer.effectDiscard(
    Effect.ignore(sweep(directory, bytes, age)).pipe(Effect.repeat(Schedule.spaced("5 minutes")), Effect.forkScoped)
  ).pipe(Layer.provideMerge(Persistence.layerKvs), Layer.provide(Directory.layer(directory)))
