/** Lists of ascending whole numbers, of which many are short and some very long. */
import { longer } from "./tokens.ts"

/** An address is the number of a block and an offset in it. */
const offsetBits = 16
const blockSize = 2 ** offsetBits
const offsetMask = blockSize - 1

/** The first chunk of a list, and the largest, in bytes: each is twice as large as the one before, up to this. */
const smallest = 8
const largest = 2 ** 14

const noBytes = new Uint8Array(0)

/** At the end of a chunk is the address of the next one. */
const link = 4

/**
 * Lists by number. The first place of a list is kept as it is, and each later one as the difference to the one before: a
 * byte, or several with seven bits each, of which all but the last have the eighth. The bytes are in chunks, which share
 * blocks.
 */
export class Places {
  readonly #blocks: Array<Uint8Array<ArrayBuffer>> = []
  /** How much of the last block is used. */
  #used = 0
  /** Of each list: the first place and the last, the first chunk and its size, and where the next byte comes, and may. */
  #first = new Int32Array(0)
  #last = new Int32Array(0)
  #head = new Int32Array(0)
  #size = new Int32Array(0)
  #at = new Int32Array(0)
  #end = new Int32Array(0)
  /** How many places each list has. */
  #lengths = new Int32Array(0)
  #count = 0

  /** Adds a place that is behind all others of the list. A new list has the next number. */
  add(list: number, place: number): void {
    if (list === this.#count) this.#begin(place)
    else {
      let rest = place - (this.#last[list] ?? 0)
      while (rest > 127) {
        this.#push(list, (rest & 127) | 128)
        rest >>>= 7
      }
      this.#push(list, rest)
    }
    this.#last[list] = place
    this.#lengths[list] = (this.#lengths[list] ?? 0) + 1
  }

  /** How many places a list has. */
  lengthOf(list: number): number {
    return this.#lengths[list] ?? 0
  }

  /** Writes all places of a list, for which there must be room. */
  read(list: number, places: Int32Array): void {
    places[0] = this.#first[list] ?? 0
    let index = 1
    let place = this.#first[list] ?? 0
    let shift = 0
    for (const [block, start, end] of this.#chunksOf(list)) {
      for (let at = start; at < end; at++) {
        const byte = block[at] ?? 0
        place += (byte & 127) << shift
        if (byte > 127) shift += 7
        else {
          places[index++] = place
          shift = 0
        }
      }
    }
  }

  /** Keeps those of ascending places that one of a list follows at a distance. Reuses the memory. */
  followed(list: number, places: Int32Array, distance: number): Int32Array {
    const { length } = places
    let place = (this.#first[list] ?? 0) - distance
    let [shift, index, kept] = [0, 0, 0]
    while (index < length && (places[index] ?? 0) < place) index++
    if (places[index] === place) places[kept++] = place
    for (const [block, start, end] of this.#chunksOf(list)) {
      let next = places[index] ?? 0
      for (let at = start; at < end; at++) {
        const byte = block[at] ?? 0
        place += (byte & 127) << shift
        if (byte > 127) {
          shift += 7
          continue
        }
        shift = 0
        while (next < place && index < length) next = places[++index] ?? 0
        if (next === place && index < length) places[kept++] = place
      }
      if (index >= length) break
    }
    return places.subarray(0, kept)
  }

  /** The bytes of a list: where they are in which blocks. */
  *#chunksOf(list: number): Generator<readonly [block: Uint8Array, start: number, end: number], void> {
    const last = this.#at[list] ?? 0
    let address = this.#head[list] ?? 0
    let size = smallest
    if (last === 0) return
    for (;;) {
      const block = this.#blocks[address >>> offsetBits] ?? noBytes
      const start = address & offsetMask
      const end = start + size - link
      if (last > address && last <= address + size - link) {
        yield [block, start, last & offsetMask]
        return
      }
      yield [block, start, end]
      address = 0
      for (let each = 0; each < link; each++) address |= (block[end + each] ?? 0) << (8 * each)
      size = Math.min(largest, size * 2)
    }
  }

  #begin(place: number): void {
    const list = this.#count++
    if (list === this.#first.length) {
      this.#first = longer(this.#first, Int32Array)
      this.#last = longer(this.#last, Int32Array)
      this.#head = longer(this.#head, Int32Array)
      this.#size = longer(this.#size, Int32Array)
      this.#at = longer(this.#at, Int32Array)
      this.#end = longer(this.#end, Int32Array)
      this.#lengths = longer(this.#lengths, Int32Array)
    }
    this.#first[list] = place
  }

  #push(list: number, byte: number): void {
    const known = this.#at[list] ?? 0
    const at = known === (this.#end[list] ?? 0) ? this.#extend(list) : known
    const block = this.#blocks[at >>> offsetBits]
    if (block !== undefined) block[at & offsetMask] = byte
    this.#at[list] = at + 1
  }

  /** Begins a chunk, and links it to the one before. Returns its address. */
  #extend(list: number): number {
    const before = this.#size[list] ?? 0
    const size = before === 0 ? smallest : Math.min(largest, before * 2)
    const address = this.#room(size)
    if (before === 0) this.#head[list] = address
    else {
      const end = this.#end[list] ?? 0
      const block = this.#blocks[end >>> offsetBits]
      for (let index = 0; index < link; index++) {
        if (block !== undefined) block[(end & offsetMask) + index] = address >>> (8 * index)
      }
    }
    this.#size[list] = size
    this.#end[list] = address + size - link
    return address
  }

  /** The first block grows until it has its size, so that a small index is small. */
  #room(size: number): number {
    if (this.#blocks.length === 0 || this.#used + size > blockSize) {
      this.#blocks.push(new Uint8Array(this.#blocks.length === 0 ? 1024 : blockSize))
      this.#used = 0
    }
    const last = this.#blocks.length - 1
    let block = this.#blocks[last] ?? new Uint8Array(0)
    while (this.#used + size > block.length) block = this.#blocks[last] = longer(block, Uint8Array)
    const address = (last << offsetBits) | this.#used
    this.#used += size
    return address
  }
}
