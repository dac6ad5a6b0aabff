/** Objects that are told as changes of others (gitformat-pack). */
import { WireError } from "./pktLine.ts"

interface Varint {
  readonly value: number
  readonly end: number
}

/** Reads a number, seven bits a byte, the lowest first. */
const varint = (bytes: Uint8Array, start: number): Varint => {
  let value = 0
  let unit = 1
  for (let at = start; at < bytes.length && unit < 2 ** 49; at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * unit
    unit *= 128
    if (byte < 128) return { value, end: at + 1 }
  }
  throw new WireError("the delta has no valid length")
}

/** The length of what a delta makes. */
export const lengthOfResult = (delta: Uint8Array): number => varint(delta, varint(delta, 0).end).value

/** Makes the content that a delta tells: parts of the base, and new bytes. */
export const applyDelta = (base: Uint8Array, delta: Uint8Array): Uint8Array => {
  const source = varint(delta, 0)
  const target = varint(delta, source.end)
  if (source.value !== base.length) throw new WireError("the delta is not of its base")
  const made = new Uint8Array(target.value)
  let at = target.end
  let filled = 0
  const add = (bytes: Uint8Array, length: number): void => {
    if (bytes.length !== length || filled + length > made.length) throw new WireError("the delta goes out of bounds")
    made.set(bytes, filled)
    filled += length
  }
  /** Reads the bytes of a number whose bits are set in a mask, the lowest first. */
  const number = (mask: number): number => {
    let value = 0
    for (let bit = 0; mask >> bit > 0; bit++) {
      if ((mask >> bit) & 1) value += (delta[at++] ?? 0) * 2 ** (8 * bit)
    }
    return value
  }
  while (at < delta.length) {
    const code = delta[at++] ?? 0
    if (code === 0) throw new WireError("the delta has an unknown instruction")
    if (code < 128) {
      add(delta.subarray(at, at + code), code)
      at += code
    } else {
      const offset = number(code & 15)
      const length = number((code >> 4) & 7) || 0x10000
      add(base.subarray(offset, offset + length), length)
    }
  }
  if (filled !== made.length) throw new WireError("the delta ends too early")
  return made
}
