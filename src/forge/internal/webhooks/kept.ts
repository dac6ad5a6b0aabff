/** The queue of an inbox in one process, with its dead letters: in memory, and in a journal if there is one. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Schema from "effect/Schema"
import { DeadLetter, DeadLetters, type Limits as LetterLimits } from "../../DeadLetters.ts"
import { InboxFailed } from "../../WebhookError.ts"
import * as Letters from "./letters.ts"

/** What is written, one line each. All of them may be read twice: numbers are absolute. */
export type Line =
  | readonly ["offer", name: string, id: string, visibleAt: number, element: unknown]
  | readonly ["take", name: string, id: string, attempts: number]
  | readonly ["back", name: string, id: string, attempts: number, visibleAt: number]
  | readonly ["done", name: string, id: string, at: number]
  | readonly ["letter", letter: unknown]
  | readonly ["forget", id: string]

/** Keeps lines. */
export interface Journal {
  /** Returns once a line is safe. */
  readonly append: (line: string) => Effect.Effect<void, PersistedQueue.PersistedQueueError>
  /** Writes a line soon. */
  readonly note: (line: string) => void
  /** Whether another process has taken over what is kept. */
  readonly isLost: () => boolean
}

/** Opens a journal: reads what is there by `read`. `lines` are all that it has to keep, whenever it is asked. */
export type Open<E, R> = (read: (line: Line) => void, lines: () => Iterable<string>) => Effect.Effect<Journal, E, R>

export interface Limits {
  /** The bytes of all deliveries that wait. */
  readonly bytes: number
  /** How long an id is known. */
  readonly remember: Duration.Duration
  readonly letters: LetterLimits
}

/** The most ids that are known: about 50 MB. */
const longestMemory = 250_000

interface Entry {
  readonly id: string
  /** As JSON. */
  readonly element: string
  attempts: number
  visibleAt: number
}

interface Named {
  /** All that is not done. */
  readonly entries: Map<string, Entry>
  readonly ready: Set<Entry>
  readonly delayed: Set<Entry>
  /** When the first of the delayed is ready. */
  due: number
  /** When each id was done, the oldest first. */
  readonly done: Map<string, number>
  readonly changed: Latch.Latch
}

const letterJson = Schema.toCodecJson(DeadLetter)
const encodeLetter = Schema.encodeSync(letterJson)
const decodeLetter = Schema.decodeUnknownSync(letterJson)

/** An offer is written around its element, which is JSON. */
const offered = (name: string, { element, id, visibleAt }: Entry): string =>
  `["offer",${JSON.stringify(name)},${JSON.stringify(id)},${visibleAt},${element}]`

const written = (line: Line): string => JSON.stringify(line)

export const make = Effect.fnUntraced(function* <E = never, R = never>(limits: Limits, open?: Open<E, R>) {
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const queues = new Map<string, Named>()
  const letters = Letters.make<DeadLetter>(limits.letters)
  let bytes = 0

  const queueOf = (name: string): Named => {
    const found = queues.get(name) ?? {
      entries: new Map(),
      ready: new Set(),
      delayed: new Set(),
      due: Infinity,
      done: new Map(),
      changed: Latch.makeUnsafe(false)
    }
    queues.set(name, found)
    return found
  }

  const put = (queue: Named, entry: Entry) => {
    queue.ready.delete(entry)
    queue.delayed.delete(entry)
    if (entry.visibleAt > now()) {
      queue.delayed.add(entry)
      queue.due = Math.min(queue.due, entry.visibleAt)
    } else queue.ready.add(entry)
    queue.changed.openUnsafe()
  }

  const add = (queue: Named, entry: Entry) => {
    if (queue.entries.has(entry.id) || queue.done.has(entry.id)) return
    bytes += entry.element.length
    queue.entries.set(entry.id, entry)
    put(queue, entry)
  }

  const finish = (queue: Named, id: string, at: number) => {
    const entry = queue.entries.get(id)
    if (entry !== undefined) {
      bytes -= entry.element.length
      queue.entries.delete(id)
      queue.ready.delete(entry)
      queue.delayed.delete(entry)
    }
    queue.done.delete(id)
    queue.done.set(id, at)
    const oldest = now() - Duration.toMillis(limits.remember)
    for (const [known, time] of queue.done) {
      if (queue.done.size <= longestMemory && time > oldest) break
      queue.done.delete(known)
    }
  }

  const read = (line: Line): void => {
    if (line[0] === "letter") return letters.add(decodeLetter(line[1]))
    if (line[0] === "forget") return letters.remove(line[1])
    const [kind, name, id, number] = line
    const queue = queueOf(name)
    if (kind === "done") return finish(queue, id, number)
    if (kind === "offer") {
      return add(queue, { id, element: JSON.stringify(line[4]), attempts: 0, visibleAt: number })
    }
    const entry = queue.entries.get(id)
    if (entry === undefined) return
    entry.attempts = number
    if (kind !== "back") return
    entry.visibleAt = line[4]
    put(queue, entry)
  }

  const lines = function* (): Generator<string> {
    for (const [name, { done, entries }] of queues) {
      for (const [id, at] of done) yield written(["done", name, id, at])
      for (const entry of entries.values()) {
        yield offered(name, entry)
        if (entry.attempts > 0) yield written(["take", name, entry.id, entry.attempts])
      }
    }
    for (const letter of letters.list(DateTime.makeUnsafe(now()))) yield written(["letter", encodeLetter(letter)])
  }

  const nothing: Journal = { append: () => Effect.void, note: () => {}, isLost: () => false }
  const journal = open === undefined ? nothing : yield* open(read, lines)
  const note = (line: Line) => journal.note(written(line))

  /** The next one that is ready. */
  const nextOf = (queue: Named): Entry | undefined => {
    if (queue.due <= now()) {
      const delayed = [...queue.delayed]
      queue.due = Infinity
      for (const entry of delayed) put(queue, entry)
    }
    for (const entry of queue.ready) return entry
    return undefined
  }

  const store = PersistedQueue.PersistedQueueStore.of({
    offer: ({ delay, element, id, name }) =>
      Effect.suspend(() => {
        const queue = queueOf(name)
        if (queue.entries.has(id) || queue.done.has(id)) return Effect.void
        const text = JSON.stringify(element)
        if (bytes > 0 && bytes + text.length > limits.bytes) {
          return Effect.fail(new PersistedQueue.PersistedQueueError({ message: "The inbox is full" }))
        }
        const visibleAt = now() + (delay === undefined ? 0 : Duration.toMillis(delay))
        const entry: Entry = { id, element: text, attempts: 0, visibleAt }
        // It counts while it is written. A caller that offers the same in the meantime waits for its own line.
        bytes += text.length
        return journal
          .append(offered(name, entry))
          .pipe(
            Effect.ensuring(Effect.sync(() => (bytes -= text.length))),
            Effect.andThen(Effect.sync(() => add(queue, entry)))
          )
      }),
    take: Effect.fnUntraced(function* ({ maxAttempts, name, retryDelay }) {
      const queue = queueOf(name)
      for (;;) {
        if (journal.isLost()) return yield* Effect.never
        queue.changed.closeUnsafe()
        const entry = nextOf(queue)
        if (entry === undefined) {
          const wait = queue.due - now()
          yield* wait === Infinity ? queue.changed.await : Effect.race(queue.changed.await, Effect.sleep(wait))
          continue
        }
        queue.ready.delete(entry)
        queue.changed.openUnsafe()
        entry.attempts++
        note(["take", name, entry.id, entry.attempts])
        const done = () => {
          finish(queue, entry.id, now())
          note(["done", name, entry.id, now()])
        }
        const back = () => {
          put(queue, entry)
          note(["back", name, entry.id, entry.attempts, entry.visibleAt])
        }
        yield* Effect.addFinalizer((exit) => {
          if (exit._tag === "Success") return Effect.sync(done)
          if (Cause.hasInterruptsOnly(exit.cause)) {
            entry.attempts--
            return Effect.sync(back)
          }
          if (entry.attempts >= maxAttempts) return Effect.sync(done)
          return Effect.map(retryDelay(entry.attempts), (delay) => {
            entry.visibleAt = now() + Duration.toMillis(delay)
            back()
          })
        })
        return { id: entry.id, attempts: entry.attempts, element: JSON.parse(entry.element) as unknown }
      }
    }),
    // It forgets by itself.
    cleanup: () => Effect.void
  })

  const kept = DeadLetters.of({
    add: (letter) =>
      Effect.andThen(
        Effect.mapError(
          journal.append(written(["letter", encodeLetter(letter)])),
          (cause) => new InboxFailed({ cause })
        ),
        Effect.sync(() => letters.add(letter))
      ),
    list: Effect.map(DateTime.now, letters.list),
    remove: (id) =>
      Effect.sync(() => {
        letters.remove(id)
        note(["forget", id])
      })
  })

  return Context.make(PersistedQueue.PersistedQueueStore, store).pipe(Context.add(DeadLetters, kept))
})
