/** Values as the source of a program. */
import { once } from "../once.ts"

const width = 84

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

/** What the value is on one line. */
const flat = (value: unknown): string =>
  typeof value === "object" && value !== null ? flatObject(value) : (JSON.stringify(value) ?? "undefined")

/** Those around an object ask for its line, too. */
const flatObject = once((value: object): string => {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`
  const fields = Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${flat(each)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
})

/** A JSON value as TypeScript, after `before` characters of a line. What is too long has a line for each member. */
export const literal = (value: unknown, indent = "", before = indent.length): string => {
  const line = flat(value)
  if (typeof value !== "object" || value === null || before + line.length <= width) return line
  const deeper = `${indent}  `
  const [open, close, members] = Array.isArray(value)
    ? ["[", "]", value.map((each) => literal(each, deeper))]
    : [
        "{",
        "}",
        Object.entries(value).map(
          ([key, each]) => `${keyOf(key)}: ${literal(each, deeper, deeper.length + keyOf(key).length + 2)}`
        )
      ]
  return members.length === 0 ? line : `${open}\n${members.map((each) => deeper + each).join(",\n")}\n${indent}${close}`
}
