/** Writes the fields of seeds, which leave out what has no value. */
import * as Base64 from "effect/encoding/Base64"
import { isoDate } from "../../../exchange.ts"

type Present<A> = { readonly [Key in keyof A]?: Exclude<A[Key], null | undefined> }

/** The fields that have a value. */
export const present = <A extends object>(fields: A): Present<A> =>
  // The compiler does not follow which entries are left.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Present<A>

/** An instant; null stays null. */
export const moment = (millis: number | null): string | null => (millis === null ? null : isoDate(millis))

/** A list; null if it is empty. */
export const some = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | null => (list.length === 0 ? null : list)

/** In Base64. What never changes is encoded once, however often a state is written. */
const encoded = new WeakMap<object, string>()

export const encodeOnce = (object: object, content: () => Uint8Array): string => {
  const known = encoded.get(object) ?? Base64.encode(content())
  encoded.set(object, known)
  return known
}
