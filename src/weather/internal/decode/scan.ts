/**
 * Parses the JSON of a weather response, and reads its columns straight into `Float64Array`s.
 *
 * Responses are a few scalars and very long arrays of numbers or times. `JSON.parse` turns each array into a boxed one
 * (with a string for each time), which must then be copied. Here a column costs 8 bytes for each row, and nothing is
 * discarded. The scanner accepts exactly what `JSON.parse` accepts, and its numbers are the same to the last bit
 * (`scan.test.ts` checks both). Unlike `JSON.parse`, it knows the path at which a text breaks.
 */
import * as Result from "effect/Result"
import { show } from "../../../rest/internal/decode/fieldPath.ts"
import { type DecodeIssue, excerpt } from "./issue.ts"
import { type Node, Numbers, type Tree, WallTimes } from "./tree.ts"
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  ZERO,
  chunk,
  type Cursor,
  plainNumbers,
  plainTimes
} from "./scanColumns.ts"

/** Parses JSON. Fails with the path and the reason. */
export const scan = (text: string): Result.Result<Node, DecodeIssue> => {
  const scanner = new Scanner(text)
  try {
    return Result.succeed(scanner.document())
  } catch (error) {
    if (error instanceof Unreadable) return Result.fail(scanner.issue(error))
    throw error
  }
}

/** Thrown to end the scan. `scan` turns it into a `DecodeIssue`. */
class Unreadable extends Error {
  readonly expected: string
  constructor(expected: string) {
    super(expected)
    this.expected = expected
  }
}

/** The service appends this when it aborts a response in the middle. */
const streamingError = "Unexpected error while streaming data"

/** Deeper than any response. Keeps a hostile text from exhausting the stack. */
const maxDepth = 100

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

class Scanner implements Cursor {
  readonly text: string
  at = 0
  private depth = 0
  private readonly path: Array<string | number> = []
  /** Rows of the previous column. The next one usually has as many. */
  private length = 0

  constructor(text: string) {
    this.text = text
  }

  document(): Node {
    const node = this.value()
    this.space()
    if (this.at < this.text.length) throw new Unreadable("the end of the JSON")
    return node
  }

  issue(error: Unreadable): DecodeIssue {
    const { at, text } = this
    const path = show(this.path)
    if (text.trim() === "") return { kind: "empty", path: "", expected: "JSON", found: "no text" }
    const broken = text.lastIndexOf(streamingError)
    if (broken >= 0) return { kind: "interrupted", path, expected: "JSON", found: excerpt(text.slice(broken)) }
    if (!/^\s*[[{]/.test(text)) return { kind: "foreign", path: "", expected: "JSON", found: excerpt(text.trim()) }
    if (/^(?:\.|[eE][+-]?)?$/.test(text.slice(at, at + 3))) {
      return { kind: "interrupted", path, expected: error.expected, found: "the end of the text" }
    }
    return { kind: "malformed", path, expected: error.expected, found: excerpt(text.slice(at)) }
  }

  private space(): number {
    for (;;) {
      const c = this.text.charCodeAt(this.at)
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return c
      this.at++
    }
  }

  private value(): Node {
    switch (this.space()) {
      case OPEN_BRACE:
        return this.nested(() => this.object())
      case OPEN_BRACKET:
        return this.nested(() => this.array())
      case QUOTE:
        return this.string()
      case LOWER_N:
        return this.word("null", null)
      case LOWER_T:
        return this.word("true", true)
      case LOWER_F:
        return this.word("false", false)
      default:
        return this.number()
    }
  }

  private nested<A>(read: () => A): A {
    if (++this.depth > maxDepth) throw new Unreadable(`at most ${maxDepth} levels of nesting`)
    const node = read()
    this.depth--
    return node
  }

  private word<A>(word: string, value: A): A {
    if (!this.text.startsWith(word, this.at)) return this.fail("a value", word)
    this.at += word.length
    return value
  }

  /** A text that ends inside a word is cut off, not malformed. */
  private fail(expected: string, word = ""): never {
    const rest = this.text.slice(this.at, this.at + word.length)
    if (rest !== "" && this.at + rest.length === this.text.length && word.startsWith(rest)) this.at = this.text.length
    throw new Unreadable(expected)
  }

  private number(): number {
    number.lastIndex = this.at
    const found = number.exec(this.text)
    if (found === null) {
      if (this.text.slice(this.at) === "-") this.at = this.text.length
      throw new Unreadable("a value")
    }
    this.at += found[0].length
    return Number(found[0])
  }

  /** Uses `JSON.parse`, which handles escapes. Unlike slices, its strings do not keep the whole text in memory. */
  private string(): string {
    const from = this.at
    let end = from
    do {
      end = this.text.indexOf('"', end + 1)
      if (end < 0) {
        this.at = this.text.length
        throw new Unreadable("the end of a string")
      }
    } while (this.escaped(from, end))
    try {
      const value: unknown = JSON.parse(this.text.slice(from, end + 1))
      this.at = end + 1
      return String(value)
    } catch {
      throw new Unreadable("a string")
    }
  }

  private escaped(from: number, quote: number): boolean {
    let backslashes = 0
    for (let i = quote - 1; i > from && this.text.charCodeAt(i) === BACKSLASH; i--) backslashes++
    return backslashes % 2 === 1
  }

  private object(): Tree {
    const fields = new Map<string, Node>()
    this.at++
    if (this.space() === CLOSE_BRACE) {
      this.at++
      return fields
    }
    for (;;) {
      if (this.space() !== QUOTE) throw new Unreadable("a key")
      const key = this.string()
      this.path.push(key)
      if (this.space() !== COLON) throw new Unreadable("a colon")
      this.at++
      fields.set(key, this.value())
      const c = this.space()
      if (c !== COMMA && c !== CLOSE_BRACE) throw new Unreadable("a comma or a closing brace")
      this.path.pop()
      this.at++
      if (c === CLOSE_BRACE) return fields
    }
  }

  private array(): Node {
    const start = ++this.at
    const first = this.space()
    if (first === CLOSE_BRACKET) {
      this.at++
      return []
    }
    if (first === LOWER_N || first === MINUS || (first >= ZERO && first <= NINE)) {
      const numbers = this.numbers()
      if (numbers !== undefined) return numbers
      this.at = start
    }
    if (first === LOWER_N || first === QUOTE) {
      const times = this.wallTimes()
      if (times !== undefined) return times
      this.at = start
    }
    return this.list()
  }

  private list(): ReadonlyArray<Node> {
    const nodes: Array<Node> = []
    for (;;) {
      this.path.push(nodes.length)
      nodes.push(this.value())
      const c = this.space()
      if (c !== COMMA && c !== CLOSE_BRACKET) throw new Unreadable("a comma or a closing bracket")
      this.path.pop()
      this.at++
      if (c === CLOSE_BRACKET) return nodes
    }
  }

  /** Makes room for a column: as many rows as the previous column, else an estimate from the width of its first value. */
  private room(): Float64Array<ArrayBuffer> {
    const { at, text } = this
    const end = text.indexOf("]", at)
    const comma = text.indexOf(",", at)
    if (end < 0 || comma < 0 || comma > end) return new Float64Array(1)
    const most = (end - at) / 2 + 1
    return new Float64Array(Math.min(most, this.length === 0 ? (end - at) / (comma - at + 1) + 1 : this.length))
  }

  /** Reads numbers and nulls up to the closing bracket; undefined if there is any other value. */
  private numbers(): Numbers | undefined {
    let out = this.room()
    let n = 0
    for (;;) {
      if (n === out.length) out = grown(out)
      n = plainNumbers(this, out, n, Math.min(out.length, n + chunk))
      if (n === out.length) continue
      const c = this.space()
      if (isOther(c)) return undefined
      this.path.push(n)
      out[n++] = c === LOWER_N ? this.word("null", Number.NaN) : this.number()
      const end = this.space()
      if (end !== COMMA && end !== CLOSE_BRACKET) throw new Unreadable("a comma or a closing bracket")
      this.path.pop()
      this.at++
      if (end === CLOSE_BRACKET) break
    }
    this.length = n
    return new Numbers(n === out.length ? out : out.slice(0, n))
  }

  /** Reads `"2026-02-06T16:30"`, `"2026-02-06"` and nulls up to the closing bracket; undefined for anything else. */
  private wallTimes(): WallTimes | undefined {
    let out = this.room()
    let n = 0
    for (;;) {
      if (n === out.length) out = grown(out)
      this.space()
      const reached = plainTimes(this, out, n, Math.min(out.length, n + chunk))
      if (reached === n) return undefined
      n = reached
      const end = this.space()
      if (end === COMMA) this.at++
      else if (end === CLOSE_BRACKET) break
      else return undefined
    }
    this.at++
    this.length = n
    return new WallTimes(n === out.length ? out : out.slice(0, n))
  }
}

/** Whether a value that is neither a number nor null starts with this character. */
const isOther = (c: number): boolean =>
  c === QUOTE || c === OPEN_BRACE || c === OPEN_BRACKET || c === LOWER_T || c === LOWER_F

const grown = (values: Float64Array): Float64Array<ArrayBuffer> => {
  const out = new Float64Array(Math.max(16, values.length * 2))
  out.set(values)
  return out
}
