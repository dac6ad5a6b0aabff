/** Writes the programs of the recipes and guides for the chooser of the playground. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { stretchesOf } from "../../../.build/docs/fences.ts"
import { parse } from "../../../.build/docs/snippets.ts"
import type { Example } from "../src/playground/page/examples.ts"
import { formatCode } from "./format.ts"
import { opensInPlayground, runsInPlayground } from "./playground.ts"
import { recipes } from "./recipes.ts"
import { readText, root, writeFile } from "./site.ts"

/** Groups of the chooser, with the guides whose programs are in them, in this order. */
const groups: Readonly<Record<string, ReadonlyArray<string>>> = {
  "First steps": [
    "getting-started",
    "just-enough-effect",
    "from-async-await",
    "from-octokit",
    "why-forgecast",
    "modules"
  ],
  "Errors and lost answers": ["errors", "reliability", "rate-limits", "troubleshooting"],
  "Pages and caches": ["pagination", "caching", "search"],
  Tests: ["testing"],
  "Pull requests and workflows": [
    "pull-requests",
    "workflows",
    "keep-in-order",
    "plans-and-bulk",
    "files",
    "releases",
    "actions"
  ],
  Webhooks: ["webhooks", "from-probot", "tutorial"],
  Agents: ["agents", "mcp", "agent-bounds", "github-mcp-server"],
  Weather: ["weather", "weather-series", "weather-statistics", "weather-tasks", "from-openmeteo"],
  "Other endpoints": [
    "every-endpoint",
    "graphql",
    "media-types",
    "add-an-operation",
    "your-own-operations",
    "your-own-service"
  ]
}

/** What is in none of them. */
const rest = "Production"

export const groupOf = (guide: string): string =>
  Object.entries(groups).find(([, guides]) => guides.includes(guide))?.[0] ?? rest

/** Recipes come after the first steps. */
const order = ["First steps", "Recipes", ...Object.keys(groups).slice(1), rest]

/** The last heading before a line, counted from 1. A comment of a shell is none. */
export const headingBefore = (page: string, markdown: string, line: number): string => {
  const texts = stretchesOf(page, markdown).flatMap(({ info, lines }) =>
    lines.map((text) => (info === undefined ? text : ""))
  )
  const heading = texts.slice(0, line - 1).findLast((text) => /^#{1,4} /.test(text))
  return heading?.replace(/^#+ /, "").replaceAll("`", "") ?? "Program"
}

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
const titled = (title: string, heading: string): string => (heading === title ? heading : `${title}: ${heading}`)

const fromPage = (page: string, group: string): ReadonlyArray<Example> => {
  const markdown = readText(page)
  return parse(page, markdown)
    .filter(opensInPlayground)
    .map(({ code, line }) => ({
      title: titled(titleOf(page), headingBefore(page, markdown, line)),
      group,
      sketch: { program: code }
    }))
}

const titleOf = (page: string): string =>
  /^# (.+)$/m.exec(readText(page))?.[1]?.replaceAll("`", "") ?? Path.basename(page, ".md")

/** The programs of the guides, each group in the order of its guides. */
const fromGuides = (): ReadonlyArray<Example> => {
  const places = Object.values(groups).flat()
  const nameOf = (page: string): string => Path.basename(page, ".md")
  const placeOf = (page: string): number => (places.indexOf(nameOf(page)) + places.length + 1) % (places.length + 1)
  return Fs.globSync("docs/guides/*.md", { cwd: root })
    .toSorted()
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((page) => fromPage(page, groupOf(nameOf(page))))
}

const fromRecipes = (): ReadonlyArray<Example> =>
  [...recipes].flatMap(([page, sketch]) =>
    runsInPlayground(sketch.program) ? [{ title: titleOf(page), group: "Recipes", sketch }] : []
  )

export const writeSketches = async (): Promise<void> => {
  const examples = [...fromGuides(), ...fromPage("README.md", "First steps"), ...fromRecipes()].toSorted(
    (one, other) => order.indexOf(one.group) - order.indexOf(other.group)
  )
  const formatted = await Promise.all(
    numbered(examples).map(async ({ sketch, ...example }) => ({
      ...example,
      sketch: { ...sketch, program: await formatCode(sketch.program) }
    }))
  )
  writeFile("sketches.json", JSON.stringify(formatted))
}
