/**
 * A directory that keeps the lines of an inbox over crashes: a line is on the disk before it is confirmed.
 *
 * A file belongs to one process, by its name. A process that starts renames the files that it finds, so that the former
 * owner confirms nothing any more: what was confirmed before is read, what comes later is refused.
 *
 * Files are read by their numbers. One that has grown is rewritten in the background, while lines go to a file that is
 * read after it.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Latch from "effect/Latch"
import * as Path from "effect/Path"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Scope from "effect/Scope"
import type { Line, Open } from "./kept.ts"

/** The number of a file, and its owner. */
const fileName = /^(\d+)-([0-9a-f-]{36})\.jsonl$/

/** A file that is being rewritten. */
const partName = /^\d+-[0-9a-f-]{36}\.part$/

/** How much longer than what was to be kept a file may become, in characters, before it is rewritten. */
const slack = 16 * 1024 * 1024

const encoder = new TextEncoder()

type Failure = PersistedQueue.PersistedQueueError

const failed = (cause: unknown): Failure =>
  new PersistedQueue.PersistedQueueError({ message: "The journal of the inbox cannot be written", cause })

const lost = new PersistedQueue.PersistedQueueError({ message: "Another process has taken over the inbox" })

export const open = Effect.fnUntraced(function* (
  directory: string,
  read: Parameters<Open<never, never>>[0],
  lines: Parameters<Open<never, never>>[1]
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const owner = globalThis.crypto.randomUUID()
  const fileOf = (number: number) => path.join(directory, `${number}-${owner}.jsonl`)
  yield* fs.makeDirectory(directory, { recursive: true, mode: 0o700 })

  // A name is on the disk once its directory is. Windows cannot do that, and need not.
  const syncNames = Effect.scoped(Effect.flatMap(fs.open(directory), ({ sync }) => sync)).pipe(Effect.ignore)

  /** Writes all that is to be kept to a new file. */
  const rewrite = Effect.fnUntraced(function* (number: number) {
    const part = path.join(directory, `${number}-${owner}.part`)
    let size = 0
    yield* Effect.scoped(
      Effect.gen(function* () {
        const file = yield* fs.open(part, { flag: "w", mode: 0o600 })
        let batch = ""
        for (const line of lines()) {
          batch += `\n${line}`
          if (batch.length < 1024 * 1024) continue
          size += batch.length
          yield* file.writeAll(encoder.encode(batch))
          batch = ""
        }
        size += batch.length
        yield* file.writeAll(encoder.encode(batch))
        yield* file.sync
      })
    )
    yield* fs.rename(part, fileOf(number))
    yield* syncNames
    return size
  })

  let damaged = 0
  const load = Effect.fnUntraced(function* (file: string) {
    const texts = (yield* fs.readFileString(file)).split("\n")
    for (const [at, text] of texts.entries()) {
      if (text === "") continue
      try {
        read(JSON.parse(text) as Line)
      } catch {
        // The last line is cut off if the process was killed: nobody was told that it is safe.
        if (at < texts.length - 1) damaged++
      }
    }
  })

  const found: Array<number> = []
  for (;;) {
    // The former owner may go on in another file until it sees that its current one is taken.
    const others = (yield* fs.readDirectory(directory))
      .flatMap((name) => {
        const match = fileName.exec(name)
        return match === null || match[2] === owner ? [] : [{ name, number: Number(match[1]) }]
      })
      .toSorted((one, other) => one.number - other.number)
    if (others.length === 0) break
    for (const { name, number } of others) {
      yield* fs.rename(path.join(directory, name), fileOf(number))
      found.push(number)
      yield* load(fileOf(number))
    }
  }
  if (damaged > 0) yield* Effect.logError(`${damaged} lines of the inbox in ${directory} cannot be read`)

  let number = Math.max(0, ...found) + 1
  let kept = yield* rewrite(number)
  for (const one of found) yield* fs.remove(fileOf(one), { force: true })
  // What was never finished.
  for (const name of yield* fs.readDirectory(directory)) {
    if (partName.test(name)) yield* fs.remove(path.join(directory, name), { force: true })
  }
  let isLost = false

  /** The file that is written, and what closes it. */
  const append = Effect.fnUntraced(function* (to: number) {
    const own = yield* Scope.make()
    const file = yield* fs.open(fileOf(to), { flag: "a", mode: 0o600 }).pipe(Scope.provide(own))
    return { file, close: Scope.close(own, Exit.void) }
  })
  let current = yield* append(number)
  /** How much was written to it. */
  let size = 0
  /** What is read before it. */
  let former: ReadonlyArray<number> = []

  /** Whether no other process has renamed the current file. */
  const isOwner = Effect.gen(function* () {
    if (yield* fs.exists(fileOf(number))) return true
    if (!isLost) yield* Effect.logError(`Another process has taken over the inbox in ${directory}`)
    isLost = true
    return false
  })

  /** Writes what the former files say to one that is read after them and before the current one. */
  const compact = Effect.gen(function* () {
    const replaced = former
    kept = yield* rewrite(number - 1)
    if (!(yield* isOwner)) return yield* fs.remove(fileOf(number - 1), { force: true })
    former = [number - 1]
    for (const one of replaced) yield* fs.remove(fileOf(one), { force: true })
  }).pipe(Effect.catchCause((cause) => Effect.logError("The journal of the inbox cannot be rewritten", cause)))
  let compacting = yield* Effect.forkDetach(Effect.void)

  let batch: Array<string> = []
  let waiting: Array<Deferred.Deferred<void, Failure>> = []
  const changed = Latch.makeUnsafe(false)

  /** Writes what has come in the meantime at once: many deliveries are safe by one turn of the disk. */
  const flush = Effect.gen(function* () {
    const text = batch.join("")
    const confirmed = waiting
    batch = []
    waiting = []
    const exit = yield* Effect.exit(
      Effect.gen(function* () {
        yield* current.file.writeAll(encoder.encode(text))
        size += text.length
        if (confirmed.length === 0) return
        yield* current.file.sync
        if (!(yield* isOwner)) return yield* lost
      }).pipe(Effect.mapError((cause) => (cause === lost ? lost : failed(cause))))
    )
    for (const one of confirmed) Deferred.doneUnsafe(one, exit)
    if (isLost || size < kept + slack || compacting.pollUnsafe() === undefined) return
    const next = yield* append(number + 2)
    // A process that takes over has renamed the current file by now, or will see the next one.
    if (!(yield* isOwner)) {
      yield* next.close
      return yield* fs.remove(fileOf(number + 2), { force: true })
    }
    yield* syncNames
    yield* current.close
    current = next
    former = [...former, number]
    number += 2
    size = 0
    compacting = yield* Effect.forkDetach(compact)
  })

  const writer = Effect.gen(function* () {
    for (;;) {
      yield* changed.await
      changed.closeUnsafe()
      yield* Effect.catchCause(Effect.uninterruptible(flush), (cause) =>
        Effect.logError("The journal of the inbox cannot be written", cause)
      )
    }
  })
  yield* Effect.acquireRelease(Effect.forkDetach(writer), (writing) =>
    Fiber.interrupt(writing).pipe(
      Effect.andThen(Effect.ignore(flush)),
      Effect.andThen(Effect.suspend(() => Fiber.interrupt(compacting))),
      Effect.andThen(Effect.suspend(() => current.close))
    )
  )

  const note = (line: string) => {
    batch.push(`\n${line}`)
    changed.openUnsafe()
  }
  return {
    note,
    append: (line: string) =>
      Effect.suspend(() => {
        if (isLost) return Effect.fail(lost)
        const safe = Deferred.makeUnsafe<void, Failure>()
        waiting.push(safe)
        note(line)
        return Deferred.await(safe)
      }),
    isLost: () => isLost
  }
})
