/** Which names git allows. */

/** Whether a path can be in a tree. */
export const isPath = (path: string): boolean =>
  path !== "" && path.split("/").every((part) => !["", ".", ".."].includes(part) && part.toLowerCase() !== ".git")

/** Whether git allows the full name of a ref (`git check-ref-format`). */
export const isRefName = (name: string): boolean =>
  // eslint-disable-next-line no-control-regex
  !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\.$/.test(name) &&
  name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))

export const isSha = (text: string): boolean => /^[\da-f]{40}$/.test(text)
