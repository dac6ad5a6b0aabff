/** Writes docstrings into declaration files that were emitted. */
import * as Fs from "node:fs"

export const commentOf = (docstring: string): ReadonlyArray<string> => {
  const lines = docstring.split("\n")
  return lines.length === 1 ? [`/** ${docstring} */`] : ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"]
}

/** Lines to put in place of `removed` lines, at a line of a file. */
export interface Edit {
  readonly line: number
  readonly removed: number
  readonly lines: ReadonlyArray<string>
}

/** Edits a declaration file and its map: new lines have no mappings. */
export const edit = (file: string, edits: ReadonlyArray<Edit>): void => {
  if (edits.length === 0) return
  const lines = Fs.readFileSync(file, "utf8").split("\n")
  const map = JSON.parse(Fs.readFileSync(`${file}.map`, "utf8")) as { mappings: string }
  const mappings = map.mappings.split(";")
  for (const { line, lines: added, removed } of edits.toSorted((one, other) => other.line - one.line)) {
    lines.splice(line, removed, ...added)
    if (line < mappings.length) mappings.splice(line, removed, ...added.map(() => ""))
  }
  Fs.writeFileSync(file, lines.join("\n"))
  Fs.writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: mappings.join(";") }))
}
