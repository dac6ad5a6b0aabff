/** Writes the programs of the recipes and guides for the chooser of the playground. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { parse } from "../../../.build/docs/snippets.ts"
import type { Example } from "../src/playground/page/examples.ts"
import { formatCode } from "./format.ts"
import { opensInPlayground, runsInPlayground } from "./playground.ts"
import { recipes } from "./recipes.ts"
import { readText, root, writeFile } from "./site.ts"

/** The last heading before a line, counted from 1. */
const headingBefore = (markdown: string, line: number): string =>
  markdown
    .split("\n")
    .slice(0, line - 1)
    .findLast((text) => /^#{1,4} /.test(text))
    ?.replace(/^#+ /, "")
    .replaceAll("`", "") ?? "Program"

/** Titles that occur again in a group are numbered. */
const numbered = (examples: ReadonlyArray<Example>): ReadonlyArray<Example> => {
  const counts = new Map<string, number>()
  return examples.map((example) => {
    const key = `${example.group}\n${example.title}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count === 1 ? example : { ...example, title: `${example.title} (${count})` }
  })
}

/** A heading says little without its page: a closed chooser only shows the title. */
const titled = (group: string, heading: string): string => (heading === group ? heading : `${group}: ${heading}`)

const fromPage = (page: string, group: string): ReadonlyArray<Example> => {
  const markdown = readText(page)
  return parse(page, markdown)
    .filter(opensInPlayground)
    .map(({ code, line }) => ({
      title: titled(group, headingBefore(markdown, line)),
      group,
      sketch: { program: code }
    }))
}

const titleOf = (page: string): string => /^# (.+)$/m.exec(readText(page))?.[1] ?? Path.basename(page, ".md")

const guides = (): ReadonlyArray<Example> =>
  Fs.globSync("docs/guides/*.md", { cwd: root })
    .toSorted()
    .flatMap((page) => fromPage(page, titleOf(page)))

const fromRecipes = (): ReadonlyArray<Example> =>
  [...recipes].flatMap(([page, sketch]) =>
    runsInPlayground(sketch.program) ? [{ title: titleOf(page), group: "Recipes", sketch }] : []
  )

export const writeSketches = async (): Promise<void> => {
  const examples = [...fromRecipes(), ...fromPage("README.md", "README"), ...guides()]
  const formatted = await Promise.all(
    numbered(examples).map(async ({ sketch, ...example }) => ({
      ...example,
      sketch: { ...sketch, program: await formatCode(sketch.program) }
    }))
  )
  writeFile("sketches.json", JSON.stringify(formatted))
}
