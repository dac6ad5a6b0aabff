/**
 * Shortcuts: what the generated decoder does in place of a known transformation.
 *
 * A schema's transformation is opaque: a decoder can only call it and check its result against the schema's decoded
 * side. For the transformations of `Wire.ts` more is known. It is registered here under their decoding getter, which
 * stays the same however the schema is annotated, checked or nested.
 */
import type * as Option from "effect/Option"

export type Shortcut =
  /** Null and absent values become a default. */
  | { readonly _tag: "Default"; readonly value: unknown }
  /** A value is converted; undefined rejects it. */
  | { readonly _tag: "Convert"; readonly convert: (value: never) => unknown }
  /** Fields are added to a decoded struct. */
  | { readonly _tag: "Derive"; readonly derive: Readonly<Record<string, (record: never) => Option.Option<unknown>>> }

const shortcuts = new WeakMap<object, Shortcut>()

/** Registers what `getter` does. The shortcut must return the same: the schema's decoded type, without its checks. */
export const register = <G extends object>(getter: G, shortcut: Shortcut): G => {
  shortcuts.set(getter, shortcut)
  return getter
}

export const find = (getter: object): Shortcut | undefined => shortcuts.get(getter)
