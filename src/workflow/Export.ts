/**
 * Exports a listing, and keeps the export up to date.
 *
 * ```ts
 * Export.ndjson(Issues.list, { owner, repo, state: "all" }, Export.file("issues.ndjson"))
 * ```
 */
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { CacheMode } from "../rest/HttpCache.ts"
import type { Listing } from "../rest/Operation.ts"
import { Cursor, type Page } from "../rest/Page.ts"
import { InvalidInput } from "../rest/RestError.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"

/** How far an export is. */
export const State = Schema.Struct({
  /** What is exported: the listing and its input. */
  of: Schema.String,
  /** The next page; null if the next run starts over. */
  cursor: Schema.NullOr(Cursor),
  /** Lines that were written. */
  items: Schema.Int,
  /** Bytes that were written. Anything after them belongs to a page that was not finished. */
  bytes: Schema.Int,
  /** The `since` of the run after the one that is under way; null if none is, or if the time of the service is not known. */
  began: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** The next run asks for what has changed since then; null for everything. */
  since: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type State = typeof State.Type

/** Where an export goes: lines of text, and its position. */
export interface Store<out E = never, out R = never> {
  /** Reads how far the export is; null for a new one, and if lines that were written are gone: it then starts over. */
  readonly load: Effect.Effect<State | null, E, R>
  /** Writes lines after the first `at` bytes, and drops everything that came after these. */
  readonly write: (lines: string, at: number) => Effect.Effect<void, E, R>
  /** Keeps how far the export is, until the next call. Either all of it is stored or nothing. */
  readonly save: (state: State) => Effect.Effect<void, E, R>
}

/** The progress of a run. */
export interface Progress {
  /** Items of this run. */
  readonly items: number
  /** How many items it has; null for listings that do not state it. */
  readonly total: number | null
}

/** How to go about it. */
export interface Options<out R = never> {
  /**
   * How far before the start of the previous run a run looks back, because changes become visible late. Default: 5
   * minutes.
   */
  readonly overlap?: Duration.Input | undefined
  /** Called after each page. */
  readonly onProgress?: ((progress: Progress) => Effect.Effect<unknown, never, R>) | undefined
}

/** What a run has done. */
export interface Exported {
  /** Items of this run. */
  readonly items: number
  /** All lines of the export. */
  readonly lines: number
}

/**
 * Writes the items of a listing as lines of JSON, page by page.
 *
 * **Details**
 *
 * A run that fails or is interrupted leaves whole pages: the next one continues with the page after them, and no line
 * is written twice. Once a run is complete, the next one appends the items that have changed since, if the listing
 * takes `since`; otherwise it writes everything again. So an item can have several lines: the last one is the newest.
 * It asks for changes by the clock of the service, so the local clock may be wrong.
 *
 * A store belongs to one listing with one input. Fails with `InvalidInput` if it holds another export.
 *
 * **Gotchas**
 *
 * An item that leaves the listing while it is read can hide another one, as in every listing by pages. Export all states,
 * and filter the lines. Deletions are not noticed.
 */
export const ndjson: <Input extends object, A, E, R, E2, R2, R3 = never>(
  listing: Listing<Input, A, E, R>,
  input: Input,
  store: Store<E2, R2>,
  options?: Options<R3>
) => Effect.Effect<Exported, E | E2 | InvalidInput, R | R2 | R3> = Effect.fn("Export.ndjson")(function* <
  Input extends object,
  A,
  E,
  R,
  E2,
  R2,
  R3 = never
>(
  listing: Listing<Input, A, E, R>,
  input: Input,
  store: Store<E2, R2>,
  { onProgress, overlap = "5 minutes" }: Options<R3> = {}
): Effect.fn.Return<Exported, E | E2 | InvalidInput, R | R2 | R3> {
  yield* Given.check("Export.ndjson", { overlap: Given.duration(overlap) })
  const { name, query } = listing.declaration
  const of = `${name} ${JSON.stringify(input)}`
  const takesSince = Object.hasOwn(query, "since")
  const stored = yield* store.load
  if (stored !== null && stored.of !== of) {
    const reason = `holds another export: ${stored.of}`
    return yield* new InvalidInput({ operation: "Export.ndjson", message: `store ${reason}`, path: "store", reason })
  }
  // A listing that does not tell what has changed starts over after each run.
  const isUsable = stored !== null && (stored.cursor !== null || takesSince)
  let state: State = isUsable ? stored : { of, cursor: null, items: 0, bytes: 0, began: null, since: null }
  const before = state.items
  const { since } = state
  // The cast is safe: the listing takes `since`, or there is none.
  const asked = since === null ? input : ({ ...input, since } as Input)

  const write = Effect.fnUntraced(function* ({ items, next, total_count }: Page<A>) {
    const lines = items.map((item) => `${JSON.stringify(item)}\n`).join("")
    yield* store.write(lines, state.bytes)
    state = {
      ...state,
      cursor: next,
      items: state.items + items.length,
      bytes: state.bytes + new TextEncoder().encode(lines).length,
      ...(next === null ? { began: null, since: takesSince ? state.began : null } : undefined)
    }
    yield* store.save(state)
    if (onProgress !== undefined) yield* onProgress({ items: state.items - before, total: total_count })
  })

  if (takesSince && state.cursor === null) {
    // A cached response does not say when the service sent it.
    const reply = Effect.provideService(listing.page.withReply({ ...asked, page: undefined }), CacheMode, "reload")
    const { date, value } = yield* reply
    const now = date ?? newestOf(value.items)
    state = { ...state, began: now === null ? since : DateTime.subtractDuration(now, overlap) }
    yield* write(value)
    if (state.cursor === null) return { items: state.items - before, lines: state.items }
  }
  yield* Stream.runForEach(listing.pages(asked, state.cursor ?? undefined), write)
  return { items: state.items - before, lines: state.items }
}, observed)

/** The newest change of some items, which is not later than now. Browsers do not show the service's `Date`. */
const newestOf = (items: ReadonlyArray<unknown>): DateTime.Utc | null => {
  const times = items.flatMap((item) =>
    Predicate.hasProperty(item, "updated_at") && DateTime.isDateTime(item.updated_at)
      ? DateTime.toEpochMillis(item.updated_at)
      : []
  )
  return times.length === 0 ? null : DateTime.makeUnsafe(Math.max(...times))
}

const StateJson = Schema.fromJsonString(State)

/**
 * Stores an export in a file, and its position in a second file next to it, which ends in `.state.json`. If the file
 * has fewer bytes than were written, or is gone, the export starts over.
 */
export const file = (path: string): Store<PlatformError.PlatformError | Schema.SchemaError, FileSystem.FileSystem> => {
  const statePath = `${path}.state.json`
  return {
    load: Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      if (!(yield* files.exists(statePath))) return null
      const state = yield* Schema.decodeEffect(StateJson)(yield* files.readFileString(statePath))
      const size = (yield* files.exists(path)) ? (yield* files.stat(path)).size : 0
      return size < state.bytes ? null : state
    }),
    write: (lines, at) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        if (at === 0) {
          // It speaks of lines that are overwritten.
          yield* files.remove(statePath, { force: true })
          return yield* files.writeFileString(path, lines)
        }
        yield* files.truncate(path, at)
        yield* files.writeFileString(path, lines, { flag: "a" })
      }),
    save: (state) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const text = yield* Schema.encodeEffect(StateJson)(state)
        // A file that is renamed is never half written.
        yield* files.writeFileString(`${statePath}.new`, text)
        yield* files.rename(`${statePath}.new`, statePath)
      })
  }
}

/** Stores an export in memory, for tests. */
export interface Memory extends Store {
  /** The lines so far. */
  readonly text: Effect.Effect<string>
}

/** Makes a store in memory. */
export const memory: Effect.Effect<Memory> = Effect.sync(() => {
  let text = ""
  let state: State | null = null
  return {
    load: Effect.sync(() => state),
    write: (lines, at) =>
      Effect.sync(() => {
        const kept = new TextEncoder().encode(text).slice(0, at)
        text = new TextDecoder().decode(kept) + lines
      }),
    save: (saved) => Effect.sync(() => void (state = saved)),
    text: Effect.sync(() => text)
  }
})
