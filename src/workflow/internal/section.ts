/** A part of a text that is ours, between two marks that people don't see. */
import * as Mark from "../../rest/Mark.ts"

/**
 * The text with another section; null if the section that it has does not end. A text without the section gets it at its end,
 * below the heading.
 */
export const withSection = (text: string, key: string, content: string, heading: string): string | null => {
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const section = [Mark.of(`${key}/begin`), "", content, "", Mark.of(`${key}/end`)].join("\n").replaceAll("\n", newline)
  const lines = text.split(newline)
  const find = (mark: string) => lines.findIndex((line) => line.trim() === Mark.of(`${key}/${mark}`))
  const [begin, end] = [find("begin"), find("end")]
  if (begin < 0 && end < 0) {
    const above = text.trimEnd()
    return `${above}${above === "" ? "" : newline.repeat(2)}${heading}${newline.repeat(2)}${section}${newline}`
  }
  if (begin < 0 || end < begin) return null
  return [...lines.slice(0, begin), section, ...lines.slice(end + 1)].join(newline)
}
