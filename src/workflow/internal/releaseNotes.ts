/** Notes of a release, by category, and what `Release.propose` writes into files. */
import type { Category, Change, Input, VersionFile } from "../ReleaseTypes.ts"
import { shareName } from "./names.ts"

const ofCommits: ReadonlyArray<Category> = [
  { title: "Breaking changes", breaking: true },
  { title: "Features", types: ["feat"] },
  { title: "Bug fixes", types: ["fix"] },
  { title: "Performance", types: ["perf"] },
  { title: "Reverts", types: ["revert"] }
]

const ofLabels = ({ labels }: Input): ReadonlyArray<Category> => [
  { title: "Breaking changes", breaking: true },
  { title: "Features", labels: labels?.minor ?? usualLabels.minor },
  { title: "Fixes and other changes", types: ["pull"] }
]

export const usualLabels = {
  major: ["breaking", "major"],
  minor: ["feature", "enhancement", "minor"],
  skip: ["skip-changelog"]
}

const belongs = ({ breaking, labels, type }: Change, category: Category): boolean =>
  (category.breaking === true && breaking !== null) ||
  (category.types ?? []).includes(type ?? "pull") ||
  shareName(labels, category.labels ?? [])

export const notesOf = (input: Input, changes: ReadonlyArray<Change>): string => {
  const categories = input.categories ?? (input.by === "labels" ? ofLabels(input) : ofCommits)
  const parts = categories.map((category) => ({ title: category.title, lines: [] as Array<string>, category }))
  for (const change of changes) parts.find(({ category }) => belongs(change, category))?.lines.push(lineOf(change))
  return parts
    .flatMap(({ lines, title }) => (lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`]))
    .join("\n\n")
}

const lineOf = ({ breaking, description, number, scope, sha }: Change): string => {
  const where = number === null ? sha.slice(0, 7) : `#${number}`
  const line = `- ${scope === null ? "" : `**${scope}:** `}${description} (${where})`
  return breaking === null || breaking === description ? line : `${line}\n  ${breaking.replace(/\s*\n\s*/g, "\n  ")}`
}

/** The changelog with a section at its top, below its title. */
export const withSection = (text: string | null, section: string): string => {
  const [, title = "# Changelog\n", rest = ""] =
    /^(# [^\n]*\n)?([^]*)$/.exec((text ?? "").replaceAll("\r\n", "\n")) ?? []
  return [title.trim(), section.trim(), rest.trim()].filter((part) => part !== "").join("\n\n") + "\n"
}

export const withVersion = ({ path, update }: VersionFile, text: string, version: string): string => {
  if (update !== undefined) return update(text, version)
  if (!path.endsWith(".json")) return `${version}\n`
  return text.replace(/("version"\s*:\s*")[^"]*"/, (_, before: string) => `${before}${version}"`)
}
