/** The tests of the program, as a list: which pass, and why others fail. */
import type { TestView } from "../../protocol.ts"
import { element, inNextFrame } from "../dom.ts"
import { duration } from "../time.ts"
import { linked, type Places } from "./places.ts"

export interface TestsPanel {
  readonly clear: () => void
  readonly add: (tests: ReadonlyArray<TestView>) => void
}

const lineOf = (line: string): HTMLElement => {
  const kind = line.startsWith("-") ? "expected" : line.startsWith("+") ? "actual" : "same"
  return element("span", { class: `pg-diff-${kind}` }, `${line}\n`)
}

const diffOf = (lines: ReadonlyArray<string>): ReadonlyArray<HTMLElement> =>
  lines.length === 0
    ? []
    : [
        element("p", { class: "pg-note" }, "- what was expected, + what there is"),
        element("pre", { class: "pg-diff", tabindex: 0, "aria-label": "What differs" }, ...lines.map(lineOf))
      ]

/** `3 of 4 tests passed, 1 failed` */
const countsOf = (tests: ReadonlyArray<TestView>): string => {
  const count = (wanted: TestView["state"]) => tests.filter(({ state }) => state === wanted).length
  const others = (["failed", "skipped"] as const).flatMap((state) =>
    count(state) === 0 ? [] : [`${count(state)} ${state}`]
  )
  return [`${count("passed")} of ${tests.length} ${tests.length === 1 ? "test" : "tests"} passed`, ...others].join(", ")
}

/** `onCount` hears how many tests there are. */
export const testsPanel = (panel: HTMLElement, places: Places, onCount: (tests: number) => void): TestsPanel => {
  const tests = new Map<string, TestView>()

  const rowOf = ({ diff, failure, path, state, took }: TestView): HTMLElement =>
    element(
      "li",
      { class: `pg-test pg-test-${state}` },
      element(
        "p",
        { class: "pg-test-head" },
        element("span", { class: "pg-test-state" }, state),
        element("span", { class: "pg-test-name" }, path.join(" › ")),
        took === null ? undefined : element("span", { class: "pg-time" }, duration(took))
      ),
      failure === "" ? undefined : element("pre", { class: "pg-test-failure" }, ...linked(failure, places)),
      ...diffOf(diff)
    )

  const render = inNextFrame(() => {
    onCount(tests.size)
    if (tests.size === 0) {
      const text = "Tests that a program declares with it or it.effect of @effect/vitest are run, and listed here."
      return panel.replaceChildren(element("p", { class: "pg-empty" }, text))
    }
    const all = [...tests.values()]
    panel.replaceChildren(
      element("p", { class: "pg-happened" }, countsOf(all)),
      element("ol", { class: "pg-tests" }, ...all.map(rowOf))
    )
  })
  render()

  return {
    clear: () => {
      tests.clear()
      render()
    },
    add: (changed) => {
      for (const test of changed) tests.set(test.id, test)
      render()
    }
  }
}
