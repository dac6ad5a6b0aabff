/** `expect`, with the matchers that `checker/vitest.d.ts` declares. */
import { AssertionError, util } from "chai"
import type { Assertion, ExpectStatic } from "../../checker/vitest.d.ts"
import { inspect } from "../inspect.ts"

interface Result {
  readonly passes: boolean
  /** What the value is expected to do, such as `to be 1`. */
  readonly says: string
  /** For the diff. */
  readonly expected?: unknown
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null

const isPlain = (value: unknown): value is object =>
  isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

/** A value without the fields that are undefined. */
const defined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(defined)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
      part === undefined ? [] : [[name, defined(part)]]
    )
  )
}

/** Whether a value has all that the other one states. */
const contains = (value: unknown, stated: unknown): boolean => {
  if (!isRecord(value) || !isPlain(stated)) {
    if (!Array.isArray(value) || !Array.isArray(stated)) return util.eql(value, stated)
    return value.length === stated.length && stated.every((part, index) => contains(value[index], part))
  }
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.entries(stated).every(([name, part]) => contains(fields.get(name), part))
}

const itemsOf = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "string" || !isRecord(value) || !(Symbol.iterator in value) ? [] : [...(value as Iterable<unknown>)]

const matches = (text: string, expected: unknown): boolean =>
  expected instanceof RegExp ? expected.test(text) : text.includes(String(expected))

const lengthOf = (value: unknown): unknown =>
  typeof value === "string" ? value.length : isRecord(value) && "length" in value ? value.length : undefined

/** The message of what a function throws; undefined if it throws nothing. */
const thrownBy = (value: unknown): string | undefined => {
  if (typeof value !== "function") throw new TypeError("expect(…).toThrow takes a function")
  try {
    // The cast is safe: it is a function.
    ;(value as () => unknown)()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Matcher = (actual: unknown, ...args: ReadonlyArray<unknown>) => Result

const compared =
  (words: string, compare: (one: number, other: number) => boolean): Matcher =>
  (actual, expected) => ({
    passes: compare(Number(actual), Number(expected)),
    says: `to be ${words} ${inspect(expected)}`
  })

const is =
  (words: string, passes: (actual: unknown) => boolean): Matcher =>
  (actual) => ({ passes: passes(actual), says: `to be ${words}` })

const matchers: Readonly<Record<keyof Omit<Assertion, "not">, Matcher>> = {
  toBe: (actual, expected) => ({ passes: Object.is(actual, expected), says: `to be ${inspect(expected)}`, expected }),
  toBeCloseTo: (actual, expected, digits = 2) => ({
    passes: Math.abs(Number(actual) - Number(expected)) < 10 ** -Number(digits) / 2,
    says: `to be close to ${inspect(expected)}`
  }),
  toBeDefined: is("defined", (actual) => actual !== undefined),
  toBeFalsy: is("falsy", (actual) => !actual),
  toBeGreaterThan: compared("greater than", (one, other) => one > other),
  toBeGreaterThanOrEqual: compared("at least", (one, other) => one >= other),
  toBeInstanceOf: (actual, expected) => ({
    passes: typeof expected === "function" && actual instanceof expected,
    says: `to be an instance of ${inspect(expected)}`
  }),
  toBeLessThan: compared("less than", (one, other) => one < other),
  toBeLessThanOrEqual: compared("at most", (one, other) => one <= other),
  toBeNull: is("null", (actual) => actual === null),
  toBeTruthy: is("truthy", Boolean),
  toBeUndefined: is("undefined", (actual) => actual === undefined),
  toContain: (actual, expected) => ({
    passes: typeof actual === "string" ? actual.includes(String(expected)) : itemsOf(actual).includes(expected),
    says: `to contain ${inspect(expected)}`
  }),
  toContainEqual: (actual, expected) => ({
    passes: itemsOf(actual).some((item) => util.eql(defined(item), defined(expected))),
    says: `to contain an item that equals ${inspect(expected)}`
  }),
  toEqual: (actual, expected) => ({
    passes: util.eql(defined(actual), defined(expected)),
    says: `to equal ${inspect(expected)}`,
    expected
  }),
  toHaveLength: (actual, expected) => ({
    passes: lengthOf(actual) === expected,
    says: `to have the length ${inspect(expected)}, and not ${inspect(lengthOf(actual))}`
  }),
  toMatch: (actual, expected) => ({ passes: matches(String(actual), expected), says: `to match ${inspect(expected)}` }),
  toMatchObject: (actual, expected) => ({
    passes: contains(actual, expected),
    says: `to match ${inspect(expected)}`,
    expected
  }),
  toStrictEqual: (actual, expected) => ({
    passes: util.eql(actual, expected),
    says: `to strictly equal ${inspect(expected)}`,
    expected
  }),
  toThrow: (actual, expected) => {
    const thrown = thrownBy(actual)
    return {
      passes: thrown !== undefined && (expected === undefined || matches(thrown, expected)),
      says: `to throw${expected === undefined ? "" : ` ${inspect(expected)}`}, and it throws ${thrown ?? "nothing"}`
    }
  }
}

const checking = (actual: unknown, isNegated: boolean) => {
  const methods = Object.entries(matchers).map(([name, matcher]) => [
    name,
    (...args: ReadonlyArray<unknown>): void => {
      const { expected, passes, says } = matcher(actual, ...args)
      if (passes !== isNegated) return
      const message = `expected ${inspect(actual)} ${isNegated ? "not " : ""}${says}`
      throw new AssertionError(message, { actual, expected, showDiff: !isNegated && expected !== undefined })
    }
  ])
  return Object.fromEntries(methods) as Omit<Assertion, "not">
}

/** Says what is missing, where it would be undefined otherwise. */
const only = <A extends object>(name: string, target: A): A =>
  new Proxy(target, {
    get: (self, key, receiver): unknown => {
      if (typeof key === "string" && !(key in self)) {
        throw new TypeError(
          `${name}.${key}: the playground has no such matcher. It has ${Object.keys(matchers).join(", ")}`
        )
      }
      return Reflect.get(self, key, receiver)
    }
  })

export const expect: ExpectStatic = only("expect", (actual: unknown) =>
  only("expect(…)", { ...checking(actual, false), not: only("expect(…).not", checking(actual, true)) })
)
