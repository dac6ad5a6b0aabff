/** Lays code out as the formatter of the library does: two spaces, 120 columns, no semicolons. */

/** Code: a text, a call with its arguments, code with more behind it, a list, or an object. */
export type Code =
  | string
  | { readonly call: string; readonly of: ReadonlyArray<Code> }
  | { readonly chain: Code; readonly more: string }
  | { readonly list: ReadonlyArray<Code> }
  | { readonly object: ReadonlyArray<Property> }

/** A field of an object, below its docstring. */
export interface Property {
  readonly says?: string
  readonly name: string
  readonly value: Code
}

const width = 120

export const literal = (value: unknown): string => JSON.stringify(value)

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)

export const keyOf = (name: string): string => (isName(name) ? name : literal(name))

/** A docstring, on as many lines as it needs; nothing for no words. */
export const docstring = (says: string, indent = ""): string => {
  const text = says.replaceAll("*/", "*\\/").trim()
  if (text === "") return ""
  const one = `${indent}/** ${text} */\n`
  if (!text.includes("\n") && one.length <= width) return one
  const lines = text.split("\n").flatMap((line) => wrapped(line, width - indent.length - 3))
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`
}

const wrapped = (line: string, columns: number): ReadonlyArray<string> => {
  const lines = [""]
  // The rest of an item of a list stands below its text.
  const inset = /^(?:[-*]|\d+\.) /.test(line) ? "  " : ""
  for (const word of line.split(" ")) {
    const last = lines.at(-1) ?? ""
    const next = last.trim() === "" ? last + word : `${last} ${word}`
    if (next.length <= columns || last.trim() === "") lines[lines.length - 1] = next
    else lines.push(inset + word)
  }
  return lines
}

/** On one line, if it can be: an object with fields never is. */
const flat = (code: Code): string | undefined => {
  if (typeof code === "string") return code
  if ("object" in code) return code.object.length === 0 ? "{}" : undefined
  if ("chain" in code) {
    const chain = flat(code.chain)
    return chain === undefined ? undefined : chain + code.more
  }
  const parts = ("call" in code ? code.of : code.list).map(flat)
  if (parts.includes(undefined)) return undefined
  return "call" in code ? `${code.call}(${parts.join(", ")})` : `[${parts.join(", ")}]`
}

/** The text of code that begins after `before` columns of a line, with `after` columns behind it. */
export const layout = (code: Code, indent = "", before = indent.length, after = 0): string => {
  const line = flat(code)
  if (typeof code === "string" || (line !== undefined && before + line.length + after <= width)) return line ?? ""
  const inner = `${indent}  `
  const rows = (all: ReadonlyArray<Code>) =>
    all.map((each, index) => inner + layout(each, inner, inner.length, index < all.length - 1 ? 1 : 0)).join(",\n")
  if ("object" in code) {
    const fields = code.object.map(({ name, says = "", value }, index) => {
      const key = `${inner}${keyOf(name)}: `
      return docstring(says, inner) + key + layout(value, inner, key.length, index < code.object.length - 1 ? 1 : 0)
    })
    return `{\n${fields.join(",\n")}\n${indent}}`
  }
  if ("chain" in code) return layout(code.chain, indent, before, after + code.more.length) + code.more
  if ("list" in code) return code.list.length === 0 ? "[]" : `[\n${rows(code.list)}\n${indent}]`
  // A last argument that is an object, or an only one that is a list, stays with the call.
  const last = code.of.at(-1)
  const first = code.of.slice(0, -1).map(flat)
  if (
    typeof last === "object" &&
    ("object" in last || ("list" in last && first.length === 0)) &&
    !first.includes(undefined)
  ) {
    const head = `${code.call}(${first.map((each) => `${each}, `).join("")}`
    if (before + head.length + 1 <= width) return `${head}${layout(last, indent, before + head.length, after + 1)})`
  }
  return `${code.call}(\n${rows(code.of)}\n${indent})`
}
