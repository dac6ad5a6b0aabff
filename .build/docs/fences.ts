/** The code blocks of a Markdown page, and the text between them. */

/** A stretch of lines: a code block with its fences, or the text between two of them. */
export interface Stretch {
  /** The words after the fence, such as `ts run`. Undefined for text. */
  readonly info: string | undefined
  readonly lines: ReadonlyArray<string>
  /** The line of the page that it begins at, from 1. */
  readonly line: number
}

/** Fences may be indented, as in lists, and longer than three backticks. Throws if a block is never closed. */
export const stretchesOf = (page: string, markdown: string): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let current: { info: string | undefined; fence: string; lines: Array<string>; line: number } = {
    info: undefined,
    fence: "",
    lines: [],
    line: 1
  }
  markdown.split(/\r?\n/).forEach((text, index) => {
    const [, fence, info = ""] = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(text) ?? []
    const opens = current.info === undefined && fence !== undefined
    if (opens) {
      stretches.push(current)
      current = { info: info.trim(), fence: fence, lines: [], line: index + 1 }
    }
    current.lines.push(text)
    if (!opens && current.info !== undefined && fence?.startsWith(current.fence) === true && info === "") {
      stretches.push(current)
      current = { info: undefined, fence: "", lines: [], line: index + 2 }
    }
  })
  if (current.info !== undefined) throw new Error(`${page}:${current.line}: this code block is never closed`)
  return [...stretches, current].filter(({ lines }) => lines.length > 0)
}

/** The code within the fences, without their indentation. */
export const codeOf = ({ lines }: Stretch): string => {
  const indent = /^\s*/.exec(lines[0] ?? "")?.[0].length ?? 0
  return lines
    .slice(1, -1)
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)) + "\n")
    .join("")
}
