/** Runs the tests of a program, and says of each what the page lists. A program without tests does not load this module. */
import { diffLines } from "diff"
import type * as Effect from "effect/Effect"
import type { Report, TestView } from "../../protocol.ts"
import { describe } from "../failure.ts"
import { inspect } from "../inspect.ts"
import type { Places } from "../program.ts"
import { environment, type Options, type Outcome, pathOf, type Placed, runTests, tests } from "./suite.ts"

/** More lines than these help nobody. */
const most = 200

const isComparison = (error: unknown): error is { readonly actual: unknown; readonly expected: unknown } =>
  error instanceof Error &&
  "actual" in error &&
  "expected" in error &&
  !("showDiff" in error && error.showDiff === false)

const linesOf = (value: unknown): string => `${typeof value === "string" ? value : inspect(value)}\n`

/** What differs, a line each: of what was expected with a `-`, and of what there is with a `+`. */
export const diffOf = (error: unknown): ReadonlyArray<string> => {
  if (!isComparison(error)) return []
  const parts = diffLines(linesOf(error.expected), linesOf(error.actual))
  return parts
    .flatMap(({ added, removed, value }) =>
      value
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${added ? "+" : removed ? "-" : " "} ${line}`)
    )
    .slice(0, most)
}

const viewOf = (placed: Placed, id: number, outcome: Outcome, places: Places): TestView => ({
  id: String(id),
  path: pathOf(placed),
  state: outcome._tag,
  took: "took" in outcome ? Math.round(outcome.took) : null,
  failure: outcome._tag === "failed" ? describe(outcome.error, places) : "",
  diff: outcome._tag === "failed" ? diffOf(outcome.error) : []
})

/** `2 of 3 tests failed` */
const summaryOf = (views: ReadonlyArray<TestView>): string => {
  const count = (state: TestView["state"]) => views.filter((view) => view.state === state).length
  const tests = (number: number): string => `${number} ${number === 1 ? "test" : "tests"}`
  const skipped = count("skipped") === 0 ? "" : `, ${count("skipped")} skipped`
  return count("failed") > 0
    ? `${count("failed")} of ${tests(views.length)} failed${skipped}`
    : `${tests(count("passed"))} passed${skipped}`
}

/** Lets tests run their effects by a function. */
export const runBy = (run: typeof Effect.runPromise): void => void (environment.run = run)

interface Reporting extends Omit<Options, "report"> {
  /** Where the files of the program are. */
  readonly places: Places
  readonly report: (report: Report) => void
}

/** Runs the tests that the program has declared. Returns how they ended; undefined if there are none. */
export const reportTests = async ({
  places,
  report,
  ...options
}: Reporting): Promise<Pick<Extract<Report, { readonly _tag: "ended" }>, "outcome" | "text"> | undefined> => {
  const all = tests()
  if (all.length === 0) return undefined
  const views = new Map(all.map((each, id) => [each, viewOf(each, id, { _tag: "waiting" }, places)]))
  report({ _tag: "tests", tests: [...views.values()] })
  await runTests(all, {
    ...options,
    report: (each, outcome) => {
      const view = viewOf(each, all.indexOf(each), outcome, places)
      views.set(each, view)
      report({ _tag: "tests", tests: [view] })
    }
  })
  const ended = [...views.values()]
  return { outcome: ended.some(({ state }) => state === "failed") ? "failure" : "success", text: summaryOf(ended) }
}
