import { describe, expect, it } from "@effect/vitest"
import { type Group, type Grouping, Indexed, type Order } from "../../../../src/testing/internal/forge/state/indexed.ts"

interface Item {
  readonly number: number
  readonly state: "open" | "closed"
  readonly age: number
  readonly size: number
  readonly tags: ReadonlyArray<string>
}

const orders = { age: (item: Item) => item.age, size: (item: Item) => item.size } satisfies Record<string, Order<Item>>

const groupings = {
  tag: { has: ({ tags }, key) => tags.some((tag) => tag === key) },
  size: { has: ({ size }, key) => size === key }
} satisfies Record<string, Grouping<Item>>

const tags = ["a", "b", "c"]

/** A generator of pseudo-random whole numbers below a bound, the same on every run. */
const numbers = () => {
  let state = 7
  return (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % bound
  }
}

const itemOf = (number: number, below: (bound: number) => number): Item => ({
  number,
  state: below(3) === 0 ? "closed" : "open",
  age: below(20),
  size: below(4),
  tags: tags.filter(() => below(2) === 0)
})

const filtered = (all: Iterable<Item>, order: Order<Item>, test: (item: Item) => boolean) =>
  [...all].filter(test).sort((a, b) => order(a) - order(b) || a.number - b.number)

const byState = (items: ReadonlyArray<Item>): Group<Item> => ({
  all: items,
  open: items.filter(({ state }) => state === "open"),
  closed: items.filter(({ state }) => state === "closed")
})

/** Compares every group in every order with what a look at all records gives. */
const agree = (indexed: Indexed<Item, "age" | "size", "tag" | "size">) => {
  for (const order of ["age", "size"] as const) {
    for (const tag of tags) {
      const wanted = byState(filtered(indexed.values(), orders[order], (item) => item.tags.includes(tag)))
      expect(indexed.group("tag", tag, order)).toEqual(wanted)
    }
    const both = filtered(indexed.values(), orders[order], ({ size, state, tags }) => {
      return tags.includes("a") && size === 2 && state === "open"
    })
    const groups = [
      ["tag", "a"],
      ["size", 2]
    ] as const
    expect(indexed.select(groups, "open", order)).toEqual(both)
    expect(indexed.select([], "all", order)).toEqual(filtered(indexed.values(), orders[order], () => true))
  }
  expect(indexed.open).toBe([...indexed.values()].filter(({ state }) => state === "open").length)
}

describe("indexed records", () => {
  it("are what a look at all of them gives, whatever changes between the looks", () => {
    const below = numbers()
    const indexed = new Indexed<Item, "age" | "size", "tag" | "size">(orders, groupings)
    agree(indexed)
    for (let round = 0; round < 300; round++) {
      const changes = below(6)
      for (let change = 0; change < changes; change++) {
        const number = 1 + below(60)
        if (below(5) === 0) indexed.delete(number)
        else indexed.set(number, itemOf(number, below))
      }
      agree(indexed)
    }
    expect(indexed.size).toBeGreaterThan(20)
  })

  it("are sorted anew after many changes at once", () => {
    const below = numbers()
    const indexed = new Indexed<Item, "age" | "size", "tag" | "size">(orders, groupings)
    for (let number = 1; number <= 1500; number++) indexed.set(number, itemOf(number, below))
    agree(indexed)
    for (let number = 1; number <= 1500; number++) indexed.set(number, itemOf(number, below))
    for (let number = 1; number <= 1500; number += 3) indexed.delete(number)
    agree(indexed)
    expect(indexed.size).toBe(1000)
  })

  it("stay in place when a record becomes an equal one", () => {
    const indexed = new Indexed<Item, "age" | "size", "tag" | "size">(orders, groupings)
    const item: Item = { number: 1, state: "open", age: 1, size: 1, tags: ["a"] }
    indexed.set(1, item)
    agree(indexed)
    indexed.set(1, { ...item })
    indexed.set(1, item)
    agree(indexed)
    expect(indexed.delete(2)).toBe(false)
    agree(indexed)
  })
})
