/** Values as the source of a program. */

const width = 84

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

/** The lines of objects: those around an object ask for its line, too. */
const lines = new WeakMap<object, string>()

/** What the value is on one line. */
const flat = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const line = lines.get(value) ?? flatObject(value)
  lines.set(value, line)
  return line
}

const flatObject = (value: object): string => {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`
  const fields = Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${flat(each)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
}

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
