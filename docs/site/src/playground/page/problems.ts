/** How many problems the shown file has, as a button that lists them. */
import type { Problem } from "./editor/assistance.ts"
import { byId, element } from "./dom.ts"

export interface Problems {
  /** Says something else than problems. */
  readonly say: (text: string) => void
  /** Undefined if the checker could not look. */
  readonly show: (file: string, problems: ReadonlyArray<Problem> | undefined) => void
}

/** `goTo` gets a place of the shown file. */
export const bindProblems = (goTo: (line: number, column: number) => void): Problems => {
  const button = byId("pg-types", HTMLButtonElement)
  const list = byId("pg-problems", HTMLOListElement)
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen
    button.setAttribute("aria-expanded", String(isOpen))
  }
  button.addEventListener("click", () => open(button.getAttribute("aria-expanded") !== "true"))
  const show = (text: string, problems: ReadonlyArray<Problem>): void => {
    button.textContent = text
    // Before that, it would be a button without a name.
    button.hidden = false
    button.disabled = problems.length === 0
    button.classList.toggle("pg-has-problems", problems.length > 0)
    list.replaceChildren(
      ...problems.map(({ column, line, message }) => {
        const click = () => goTo(line, column)
        return element("li", {}, element("button", { type: "button", click }, `${line}: ${message}`))
      })
    )
    if (problems.length === 0) open(false)
  }
  return {
    say: (text) => show(text, []),
    show: (file, problems) => {
      if (problems === undefined) return show("The types could not be loaded", [])
      const count = problems.length
      show(`${count === 0 ? "No" : count} ${count === 1 ? "problem" : "problems"} in ${file}`, problems)
    }
  }
}
