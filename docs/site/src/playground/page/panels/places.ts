/** Places in the program, such as `main.ts:3:5`, as links. */
import { type Child, element } from "../dom.ts"

export interface Places {
  /** Whether the program has this file. */
  readonly has: (file: string) => boolean
  /** Shows a place. Both are counted from 1. */
  readonly goTo: (file: string, line: number, column: number) => void
}

/** The text with its places as links. */
export const linked = (text: string, { goTo, has }: Places): ReadonlyArray<Child> => {
  const parts: Array<Child> = []
  let end = 0
  for (const { 0: place, 1: file = "", 2: line, 3: column, index } of text.matchAll(/([\w-]+\.ts):(\d+)(?::(\d+))?/g)) {
    if (!has(file)) continue
    const click = () => goTo(file, Number(line), Number(column ?? 1))
    parts.push(text.slice(end, index), element("button", { type: "button", class: "pg-place", click }, place))
    end = index + place.length
  }
  return [...parts, text.slice(end)]
}
