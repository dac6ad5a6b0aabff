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

/** Whether case alone tells characters apart. The first one is not punctuation of patterns: that has no case. */
const isSame = (a: string, b: string): boolean => new RegExp(`^${a}$`, "iu").test(b)

/** The character that stands for all that are the same when case is ignored. */
const foldedOf = (char: string): string => {
  const candidates = [twins.get(char) ?? "", char.toUpperCase().toLowerCase(), char.toLowerCase()]
  return candidates.find((each) => each === char || (each.codePointAt(0) !== undefined && isSame(char, each))) ?? char
}

/** What is known of a code point: what it is folded to, whether it is a letter, and that it is known. Grows when needed. */
let known = new Uint32Array(0)

const learn = (point: number): number => {
  const char = String.fromCodePoint(point)
  const folded = foldedOf(char).codePointAt(0) ?? point
  while (point >= known.length) known = longer(known, Uint32Array)
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
export const longer = <A extends Int32Array | Uint32Array | Uint8Array>(
  array: A,
  Kind: new (length: number) => A
): A => {
  const copy = new Kind(Math.max(64, array.length * 2))
  copy.set(array)
  return copy
}

const space = 32

/** The tokens that were read, by number. */
export class Tokens {
  /** The numbers of tokens, folded and also as they were read: one that is read again is not folded again. */
  readonly #numbers = new Map<string, number>()
  #size = 0
  readonly #separators: Array<readonly [token: number, text: string]> = []

  /** The number of a folded token; undefined if no text has it. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  /** The tokens other than words that contain a folded text. */
  separatorsWith(text: string): ReadonlyArray<number> {
    return this.#separators.flatMap(([token, separator]) => (separator.includes(text) ? [token] : []))
  }

  /** The tokens of a text, but single spaces. */
  read(text: string): ReadonlyArray<number> {
    const found: Array<number> = []
    const end = text.length
    let index = 0
    while (index < end) {
      const start = index
      let facts = aboutAt(text, index)
      const isWord = facts & 2
      while (index < end && (facts & 2) === isWord) {
        index += facts >>> 2 > 0xffff ? 2 : 1
        if (index < end) facts = aboutAt(text, index)
      }
      if (index > start + 1 || text.charCodeAt(start) !== space) found.push(this.#number(text.slice(start, index)))
    }
    return found
  }

  #number(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const [{ isWord, text: folded } = { isWord: false, text }] = partsOf(text)
    let token = this.#numbers.get(folded)
    if (token === undefined) {
      token = this.#size++
      this.#numbers.set(folded, token)
      if (!isWord) this.#separators.push([token, folded])
    }
    this.#numbers.set(text, token)
    return token
  }
}
