/** What the program prints, and how it ends. */
import type { Report } from "../../protocol.ts"
import written from "../../../generated/errors.json"
import { type Child, element, inNextFrame } from "../dom.ts"
import { linked, type Places } from "./places.ts"

type Printed = Extract<Report, { _tag: "printed" }>
type Ended = Extract<Report, { _tag: "ended" }>

export interface ConsolePanel {
  readonly clear: () => void
  readonly print: (report: Pick<Printed, "level" | "text">) => void
  readonly end: (report: Ended) => void
}

/** The paths of the pages of errors, by their tags. */
const errorPages: Readonly<Record<string, string>> = written

/** More lines than these make pages slow. */
const most = 1000

const nothing = "Nothing was run: export default an Effect, or run one."

const outcomes = { success: "Succeeded", nothing: "Warning", failure: "Failed", stopped: "Stopped" } as const

/** A link to the page of an error, if it has one: failures begin with its tag. */
const pageOf = (text: string, base: string): ReadonlyArray<Child> => {
  const [tag = ""] = /^\w+/.exec(text) ?? []
  const path = Object.hasOwn(errorPages, tag) ? errorPages[tag] : undefined
  return path === undefined ? [] : [element("a", { class: "pg-page", href: base + path }, `What to do about ${tag}`)]
}

/** `base`: where the site is. */
export const consolePanel = (output: HTMLElement, places: Places, base: string): ConsolePanel => {
  let isAtEnd = true
  output.addEventListener("scroll", () => {
    isAtEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 8
  })
  /** Lines that are not yet in the page. Programs may print thousands at once. */
  let waiting: Array<HTMLElement> = []
  const render = inNextFrame(() => {
    output.append(...waiting.slice(-most))
    waiting = []
    while (output.childElementCount > most) output.firstElementChild?.remove()
    if (isAtEnd) output.scrollTop = output.scrollHeight
  })
  const add = (line: HTMLElement): void => {
    waiting.push(line)
    render()
  }

  return {
    clear: () => {
      waiting = []
      output.replaceChildren()
      isAtEnd = true
    },
    print: ({ level, text }) =>
      add(
        element(
          "div",
          { class: `pg-line pg-${level}` },
          level === "warn" || level === "error"
            ? element("span", { class: "pg-level" }, level === "warn" ? "Warning" : "Error")
            : undefined,
          element("pre", {}, ...linked(text, places))
        )
      ),
    end: ({ outcome, text }) =>
      add(
        element(
          "div",
          { class: `pg-line pg-ended pg-${outcome}`, "data-outcome": outcome },
          element("span", { class: "pg-level" }, outcomes[outcome]),
          element("pre", {}, ...linked(outcome === "nothing" ? nothing : text, places)),
          ...(outcome === "failure" ? pageOf(text, base) : [])
        )
      )
  }
}
