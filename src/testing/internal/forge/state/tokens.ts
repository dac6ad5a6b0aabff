/**
 * What texts are made of, in tokens: words, and what stands between them. A token has a number, the same whatever its
 * case. Case is ignored as patterns with the flags `iu` do it, so that a look at the numbers finds what a pattern would.
 */

/** What a word is made of. The flag matters: some marks become letters when case is ignored. */
const letter = /[\p{L}\p{N}_]/iu

/** Those that are the same when case is ignored, although neither is the other in lower case. */
const twins: ReadonlyMap<string, string> = new Map([
  ["\u1fd3", "\u0390"],
  ["\u1fe3", "\u03b0"],
  ["\ufb05", "\ufb06"]
])

/** Whether case alone tells characters apart. The first one is no punctuation of patterns: that has no case. */
const isSame = (a: string, b: string): boolean => new RegExp(`^${a}$`, "iu").test(b)

/** The character that stands for all that are the same when case is ignored. */
const foldedOf = (char: string): string => {
  const candidates = [twins.get(char) ?? "", char.toUpperCase().toLowerCase(), char.toLowerCase()]
  return candidates.find((each) => each === char || (each.codePointAt(0) !== undefined && isSame(char, each))) ?? char
}

/** What is known of a code point: what it is folded to, whether it is a letter, and that it is known. Filled when needed. */
const known = new Uint32Array(0x11_0000)

const learn = (point: number): number => {
  const char = String.fromCodePoint(point)
  const folded = foldedOf(char).codePointAt(0) ?? point
  return (known[point] = folded * 4 + (letter.test(char) ? 2 : 0) + 1)
}

const about = (point: number): number => known[point] || learn(point)

/** What is known of the code point at a position of a text. */
const aboutAt = (text: string, index: number): number => {
  const code = text.charCodeAt(index)
  return about((code & 0xf800) === 0xd800 ? (text.codePointAt(index) ?? code) : code)
}

/** A word, or what stands between words. */
export interface Part {
  /** As it is when case is ignored. */
  readonly text: string
  readonly isWord: boolean
}

/** The tokens of a short text. */
export const partsOf = (text: string): ReadonlyArray<Part> => {
  const parts: Array<{ text: string; isWord: boolean }> = []
  for (const char of text) {
    const facts = about(char.codePointAt(0) ?? 0)
    const isWord = (facts & 2) !== 0
    const folded = String.fromCodePoint(facts >>> 2)
    const last = parts.at(-1)
    if (last?.isWord === isWord) last.text += folded
    else parts.push({ text: folded, isWord })
  }
  return parts
}

/** A copy that is at least twice as long. */
export const longer = <A extends Int32Array | Uint16Array | Uint8Array>(
  array: A,
  Kind: new (length: number) => A
): A => {
  const copy = new Kind(Math.max(64, array.length * 2))
  copy.set(array)
  return copy
}

const space = 32

const withCode = (hash: number, code: number): number => Math.imul(hash ^ code, 16_777_619)

const start = 0x811c_9dc5 | 0

/** The tokens that were read, by number: a table of their hashes, which makes no string of what it knows. */
export class Tokens {
  /** The characters of all of them, one after another, and where each ends. */
  #chars = new Uint16Array(0)
  #ends = new Int32Array(0)
  #hashes = new Int32Array(0)
  /** One more than the number of a token, at the hash or where there was room behind it. */
  #table = new Int32Array(128)
  #size = 0
  readonly #separators: Array<readonly [token: number, text: string]> = []
  /** The token that is being read, and those of the text so far. */
  #codes = new Uint16Array(64)
  #found = new Int32Array(64)

  /** The number of a folded token; undefined if no text has it. */
  find(text: string): number | undefined {
    let hash = start
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (index === this.#codes.length) this.#codes = longer(this.#codes, Uint16Array)
      this.#codes[index] = code
      hash = withCode(hash, code)
    }
    const token = (this.#table[this.#slotOf(hash, text.length)] ?? 0) - 1
    return token < 0 ? undefined : token
  }

  /** The tokens other than words that contain a folded text. */
  separatorsWith(text: string): ReadonlyArray<number> {
    return this.#separators.flatMap(([token, separator]) => (separator.includes(text) ? [token] : []))
  }

  /** The tokens of a text, but single spaces. They are there until the next text is read. */
  read(text: string): Int32Array {
    const end = text.length
    while (this.#codes.length <= end) this.#codes = longer(this.#codes, Uint16Array)
    while (this.#found.length <= end) this.#found = longer(this.#found, Int32Array)
    const codes = this.#codes
    let count = 0
    let index = 0
    while (index < end) {
      const isWord = (aboutAt(text, index) & 2) !== 0
      let length = 0
      let hash = start
      while (index < end) {
        const facts = aboutAt(text, index)
        if (((facts & 2) !== 0) !== isWord) break
        const folded = facts >>> 2
        if (folded > 0xffff) {
          const low = 0xdc00 + (folded & 0x3ff)
          codes[length] = 0xd800 + ((folded - 0x1_0000) >> 10)
          hash = withCode(hash, codes[length++] ?? 0)
          codes[length++] = low
          hash = withCode(hash, low)
          index += 2
        } else {
          codes[length++] = folded
          hash = withCode(hash, folded)
          index++
        }
      }
      if (length > 1 || codes[0] !== space) this.#found[count++] = this.#number(hash, length, isWord)
    }
    return this.#found.subarray(0, count)
  }

  #number(hash: number, length: number, isWord: boolean): number {
    const slot = this.#slotOf(hash, length)
    const token = (this.#table[slot] ?? 0) - 1
    return token < 0 ? this.#add(slot, hash, length, isWord) : token
  }

  /** Where in the table the token that is being read is, or belongs. */
  #slotOf(hash: number, length: number): number {
    const table = this.#table
    const mask = table.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (;;) {
      const token = (table[slot] ?? 0) - 1
      if (token < 0 || (this.#hashes[token] === hash && this.#isAt(token, length))) return slot
      slot = (slot + 1) & mask
    }
  }

  #isAt(token: number, length: number): boolean {
    const end = this.#ends[token] ?? 0
    const from = token === 0 ? 0 : (this.#ends[token - 1] ?? 0)
    if (end - from !== length) return false
    for (let index = 0; index < length; index++) {
      if (this.#chars[from + index] !== this.#codes[index]) return false
    }
    return true
  }

  #add(slot: number, hash: number, length: number, isWord: boolean): number {
    const token = this.#size++
    const from = token === 0 ? 0 : (this.#ends[token - 1] ?? 0)
    if (token === this.#ends.length) {
      this.#ends = longer(this.#ends, Int32Array)
      this.#hashes = longer(this.#hashes, Int32Array)
    }
    while (from + length > this.#chars.length) this.#chars = longer(this.#chars, Uint16Array)
    const codes = this.#codes.subarray(0, length)
    this.#chars.set(codes, from)
    this.#ends[token] = from + length
    this.#hashes[token] = hash
    this.#table[slot] = token + 1
    if (!isWord) this.#separators.push([token, String.fromCharCode(...codes)])
    if (this.#size * 2 > this.#table.length) this.#spread()
    return token
  }

  /** Makes the table twice as large. */
  #spread(): void {
    const table = new Int32Array(this.#table.length * 2)
    const mask = table.length - 1
    for (let token = 0; token < this.#size; token++) {
      const hash = this.#hashes[token] ?? 0
      let slot = (hash ^ (hash >>> 15)) & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = token + 1
    }
    this.#table = table
  }
}
