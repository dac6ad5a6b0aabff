/** Writes cells as text into bytes, which takes a fraction of the time of a string for each cell. */

const size = 65_536

/** No number, time or label has more characters. */
const longest = 64

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true })

const powers = [1, 10, 100, 1_000, 10_000]

/** Integers up to this are written by integer arithmetic. */
const greatest = 999_999_999

/**
 * Returns the integer that is the value without its decimal point, if the value has at most so many decimals; NaN if it
 * has more. `n / 10 ** decimals` is the number nearest to that decimal, so equality proves that it is written so.
 */
const scaled = (value: number, decimals: number): number => {
  const power = powers[decimals] ?? Number.NaN
  const n = Math.floor(value * power + 0.5)
  return n <= greatest && n >= -greatest && n / power === value ? n : Number.NaN
}

/** The number of digits, of which at least one stands before the decimal point. */
const digitsOf = (n: number, decimals: number): number => {
  let digits = 1
  for (let limit = 10; n >= limit; limit *= 10) digits++
  return Math.max(digits, decimals + 1)
}

export class Writer {
  private readonly bytes = new Uint8Array(size)
  private readonly view = new DataView(this.bytes.buffer)
  private at = 0
  private before = ""

  /** Returns what has been written since the last call. */
  take(): string {
    const text = this.before + decoder.decode(this.bytes.subarray(0, this.at))
    this.before = ""
    this.at = 0
    return text
  }

  /** Makes room for a cell. */
  private reserve(): void {
    if (this.at > size - 4 * longest) this.before = this.take()
  }

  /** Writes an ASCII character. */
  byte(code: number): void {
    this.reserve()
    this.bytes[this.at++] = code
  }

  /** Writes any text. */
  text(text: string): void {
    this.reserve()
    if (text.length > longest) {
      this.before = this.take() + text
      return
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code < 0x80) this.bytes[this.at++] = code
      else if (code < 0x800) {
        this.bytes[this.at++] = 0xc0 | (code >> 6)
        this.bytes[this.at++] = 0x80 | (code & 0x3f)
      } else if (code < 0xd800 || code > 0xdfff) {
        this.bytes[this.at++] = 0xe0 | (code >> 12)
        this.bytes[this.at++] = 0x80 | ((code >> 6) & 0x3f)
        this.bytes[this.at++] = 0x80 | (code & 0x3f)
      } else {
        // A surrogate may be alone, which no bytes express.
        this.before = this.take() + text.slice(i)
        return
      }
    }
  }

  /** Writes a number as `String` does. It is fastest if most numbers have so many decimals. */
  number(value: number, decimals: number): void {
    for (let i = decimals; i < powers.length; i++) {
      const n = scaled(value, i)
      if (Number.isNaN(n)) continue
      this.integer(n, i, 0)
      if (i === 0) return
      while (this.bytes[this.at - 1] === zero) this.at--
      if (this.bytes[this.at - 1] === point) this.at--
      return
    }
    this.text(String(value))
  }

  /** Writes a number as `toFixed` does, with spaces before it up to a width. */
  fixed(value: number, decimals: number, width: number): void {
    const n = width > longest ? Number.NaN : scaled(value, decimals)
    if (Number.isNaN(n)) this.text(value.toFixed(decimals).padStart(width))
    else this.integer(n, decimals, width)
  }

  /** Writes an integer with a decimal point before its last digits, and spaces before it up to a width. */
  private integer(value: number, decimals: number, width: number): void {
    this.reserve()
    let rest = Math.abs(value) | 0
    const digits = digitsOf(rest, decimals)
    const length = digits + (decimals === 0 ? 0 : 1) + (value < 0 ? 1 : 0)
    for (let i = length; i < width; i++) this.bytes[this.at++] = space
    if (value < 0) this.bytes[this.at] = minus
    this.at += length
    let place = this.at
    for (let i = 0; i < digits; i++) {
      if (i === decimals && i > 0) this.bytes[--place] = point
      const next = (rest / 10) | 0
      this.bytes[--place] = zero + rest - next * 10
      rest = next
    }
  }

  /** Writes what `write` writes, and copies it to a place if it fits there. Returns its length there, or 0. */
  writeAndCopy(write: () => void, to: Uint8Array): number {
    this.reserve()
    const { at, before } = this
    write()
    const length = this.at - at
    if (this.before !== before || length > to.length) return 0
    to.set(this.bytes.subarray(at, this.at))
    return length
  }

  /** Writes bytes. The view goes on for up to seven more bytes. */
  copy(from: DataView, start: number, length: number): void {
    if (this.at + length + 8 > size) this.before = this.take()
    const { at, view } = this
    // Eight bytes at a time, whatever they mean as a number.
    for (let i = 0; i < length; i += 8) view.setFloat64(at + i, from.getFloat64(start + i))
    this.at = at + length
  }
}

const space = 32
const minus = 45
const point = 46
const zero = 48
