/** What all parts of the export share. */
import { isoDate } from "../../exchange.ts"
import { fullName, type World } from "./model.ts"

type Present<A> = { readonly [Key in keyof A]?: Exclude<A[Key], null | undefined> }

/** The fields that have a value. */
export const present = <A extends object>(fields: A): Present<A> =>
  // The compiler does not follow which entries are left.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Present<A>

/** An instant; null stays null. */
export const moment = (millis: number | null): string | null => (millis === null ? null : isoDate(millis))

/** A list; null if it is empty. */
export const some = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | null => (list.length === 0 ? null : list)

/** The names of repositories. Those that were deleted are left out. */
export const namesOf = (world: World, ids: Iterable<number>): ReadonlyArray<string> =>
  [...ids].flatMap((id) => {
    const repository = world.repositories.get(id)
    return repository === undefined ? [] : [fullName(repository)]
  })
