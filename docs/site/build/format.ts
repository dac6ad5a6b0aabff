/** The layout of code on pages: lines that fit beside the sidebar. */
import { format } from "oxfmt"

/** As many characters as a block shows at 1280 pixels. */
const printWidth = 84

const isLong = (code: string): boolean => code.split("\n").some((line) => line.length > printWidth)

/** Words in lines that fit after what each begins with. */
const wrapped = (text: string, before: string): string => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || before.length + last.length + 1 + word.length > printWidth) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => before + line).join("\n")
}

/** Comments that are too long for their line: behind code, they follow it. Columns stay in theirs. */
const wrapComment = (line: string): string => {
  if (line.length <= printWidth) return line
  const [, indent = "", docs] = /^(\s*)\/\*\* (.+) \*\/$/.exec(line) ?? []
  if (docs !== undefined) return `${indent}/**\n${wrapped(docs, `${indent} * `)}\n${indent} */`
  const [, start = "", code = "", comment] = /^(\s*)(.*?) ?\/\/ (.+)$/.exec(line) ?? []
  // An address has two slashes, too.
  if (comment === undefined || code.endsWith(":") || / {2}/.test(comment)) return line
  return [...(code === "" ? [] : [start + code]), wrapped(comment, `${start}// `)].join("\n")
}

/** TypeScript in lines of 84 characters. What is no whole program, such as a part of one, stays as it is. */
export const formatCode = async (code: string): Promise<string> => {
  if (!isLong(code)) return code
  const { code: formatted, errors } = await format("program.ts", code, {
    printWidth,
    semi: false,
    trailingComma: "none"
  })
  if (errors.length > 0) return code
  // Outside of a generator, `yield* effect` is a product.
  const whole = formatted.replaceAll(/\byield \*\s*/g, "yield* ")
  return whole.split("\n").map(wrapComment).join("\n")
}

const block = /^([ ]*)(```ts[^\n]*\n)([^]*?)^\1```$/gm

/** Formats the TypeScript in a page, also in the items of a list. */
export const formatPage = async (markdown: string): Promise<string> => {
  const parts: Array<string> = []
  let end = 0
  for (const { 0: whole, 1: indent = "", 2: fence = "", 3: code = "", index } of markdown.matchAll(block)) {
    const bare = code.replaceAll(new RegExp(`^${indent}`, "gm"), "")
    const formatted = (await formatCode(bare)).trimEnd().replaceAll(/^(?=.)/gm, indent)
    parts.push(markdown.slice(end, index), `${indent}${fence}${formatted}\n${indent}\`\`\``)
    end = index + whole.length
  }
  return [...parts, markdown.slice(end)].join("")
}
