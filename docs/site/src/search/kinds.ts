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
  [/^(agents|benchmarks|changelog|contributing|dependencies|octokit|security)\//, "Project", 0.6]
] as const

const kindAt = (path: string) => kinds.find(([pattern]) => pattern.test(path))

/** What a hit is to a reader. */
export const kindOf = (path: string): string => kindAt(path)?.[1] ?? "Page"

export const weightOf = (path: string): number => kindAt(path)?.[2] ?? 1

/** Pages whose headings are found with the titles. Those of others are names, which are loaded after the first answer. */
export const hasTitles = (path: string): boolean => /^(?:guides|recipes)\//.test(path)
