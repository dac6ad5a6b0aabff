/**
 * Memory of one search at a time. With new memory for each, the engine would collect garbage most of the time: a search
 * of many records needs megabytes, and all of them at once.
 */
const blocks: Array<Uint32Array> = []
let used = 0

/** Begins a search: the memory of the one before is used again. */
export const reuse = (): void => {
  used = 0
}

/** Takes memory for so many numbers, for this search alone. There may be anything in it. */
export const take = (length: number): Uint32Array => {
  const at = used++
  const known = blocks[at]
  const block = known !== undefined && known.length >= length ? known : new Uint32Array(length)
  blocks[at] = block
  return block.subarray(0, length)
}
