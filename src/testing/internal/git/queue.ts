/** A queue whose greatest value leaves it first; of equal ones, the one that was added first. */
export interface Queue<A> {
  readonly add: (value: A, rank: number) => void
  readonly next: () => A | undefined
}

interface Item<A> {
  readonly value: A
  readonly rank: number
  readonly turn: number
}

const before = <A>(a: Item<A> | undefined, b: Item<A> | undefined): boolean =>
  a !== undefined && (b === undefined || a.rank > b.rank || (a.rank === b.rank && a.turn < b.turn))

/** A binary heap. */
export const makeQueue = <A>(): Queue<A> => {
  const heap: Array<Item<A>> = []
  let turn = 0
  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]]
    if (x === undefined || y === undefined) return
    heap[a] = y
    heap[b] = x
  }
  return {
    add: (value, rank) => {
      let at = heap.push({ value, rank, turn: turn++ }) - 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!before(heap[at], heap[parent])) break
        swap(at, parent)
        at = parent
      }
    },
    next: () => {
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first?.value
      heap[0] = last
      for (let at = 0; ;) {
        const left = 2 * at + 1
        const child = before(heap[left + 1], heap[left]) ? left + 1 : left
        if (!before(heap[child], heap[at])) break
        swap(at, child)
        at = child
      }
      return first.value
    }
  }
}
