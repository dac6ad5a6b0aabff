/** A map of records that also keeps them in order and in groups, so that a listing does not look at all of them. */
import { Words } from "./words.ts"

interface Listed {
  readonly number: number
  readonly state: "open" | "closed"
}

/** What records are ordered by. Equal ones are ordered by number. */
export type Order<A> = (record: A) => number

/** The name of a group: a login, or an id. */
export type Key = string | number

/** Whether a record is in a group. */
export interface Grouping<A> {
  readonly has: (record: A, key: Key) => boolean
}

/** The records of a group in ascending order: all of them, and by state. */
export interface Group<A> {
  readonly all: ReadonlyArray<A>
  readonly open: ReadonlyArray<A>
  readonly closed: ReadonlyArray<A>
}

/** The first position in an ordered list whose record is not before. */
const positionOf = <A>(list: ReadonlyArray<A>, isBefore: (record: A) => boolean): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const record = list[middle]
    if (record !== undefined && isBefore(record)) low = middle + 1
    else high = middle
  }
  return low
}

/** Drops the records at the start of an ordered list that are below a minimum. */
export const atLeast = <A>(list: ReadonlyArray<A>, order: Order<A>, minimum: number): ReadonlyArray<A> =>
  list.slice(positionOf(list, (record) => order(record) < minimum))

const compare = <A extends Listed>(order: Order<A>, a: A, b: A): number => order(a) - order(b) || a.number - b.number

/** The records that are in some groups, in an order. */
interface View<A> {
  readonly order: Order<A>
  readonly has: (record: A) => boolean
  readonly lists: { readonly [State in keyof Group<A>]: Array<A> }
}

/** Follows a change of one record; undefined stands for none. */
const follow = <A extends Listed>(
  { has, lists, order }: View<A>,
  before: A | undefined,
  after: A | undefined
): void => {
  const place = (list: ReadonlyArray<A>, record: A): number =>
    positionOf(list, (other) => compare(order, other, record) < 0)
  if (before !== undefined && has(before))
    for (const list of [lists.all, lists[before.state]]) {
      const at = place(list, before)
      if (list[at]?.number === before.number) list.splice(at, 1)
    }
  if (after !== undefined && has(after))
    for (const list of [lists.all, lists[after.state]]) list.splice(place(list, after), 0, after)
}

/** How many views are kept. */
const mostViews = 256

/** So many changes since the last look cost more one by one than sorting and filtering everything anew. */
const many = 1000

/**
 * Records by number. The first look at an order sorts all records, and the first look at groups filters them. From then
 * on, a look moves only the records that were changed since the last one.
 *
 * The lists are live: they change with a later look.
 */
export class Indexed<A extends Listed, O extends string, G extends string> extends Map<number, A> {
  readonly #orders: Readonly<Record<O, Order<A>>>
  readonly #groupings: Readonly<Record<G, Grouping<A>>>
  readonly #views = new Map<string, View<A>>()
  /** The changed records as the views have them; undefined for new ones. */
  readonly #changed = new Map<number, A | undefined>()
  /** The records that were changed since the last look at the changes, as they were then. */
  readonly #before = new Map<number, A | undefined>()
  /** The words of the records. */
  readonly words: Words<A>
  #open = 0

  constructor(
    orders: Readonly<Record<O, Order<A>>>,
    groupings: Readonly<Record<G, Grouping<A>>>,
    textsOf: (record: A) => ReadonlyArray<ReadonlyArray<string>> = () => []
  ) {
    super()
    this.#orders = orders
    this.#groupings = groupings
    this.words = new Words(textsOf)
  }

  /** The number of open records. */
  get open(): number {
    return this.#open
  }

  override set(number: number, record: A): this {
    this.#note(number, record)
    return super.set(number, record)
  }

  override delete(number: number): boolean {
    this.#note(number, undefined)
    return super.delete(number)
  }

  /** What was changed since the last call: the records before and after, undefined for none. */
  takeChanges(): ReadonlyArray<readonly [number: number, before: A | undefined, after: A | undefined]> {
    const found = [...this.#before].map(([number, before]) => [number, before, this.get(number)] as const)
    this.#before.clear()
    return found.filter(([, before, after]) => before !== after)
  }

  /** The records of one group of a grouping. */
  group(grouping: G, key: Key, order: O): Group<A> {
    return this.#view([[grouping, key]], order)
  }

  /** The records that are in all of these groups. */
  select(groups: ReadonlyArray<readonly [grouping: G, key: Key]>, state: keyof Group<A>, order: O): ReadonlyArray<A> {
    return this.#view(groups, order)[state]
  }

  #note(number: number, after: A | undefined): void {
    const before = this.get(number)
    this.#open += Number(after?.state === "open") - Number(before?.state === "open")
    if (!this.#before.has(number)) this.#before.set(number, before)
    this.words.note(number, before, after)
    if (this.#views.size > 0 && !this.#changed.has(number)) this.#changed.set(number, before)
  }

  #view(groups: ReadonlyArray<readonly [grouping: G, key: Key]>, by: O): Group<A> {
    if (this.#changed.size > many || this.#views.size > mostViews) this.#views.clear()
    for (const [number, before] of this.#changed) {
      for (const view of this.#views.values()) follow(view, before, this.get(number))
    }
    this.#changed.clear()
    const name = JSON.stringify([groups, by])
    const known = this.#views.get(name)
    if (known !== undefined) return known.lists
    const order = this.#orders[by]
    const has = (record: A): boolean => groups.every(([grouping, key]) => this.#groupings[grouping].has(record, key))
    const all =
      groups.length === 0 ? [...this.values()].sort((a, b) => compare(order, a, b)) : this.#view([], by).all.filter(has)
    const inState = (state: A["state"]): Array<A> => all.filter((record) => record.state === state)
    const lists = { all, open: inState("open"), closed: inState("closed") }
    this.#views.set(name, { order, has, lists })
    return lists
  }
}

export type IssueOrder = "created" | "updated" | "comments"

/** What the records say by themselves. */
export type PlainGrouping =
  | "label"
  | "assignee"
  | "creator"
  | "milestone"
  | "mentioned"
  | "commenter"
  | "kind"
  | "type"
  | "field"
  | "base"
  | "head"

/** Also by the commits that merged pull requests brought. */
export type IssueGrouping = PlainGrouping | "commit"
