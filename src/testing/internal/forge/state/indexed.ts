/** A map of records that also keeps them in order and in groups, so that a listing does not look at all of them. */

interface Listed {
  readonly number: number
  readonly state: "open" | "closed"
}

/** What records are ordered by. Equal ones are ordered by number. */
export type Order<A> = (record: A) => number

/** The name of a group: a login, or an id. */
export type Key = string | number

/** The groups that a record is in. */
export interface Grouping<A> {
  readonly keys: (record: A) => ReadonlyArray<Key>
  /** Whether the record is in a group, found faster than by listing its keys. */
  readonly has: (record: A, key: Key) => boolean
}

/** The records of a group in ascending order: all of them, and by state. */
export interface Group<A> {
  readonly all: ReadonlyArray<A>
  readonly open: ReadonlyArray<A>
  readonly closed: ReadonlyArray<A>
}

type Mutable<A> = { readonly [State in keyof Group<A>]: Array<A> }

/** The groups of a grouping in an order. */
interface View<A> {
  readonly order: Order<A>
  readonly grouping: Grouping<A>
  readonly groups: Map<Key, Mutable<A>>
}

/** Groups all records under one key. */
const everything: Grouping<unknown> = { keys: () => [""], has: () => true }

const emptyGroup: Group<never> = { all: [], open: [], closed: [] }

const compare = <A extends Listed>(order: Order<A>, a: A, b: A): number => order(a) - order(b) || a.number - b.number

/** The position of the first record of an ordered list that does not belong before something. */
const firstNot = <A>(list: ReadonlyArray<A>, isBefore: (record: A) => boolean): number => {
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

/** The position of a record in an ordered list, or the one where it belongs. */
const positionOf = <A extends Listed>(list: ReadonlyArray<A>, order: Order<A>, record: A): number =>
  firstNot(list, (other) => compare(order, other, record) < 0)

/** Drops the records at the start of an ordered list that are below a minimum. */
export const atLeast = <A>(list: ReadonlyArray<A>, order: Order<A>, minimum: number): ReadonlyArray<A> => {
  const first = firstNot(list, (record) => order(record) < minimum)
  return first === 0 ? list : list.slice(first)
}

const insert = <A extends Listed>(list: Array<A>, order: Order<A>, record: A): void => {
  const last = list.at(-1)
  if (last === undefined || compare(order, last, record) < 0) list.push(record)
  else list.splice(positionOf(list, order, record), 0, record)
}

const remove = <A extends Listed>(list: Array<A>, order: Order<A>, record: A): void =>
  void list.splice(positionOf(list, order, record), 1)

const groupIn = <A>({ groups }: View<A>, key: Key): Mutable<A> => {
  const known = groups.get(key)
  if (known !== undefined) return known
  const group: Mutable<A> = { all: [], open: [], closed: [] }
  groups.set(key, group)
  return group
}

const addTo = <A extends Listed>(view: View<A>, key: Key, record: A): void => {
  const group = groupIn(view, key)
  insert(group.all, view.order, record)
  insert(group[record.state], view.order, record)
}

const removeFrom = <A extends Listed>({ groups, order }: View<A>, key: Key, record: A): void => {
  const group = groups.get(key)
  if (group === undefined) return
  remove(group.all, order, record)
  remove(group[record.state], order, record)
}

/** Puts a changed record in the place of the former one, which has the same. */
const replaceIn = <A extends Listed>({ groups, order }: View<A>, key: Key, before: A, after: A): void => {
  const group = groups.get(key)
  if (group === undefined) return
  group.all[positionOf(group.all, order, before)] = after
  if (before.state === after.state) {
    const list = group[after.state]
    list[positionOf(list, order, before)] = after
  } else {
    remove(group[before.state], order, before)
    insert(group[after.state], order, after)
  }
}

/** Follows a change of one record; undefined stands for none. */
const follow = <A extends Listed>(view: View<A>, before: A | undefined, after: A | undefined): void => {
  const former = before === undefined ? [] : view.grouping.keys(before)
  const keys = after === undefined ? [] : view.grouping.keys(after)
  const stays = before !== undefined && after !== undefined && view.order(before) === view.order(after)
  for (const key of former) {
    if (before !== undefined && !(stays && keys.includes(key))) removeFrom(view, key, before)
  }
  for (const key of keys) {
    if (after === undefined) continue
    if (stays && former.includes(key)) replaceIn(view, key, before, after)
    else addTo(view, key, after)
  }
}

/** How many selections are remembered. */
const mostSelected = 32

/** So many changes since the last look cost more one by one than sorting and grouping everything anew. */
const many = 1000

/**
 * Records by number. The first look at a grouping in an order sorts and groups all records. From then on, a look moves
 * only the records that were changed since the last one.
 *
 * The lists are live: they change with a later look.
 */
export class Indexed<A extends Listed, O extends string, G extends string> extends Map<number, A> {
  readonly #orders: Readonly<Record<O, Order<A>>>
  readonly #groupings: Readonly<Record<G, Grouping<A>>>
  readonly #views = new Map<string, View<A>>()
  /** The changed records as the views have them; undefined for new ones. */
  readonly #changed = new Map<number, A | undefined>()
  /** What was selected by more than one group since the last change. */
  readonly #selected = new Map<string, ReadonlyArray<A>>()
  #open = 0

  constructor(orders: Readonly<Record<O, Order<A>>>, groupings: Readonly<Record<G, Grouping<A>>>) {
    super()
    this.#orders = orders
    this.#groupings = groupings
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

  /** The records of one group of a grouping. */
  group(grouping: G, key: Key, order: O): Group<A> {
    return this.#view(order, grouping, this.#groupings[grouping]).groups.get(key) ?? emptyGroup
  }

  /** The records that are in all of these groups. Looks only at those of the smallest group. */
  select(groups: ReadonlyArray<readonly [grouping: G, key: Key]>, state: keyof Group<A>, order: O): ReadonlyArray<A> {
    const lists = groups.map(([grouping, key]) => this.group(grouping, key, order)[state])
    const smallest = lists.reduce((best, list) => (list.length < best.length ? list : best), this.#every(order)[state])
    const others = groups.filter((_, index) => lists[index] !== smallest)
    if (others.length === 0) return smallest
    // Whoever reads one page is about to read the next.
    const name = JSON.stringify([groups, state, order])
    const known = this.#selected.get(name)
    if (known !== undefined) return known
    const found = others.reduce((left, [grouping, key]) => {
      const { has } = this.#groupings[grouping]
      return left.filter((record) => has(record, key))
    }, smallest)
    if (this.#selected.size === mostSelected) this.#selected.clear()
    this.#selected.set(name, found)
    return found
  }

  /** All records in an order. */
  #every(order: O): Group<A> {
    return this.#view(order, "", everything).groups.get("") ?? emptyGroup
  }

  #note(number: number, after: A | undefined): void {
    const before = this.get(number)
    this.#open += Number(after?.state === "open") - Number(before?.state === "open")
    this.#selected.clear()
    if (this.#views.size > 0 && !this.#changed.has(number)) this.#changed.set(number, before)
  }

  /** Moves changed records in all views. */
  #catchUp(): void {
    if (this.#changed.size > many) this.#views.clear()
    for (const view of this.#views.values()) {
      for (const [number, before] of this.#changed) follow(view, before, this.get(number))
    }
    this.#changed.clear()
  }

  #view(by: O, name: G | "", grouping: Grouping<A>): View<A> {
    this.#catchUp()
    const known = this.#views.get(`${by} ${name}`)
    if (known !== undefined) return known
    const order = this.#orders[by]
    const view: View<A> = { order, grouping, groups: new Map() }
    for (const record of name === "" ? [...this.values()].sort((a, b) => compare(order, a, b)) : this.#every(by).all) {
      for (const key of grouping.keys(record)) {
        const group = groupIn(view, key)
        group.all.push(record)
        group[record.state].push(record)
      }
    }
    this.#views.set(`${by} ${name}`, view)
    return view
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
