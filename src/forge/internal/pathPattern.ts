/**
 * Patterns of paths, as a file `CODEOWNERS` has them: those of `.gitignore`, but that `docs/*` is only about what is in the
 * folder itself, and that there is no `!`, no `[ ]` and no `\#`.
 */

const wild: Readonly<Record<string, string>> = { "*": "[^/]*", "?": "[^/]", "**": ".*", "**/": "(?:.*/)?" }

/** Whether a pattern can be read. */
export const isPattern = (pattern: string): boolean => pattern !== "" && !/^!|^\\#|[[\]]|\*{3}/.test(pattern)

const expressionOf = (pattern: string): RegExp => {
  const isAnchored = pattern.slice(0, -1).includes("/")
  const body = pattern
    .replace(/^\//, "")
    .replace(/\\(.)|\*\*\/?|[*?]|[.+^${}()|[\]]/g, (found, escaped: string | undefined) =>
      escaped === undefined ? (wild[found] ?? `\\${found}`) : escaped.replace(/\W/, String.raw`\$&`)
    )
  const end = pattern.endsWith("/") ? ".+" : pattern.endsWith("/*") ? "" : "(?:/.*)?"
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${body}${end}$`)
}

/** Tells whether a path matches a pattern. One that cannot be read matches nothing. */
export const matcherOf = (pattern: string): ((path: string) => boolean) => {
  if (!isPattern(pattern)) return () => false
  const expression = expressionOf(pattern)
  return (path) => expression.test(path)
}
