/**
 * An index of the words in the texts of records, so that a search does not read the texts.
 *
 * All texts together are one long row of tokens: words, and what stands between them unless it is a single space. Each
 * token has the list of its places in the row. A phrase is there where its tokens are in places that follow one another.
 * A record that changes is read once more at the end of the row. What was read of it before remains, and counts for
 * nothing.
 */
import { Places } from "./places.ts"
import * as Scratch from "./scratch.ts"
import { longer, type Part, partsOf, Tokens } from "./tokens.ts"

const endings = ["", "s", "es", "ed", "ing"]

/** The kinds of text that a record has. */
const kinds = 3

/** Behind every place. */
const beyond = 0x7fff_ffff

/** The numbers of records are on pages of so many. */
const pageBits = 10
const pageMask = 2 ** pageBits - 1

/** So many more than the records there may be in the row: all is read anew when most of it counts for nothing. */
const spare = 1000

/** What a word counts in each kind of text. */
export type Weights = readonly [number, number, number]

/** How much the records weigh: each at its row. */
export type Weighed = Uint32Array

/** A word or a phrase to look for. */
export interface Wanted {
  readonly text: string
  /** How often it is in a text: asked where the index does not know, as of punctuation. */
  readonly countIn: (text: string) => number
}

type Records<A> = ReadonlyMap<number, A>

interface Numbered {
  readonly number: number
}

/** Records by number, whose texts are in groups of one kind each. A look reads first what was changed since the last one. */
export class Words<A extends Numbered> {
  readonly #textsOf: (record: A) => ReadonlyArray<ReadonlyArray<string>>
  /** The numbers of the records whose texts are not read yet. */
  readonly #unread = new Set<number>()
  #tokens = new Tokens()
  #places = new Places()
  /** One more than the row of each record, by number, in pages: much faster to look up than in a map. */
  readonly #pages = new Map<number, Int32Array>()
  /** How many records have a row, and how many rows there are. */
  #live = 0
  #count = 0
  /** The place of the first token of each kind of text of each row. */
  #starts = new Int32Array(0)
  /** The place of the next token. */
  #next = 0
  /** How many changes there were, and the rows of the records of lists, each with the changes that it knows. */
  #changes = 0
  readonly #rowsOf = new WeakMap<ReadonlyArray<A>, readonly [changes: number, rows: Int32Array]>()

  constructor(textsOf: (record: A) => ReadonlyArray<ReadonlyArray<string>>) {
    this.#textsOf = textsOf
  }

  /** Notes that a record changes. */
  note(number: number, before: A | undefined, after: A | undefined): void {
    this.#changes++
    if (before !== undefined && after !== undefined && this.#haveSameTexts(before, after)) return
    this.#unread.add(number)
  }

  /** How many records are to be read before the next look. */
  get unread(): number {
    return this.#unread.size
  }

  /** Reads up to so many of the records that are new or were changed. */
  read(records: Records<A>, most: number): void {
    if (this.#count > 2 * this.#live + spare) this.#forget(records)
    let rest = most
    for (const number of this.#unread) {
      if (rest-- === 0) break
      this.#unread.delete(number)
      const record = records.get(number)
      this.#place(number, record === undefined ? -1 : this.#count)
      if (record !== undefined) this.#readOne(record)
    }
  }

  /** The row of a record among the weights; -1 if it is not read. */
  rowOf(number: number): number {
    return (this.#pages.get(number >>> pageBits)?.[number & pageMask] ?? 0) - 1
  }

  /** The rows of the records of a list, in its order. They are kept until a record changes. */
  rowsOf(records: ReadonlyArray<A>): Int32Array {
    const [changes, known] = this.#rowsOf.get(records) ?? []
    if (changes === this.#changes && known !== undefined) return known
    const rows = Int32Array.from(records, ({ number }) => this.rowOf(number))
    this.#rowsOf.set(records, [this.#changes, rows])
    return rows
  }

  /** How many rows there are; some have no record any more. */
  get rows(): number {
    return this.#count
  }

  /**
   * Weighs the records: for each kind of text, how often they have what is wanted times its weight. Adds it to what the
   * rows weigh.
   */
  weigh(records: Records<A>, { countIn, text }: Wanted, weights: Weights, weighed: Weighed): void {
    const parts = partsOf(text)
    const ends = text.includes(" ") ? [""] : endings
    if (parts[0]?.isWord === true && parts.at(-1)?.isWord === true) this.#add(weighed, parts, ends, weights)
    else {
      const may = this.#mayHave(parts, ends)
      for (const [number, record] of records) {
        const row = this.rowOf(number)
        if (may[row] !== 0) weighed[row] = this.#weighTexts(record, countIn, weights)
      }
    }
  }

  #haveSameTexts(a: A, b: A): boolean {
    const others = this.#textsOf(b)
    return this.#textsOf(a).every((texts, kind) => {
      const same = others[kind]
      return same !== undefined && texts.length === same.length && texts.every((text, index) => text === same[index])
    })
  }

  #forget(records: Records<A>): void {
    this.#tokens = new Tokens()
    this.#places = new Places()
    this.#pages.clear()
    this.#live = 0
    this.#count = 0
    this.#next = 0
    for (const number of records.keys()) this.#unread.add(number)
  }

  /** Sets the row of a record; -1 for none. */
  #place(number: number, row: number): void {
    this.#changes++
    const name = number >>> pageBits
    let page = this.#pages.get(name)
    if (page === undefined) this.#pages.set(name, (page = new Int32Array(pageMask + 1)))
    this.#live += Number(row >= 0) - Number(page[number & pageMask] !== 0)
    page[number & pageMask] = row + 1
  }

  #readOne(record: A): void {
    const row = this.#count++
    // One more: the last text has an end.
    while (this.#count * kinds >= this.#starts.length) this.#starts = longer(this.#starts, Int32Array)
    for (const [kind, texts] of this.#textsOf(record).entries()) {
      this.#starts[row * kinds + kind] = this.#next
      for (const text of texts) {
        for (const token of this.#tokens.read(text)) this.#places.add(token, this.#next++)
        // No phrase begins in one text and ends in another.
        this.#next++
      }
    }
    this.#starts[this.#count * kinds] = beyond
  }

  /** The rows that may have a text which begins or ends with something else than a word. */
  #mayHave(parts: ReadonlyArray<Part>, ends: ReadonlyArray<string>): Weighed {
    const weighed = Scratch.take(this.#count).fill(0)
    const from = parts[0]?.isWord === false ? 1 : 0
    const endsInWord = parts.at(-1)?.isWord === true
    const inner = parts.slice(from, endsInWord ? undefined : -1)
    const [only = { text: " " }] = parts
    if (inner.length > 0) this.#add(weighed, inner, endsInWord ? ends : [""], [1, 1, 1])
    else if (only.text === " ") weighed.fill(1)
    else for (const token of this.#tokens.separatorsWith(only.text)) this.#addToken(weighed, token, [1, 1, 1])
    return weighed
  }

  #weighTexts(record: A, countIn: Wanted["countIn"], weights: Weights): number {
    return this.#textsOf(record).reduce((sum, texts, kind) => {
      const weight = weights[kind] ?? 0
      return weight === 0 ? sum : texts.reduce((total, text) => total + weight * countIn(text), sum)
    }, 0)
  }

  /** Adds what a text weighs that begins and ends with a word, each time that it is there, also with an ending. */
  #add(weighed: Weighed, parts: ReadonlyArray<Part>, ends: ReadonlyArray<string>, weights: Weights): void {
    const last = parts.at(-1)?.text ?? ""
    const lasts = ends.flatMap((ending) => this.#tokens.find(last + ending) ?? [])
    const others = parts.slice(0, -1).flatMap(({ text }) => (text === " " ? [] : [this.#tokens.find(text)]))
    const known = others.flatMap((token) => token ?? [])
    if (known.length < others.length) return
    if (known.length === 0) for (const token of lasts) this.#addToken(weighed, token, weights)
    else this.#addPhrase(weighed, known, lasts, weights)
  }

  #addToken(weighed: Weighed, token: number, weights: Weights): void {
    this.#addPlaces(weighed, this.#placesOf([token]), 1, weights)
  }

  /** Adds each place where all tokens follow one another, and then one of the last ones. */
  #addPhrase(weighed: Weighed, tokens: ReadonlyArray<number>, lasts: ReadonlyArray<number>, weights: Weights): void {
    const steps = [...tokens.map((token) => [token]), lasts].map((alternatives, offset) => {
      const length = alternatives.reduce((sum, token) => sum + this.#places.lengthOf(token), 0)
      return { alternatives, offset, length }
    })
    // The rarest first, so that few places are left to look at.
    const [first, ...others] = steps.sort((a, b) => a.length - b.length)
    if (first === undefined || first.length === 0) return
    let begins = moved(this.#placesOf(first.alternatives), -first.offset)
    for (const { alternatives, offset } of others) {
      const [only, ...more] = alternatives
      if (only !== undefined && more.length === 0) begins = this.#places.followed(only, begins, offset)
      else {
        const found = alternatives.map((token) => this.#places.followed(token, begins.slice(), offset))
        begins = Int32Array.from(found.flatMap((places) => [...places])).sort()
      }
    }
    this.#addPlaces(weighed, begins, steps.length, weights)
  }

  /** The places of all of these tokens, in ascending order. They are there until the same memory is asked for again. */
  #placesOf(tokens: ReadonlyArray<number>): Int32Array {
    const length = tokens.reduce((sum, token) => sum + this.#places.lengthOf(token), 0)
    const places = memoryFor(length)
    let count = 0
    for (const token of tokens) {
      this.#places.read(token, places.subarray(count))
      count += this.#places.lengthOf(token)
    }
    return tokens.length === 1 ? places : places.sort()
  }

  /** Adds the weights of places to their rows. Each takes so many places, which none of the next ones may begin in. */
  #addPlaces(weighed: Weighed, places: Int32Array, length: number, weights: Weights): void {
    const starts = this.#starts
    let [index, free] = [0, 0]
    for (let row = 0; index < places.length; row++) {
      let weight = 0
      for (let kind = 0; kind < kinds; kind++) {
        const until = starts[row * kinds + kind + 1] ?? beyond
        let count = 0
        for (; index < places.length && (places[index] ?? 0) < until; index++) {
          const place = places[index] ?? 0
          if (place < free) continue
          count++
          free = place + length
        }
        weight += count * (weights[kind] ?? 0)
      }
      weighed[row] = (weighed[row] ?? 0) + weight
    }
  }
}

/** A list of places, of one search at a time. New memory for each would make the engine collect garbage all the time. */
let memory = new Int32Array(0)

const memoryFor = (length: number): Int32Array => {
  if (memory.length < length) memory = new Int32Array(length)
  return memory.subarray(0, length)
}

/** Moves places by a distance. Reuses the memory. */
const moved = (places: Int32Array, distance: number): Int32Array => {
  for (let index = 0; index < places.length; index++) places[index] = (places[index] ?? 0) + distance
  return places
}
