/** The text of pages. */

/** Replaces the targets of the links and images in a line, but not what code spans have. */
export const replaceTargets = (line: string, replace: (target: string) => string): string =>
  line
    .split(/(`+[^`]+`+)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replaceAll(/\]\(([^()\s]+)\)/g, (_, target: string) => `](${replace(target)})`)
    )
    .join("")

/** Text without the marks of Markdown, on one line. */
export const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\{@link (\S+?)\}/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

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
