/**
 * Parses the bytes of a JSON response, and reads its columns straight into `Float64Array`s.
 *
 * Responses are a few scalars and very long arrays of numbers or times. `JSON.parse` turns each array into a boxed one
 * (with a string for each time), which must then be copied. Here a column costs 8 bytes for each row, and nothing is
 * discarded. The scanner accepts exactly what `JSON.parse` accepts, and its numbers are the same to the last bit
 * (`scan.test.ts` checks both). Unlike `JSON.parse`, it knows the path at which a text breaks.
 */
import * as Result from "effect/Result"
import { pathOf } from "../../../rest/Decoder.ts"
import { type DecodeIssue, excerpt } from "./issue.ts"
import { grown, Memory } from "./memory.ts"
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
  type Position,
  isOfNumber,
  isOther,
  plainNumbers,
  plainTimes
} from "./scanColumns.ts"

const encoder = new TextEncoder()
// A byte order mark inside a text is a character.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Parses JSON, as text or as its bytes. Fails with the path and the reason. */
export const scan = (json: string | Uint8Array): Result.Result<Node, DecodeIssue> => {
  const scanner = new Scanner(typeof json === "string" ? encoder.encode(json) : json)
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

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/

class Scanner implements Position {
  readonly bytes: Uint8Array
  at: number
  private depth = 0
  private readonly path: Array<string | number> = []
  /** Rows of the previous column. The next one usually has as many. */
  private length = 0

  private readonly memory = new Memory()

  constructor(bytes: Uint8Array) {
    // Views of Node's buffers take longer to make.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    // A byte order mark.
    this.at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  }

  document(): Node {
    const node = this.value()
    this.space()
    if (this.at < this.bytes.length) throw new Unreadable("the end of the JSON")
    return node
  }

  issue(error: Unreadable): DecodeIssue {
    const text = this.textFrom(0)
    const rest = this.textFrom(this.at)
    const path = pathOf(this.path)
    if (text.trim() === "") return { kind: "empty", path: "", expected: "JSON", found: "no text" }
    const broken = text.lastIndexOf(streamingError)
    if (broken >= 0) return { kind: "interrupted", path, expected: "JSON", found: excerpt(text.slice(broken)) }
    if (!/^\s*[[{]/.test(text)) return { kind: "foreign", path: "", expected: "JSON", found: excerpt(text.trim()) }
    if (/^(?:\.|[eE][+-]?)?$/.test(rest.slice(0, 3))) {
      return { kind: "interrupted", path, expected: error.expected, found: "the end of the text" }
    }
    return { kind: "malformed", path, expected: error.expected, found: excerpt(rest) }
  }

  private textFrom(start: number, end?: number): string {
    return decoder.decode(this.bytes.subarray(start, end))
  }

  private space(): number {
    for (;;) {
      const c = this.bytes[this.at] ?? 0
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
    const found = this.textFrom(this.at, this.at + word.length)
    this.at += found.length
    if (found === word) return value
    // A text that ends inside a word is cut off, not malformed.
    if (found === "" || this.at < this.bytes.length || !word.startsWith(found)) this.at -= found.length
    throw new Unreadable("a value")
  }

  private number(): number {
    const { at, bytes } = this
    let end = at
    while (isOfNumber(bytes[end] ?? 0)) end++
    const text = this.textFrom(at, end)
    const [found] = number.exec(text) ?? []
    if (found === undefined) {
      if (text === "-" && end === bytes.length) this.at = end
      throw new Unreadable("a value")
    }
    this.at += found.length
    return Number(found)
  }

  private string(): string {
    const { at, bytes } = this
    let end = at + 1
    let isPlain = true
    for (let c = bytes[end]; c !== QUOTE; c = bytes[++end]) {
      if (c === undefined) {
        this.at = bytes.length
        throw new Unreadable("the end of a string")
      }
      if (c === BACKSLASH) end++
      if (c === BACKSLASH || c < 32) isPlain = false
    }
    try {
      // `JSON.parse` handles escapes.
      const value = isPlain ? this.textFrom(at + 1, end) : String(JSON.parse(this.textFrom(at, end + 1)))
      this.at = end + 1
      return value
    } catch {
      throw new Unreadable("a string")
    }
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

  /** Makes room for a column. */
  private room(): Float64Array<ArrayBuffer> {
    return this.memory.take(this.length === 0 ? 256 : this.length)
  }

  /** Whether the last value of a list has been read. After a comma, another one must come. */
  private isAfterLast(): boolean {
    return this.bytes[this.at] === CLOSE_BRACKET && this.bytes[this.at - 1] !== COMMA
  }

  /** Reads numbers and nulls up to the closing bracket; undefined if there is any other value. */
  private numbers(): Numbers | undefined {
    let out = this.room()
    let n = 0
    for (;;) {
      if (n === out.length) out = grown(out)
      n = plainNumbers(this, out, n, Math.min(out.length, n + chunk))
      if (this.isAfterLast()) break
      if (n === out.length) continue
      const c = this.space()
      if (isOther(c)) return undefined
      this.path.push(n)
      out[n++] = c === LOWER_N ? this.word("null", Number.NaN) : this.number()
      const end = this.space()
      if (end !== COMMA && end !== CLOSE_BRACKET) throw new Unreadable("a comma or a closing bracket")
      this.path.pop()
      if (end === CLOSE_BRACKET) break
      this.at++
    }
    this.at++
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
