/** Places in the program, such as `main.ts:3:5`, as links. */
import { type Child, element } from "../dom.ts"

/** Shows a place of the program. Both are counted from 1. */
export interface GoTo {
  (line: number, column: number): void
}

/** The text with its places as links. */
export const linked = (text: string, goTo: GoTo): ReadonlyArray<Child> => {
  const parts: Array<Child> = []
  let end = 0
  for (const { 0: place, 1: line, 2: column, index } of text.matchAll(/\bmain\.ts:(\d+)(?::(\d+))?/g)) {
    const click = () => goTo(Number(line), Number(column ?? 1))
    parts.push(text.slice(end, index), element("button", { type: "button", class: "pg-place", click }, place))
    end = index + place.length
  }
  return [...parts, text.slice(end)]
}
