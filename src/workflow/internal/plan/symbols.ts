/**
 * Values that stand for what is not known yet. A program passes them on like any other text or number, and they are found
 * again in what it sends.
 *
 * A text is 40 hex digits by chance, so that it passes for a sha and a name; the URL of a resource has them as its last
 * segment. A number is one of the largest that are exact. No service has such numbers, and nobody guesses them.
 */
import type { ValueOf } from "../../PlanError.ts"

/** A text, or the values in it. */
export interface Parsed {
  /** Texts, and the values between them. Without values, it is the text itself. */
  readonly parts: ReadonlyArray<string | ValueOf>
  /** A value of which only a part was found, or to which something was added. */
  readonly computed: ValueOf | undefined
}

export interface Symbols {
  readonly text: (value: ValueOf) => string
  /** A text that is a URL below `root`. */
  readonly url: (value: ValueOf, root: string) => string
  readonly number: (value: ValueOf) => number
  /** Finds the values in a text. */
  readonly parse: (text: string) => Parsed
  /** Finds the value that a number is: undefined for none. */
  readonly ofNumber: (number: number) => { readonly value: ValueOf; readonly isWhole: boolean } | undefined
}

/** How people see a value. */
export const nameOf = ({ field, number, of, operation }: ValueOf): string =>
  `‹${[operation, ...field].join(".")} of ${of} ${number}›`

const least = 2 ** 52

/** Sums and differences of numbers and values are within it. */
const near = 1_000_000

/** The length of the shortest part of a text that is found. Short shas have 7 digits. */
const gram = 7

/** `random` returns whole numbers from 0 to 2³² - 1. */
export const make = (random: () => number): Symbols => {
  const known = new Map<string, string | number>()
  const texts = new Map<string, ValueOf>()
  const prefixes = new Map<string, string>()
  const numbers = new Map<number, ValueOf>()
  const grams = new Map<string, ValueOf>()
  let pattern: RegExp | undefined

  const once = <A extends string | number>(value: ValueOf, make: () => A): A => {
    const name = nameOf(value)
    // The cast is safe: a field has one kind of value.
    const made = (known.get(name) as A | undefined) ?? make()
    known.set(name, made)
    return made
  }

  const digits = (value: ValueOf): string => {
    const made = Array.from({ length: 5 }, () => random().toString(16).padStart(8, "0")).join("")
    texts.set(made, value)
    for (let at = 0; at + gram <= made.length; at++) grams.set(made.slice(at, at + gram), value)
    pattern = undefined
    return made
  }

  const finder = (): RegExp => {
    const all = [
      ...Array.from(texts.keys(), (hex) => {
        const prefix = prefixes.get(hex)
        return prefix === undefined ? hex : `(?:${escaped(prefix)}|${escaped(encodeURIComponent(prefix))})${hex}`
      }),
      ...Array.from(numbers.keys(), (number) => `(?<!\\d)${number}(?!\\d)`)
    ]
    return new RegExp(`(${all.join("|")})`)
  }

  /** A part of a value in a text that has no whole one. */
  const partIn = (text: string): ValueOf | undefined => {
    for (const [run] of text.matchAll(/[0-9a-f]{7,}/gi)) {
      const lower = run.toLowerCase()
      for (let at = 0; at + gram <= lower.length; at++) {
        const found = grams.get(lower.slice(at, at + gram))
        if (found !== undefined) return found
      }
    }
    if (numbers.size === 0) return undefined
    for (const [run] of text.matchAll(/(?<!\d)\d{15,17}(?!\d)/g)) {
      const found = ofNumber(Number(run))
      if (found !== undefined) return found.value
    }
    return undefined
  }

  const ofNumber: Symbols["ofNumber"] = (number) => {
    const whole = numbers.get(number)
    if (whole !== undefined) return { value: whole, isWhole: true }
    if (Math.abs(number) < least / 2) return undefined
    for (const [other, value] of numbers) if (Math.abs(other - number) <= near) return { value, isWhole: false }
    return undefined
  }

  return {
    text: (value) => once(value, () => digits(value)),
    url: (value, root) =>
      once(value, () => {
        const hex = digits(value)
        prefixes.set(hex, `${root}/`)
        return `${root}/${hex}`
      }),
    number: (value) =>
      once(value, () => {
        const made = least + random() * 2 ** 20 + (random() % 2 ** 20)
        numbers.set(made, value)
        pattern = undefined
        return made
      }),
    parse: (text) => {
      if (texts.size + numbers.size === 0) return { parts: [text], computed: undefined }
      const pieces = text.split((pattern ??= finder()))
      const parts = pieces.flatMap((piece, at): ReadonlyArray<string | ValueOf> => {
        if (at % 2 === 0) return piece === "" && pieces.length > 1 ? [] : [piece]
        return [texts.get(piece.slice(-40)) ?? numbers.get(Number(piece)) ?? piece]
      })
      const computed = parts.reduce<ValueOf | undefined>(
        (found, part) => found ?? (typeof part === "string" ? partIn(part) : undefined),
        undefined
      )
      return { parts, computed }
    },
    ofNumber
  }
}

const escaped = (text: string): string => text.replace(/[^\w]/g, "\\$&")

/** A text with the names of its values. */
export const shown = (parts: ReadonlyArray<string | ValueOf>): string =>
  parts.map((part) => (typeof part === "string" ? part : nameOf(part))).join("")
