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
  const n = Math.round(value * power)
  return n <= greatest && n >= -greatest && n / power === value ? n : Number.NaN
}

/** Whether a value has at most so many decimals. False may also mean that the value is too large to tell. */
export const hasDecimals = (value: number, decimals: number): boolean => !Number.isNaN(scaled(value, decimals))

/** Returns the length of a number as `toFixed` writes it. */
export const fixedLength = (value: number, decimals: number): number => {
  const n = scaled(value, decimals)
  if (Number.isNaN(n)) return value.toFixed(decimals).length
  return digitsOf(Math.abs(n), decimals) + (n < 0 ? 1 : 0) + (decimals === 0 ? 0 : 1)
}

/** The number of digits, of which at least one stands before the decimal point. */
const digitsOf = (n: number, decimals: number): number => {
  let digits = decimals + 1
  for (let limit = 10 ** digits; n >= limit; limit *= 10) digits++
  return digits
}

export class Writer {
  private readonly bytes = new Uint8Array(size)
  private at = 0
  private before = ""
  private day = Number.NaN
  private date = ""

  /** Returns what has been written since the last call. */
  take(): string {
    const text = this.before + decoder.decode(this.bytes.subarray(0, this.at))
    this.before = ""
    this.at = 0
    return text
  }

  /** Makes room for a cell. */
  private reserve(): void {
    if (this.at > size - 3 * longest) this.before = this.take()
  }

  /** Writes an ASCII character. */
  byte(code: number): void {
    this.reserve()
    this.bytes[this.at++] = code
  }

  /** Writes any text. */
  text(text: string): void {
    this.reserve()
    if (text.length > longest) this.before = this.take() + text
    else {
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
  }

  spaces(count: number): void {
    if (count > longest) return this.text(" ".repeat(count))
    this.reserve()
    for (let i = 0; i < count; i++) this.bytes[this.at++] = 32
  }

  /** Writes a number as `String` does. */
  number(value: number): void {
    for (let decimals = 0; decimals < powers.length; decimals++) {
      const n = scaled(value, decimals)
      if (!Number.isNaN(n)) return this.decimal(n, decimals)
    }
    this.text(String(value))
  }

  /** Writes a number as `toFixed` does. */
  fixed(value: number, decimals: number): void {
    const n = scaled(value, decimals)
    if (Number.isNaN(n)) this.text(value.toFixed(decimals))
    else this.decimal(n, decimals)
  }

  /** Writes an integer with a decimal point before its last digits. */
  private decimal(value: number, decimals: number): void {
    this.reserve()
    let rest = value
    if (rest < 0) {
      this.bytes[this.at++] = 45
      rest = -rest
    }
    const digits = digitsOf(rest, decimals)
    const end = this.at + digits + (decimals === 0 ? 0 : 1)
    let place = end
    for (let i = 0; i < digits; i++) {
      if (i === decimals && decimals > 0) this.bytes[--place] = 46
      const next = Math.trunc(rest / 10)
      this.bytes[--place] = 48 + rest - next * 10
      rest = next
    }
    this.at = end
  }

  /** Writes an instant by a clock at this offset: `2026-02-06T16:30`, or the date alone. */
  clock(instant: number, offset: number, time: "T" | " " | "none"): void {
    const local = Math.trunc(instant + offset)
    const day = Math.floor(local / 86_400_000)
    if (day !== this.day) {
      const iso = new Date(local).toISOString()
      // Years beyond 9999 have more digits and are cut.
      if (iso.length > 24) return this.text(time === "none" ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", time))
      this.day = day
      this.date = iso.slice(0, 10)
    }
    this.text(this.date)
    if (time === "none") return
    const minutes = Math.floor((local - day * 86_400_000) / 60_000)
    const hours = Math.floor(minutes / 60)
    this.bytes[this.at++] = time === "T" ? 84 : 32
    this.two(hours)
    this.bytes[this.at++] = 58
    this.two(minutes - hours * 60)
  }

  private two(value: number): void {
    const tens = Math.floor(value / 10)
    this.bytes[this.at++] = 48 + tens
    this.bytes[this.at++] = 48 + value - tens * 10
  }
}
