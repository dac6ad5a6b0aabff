/** Leaves out comments of declarations that no editor needs. */
import ts from "typescript"

/** What stays: whole docstrings, the first paragraph of each, or none. */
export type Kept = "docstrings" | "summaries" | "none"

/** The first paragraph of a docstring, and whether it is deprecated. */
const summaryOf = (docstring: string): string => {
  const lines = docstring
    .slice(3, -2)
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd())
  const start = lines.findIndex((line) => line !== "")
  const rest = lines.slice(start)
  const end = rest.findIndex((line) => line === "" || /^(@|\*\*|```|#)/.test(line))
  const summary = start === -1 ? [] : rest.slice(0, end === -1 ? rest.length : end)
  const deprecated = lines.filter((line) => line.startsWith("@deprecated"))
  const text = [...summary, ...deprecated].join("\n * ")
  return text === "" ? "" : `/** ${text} */`
}

const shortened = (comment: string, kept: Kept): string => {
  // Directives, such as references to other files.
  if (comment.startsWith("///")) return comment
  if (!comment.startsWith("/**") || kept === "none") return ""
  // Editors show these tags of the library's, which say little.
  return kept === "docstrings"
    ? comment.replaceAll(/(?:\n\s*\*)?\n\s*\* @(category|since) .*/g, "")
    : summaryOf(comment)
}

/** The text of a file without the comments that are not kept. */
export const trimComments = (source: ts.SourceFile, kept: Kept): string => {
  const { text } = source
  const comments = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    for (const comment of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(comment.pos, comment)
    ts.forEachChild(node, visit)
  }
  visit(source)
  visit(source.endOfFileToken)
  let trimmed = ""
  let end = 0
  for (const comment of [...comments.values()].toSorted((one, other) => one.pos - other.pos)) {
    trimmed += text.slice(end, comment.pos) + shortened(text.slice(comment.pos, comment.end), kept)
    end = comment.end
  }
  return (trimmed + text.slice(end)).replaceAll(/\n\s*\n/g, "\n")
}
