/** Docstrings, as Markdown. */
import ts from "typescript"

/** The Markdown of a comment. */
export const textOf = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .filter((line) => !/^@(category|since) /.test(line))
    .join("\n")
    .trim()

/** All docstrings before a node. */
const docstringsBefore = (node: ts.Node): ReadonlyArray<string> => {
  const text = node.getSourceFile().text
  return (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
    .map(({ end, pos }) => text.slice(pos, end))
    .filter((comment) => comment.startsWith("/**"))
    .map(textOf)
}

/** The docstring that stands directly before a node; empty if there is none. */
export const docstringOf = (node: ts.Node): string => {
  const comments = docstringsBefore(node)
  return comments.at(-1) ?? ""
}

/** The docstring of a module: the first of its file, unless that belongs to what follows it. */
export const docstringOfModule = (source: ts.SourceFile): string => {
  const [first] = source.statements
  if (first === undefined) return ""
  const [docs = "", ...others] = docstringsBefore(first)
  const isOwn = ts.isImportDeclaration(first) || ts.isExportDeclaration(first) || others.length > 0
  return isOwn ? docs : ""
}
