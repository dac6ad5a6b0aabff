/**
 * What the generated decoder does in place of one of our own transformations.
 *
 * A schema's transformation is opaque: all that can be done with it is to call it, and to check what it gave against
 * the schema's decoded side. For those of `Wire.ts` more is known, and kept here by their decoding getter, which stays
 * the same however the schema is annotated, checked or nested.
 */
import type * as Option from "effect/Option"

export type Shortcut =
  /** Null and absent become a value. */
  | { readonly _tag: "Default"; readonly value: unknown }
  /** A value becomes another; undefined refuses it. */
  | { readonly _tag: "Convert"; readonly convert: (value: never) => unknown }
  /** Fields are added to a decoded struct. */
  | { readonly _tag: "Derive"; readonly derive: Readonly<Record<string, (record: never) => Option.Option<unknown>>> }

const shortcuts = new WeakMap<object, Shortcut>()

/** Tells what `getter` does. The shortcut must give the same, of the schema's decoded type without its checks. */
export const register = <G extends object>(getter: G, shortcut: Shortcut): G => {
  shortcuts.set(getter, shortcut)
  return getter
}

export const find = (getter: object): Shortcut | undefined => shortcuts.get(getter)
