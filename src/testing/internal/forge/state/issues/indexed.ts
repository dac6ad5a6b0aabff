/** A map of records that also keeps them in order and in groups, so that a listing does not look at all of them. */

interface Listed {
  readonly number: number
  readonly state: "open" | "closed"
}

/** What records are ordered by. Equal ones are ordered by number. */
export type Order<A> = (record: A) => number

/** The keys of the groups that a record is in. */
export type Grouping<A> = (record: A) => ReadonlyArray<string | number>

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
  readonly groups: Map<string | number, Mutable<A>>
}

const emptyGroup: Group<never> = { all: [], open: [], closed: [] }

const compare = <A extends Listed>(order: Order<A>, a: A, b: A): number => order(a) - order(b) || a.number - b.number

/** The position of a record in an ordered list, or the one where it belongs. */
const positionOf = <A extends Listed>(list: ReadonlyArray<A>, order: Order<A>, record: A): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle]
    if (other !== undefined && compare(order, other, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const insert = <A extends Listed>(list: Array<A>, order: Order<A>, record: A): void => {
  const last = list.at(-1)
  if (last === undefined || compare(order, last, record) < 0) list.push(record)
  else list.splice(positionOf(list, order, record), 0, record)
}

const remove = <A extends Listed>(list: Array<A>, order: Order<A>, record: A): void =>
  void list.splice(positionOf(list, order, record), 1)

const addTo = <A extends Listed>({ groups, grouping, order }: View<A>, record: A): void => {
  for (const key of grouping(record)) {
    const group = groups.get(key) ?? { all: [], open: [], closed: [] }
    groups.set(key, group)
    insert(group.all, order, record)
    insert(group[record.state], order, record)
  }
}

const removeFrom = <A extends Listed>({ groups, grouping, order }: View<A>, record: A): void => {
  for (const key of grouping(record)) {
    const group = groups.get(key)
    if (group === undefined) continue
    remove(group.all, order, record)
    remove(group[record.state], order, record)
  }
}

/**
 * Records by number. The first look at a grouping in an order sorts and groups all records. From then on, each change
 * moves only the record that changed.
 *
 * The lists of a group are live: copy them before changing records.
 */
export class Indexed<A extends Listed, O extends string, G extends string> extends Map<number, A> {
  readonly #orders: Readonly<Record<O, Order<A>>>
  readonly #groupings: Readonly<Record<G, Grouping<A>>>
  readonly #views = new Map<string, View<A>>()
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
    this.#forget(number)
    super.set(number, record)
    if (record.state === "open") this.#open++
    for (const view of this.#views.values()) addTo(view, record)
    return this
  }

  override delete(number: number): boolean {
    this.#forget(number)
    return super.delete(number)
  }

  /** All records in an order. */
  every(order: O): Group<A> {
    return this.#view(order, "", () => [""]).groups.get("") ?? emptyGroup
  }

  /** The records of one group of a grouping. */
  group(grouping: G, key: string | number, order: O): Group<A> {
    return this.#view(order, grouping, this.#groupings[grouping]).groups.get(key) ?? emptyGroup
  }

  #forget(number: number): void {
    const before = this.get(number)
    if (before === undefined) return
    if (before.state === "open") this.#open--
    for (const view of this.#views.values()) removeFrom(view, before)
  }

  #view(by: O, name: G | "", grouping: Grouping<A>): View<A> {
    const known = this.#views.get(`${by} ${name}`)
    if (known !== undefined) return known
    const order = this.#orders[by]
    const sorted = name === "" ? [...this.values()].sort((a, b) => compare(order, a, b)) : this.every(by).all
    const view: View<A> = { order, grouping, groups: new Map() }
    for (const record of sorted) addTo(view, record)
    this.#views.set(`${by} ${name}`, view)
    return view
  }
}
