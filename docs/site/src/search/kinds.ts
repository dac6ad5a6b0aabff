/** The kinds of pages, by their paths, with how much a hit weighs: guides and operations more than what explains the rest. */
const kinds = [
  [/^guides\//, "Guide", 1.2],
  [/^errors\/./, "Error", 1.15],
  [/^errors\//, "Errors", 1],
  // Lists of a module's operations come after the operations.
  [/^operations\/([^/]+\/[^/]+\/)?$/, "Operations", 0.95],
  [/^operations\//, "Operation", 1.1],
  [/^recipes\//, "Recipe", 1.1],
  [/^variables\//, "Variables", 0.9],
  [/^reference\/(?!\w+\/(internal|schema)\/|testing\/)/, "Reference", 0.8],
  [/^reference\//, "Reference", 0.6],
  [/^examples\//, "Example", 0.5],
  [/^decisions\//, "Decision", 0.5],
  [/^octokit\//, "Octokit", 0.6],
  [/^(agents|benchmarks|changelog|contributing|dependencies|security)\//, "Project", 0.6]
] as const

const kindAt = (path: string) => kinds.find(([pattern]) => pattern.test(path))

/** What a hit is to a reader. */
export const kindOf = (path: string): string => kindAt(path)?.[1] ?? "Page"

export const weightOf = (path: string): number => kindAt(path)?.[2] ?? 1

/** Pages about how the project came to be, and lists of other pages: they have nearly all words, and are seldom what somebody looks for. */
const background =
  /^(agents|changelog|contributing|decisions|dependencies|examples)\/|^(guides|operations|recipes|reference)\/(#|$)|^operations\/[^/]+\/[^/]+\/$/

/** Whether what matches as well comes before a page. */
export const isBackground = (path: string): boolean => background.test(path)

/** What code calls the subject of a section, such as `Write.once`. */
export const nameAt = (id: string, page: string, heading: string): string | undefined =>
  id.startsWith("operations/")
    ? heading
    : id.startsWith("reference/") && id.includes("#")
      ? `${page.slice(page.lastIndexOf("/") + 1)}.${heading}`
      : undefined

/** Pages whose headings are found with the titles. Those of others are names, which are loaded after the first answer. */
export const hasTitles = (path: string): boolean => /^(?:guides|recipes|security)\//.test(path)
