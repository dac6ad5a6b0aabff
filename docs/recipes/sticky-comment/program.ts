/**
 * Keeps one comment on a pull request, with the sizes of a build compared with those of the base. Each push updates it.
 */
import { Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"

export interface Pull {
  readonly owner: string
  readonly repo: string
  readonly pull_number: number
}

/** Bytes by the name of the file. */
export type Sizes = Readonly<Record<string, number>>

/** Names of files are text of strangers: a pipe would start another column, and a backtick would end the code. */
const plain = (name: string): string => name.replaceAll(/[`|\r\n]/g, "?")

const signed = (bytes: number): string => (bytes > 0 ? `+${bytes}` : String(bytes))

/** A table in Markdown, the largest change first. It says the same for the same sizes, so nothing is written twice. */
const table = (before: Sizes, after: Sizes): string => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const rows = names
    .map((name) => ({ name, size: after[name], change: (after[name] ?? 0) - (before[name] ?? 0) }))
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.name.localeCompare(b.name))
    .map(({ change, name, size }) => `| \`${plain(name)}\` | ${size ?? "removed"} | ${signed(change)} |`)
  const shown = rows.slice(0, 100)
  const more = rows.length > shown.length ? [`\n${rows.length - shown.length} more files.`] : []
  return ["### Sizes", "", "| file | bytes | change |", "|---|--:|--:|", ...shown, ...more].join("\n")
}

/** Returns whether the comment was created, updated or left alone. */
export const comment = ({ owner, pull_number, repo }: Pull, before: Sizes, after: Sizes) =>
  // Comments on a pull request are those of its issue.
  Upsert.comment({ owner, repo, issue_number: pull_number, body: table(before, after) }, { key: "sizes" }).pipe(
    Effect.map(({ action, value }) => ({ action, url: value.html_url })),
    Effect.withSpan("stickyComment")
  )

const pull = { owner: "acme", repo: "web", pull_number: 1 }
const base = { "app.js": 41_200, "style.css": 8_100 }

/** Three pushes: the first one creates the comment, the second one updates it, and the third one changes nothing. */
export default Effect.forEach(
  [
    { ...base, "app.js": 43_900 },
    { ...base, "map.js": 2_700 },
    { ...base, "map.js": 2_700 }
  ],
  (sizes) => comment(pull, base, sizes)
)
