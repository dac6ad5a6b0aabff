/** Pages of the repository as pages of the site. */

/** A stretch of lines: a code block with its fences, or the text between two of them. */
export interface Stretch {
  /** The words after the fence, such as `ts run`. Undefined for text. */
  readonly info: string | undefined
  readonly lines: ReadonlyArray<string>
  /** The line of the page that it begins at, from 1. */
  readonly line: number
}

/** Fences may be indented, as in lists, and longer than three backticks. */
export const stretchesOf = (markdown: string): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let current: { info: string | undefined; fence: string; lines: Array<string>; line: number } = {
    info: undefined,
    fence: "",
    lines: [],
    line: 1
  }
  markdown.split("\n").forEach((text, index) => {
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

/** Replaces the targets of the links and images in a line, but not what code spans have. */
export const replaceTargets = (line: string, replace: (target: string) => string): string =>
  line
    .split(/(`+[^`]+`+)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replaceAll(/\]\(([^()\s]+)\)/g, (_, target: string) => `](${replace(target)})`)
    )
    .join("")

/** Text without the marks of Markdown. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()

/** The title of a page, its first sentence, and what follows the title. */
export const partsOf = (
  markdown: string
): { readonly title: string; readonly description: string | undefined; readonly body: string } => {
  const [, title, body = ""] = /^# (.+)\n([^]*)$/.exec(markdown) ?? []
  if (title === undefined) throw new Error("The page has no title")
  const [, paragraph] = /^\s*([^\s#|`<-][^]*?)(?:\n\n|$)/.exec(body) ?? []
  const [, sentence] = /^(.+?[.:])(?:\s|$)/.exec(plain(paragraph ?? "")) ?? []
  return { title: plain(title), description: sentence?.replace(/:$/, "."), body }
}
