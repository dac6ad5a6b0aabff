/** What `@effect/vitest` and programs get in the place of vitest: the part of it that `checker/vitest.d.ts` declares. */
import { assert } from "chai"
import type * as Vitest from "../../checker/vitest.d.ts"
import { format } from "../inspect.ts"
import { expect } from "./expect.ts"
import { type Context, type Flags, root, type Suite, suiteOf } from "./suite.ts"

export { assert, expect }

let current = root

/** `@effect/vitest` asks for the suite that is being declared. */
export const TestRunner = { getCurrentSuite: (): Suite => current }

type Body = (...args: ReadonlyArray<never>) => unknown
type Options = number | Vitest.TestOptions

/** The options may come before or after the body. */
const argumentsOf = (
  first: Body | Options | undefined,
  second: Body | Options | undefined
): readonly [body: Body | undefined, flags: Flags] => {
  const [body, options] = typeof first === "function" ? [first, second] : [second, first]
  return [typeof body === "function" ? body : undefined, typeof options === "object" ? options : {}]
}

type Declare = (name: string, first?: Body | Options, second?: Body | Options) => void

const declaring =
  (more: Flags): Declare =>
  (name, first, second) => {
    const [body, given] = argumentsOf(first, second)
    const flags = { ...given, ...more }
    const isTodo = flags.todo === true || body === undefined
    current.tasks.push({
      type: "test",
      name,
      mode: isTodo ? "todo" : flags.skip === true ? "skip" : "run",
      flags,
      // The cast is safe: the declaration of a test says whether it takes a context or the values of a case.
      body: (context) => (body as ((context: object) => unknown) | undefined)?.({ ...context, expect })
    })
  }

const describing =
  (more: Flags) =>
  (name: string, first: Body | Vitest.TestOptions, second?: Body): Vitest.SuiteCollector => {
    const [body, given] = argumentsOf(first, second)
    const suite = suiteOf(name, { ...given, ...more })
    const outer = current
    outer.tasks.push(suite)
    current = suite
    try {
      const declared = body?.()
      if (declared instanceof Promise) throw new Error(`describe("${name}"): the playground awaits no suites`)
    } finally {
      current = outer
    }
    return suite
  }

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined

/** The name of a case: `%s`, `%i` and so on stand for its values in their order, `$field` for a field of the first. */
const titleOf = (name: string, values: ReadonlyArray<unknown>): string => {
  const left = [...values]
  return name
    .replaceAll(/%([sdifjo%])/g, (whole, kind) =>
      kind === "%" ? "%" : left.length === 0 ? whole : format([left.shift()])
    )
    .replaceAll(/\$(\w+)/g, (whole, field: string) => {
      const value = fieldOf(values[0], field)
      return value === undefined ? whole : format([value])
    })
}

/** Whether a case is a list of arguments. */
const argumentsIn = (each: unknown): ReadonlyArray<unknown> => (Array.isArray(each) ? each : [each])

const eachBy =
  (declare: (name: string, first: Body | Options, second?: Body | Options) => void) =>
  (cases: ReadonlyArray<unknown>) =>
  (name: string, first: Body | Options, second?: Body | Options): void => {
    const [body] = argumentsOf(first, second)
    const options = typeof first === "function" ? second : first
    for (const each of cases) {
      const values = argumentsIn(each)
      // The cast is safe: the body takes the values of its cases.
      const call = () => (body as ((...values: ReadonlyArray<unknown>) => unknown) | undefined)?.(...values)
      declare(titleOf(name, values), typeof options === "object" ? options : {}, call)
    }
  }

const forEachOf =
  (cases: ReadonlyArray<unknown>) =>
  (name: string, first: Body | Options, second?: Body | Options): void => {
    const [body, flags] = argumentsOf(first, second)
    for (const each of cases) {
      // The cast is safe, as above.
      const call = (context: Context) =>
        (body as ((value: unknown, context: Context) => unknown) | undefined)?.(each, context)
      declaring(flags)(titleOf(name, argumentsIn(each)), call)
    }
  }

const conditions = <A>(declare: (flags: Flags) => A) => ({
  skip: declare({ skip: true }),
  only: declare({ only: true }),
  skipIf: (condition: unknown) => declare({ skip: Boolean(condition) }),
  runIf: (condition: unknown) => declare({ skip: !condition })
})

// The casts are safe: the declarations are what programs are checked by, and say of each body what it is called with.
export const it = Object.assign(declaring({}), conditions(declaring), {
  todo: declaring({ todo: true }),
  fails: declaring({ fails: true }),
  each: eachBy(declaring({})),
  for: forEachOf
}) as Vitest.TestAPI

export const test = it

export const describe = Object.assign(describing({}), conditions(describing), {
  each: eachBy(
    (name, first, second) => void describing({})(name, argumentsOf(first, second)[1], argumentsOf(first, second)[0])
  )
}) as Vitest.SuiteAPI

export const beforeAll = (hook: () => unknown): void => void current.hooks.beforeAll.push(hook)
export const afterAll = (hook: () => unknown): void => void current.hooks.afterAll.push(hook)
export const beforeEach = (hook: (context: Context) => unknown): void => void current.hooks.beforeEach.push(hook)
export const afterEach = (hook: (context: Context) => unknown): void => void current.hooks.afterEach.push(hook)
