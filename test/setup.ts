/** Configures every test. */
import * as fc from "fast-check"
import { afterEach, expect } from "vitest"

// Property tests use the same values each time. Another seed gives others: `SEED=2 npm test`.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 1) })

/** Effect's clock for tests warns after some real time, so on a busy machine any test may make it. */
const isAboutTime = (line: string): boolean =>
  line.includes("A test is using time, but is not advancing the test clock") ||
  line.includes("A fiber woken by the test clock is still running")

const printed: Array<string> = []
for (const method of ["debug", "error", "info", "log", "warn"] as const) {
  console[method] = (...args: ReadonlyArray<unknown>) => {
    const line = `${method}: ${args.map(String).join(" ")}`
    if (!isAboutTime(line)) printed.push(line)
  }
}

// A test that provokes warnings captures them, so that nothing hides those that nobody expects.
afterEach(() => expect(printed.splice(0), "what the test printed").toEqual([]))
