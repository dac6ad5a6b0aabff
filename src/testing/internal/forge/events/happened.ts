/** What a change of the state becomes: events, whose payloads are made only if a hook takes them. */
import type { Repository, World } from "../state/model.ts"
import type { Context } from "../wire/common.ts"

export type Fields = Readonly<Record<string, unknown>>

export interface Event {
  readonly event: string
  readonly action: string | null
  /** What its payload has beside the action and what all events have. */
  readonly fields: () => Fields
}

export const happened = (event: string, action: string | null, fields: () => Fields = () => ({})): Event => ({
  event,
  action,
  fields
})

/** Where a change happened, and who made it. */
export interface Scene {
  readonly context: Context
  readonly world: World
  readonly repository: Repository
  readonly sender: string | null
  /** The repository before the change, as far as its own fields go. */
  readonly former: Repository
}

type Pair<K, A> = readonly [key: K, before: A | undefined, after: A | undefined]

/** What was changed, added or removed between two maps of immutable records. */
export const changes = <K, A>(before: ReadonlyMap<K, A>, after: ReadonlyMap<K, A>): ReadonlyArray<Pair<K, A>> => {
  const found: Array<Pair<K, A>> = []
  for (const [key, value] of after) if (before.get(key) !== value) found.push([key, before.get(key), value])
  for (const [key, value] of before) if (!after.has(key)) found.push([key, value, undefined])
  return found
}

const byId = <A extends { readonly id: number }>(all: ReadonlyArray<A>): ReadonlyMap<number, A> =>
  new Map(all.map((each) => [each.id, each]))

/** The same of two lists of records with ids. */
export const listChanges = <A extends { readonly id: number }>(
  before: ReadonlyArray<A> = [],
  after: ReadonlyArray<A> = []
): ReadonlyArray<Pair<number, A>> => (before === after ? [] : changes(byId(before), byId(after)))

/** What is only in the first of two lists. */
export const only = <A>(all: ReadonlyArray<A>, others: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.filter((each) => !others.includes(each))

/** The fields that differ, with what they were: what `changes` of an edited record has. */
export const was = <A, K extends keyof A & string>(before: A, after: A, names: ReadonlyArray<K>) =>
  Object.fromEntries(names.flatMap((name) => (before[name] === after[name] ? [] : [[name, { from: before[name] }]])))

/** An event `edited`, if any of the fields differs. */
export const edited = (event: string, changed: Fields, fields: () => Fields): ReadonlyArray<Event> =>
  Object.keys(changed).length === 0 ? [] : [happened(event, "edited", () => ({ changes: changed, ...fields() }))]
