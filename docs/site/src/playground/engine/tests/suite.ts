/** The tests that a program declares, and how they run: one after another, in the order of their declaration. */
import * as Effect from "effect/Effect"

/** What a test gets. */
export interface Context {
  /** Is aborted when the program is stopped. */
  readonly signal: AbortSignal
  readonly task: Test
  readonly onTestFinished: (callback: () => unknown) => void
}

export interface Flags {
  readonly skip?: boolean
  readonly only?: boolean
  readonly todo?: boolean
  /** Whether it passes if it fails. */
  readonly fails?: boolean
}

/** Tests and suites have what `@effect/vitest` reads of them. */
export interface Test {
  readonly type: "test"
  readonly name: string
  readonly mode: "run" | "skip" | "todo"
  readonly flags: Flags
  readonly body: (context: Context) => unknown
}

export interface Suite {
  readonly type: "suite"
  readonly name: string
  readonly mode: "run" | "skip"
  readonly flags: Flags
  readonly tasks: Array<Test | Suite>
  readonly hooks: {
    readonly beforeAll: Array<() => unknown>
    readonly afterAll: Array<() => unknown>
    readonly beforeEach: Array<(context: Context) => unknown>
    readonly afterEach: Array<(context: Context) => unknown>
  }
}

export const suiteOf = (name: string, flags: Flags): Suite => ({
  type: "suite",
  name,
  mode: flags.skip === true ? "skip" : "run",
  flags,
  tasks: [],
  hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] }
})

/** What a program has declared: it has the worker to itself. */
export const root: Suite = suiteOf("", {})

/** How tests run effects. The run of the program sets it, so that they have its services. */
export const environment: { run: typeof Effect.runPromise } = { run: Effect.runPromise }

/** How a test ended, or that it has not yet. */
export type Outcome =
  | { readonly _tag: "waiting" | "running" | "skipped" }
  | { readonly _tag: "passed"; readonly took: number }
  | { readonly _tag: "failed"; readonly took: number; readonly error: unknown }

/** A test, and where it is declared. */
export interface Placed {
  readonly test: Test
  /** The suites around it, from the outermost. */
  readonly suites: ReadonlyArray<Suite>
}

const placed = (suite: Suite, above: ReadonlyArray<Suite> = []): ReadonlyArray<Placed> => {
  const suites = [...above, suite]
  return suite.tasks.flatMap((task) => (task.type === "test" ? [{ test: task, suites }] : placed(task, suites)))
}

/** The names of a test and of the suites around it. */
export const pathOf = ({ suites, test }: Placed): ReadonlyArray<string> => [
  ...suites.slice(1).map(({ name }) => name),
  test.name
]

export interface Options {
  readonly signal: AbortSignal
  /** Real milliseconds. */
  readonly now: () => number
  /** Hears each change. */
  readonly report: (test: Placed, outcome: Outcome) => void
}

/** The tests that were declared. */
export const tests = (): ReadonlyArray<Placed> => placed(root)

/** Runs a test with what is around it. Rejects if it fails. */
const perform = async ({ suites, test }: Placed, signal: AbortSignal): Promise<void> => {
  const last: Array<() => unknown> = []
  const context: Context = { signal, task: test, onTestFinished: (callback) => void last.push(callback) }
  const ends = async (): Promise<void> => {
    for (const { hooks } of suites.toReversed()) for (const hook of hooks.afterEach) await hook(context)
    for (const callback of last.toReversed()) await callback()
  }
  try {
    for (const { hooks } of suites) for (const hook of hooks.beforeEach) await hook(context)
    await test.body(context)
  } catch (error) {
    await ends()
    if (test.flags.fails === true) return
    throw error
  }
  await ends()
  if (test.flags.fails === true) throw new Error("The test passes, although it is declared to fail")
}

/** Runs the tests. Rejects if a hook after all tests of a suite fails. */
export const runTests = async (all: ReadonlyArray<Placed>, { now, report, signal }: Options): Promise<void> => {
  const isOnly = ({ suites, test }: Placed) => [...suites, test].some(({ flags }) => flags.only === true)
  const hasOnly = all.some(isOnly)
  const runs = new Set(
    all.filter((each) => [...each.suites, each.test].every(({ mode }) => mode === "run") && (!hasOnly || isOnly(each)))
  )
  for (const each of all) if (!runs.has(each)) report(each, { _tag: "skipped" })
  /** The suites whose hooks have run, with the error of these. */
  const entered = new Map<Suite, Promise<unknown>>()
  const enter = async (suite: Suite): Promise<unknown> => {
    for (const hook of suite.hooks.beforeAll) await hook()
    return undefined
  }
  const order = [...runs]
  for (const [index, each] of order.entries()) {
    if (signal.aborted) return
    report(each, { _tag: "running" })
    const startedAt = now()
    try {
      for (const suite of each.suites) {
        const entering = entered.get(suite) ?? enter(suite)
        entered.set(suite, entering)
        await entering
      }
      await perform(each, signal)
      report(each, { _tag: "passed", took: now() - startedAt })
    } catch (error) {
      report(each, { _tag: "failed", took: now() - startedAt, error })
    }
    const later = order.slice(index + 1)
    const left = each.suites.filter((suite) => !later.some(({ suites }) => suites.includes(suite)))
    for (const { hooks } of left.toReversed()) for (const hook of hooks.afterAll) await hook()
  }
}
