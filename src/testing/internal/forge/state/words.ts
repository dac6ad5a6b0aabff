/** An index of the words in the texts of records, so that a search does not read all of them. */

/** How often a word is in each kind of text of a record. */
export type Counts = ReadonlyArray<number>

/** What a word is made of. The flag matters: some marks become letters when case is ignored. */
const run = /[\p{L}\p{N}_]+/giu

const plain = /^[a-z0-9_]+$/i

/** Runs that are the same when case is ignored have the same key. A few others do, too. */
const keyOf = (word: string): string =>
  plain.test(word) ? word.toLowerCase() : word.toLowerCase().toUpperCase().toLowerCase()

const endings = ["", "s", "es", "ed", "ing"]

/** Stands for words such as `ﬁle`, whose key is that of a plain word, although not every pattern takes them for it. */
const unusual = " "

/** A number of a record and the id of its counts, as one number: a word has one for each record. */
const ids = 2 ** 20

/** More than a word can be in the texts of one kind of a record. */
const digits = 2 ** 17

/** What one more in each kind of text adds to packed counts. */
const places = [1, digits, digits ** 2]

/** So many changes since the last look cost more one by one than reading all texts anew. */
const many = 1000

/** How many answers are kept: a query asks for a word twice, and its pages ask again. */
const mostFound = 8

/** What is known of the records that have a word, before anything is read. */
export interface Found {
  /** Whether the word has to be looked for in the texts of a record; undefined if it has not for any. */
  readonly isOpen: ((number: number) => boolean) | undefined
  /** Makes what weighs a record that has the word, if that is not open; 0 for one that has not. */
  readonly weights: (weigh: (counts: Counts) => number) => (number: number) => number
}

/** What is known of the records in some lists: the id of the counts of each, below 0 for none. */
type IdOf = (number: number) => number

/** Records by number, whose texts are in groups. The first look reads all texts, and later ones those that have changed. */
export class Words<A> {
  readonly #textsOf: (record: A) => ReadonlyArray<ReadonlyArray<string>>
  readonly #postings = new Map<string, Array<number>>()
  readonly #counts: Array<Counts> = []
  readonly #packed: Array<number> = []
  readonly #idOf = new Map<number, number>()
  /** The changed records as the index has them; undefined for new ones. */
  readonly #changed = new Map<number, A | undefined>()
  /** What was found since the last change. */
  readonly #found = new Map<string, Found>()
  #isRead = false

  constructor(textsOf: (record: A) => ReadonlyArray<ReadonlyArray<string>>) {
    this.#textsOf = textsOf
  }

  /** Notes that a record changes. */
  note(number: number, before: A | undefined): void {
    if (this.#isRead && !this.#changed.has(number)) this.#changed.set(number, before)
  }

  /** Looks for a word or a phrase. Undefined if it has no letters: then the texts have to be read. */
  find(text: string, records: ReadonlyMap<number, A>): Found | undefined {
    const runs = text.match(run)
    if (runs === null) return undefined
    this.#update(records)
    const known = this.#found.get(text) ?? this.#findRuns(text, runs)
    if (this.#found.size > mostFound) this.#found.clear()
    this.#found.set(text, known)
    return known
  }

  #findRuns(text: string, runs: ReadonlyArray<string>): Found {
    const last = runs.length - 1
    const hasEnding = !text.includes(" ")
    const lists = runs.map((word, index) =>
      (hasEnding && index === last ? endings : [""]).map((ending) => this.#postings.get(keyOf(word + ending)) ?? [])
    )
    const unusuals = this.#postings.get(unusual)
    const odd = unusuals === undefined ? undefined : this.#lookUp([unusuals])
    if (plain.test(text)) {
      const known = this.#lookUp(lists.flat())
      return {
        isOpen: odd === undefined ? undefined : (number) => odd(number) >= 0,
        weights: (weigh) => this.#weights(known, weigh)
      }
    }
    const each = lists.map((list) => this.#lookUp(list))
    return {
      isOpen: (number) => (odd !== undefined && odd(number) >= 0) || each.every((idOf) => idOf(number) >= 0),
      weights: () => () => 0
    }
  }

  /** Weighs each counts once: a word has few different ones in many records. */
  #weights(idOf: IdOf, weigh: (counts: Counts) => number): (number: number) => number {
    const counts = this.#counts
    const known = new Float64Array(counts.length).fill(-1)
    return (number) => {
      const id = idOf(number)
      if (id < 0) return 0
      const weight = known[id] ?? -1
      return weight >= 0 ? weight : (known[id] = weigh(counts[id] ?? []))
    }
  }

  /** Makes what gives the id of the counts of a record, which are the sums of those in the lists. */
  #lookUp(lists: ReadonlyArray<ReadonlyArray<number>>): IdOf {
    const full = lists.filter((list) => list.length > 0)
    const found = new Map<number, number>()
    const last = Math.max(0, ...full.map((list) => Math.floor((list.at(-1) ?? 0) / ids)))
    const total = full.reduce((sum, list) => sum + list.length, 0)
    // A table is faster than a map, if it is not mostly empty.
    const table = total > 0 && last < total * 8 ? new Int32Array(last + 1).fill(-1) : undefined
    for (const list of full) {
      for (const posting of list) {
        const number = Math.floor(posting / ids)
        // Faster than a remainder of such large numbers.
        const id = posting - number * ids
        const known = table === undefined ? found.get(number) : table[number]
        const sum = known === undefined || known < 0 ? id : this.#sum(known, id)
        if (table === undefined) found.set(number, sum)
        else table[number] = sum
      }
    }
    if (total === 0) return () => -1
    return table === undefined ? (number) => found.get(number) ?? -1 : (number) => table[number] ?? -1
  }

  #sum(a: number, b: number): number {
    return this.#idFor((this.#packed[a] ?? 0) + (this.#packed[b] ?? 0))
  }

  /** The id of counts, which are packed into one number: texts are too short to fill their digits. */
  #idFor(packed: number): number {
    const known = this.#idOf.get(packed)
    if (known !== undefined) return known
    const id = this.#packed.push(packed) - 1
    if (id >= ids) throw new Error("The simulator has too many different counts of words")
    // As small integers, which are faster to add and to look up than results of divisions.
    this.#counts.push(places.map((place) => (Math.floor(packed / place) % digits) | 0))
    this.#idOf.set(packed, id)
    return id
  }

  /** The packed counts of each word of a record. */
  #read(record: A | undefined): ReadonlyMap<string, number> {
    const words = new Map<string, number>()
    if (record === undefined) return words
    for (const [group, texts] of this.#textsOf(record).entries()) {
      const one = places[group] ?? 0
      for (const text of texts) {
        for (const word of text.match(run) ?? []) {
          const isPlain = plain.test(word)
          const key = isPlain ? word.toLowerCase() : keyOf(word)
          words.set(key, (words.get(key) ?? 0) + one)
          if (!isPlain && plain.test(key)) words.set(unusual, one)
        }
      }
    }
    return words
  }

  #update(records: ReadonlyMap<number, A>): void {
    if (this.#changed.size > 0) this.#found.clear()
    if (!this.#isRead || this.#changed.size > many) {
      this.#postings.clear()
      for (const [number, record] of [...records].sort(([a], [b]) => a - b)) {
        for (const [key, packed] of this.#read(record)) this.#listOf(key).push(number * ids + this.#idFor(packed))
      }
      this.#isRead = true
    } else {
      for (const [number, before] of this.#changed) this.#change(number, before, records.get(number))
    }
    this.#changed.clear()
  }

  #change(number: number, before: A | undefined, after: A | undefined): void {
    if (before === after) return
    const [had, has] = [this.#read(before), this.#read(after)]
    for (const key of new Set([...had.keys(), ...has.keys()])) {
      const packed = has.get(key)
      if (packed === had.get(key)) continue
      const list = this.#listOf(key)
      const at = positionOf(list, number * ids)
      list.splice(at, had.has(key) ? 1 : 0, ...(packed === undefined ? [] : [number * ids + this.#idFor(packed)]))
      if (list.length === 0) this.#postings.delete(key)
    }
  }

  #listOf(key: string): Array<number> {
    let list = this.#postings.get(key)
    if (list === undefined) this.#postings.set(key, (list = []))
    return list
  }
}

/** The first position in an ascending list whose value is not below a minimum. */
const positionOf = (list: ReadonlyArray<number>, minimum: number): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < minimum) low = middle + 1
    else high = middle
  }
  return low
}
