/** What is found of a text: whole names, and their parts. */

/** `Issues.listComments` → `issues.listcomments`, `issues`, `listcomments`, `list`, `comments` */
export const tokensOf = (text: string): Array<string> =>
  text.split(/[^\p{L}\p{N}_.]+/u).flatMap((word) => {
    const name = word.replaceAll(/^\.+|\.+$/g, "")
    const parts = name.split(/[._]+/)
    const humps = parts.flatMap((part) => part.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu) ?? [])
    return [...new Set([name, ...parts, ...humps].map((token) => token.toLowerCase()))].filter((token) => token !== "")
  })
