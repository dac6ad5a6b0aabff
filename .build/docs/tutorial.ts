/** The steps of the tutorial. Each block that is fenced as `diff` changes the files of the step before. */
import { applyPatch, parsePatch } from "diff"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { codeOf, stretchesOf } from "./fences.ts"
import { root } from "./snippets.ts"

export interface Step {
  readonly heading: string
  /** The blocks, as they are shown. */
  readonly blocks: ReadonlyArray<string>
  /** All files after it, by their names. */
  readonly files: Readonly<Record<string, string>>
}

const page = "docs/guides/tutorial.md"

/** Trailing spaces don't survive in a page, so an empty line stands for one that stays empty. */
const patchesIn = (code: string) => parsePatch(code.replace(/\n$/, "").replace(/^$/gm, " "))

/** Throws if a patch does not fit. */
export const read = (markdown: string = Fs.readFileSync(Path.join(root, page), "utf8")): ReadonlyArray<Step> => {
  const steps: Array<{ heading: string; blocks: Array<string>; files: Record<string, string> }> = []
  for (const stretch of stretchesOf(page, markdown)) {
    if (stretch.info === undefined) {
      for (const text of stretch.lines) {
        const [, heading] = /^## (\d+\. .*)$/.exec(text) ?? []
        if (heading !== undefined) steps.push({ heading, blocks: [], files: { ...steps.at(-1)?.files } })
      }
      continue
    }
    const step = steps.at(-1)
    if (stretch.info !== "diff" || step === undefined) continue
    const { blocks, files } = step
    blocks.push(codeOf(stretch))
    for (const patch of patchesIn(codeOf(stretch))) {
      const name = (patch.newFileName ?? "").replace(/^b\//, "")
      const after = applyPatch(files[name] ?? "", patch)
      if (after === false) throw new Error(`${page}:${stretch.line}: the patch of ${name} does not fit`)
      files[name] = after
    }
  }
  return steps
}

/** Writes the files of each step to a folder of its number. */
export const write = (directory: string): void => {
  for (const [index, { files }] of read().entries()) {
    const folder = Path.join(directory, String(index + 1))
    Fs.mkdirSync(folder, { recursive: true })
    for (const [name, content] of Object.entries(files)) Fs.writeFileSync(Path.join(folder, name), content)
  }
}
