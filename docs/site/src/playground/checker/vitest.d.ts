/**
 * The part of vitest that the playground has: tests, suites, hooks, `assert`, and the matchers below. They run one after
 * another. Mocks, snapshots, fixtures, benchmarks and timeouts are left out: what is not here is an error in the editor, and
 * when it is called. `engine/tests` implements it.
 */
import { assert } from "chai"

export { assert }

export interface TestContext {
  /** Is aborted when the program is stopped. */
  readonly signal: AbortSignal
  readonly task: object
  readonly expect: ExpectStatic
  readonly onTestFinished: (callback: () => unknown) => void
}

export interface TestOptions {
  readonly skip?: boolean
  readonly only?: boolean
  readonly todo?: boolean
  readonly fails?: boolean
  /** Has no effect: a test lasts until it ends, or is stopped. */
  readonly timeout?: number
}

export type TestFunction<ExtraContext = {}> = (context: TestContext & ExtraContext) => unknown

type Options = number | TestOptions

interface Declare<F> {
  (name: string, body?: F, options?: Options): void
  (name: string, options: Options, body?: F): void
}

/** `%s`, `%i`, `%j` and `$field` in the name stand for values of the case. */
interface Cases {
  <T extends ReadonlyArray<unknown>>(
    cases: ReadonlyArray<T>
  ): (name: string, body: (...values: T) => unknown, options?: Options) => void
  <T>(cases: ReadonlyArray<T>): (name: string, body: (value: T) => unknown, options?: Options) => void
}

export interface TestAPI<ExtraContext = {}> extends Declare<TestFunction<ExtraContext>> {
  readonly skip: Declare<TestFunction<ExtraContext>>
  readonly only: Declare<TestFunction<ExtraContext>>
  readonly todo: Declare<TestFunction<ExtraContext>>
  readonly fails: Declare<TestFunction<ExtraContext>>
  readonly skipIf: (condition: unknown) => Declare<TestFunction<ExtraContext>>
  readonly runIf: (condition: unknown) => Declare<TestFunction<ExtraContext>>
  readonly each: Cases
  readonly for: <T>(cases: ReadonlyArray<T>) => Declare<(value: T, context: TestContext & ExtraContext) => unknown>
}

/** What `describe` returns. */
export interface SuiteCollector {
  readonly type: "suite"
  readonly name: string
}

interface DeclareSuite {
  (name: string, body: () => void): SuiteCollector
  (name: string, options: TestOptions, body: () => void): SuiteCollector
}

export interface SuiteAPI extends DeclareSuite {
  readonly skip: DeclareSuite
  readonly only: DeclareSuite
  readonly skipIf: (condition: unknown) => DeclareSuite
  readonly runIf: (condition: unknown) => DeclareSuite
  readonly each: Cases
}

type Hook = (body: () => unknown, timeout?: number) => void
type TestHook = (body: (context: TestContext) => unknown, timeout?: number) => void

interface Matchers {
  readonly toBe: (expected: unknown) => void
  readonly toBeCloseTo: (expected: number, digits?: number) => void
  readonly toBeDefined: () => void
  readonly toBeFalsy: () => void
  readonly toBeGreaterThan: (expected: number | bigint) => void
  readonly toBeGreaterThanOrEqual: (expected: number | bigint) => void
  readonly toBeInstanceOf: (expected: abstract new (...args: never) => unknown) => void
  readonly toBeLessThan: (expected: number | bigint) => void
  readonly toBeLessThanOrEqual: (expected: number | bigint) => void
  readonly toBeNull: () => void
  readonly toBeTruthy: () => void
  readonly toBeUndefined: () => void
  readonly toContain: (expected: unknown) => void
  readonly toContainEqual: (expected: unknown) => void
  /** As `toStrictEqual`, but fields that are undefined may be missing. */
  readonly toEqual: (expected: unknown) => void
  readonly toHaveLength: (expected: number) => void
  readonly toMatch: (expected: RegExp | string) => void
  readonly toMatchObject: (expected: object) => void
  readonly toStrictEqual: (expected: unknown) => void
  readonly toThrow: (expected?: RegExp | string) => void
}

export interface Assertion extends Matchers {
  readonly not: Matchers
}

export interface ExpectStatic {
  (actual: unknown): Assertion
}

export declare const it: TestAPI
export declare const test: TestAPI
export declare const describe: SuiteAPI
export declare const expect: ExpectStatic
export declare const beforeAll: Hook
export declare const afterAll: Hook
export declare const beforeEach: TestHook
export declare const afterEach: TestHook
