/** Writes the cells of a column. */
import type { Writer } from "./writer.ts"

/** Writes a value. */
export type Write = (writer: Writer, value: number) => void

/** Few columns have more different values. */
const maxSlots = 4_096

/**
 * The texts of the values of a column. Values repeat: a temperature is one of some hundred tenths of a degree. Each text
 * is written once, and kept in a slot until another value needs the slot. If too many do, texts are kept no longer.
 */
export class Cells {
  private readonly direct: Write
  private readonly power: number
  private readonly slots: number
  private readonly width: number
  private readonly keys: Float64Array
  private readonly lengths: Uint16Array
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private misses = 0

  /**
   * There are so many cells. Most of their values have so many `decimals`, and most of their texts `longest` bytes or
   * fewer. `direct` writes a value.
   */
  constructor(cells: number, decimals: number, longest: number, direct: Write) {
    this.direct = direct
    this.power = 10 ** decimals
    this.slots = 2 ** Math.ceil(Math.log2(Math.min(maxSlots, Math.max(2, cells))))
    this.width = Math.ceil(longest / 8) * 8
    // The last slot is for NaN.
    this.keys = new Float64Array(this.slots + 1).fill(Number.NaN)
    this.lengths = new Uint16Array(this.slots + 1)
    this.bytes = new Uint8Array((this.slots + 1) * this.width)
    this.view = new DataView(this.bytes.buffer)
  }

  /** Writes the cell of a value. */
  write(writer: Writer, value: number): void {
    const isMissing = Number.isNaN(value)
    // Neighbouring values have neighbouring slots.
    const slot = isMissing ? this.slots : Math.floor(value * this.power + 0.5) & (this.slots - 1)
    const length = this.lengths[slot] ?? 0
    if (length > 0 && (isMissing || this.keys[slot] === value)) writer.copy(this.view, slot * this.width, length)
    else if (this.misses > this.slots) this.direct(writer, value)
    else this.keep(writer, slot, value)
  }

  /** Writes a value, and keeps its text. */
  private keep(writer: Writer, slot: number, value: number): void {
    this.misses++
    const place = this.bytes.subarray(slot * this.width, (slot + 1) * this.width)
    this.lengths[slot] = writer.writeAndCopy(() => this.direct(writer, value), place)
    this.keys[slot] = value
  }
}
